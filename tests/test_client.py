"""The bundled browser client: test_client.py FOLDER. Prints TAP."""

import gzip
import json
import pathlib
import re
import sys
import unittest

import tap

FOLDER = pathlib.Path(sys.argv.pop())
ROOT = pathlib.Path(__file__).resolve().parent.parent
FIRST_LOAD_MAX = 150_000  # bytes over the wire, without a cache, to the start page with the engine
FIRST_GAME_MAX = 30_000  # what a first game loads besides


def packed(name):
    """What travels if the browser takes gzip and nothing better, as tools/pages.py embeds it."""
    data = (FOLDER / name).read_bytes()
    return min(len(data), len(gzip.compress(data, 9, mtime=0)))


def named_by(name):
    """The files that one file names."""
    return {other for other in re.findall(r"[\w.-]+\.\w+", (FOLDER / name).read_text(encoding="utf-8")) if (FOLDER / other).is_file()}


def imported(name):
    """What a script cannot begin without."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return {name}.union(*(imported(other) for other in re.findall(r'(?:from|import)"\./([\w.-]+)"', text)))


def words(part):
    """The files with the words of a part, one for each language."""
    return [file.name for file in FOLDER.glob(f"words-*-{part}-*.js")]


class Sizes(unittest.TestCase):
    first = {"index.html"} | {name for name in named_by("index.html") if not name.endswith((".png", ".webmanifest"))}

    def test_the_first_load_is_small(self):
        scripts = {name for name in self.first if name.startswith(("main-", "chunk-"))}
        self.assertLessEqual(set().union(*map(imported, scripts)), self.first, "all that main imports is fetched at once")
        self.assertEqual(len(words("page")), 2)
        sizes = {name: packed(name) for name in self.first} | {"words": max(map(packed, words("page")))}
        print("#", sum(sizes.values()), "bytes:", ", ".join(f"{name} {size}" for name, size in sizes.items()))
        self.assertIn(".wasm", " ".join(sizes))
        self.assertLess(sum(sizes.values()), FIRST_LOAD_MAX)

    def test_the_first_game_is_small(self):
        frame = next(FOLDER.glob("frame-*.js")).name
        shared = {frame, *(file.name for kind in ("table-*.css", "worker-*.js") for file in FOLDER.glob(kind))}
        for game in ("alhambra", "byzanz", "maharaja", "pharaoh", "towers"):
            texts = words(game)
            table = [file.name for file in FOLDER.glob(f"{game}-*.js")]
            self.assertEqual((len(texts), len(table)), (2, 1), game)
            needed = (shared | imported(table[0]) | imported(frame)) - self.first
            size = sum(map(packed, needed)) + max(map(packed, texts))
            print("#", game, size, "bytes")
            self.assertLess(size, FIRST_GAME_MAX)


class Words(unittest.TestCase):
    def test_what_only_the_program_says_is_not_loaded(self):
        text = (FOLDER / words("page")[0]).read_text(encoding="utf-8")
        self.assertNotIn('"help.', text)
        self.assertIn('"web.rules"', text)

    def test_both_languages_say_the_same_things(self):
        catalogue = json.loads((ROOT / "data/lang/en.json").read_text(encoding="utf-8"))
        keys = [sorted(key for key in re.findall(r'"([\w.-]+)":', (FOLDER / name).read_text(encoding="utf-8")) if key in catalogue)
                for name in words("page")]
        self.assertEqual(keys[0], keys[1])
        self.assertGreater(len(keys[0]), 50)


if __name__ == "__main__":
    tap.run()
