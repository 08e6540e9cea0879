"""A sixth game in one folder and one line: test_sixth.py ROOT NODE. Prints TAP.

Copies the tree, drops tests/sixth/caravan into games/, names it in games/list, builds, and plays it wherever a game is
played: the properties, traces, the arena, the bot protocol, the terminal, and a whole game in a browser by clicks.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

NODE = sys.argv.pop()
ROOT = pathlib.Path(sys.argv.pop())
GAME = "caravan"


def leave_out(folder, names):
    is_top = pathlib.Path(folder) == ROOT
    return [name for name in names if name in (".git", "node_modules", "__pycache__") or (is_top and name.startswith("build"))]


class Sixth(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.tree = cls.folder / "tree"
        shutil.copytree(ROOT, cls.tree, ignore=leave_out)
        (cls.tree / "web/node_modules").symlink_to(ROOT / "web/node_modules")
        shutil.copytree(ROOT / "tests/sixth" / GAME, cls.tree / "games" / GAME)
        with open(cls.tree / "games/list", "a", encoding="utf-8") as games:
            games.write(GAME + "\n")
        cls.run_in("meson", "setup", "build")
        cls.run_in("ninja", "-C", "build", "arkad", "properties")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def run_in(cls, *words, **options):
        done = subprocess.run(words, cwd=cls.tree, capture_output=True, text=True, **options)
        if done.returncode:
            raise AssertionError(f"{words}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout

    def test_nothing_but_its_rules_and_words(self):
        files = {file.name for file in (ROOT / "tests/sixth" / GAME).iterdir()}
        self.assertLessEqual(files, {"rules.c", "rules.en.md", "words.en.json", "words.hu.json"})

    def test_what_must_hold_for_any_game(self):
        self.assertNotIn("not ok", self.run_in("build/properties", GAME, "30"))

    def test_traces_are_checked(self):
        for players in (2, 3, 4):
            text = self.run_in("build/arkad", "trace", GAME, "--players", str(players), "--seed", "sixth", "--bot", "wild")
            self.assertIn("right", self.run_in("build/arkad", "check", "-", input=text))
            with self.assertRaises(AssertionError):
                self.run_in("build/arkad", "check", "-", input=text.replace('"move":"pick', '"move":"sell', 1))

    def test_bots_play_it_well(self):
        words = self.run_in("build/arkad", "arena", GAME, "--players", "3", "--bots", "search:150,random", "--games", "30", "--seed", "1", "--json")
        self.assertIn('"wins":', words)
        rate = float(words.split('"wins":')[1].split(",")[0]) / 30
        self.assertGreater(rate, 0.6)

    def test_bots_learn_it(self):
        """Some hundred games are enough to beat random play with a search of ten iterations; by play-outs it would win 72 %."""
        self.run_in("build/arkad", "train", GAME, "--players", "3", "--games", "640", "--seed", "sixth", "--out", "net.bin", "--json", "--svg", "curve.svg")
        words = self.run_in("build/arkad", "arena", GAME, "--players", "3", "--net", "net.bin", "--bots", "search:10,random", "--games", "60", "--seed", "1", "--json")
        self.assertGreater(float(words.split('"wins":')[1].split(",")[0]) / 60, 0.8)

    def test_a_program_plays_it(self):
        words = self.run_in("build/arkad", "arena", GAME, "--bots", f"exec:build/arkad bot {GAME} --level 1,random", "--games", "4", "--json")
        self.assertIn('"forfeits"', words)

    def test_in_the_terminal(self):
        said = self.run_in("build/arkad", "play", GAME, "--players", "2", "--options", "starter=0", "--seed", "x", "--lang", "en", input="?\n" + "1\n" * 60)
        self.assertIn("bid", said)

    def test_its_words_are_said_and_english_where_it_has_none(self):
        for lang, title, reason in (("en", "Caravan", "there is no s1 to pick"), ("hu", "Karaván", "nincs kirakva: s1"), ("de", "Caravan", "there is no s1 to pick")):
            self.assertRegex(self.run_in("build/arkad", "help", "--lang", lang), f"caravan +{title}")
            words = ("build/arkad", "play", GAME, "--hotseat", "--seed", "x", "--lang", lang)
            self.assertIn(reason, self.run_in(*words, input="1\n" * 3 + "pick s1\n" * 9))

    def test_its_rules_are_read(self):
        self.assertIn("sandstorm", self.run_in("build/arkad", "rules", GAME, "--lang", "hu"))

    def test_in_the_browser(self):
        said = self.run_in(NODE, "web/tests/sixth.mjs", "build/arkad", GAME)
        self.assertIn("over", said)


if __name__ == "__main__":
    tap.run()
