"""The commands of `arkad`, run as a person would: test_commands.py ARKAD. Prints TAP."""

import itertools
import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import tap

ARKAD = pathlib.Path(sys.argv[1]).resolve()
HERE = pathlib.Path(__file__).resolve().parent
os.environ["LC_ALL"] = "C.UTF-8"  # the words checked here are English; Hungarian is asked for
LANGUAGES = sorted((file.stem for file in (HERE.parent / "data" / "lang").glob("*.json")), key=lambda code: (code != "en", code))
GAMES = {"towers": range(2, 6), "byzanz": range(3, 7), "alhambra": range(2, 7), "pharaoh": range(3, 5), "maharaja": range(2, 6)}


def arkad(*words, text=None, env=None):
    return subprocess.run([ARKAD, *words], input=text, capture_output=True, text=True, env=env, timeout=300)


def trace(game, *words):
    return arkad("trace", game, *words).stdout


class Traces(unittest.TestCase):
    def test_games_from_elsewhere_are_accepted(self):
        files = sorted((HERE / "traces").glob("*.jsonl"))
        self.assertGreater(len(files), 10)
        done = arkad("check", *files)
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(len(done.stdout.splitlines()), len(files))

    def test_spoiled_games_are_refused_at_their_line(self):
        files = sorted((HERE / "traces" / "spoiled").glob("*.jsonl"))
        self.assertGreater(len(files), 10)
        for file in files:
            line = re.search(r"line-(\d+)", file.name)[1]
            done = arkad("check", file)
            self.assertEqual(done.returncode, 1, file.name)
            self.assertIn(f"{file.name}:{line}: ", done.stderr)
            self.assertEqual(done.stdout, "")

    def test_our_games_are_accepted(self):
        for game, players in GAMES.items():
            for count in players:
                for bot in ("random", "wild"):
                    text = trace(game, "--players", str(count), "--seed", f"{game}{count}", "--bot", bot)
                    done = arkad("check", "-", text=text)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    head = json.loads(text.splitlines()[0])
                    self.assertEqual((head["arkad"], head["game"], head["players"]), (1, game, count))

    def test_our_games_are_accepted_without_their_seed(self):
        for game in GAMES:
            lines = trace(game, "--seed", "7", "--bot", "wild").splitlines()
            lines[0] = re.sub(r'"seed":"\w+"', '"seed":null', lines[0])
            done = arkad("check", "-", text="\n".join(lines) + "\n")
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_changed_line_is_found(self):
        lines = trace("byzanz", "--seed", "9").splitlines()
        middle = len(lines) // 2
        spoils = [
            (0, '"players":3', '"players":4'),
            (1, '"n":1', '"n":2'),
            (middle, r'"round":(\d)', '"round":9'),
            (middle, r'"legal":\{"(\d)":\["', r'"legal":{"\1":["pass now","'),
            (middle, r'"seat":\d', '"seat":7'),
            (-1, r'"places":\[\d', '"places":[9'),
        ]
        for at, old, new in spoils:
            spoiled = list(lines)
            spoiled[at] = re.sub(old, new, spoiled[at], count=1)
            self.assertNotEqual(spoiled[at], lines[at])
            done = arkad("check", "-", text="\n".join(spoiled) + "\n")
            number = (at if at >= 0 else len(lines) + at) + 1
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"-:{number}: ", done.stderr)

    def test_the_same_seed_gives_the_same_game(self):
        self.assertEqual(trace("pharaoh", "--seed", "one"), trace("pharaoh", "--seed", "one"))
        self.assertNotEqual(trace("pharaoh", "--seed", "one"), trace("pharaoh", "--seed", "two"))
        self.assertNotEqual(trace("towers"), trace("towers"))
        seed = json.loads(trace("towers", "--seed", "one").splitlines()[0])["seed"]
        self.assertEqual(trace("towers", "--seed", seed), trace("towers", "--seed", "one"))

    def test_saved_games_are_without_lists_and_positions(self):
        text = trace("pharaoh", "--seed", "one", "--moves")
        self.assertNotIn("legal", text)
        self.assertNotIn("state", text)
        self.assertEqual(arkad("check", "-", text=text).returncode, 0)
        full = trace("pharaoh", "--seed", "one")
        self.assertEqual(arkad("replay", "-", text=text).stdout, arkad("replay", "-", text=full).stdout)

    def test_replay_prints_what_the_trace_says(self):
        text = trace("alhambra", "--seed", "one")
        states = [json.loads(line)["state"] for line in text.splitlines()[:-1]]
        replayed = arkad("replay", "-", text=text).stdout.splitlines()
        self.assertEqual([json.loads(line) for line in replayed], states)
        at = arkad("replay", "-", "--at", "3", text=text).stdout
        self.assertEqual(json.loads(at), states[3])
        view = json.loads(arkad("replay", "-", "--at", "3", "--seat", "1", text=text).stdout)
        self.assertEqual(view["pile"], len(states[3]["pile"]))
        self.assertEqual(view["hands"], [len(states[3]["hands"][0]), states[3]["hands"][1]])

    def test_an_unfinished_game_is_no_error(self):
        text = "".join(trace("towers", "--seed", "one").splitlines(keepends=True)[:9])
        done = arkad("check", "-", text=text)
        self.assertEqual((done.returncode, done.stdout), (0, "-: right, towers for 2, 8 moves, unfinished\n"))

    def test_bots_for_each_seat(self):
        self.assertEqual(arkad("trace", "towers", "--bot", "random,wild").returncode, 0)
        for bot in ("clever", "random,wild,wild", "random,", ""):
            done = arkad("trace", "towers", "--bot", bot)
            self.assertEqual(done.returncode, 2)
            self.assertIn("--bot takes random or wild", done.stderr)


WHEEL = HERE.parent / "examples" / "wheel.map"


class Maps(unittest.TestCase):
    MAP = HERE.parent / "games" / "maharaja" / "rajasthan.map"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "other.map"

    def test_another_map_is_played(self):
        text = self.MAP.read_text(encoding="utf-8")
        self.file.write_text(re.sub("rajasthan", "punjab", text), encoding="utf-8")
        done = arkad("trace", "maharaja", "--map", self.file, "--seed", "1")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn('"map":"punjab"', done.stdout)
        self.assertEqual(arkad("check", "-", "--map", self.file, text=done.stdout).returncode, 0)
        self.assertEqual(arkad("check", "-", text=done.stdout).returncode, 0)  # the map is in the file

    def test_the_map_goes_with_the_game(self):
        done = arkad("trace", "maharaja", "--map", WHEEL, "--seed", "1", "--moves")
        head = json.loads(done.stdout.splitlines()[0])
        self.assertEqual(list(head), ["arkad", "game", "players", "options", "map", "seed"])
        self.assertTrue(head["map"].startswith("map wheel\nplace 0 500 490 - - Ajmer\n"))
        self.file.write_text(head["map"], encoding="utf-8")
        again = arkad("trace", "maharaja", "--map", self.file, "--seed", "1", "--moves")
        self.assertEqual(again.stdout, done.stdout)
        self.assertIn("Bikaner", arkad("replay", "-", "--draw", "--at", "0", text=done.stdout).stdout)
        other = arkad("check", "-", "--map", self.MAP, text=done.stdout)
        self.assertEqual(other.returncode, 1)
        self.assertIn("it is not the one that was given", other.stderr)

    def test_a_game_is_gone_on_with_on_its_map(self):
        game = self.file.with_suffix(".jsonl")
        first = arkad("play", "maharaja", "--map", WHEEL, "--seed", "1", "--save", game, text="1\n")
        self.assertIn("Bikaner", first.stdout)
        again = arkad("play", "--resume", game, text="table\n")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("Bikaner", again.stdout)

    def test_a_file_without_its_map_needs_it(self):
        done = arkad("trace", "maharaja", "--map", WHEEL, "--seed", "1", "--moves")
        head, *moves = done.stdout.splitlines()
        bare = "\n".join([re.sub(r'"map":"map wheel.*?",', "", head), *moves]) + "\n"
        self.assertEqual(arkad("check", "-", "--map", WHEEL, text=bare).returncode, 0)
        self.assertEqual(arkad("check", "-", text=bare).returncode, 1)

    def test_a_spoiled_map_is_refused(self):
        done = arkad("trace", "maharaja", "--map", WHEEL, "--seed", "1", "--moves")
        spoiled = arkad("check", "-", text=done.stdout.replace("road r14 G A", "road r14 G G"))
        self.assertEqual(spoiled.returncode, 1)
        self.assertIn("-:1: its map cannot be played on: line 23: the road r14 leads from a place to itself", spoiled.stderr)

    def test_a_map_has_a_limit(self):
        self.file.write_text(WHEEL.read_text(encoding="utf-8") + "# and so on\n" * 700, encoding="utf-8")
        done = arkad("trace", "maharaja", "--map", self.file)
        self.assertEqual(done.returncode, 1)
        self.assertIn("other.map: a map has 8192 bytes at most", done.stderr)

    def test_programs_are_told_the_map(self):
        bot = "exec:tee -a %s | %s bot --level 1" % (self.file, ARKAD)
        done = arkad("arena", "maharaja", "--map", WHEEL, "--bots", bot + ",random", "--games", "2", "--seed", "1")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        games = [json.loads(line) for line in self.file.read_text(encoding="utf-8").splitlines()]
        games = [message for message in games if message["type"] == "game"]
        self.assertEqual(len(games), 2)
        self.assertTrue(all(game["map"].startswith("map wheel\n") for game in games))

    def test_the_file_is_the_built_in_map(self):
        built_in = trace("maharaja", "--seed", "1")
        self.assertEqual(trace("maharaja", "--seed", "1", "--map", str(self.MAP)), built_in)

    def test_a_bad_map_is_refused(self):
        self.file.write_text("nothing of the sort\n", encoding="utf-8")
        done = arkad("trace", "maharaja", "--map", self.file)
        self.assertEqual(done.returncode, 1)
        self.assertIn("other.map: line 1", done.stderr)
        done = arkad("trace", "maharaja", "--map", "/nowhere/at.all")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot read /nowhere/at.all", done.stderr)


class Usage(unittest.TestCase):
    def check_usage(self, words, part, status=2):
        done = arkad(*words)
        self.assertEqual(done.returncode, status, words)
        self.assertEqual(done.stdout if status == 2 and words else "", "")
        self.assertIn(part, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_wrong_usage_is_explained(self):
        self.check_usage(["dance"], "there is no command 'dance'")
        self.check_usage(["trace"], "arkad trace takes one game")
        self.check_usage(["trace", "chess"], "there is no game 'chess'; the games are towers, byzanz,")
        self.check_usage(["trace", "towers", "--players", "9"], "--players takes a whole number from 2 to 5, not '9'")
        self.check_usage(["trace", "towers", "--players", "2x"], "not '2x'")
        self.check_usage(["trace", "towers", "--players"], "needs a value")
        self.check_usage(["trace", "towers", "--colour", "red"], "there is no option --colour here")
        self.check_usage(["trace", "towers", "--options", "starter=5"], "the option starter goes from 0 to 1")
        self.check_usage(["trace", "towers", "--options", "short=on"], "5 Towers has no such option")
        self.check_usage(["trace", "towers", "--moves=yes"], "takes no value")
        self.check_usage(["check"], "arkad check takes files")
        self.check_usage(["replay", "a", "b"], "arkad replay takes one file")
        self.check_usage(["replay", "-", "--at", "-1"], "--at takes a whole number")
        self.check_usage(["rules"], "arkad rules takes one game")
        self.check_usage(["games", "towers"], "arkad games takes no words")
        self.check_usage(["rules", "towers", "--lang", "tlh"], f"there is no language 'tlh'; there are {', '.join(LANGUAGES)}")
        self.check_usage(["bench", "chess"], "there is no game 'chess'")
        self.check_usage(["bench", "--games", "0"], "--games takes a whole number")
        self.check_usage(["help", "dance"], "there is no command 'dance'")

    def test_a_file_that_cannot_be_read(self):
        self.check_usage(["check", "/nowhere"], "cannot read /nowhere: No such file", status=1)
        self.check_usage(["check", "/"], "Is a directory", status=1)
        self.check_usage(["replay", "/nowhere"], "cannot read /nowhere", status=1)

    def test_rubbish_is_refused(self):
        for rubbish in ("", "\n", "{}", "[1,2]", "null\n", "x" * 2000000, "\x00\x01", '{"arkad":1', "{" * 5000):
            done = arkad("check", "-", text=rubbish)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"^arkad: -:1: ")

    def test_replay_draws_the_table(self):
        text = arkad("trace", "maharaja", "--players", "3", "--seed", "drawn", "--moves").stdout
        drawn = arkad("replay", "-", "--at", "20", "--seat", "1", "--draw", text=text).stdout
        rows = drawn.splitlines()
        self.assertEqual(len(rows), 24)
        self.assertLessEqual(max(map(len, rows)), 80)
        for part in ("● Seat 0", "◆ Seat 1", "▼ Seat 2", "Khajuraho"):
            self.assertIn(part, drawn)
        self.assertNotIn("\033", drawn)
        self.assertIn("● 0. hely", arkad("replay", "-", "--at", "20", "--draw", "--lang", "hu", text=text).stdout)

    def test_replay_past_the_end(self):
        text = trace("towers", "--seed", "one")
        done = arkad("replay", "-", "--at", "9999", text=text)
        self.assertEqual(done.returncode, 1)
        self.assertIn("moves, not 9999", done.stderr)
        done = arkad("replay", "-", "--seat", "4", text=text)
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no seat 4 in a game for 2", done.stderr)

    def test_a_full_disk_is_told(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            done = subprocess.run([ARKAD, "trace", "towers"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("could not write everything", done.stderr)

    def test_games(self):
        listed = [json.loads(line) for line in arkad("games", "--json").stdout.splitlines()]
        self.assertEqual([game["name"] for game in listed], (HERE.parent / "games" / "list").read_text().split())
        offered = {game["name"]: range(game["players_min"], game["players_max"] + 1) for game in listed if not game["is_hidden"]}
        self.assertEqual(offered, GAMES)
        self.assertIn("pharaoh  Oh, Pharaoh!, 3 to 4 players\n", arkad("games").stdout)
        self.assertNotIn("blank", arkad("games").stdout)

    def test_help(self):
        done = arkad("help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for command in ("trace", "replay", "check", "bench", "arena", "bot", "analyse", "rules"):
            self.assertIn(command, done.stdout)
            explained = arkad("help", command)
            self.assertEqual(explained.returncode, 0)
            self.assertIn("Example: arkad " + command, explained.stdout)
            self.assertEqual(arkad(command, "--help").stdout, explained.stdout)
        self.assertEqual(arkad().returncode, 2)


class Hungarian(unittest.TestCase):
    """The same commands, spoken to a Hungarian."""

    def said(self, *words, **more):
        done = arkad(*words, "--lang", "hu", **more)
        return done.stdout + done.stderr

    def test_the_environment_decides_unless_the_command_does(self):
        hungarian = self.said("help")
        self.assertIn("A játékok:", hungarian)
        for env in ({"LC_ALL": "hu_HU.UTF-8"}, {"LC_MESSAGES": "hu_HU", "LANG": "C"}, {"LANG": "hu"}, {"LC_ALL": "", "LANG": "hu.UTF-8"}):
            self.assertEqual(arkad("help", env=env).stdout, hungarian)
        for env in ({"LC_ALL": "C", "LANG": "hu_HU"}, {"LANG": "hungry"}, {"LANG": "en_GB"}, {}):
            self.assertEqual(arkad("help", env=env).stdout, arkad("help").stdout)
        self.assertEqual(arkad("help", "--lang=en", env={"LANG": "hu_HU"}).stdout, arkad("help").stdout)

    def test_help(self):
        for command in ("play", "trace", "replay", "check", "bench", "arena", "analyse", "rules"):
            self.assertIn("Példa: arkad " + command, self.said("help", command))
            self.assertEqual(self.said("help", command), self.said(command, "--help"))

    def test_complaints(self):
        for words, complaint in (
            (["fly"], "nincs „fly” parancs; az arkad help felsorolja őket"),
            (["help", "fly"], "nincs „fly” parancs; az arkad help felsorolja őket"),
            (["trace", "chess"], "nincs „chess” nevű játék; a játékok: towers, byzanz"),
            (["trace", "towers", "--players", "9"], "a --players értéke egész szám 2 és 5 között, nem pedig „9”"),
            (["arena", "towers", "--threads", "0"], "a --threads értéke egész szám 1 és 64 között"),
            (["trace", "byzanz", "--options", "x=1"], "Bizánc: nincs ilyen beállítás; ezek vannak: starter"),
            (["replay", "/no/such"], "nem olvasható: /no/such ("),
            (["check"], "az arkad check fájlokat vár"),
            (["check", "--fast"], "itt nincs --fast kapcsoló; a kapcsolók: map lang"),
            (["rules", "blank"], "próbajáték, nincs leírt szabálya: blank"),
        ):
            done = arkad(*words, "--lang", "hu")
            self.assertTrue(done.stderr.startswith("arkad: " + complaint), done.stderr)
            self.assertNotEqual(done.returncode, 0)

    def test_a_refused_move_is_explained(self):
        lines = trace("towers", "--seed", "a", "--moves").splitlines()
        lines[1] = lines[1].replace('"seat":0', '"seat":1')
        said = self.said("check", "-", text="\n".join(lines) + "\n")
        self.assertRegex(said, r"arkad: -:2: az 1. hely nem léphet így: bid \d \(most a 0. hely jön\)")

    def test_tables(self):
        self.assertRegex(self.said("arena", "towers", "--bots", "random", "--games", "2"), r"^5 torony, 2 játékos: 2 játék, mag \w{8}\.\.\.\n\nbot +szék +győz\.")
        table = self.said("bench", "--games", "2").splitlines()
        self.assertEqual((table[0].split()[:2], len({len(line) for line in table}), len(table[0]) <= 80), (["játék", "döntés"], 1, True))

    def test_what_programs_read_stays_as_it_is(self):
        self.assertEqual(arkad("trace", "towers", "--seed", "a", "--lang", "hu").stdout, trace("towers", "--seed", "a"))
        self.assertEqual(self.said("bench", "--signature"), arkad("bench", "--signature").stdout)


class Rules(unittest.TestCase):
    def test_rules_in_every_language(self):
        for game in GAMES:
            for language in LANGUAGES:
                done = arkad("rules", game, "--lang", language)
                file = HERE.parent / "games" / game / f"rules.{language}.md"
                text = file.read_text(encoding="utf-8")
                self.assertIn("<!-- picture ", text)
                self.assertEqual((done.returncode, done.stdout), (0, re.sub(r"<!-- .*\n\n", "", text)))
                self.assertNotIn("<!--", done.stdout)
        for variable, language in (("hu_HU.UTF-8", "hu"), ("C", "en")):
            spoken = arkad("rules", "towers", env={"LANG": variable}).stdout
            self.assertEqual(spoken, arkad("rules", "towers", "--lang", language).stdout)

    def test_rules_name_every_option_with_its_default(self):
        for game in GAMES:
            options = json.loads(trace(game, "--moves").splitlines()[0])["options"]
            for language in LANGUAGES:
                text = (HERE.parent / "games" / game / f"rules.{language}.md").read_text(encoding="utf-8")
                rows = dict(re.findall(r"^\| `(\w+)` +\|[^|]+\| +(.+?) +\|", text.split("\n## ")[-2], re.MULTILINE))
                said = {name: {True: "on", False: "off"}[value] if isinstance(value, bool) else f"`{value}`" if isinstance(value, str)
                        else str(value) for name, value in options.items()}
                self.assertNotRegex(rows["starter"], r"\d")  # at a table it is drawn
                self.assertEqual(rows, {**said, "starter": rows["starter"]}, (game, language))

    def test_rules_on_a_terminal_fit_it(self):
        for game, language in itertools.product(GAMES, LANGUAGES):
            master, slave = pty.openpty()
            process = subprocess.Popen([ARKAD, "rules", game, "--lang", language], stdout=slave, env={"TERM": "xterm"})
            os.close(slave)
            shown = b""
            try:
                while part := os.read(master, 65536):
                    shown += part
            except OSError:
                pass
            self.assertEqual(process.wait(timeout=60), 0)
            plain = re.sub(r"\x1b\[[0-9;]*m", "", shown.decode())
            self.assertNotIn("**", plain)
            self.assertNotIn("|", plain.replace("||", ""))
            self.assertLessEqual(max(map(len, plain.splitlines())), 80)


class Arena(unittest.TestCase):
    def test_a_thinking_bot_beats_a_random_one(self):
        done = arkad("arena", "towers", "--bots", "2,random", "--games", "20", "--seed", "a", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        result = json.loads(done.stdout)
        self.assertEqual((result["games"], [row["bot"] for row in result["bots"]]), (20, ["2", "random"]))
        self.assertGreater(result["bots"][0]["wins"], 15)
        self.assertAlmostEqual(sum(row["wins"] for row in result["bots"]), 20)

    def test_threads_do_not_change_the_result(self):
        words = ["arena", "byzanz", "--players", "4", "--bots", "search:20,wild,random", "--games", "12", "--seed", "b"]
        self.assertEqual(arkad(*words).stdout, arkad(*words, "--threads", "3").stdout)
        self.assertRegex(arkad(*words).stdout, r"(?m)^random +2 ")

    def test_a_match_in_parts_is_the_same_match(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ["arena", "byzanz", "--players", "4", "--bots", "search:20,wild,random", "--games", "44", "--seed", "b"]
            parts = [pathlib.Path(folder, f"{part}.json") for part in range(1, 5)]
            for part, file in enumerate(parts, 1):
                file.write_text(arkad(*words, "--part", f"{part}/4").stdout)
            self.assertEqual([json.loads(file.read_text())["games"] for file in parts], [12, 12, 12, 8])
            for more in ([], ["--json"]):
                self.assertEqual(arkad("arena", "--join", *reversed(parts), *more).stdout, arkad(*words, *more).stdout)
            pathlib.Path(folder, "other.json").write_text(arkad(*words[:-1], "c", "--part", "2/4").stdout)
            pathlib.Path(folder, "none.json").write_text("{}\n")
            for files, part in (
                (parts[:3], "part 4 of 4 is missing"),
                ([*parts, parts[1]], "no part of the same match, or one that was there"),
                ([parts[0], f"{folder}/other.json"], "no part of the same match"),
                ([f"{folder}/none.json"], "no part of the same match"),
                ([f"{folder}/nothing.json"], "cannot read"),
            ):
                wrong = arkad("arena", "--join", *files)
                self.assertEqual((wrong.returncode, wrong.stdout), (1, ""), part)
                self.assertIn(part, wrong.stderr)

    def test_parts_of_programs_and_two_bots(self):
        with tempfile.TemporaryDirectory() as folder:
            bot = f"exec:{sys.executable} {HERE.parent / 'examples/bot.py'}".replace(",", "\\,")
            words = ["arena", "towers", "--bots", f"{bot},random", "--games", "8", "--seed", "d"]
            files = [pathlib.Path(folder, str(part)) for part in (1, 2)]
            for part, file in enumerate(files, 1):
                file.write_text(arkad(*words, "--part", f"{part}/2").stdout)
            whole = json.loads(arkad(*words, "--json").stdout)
            joined = json.loads(arkad("arena", "--join", *files, "--json", "--sprt", "0,30").stdout)
            self.assertIsInstance(joined.pop("llr"), float)
            self.assertEqual(joined, whole)

    def test_games_are_saved(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ["--bots", "search:10", "--players", "3", "--games", "5", "--save", f"{folder}/new"]
            self.assertEqual(arkad("arena", "alhambra", *words).returncode, 0)
            files = sorted(pathlib.Path(folder, "new").iterdir())
            self.assertEqual(len(files), 6)  # whole rounds of the table
            done = arkad("check", *files)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertNotIn("unfinished", done.stdout)

    def test_sprt_stops_when_it_is_clear(self):
        words = ["--bots", "search:60,random", "--games", "500", "--sprt", "0,30"]
        done = arkad("arena", "towers", *words)
        self.assertIn("SPRT 0,30: stronger", done.stdout)
        self.assertNotIn(" 500 games", done.stdout)

    def test_sprt_is_seldom_wrong(self):
        # Wild play is 47 Elo above random play (20,000 games): "100 more" should be said by mistake in 5 % of matches.
        words = ["--bots", "wild,random", "--games", "3000", "--sprt", "47,147", "--json"]
        matches = [arkad("arena", "towers", *words, "--seed", str(seed)) for seed in range(1, 101)]
        ratios = [json.loads(match.stdout)["llr"] for match in matches]
        self.assertGreater(min(map(abs, ratios)), 2.9)  # all were decided
        self.assertLessEqual(sum(ratio > 0 for ratio in ratios), 5)

    def test_wrong_usage(self):
        for words, part in (
            (["towers", "--bots", "clever"], "there is no bot 'clever'"),
            (["towers", "--bots", "1,2,3"], "more bots than the 2 seats"),
            (["towers", "--bots", "2,1", "--sprt", "9,1"], "the smaller first"),
            (["towers", "--bots", "2", "--sprt", "0,10"], "--sprt compares two bots"),
            (["towers", "--threads", "0"], "--threads takes a whole number"),
            (["towers", "--seed", "a", "--part", "3"], "--part takes K/N"),
            (["towers", "--seed", "a", "--part", "3/2"], "--part takes K/N"),
            (["towers", "--seed", "a", "--part", "0/2"], "--part takes K/N"),
            (["towers", "--seed", "a", "--part", "1/2x"], "--part takes K/N"),
            (["towers", "--part", "1/2"], "the same --seed for all"),
            (["towers", "--bots", "2,1", "--seed", "a", "--part", "1/2", "--sprt", "0,9"], "give --sprt with --join"),
            (["--join"], "--join takes the files"),
            (["chess"], "there is no game 'chess'"),
        ):
            done = arkad("arena", *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(part, done.stderr)
        self.assertEqual(arkad("arena", "towers", "--save", "/proc/none/x").returncode, 1)


class Train(unittest.TestCase):
    def test_a_round_in_parts_is_the_same_round(self):
        with tempfile.TemporaryDirectory() as folder:
            first, net, whole = (f"{folder}/{name}.net" for name in ("first", "joined", "whole"))
            begin, parts = ["--players", "2", "--seed", "x"], [f"{folder}/part-{part}" for part in (1, 2, 3)]
            arkad("train", "towers", *begin, "--games", "1", "--out", first)  # one round
            arkad("train", "towers", "--games", "129", "--resume", first, "--out", whole)
            for part, file in enumerate(parts, 1):
                done = arkad("train", "towers", "--resume", first, "--part", f"{part}/3", "--out", file, "--threads", "2")
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            broken = pathlib.Path(folder, "broken")
            broken.write_bytes(pathlib.Path(parts[2]).read_bytes()[:-5])
            for files, beginning, said in (
                (parts, begin, "not of the round that this training is to learn from"),
                (parts[:2], ["--resume", first], "is missing"),
                ([*parts, parts[0]], ["--resume", first], "in another one"),
                ([*parts[:2], broken], ["--resume", first], "cut short"),
                ([whole], ["--resume", first], "no part of a round"),
            ):
                done = arkad("train", "towers", "--join", *files, *beginning, "--out", net)
                self.assertEqual(done.returncode, 1)
                self.assertIn(said, done.stderr)
            done = arkad("train", "towers", "--join", *parts, "--resume", first, "--out", net)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            for end in ("", ".state"):
                self.assertEqual(pathlib.Path(net + end).read_bytes(), pathlib.Path(whole + end).read_bytes())

    def test_a_training_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            whole, half = pathlib.Path(folder, "whole.net"), pathlib.Path(folder, "half.net")
            words = ["train", "towers", "--players", "2", "--seed", "x"]
            curve = arkad(*words, "--games", "256", "--threads", "2", "--json", "--out", whole, "--svg", f"{folder}/curve.svg").stdout
            points = [json.loads(line) for line in curve.splitlines()]
            self.assertEqual([point["games"] for point in points], [128, 256])
            self.assertIn("<svg", pathlib.Path(folder, "curve.svg").read_text())
            arkad(*words, "--games", "128", "--out", half)
            self.assertNotEqual(half.read_bytes(), whole.read_bytes())
            arkad(*words, "--games", "256", "--resume", half, "--out", half)
            self.assertEqual(half.read_bytes(), whole.read_bytes())
            match = arkad("arena", "towers", "--net", whole, "--bots", "search:20,search:20+net=0", "--games", "2", "--seed", "1")
            self.assertEqual(match.returncode, 0, match.stderr)
            for words, part in ((["byzanz"], "made for other positions"), (["towers", "--players", "3"], "the net is for 2 players")):
                wrong = arkad("arena", *words, "--net", whole, "--games", "3")
                self.assertEqual(wrong.returncode, 1)
                self.assertIn(part, wrong.stderr)

    def test_wrong_usage(self):
        for words, status, part in (
            (["towers"], 2, "needs a file to write the net to"),
            (["towers", "--out", "x", "--minutes", "0"], 2, "--minutes takes a whole number"),
            (["towers", "--out", "x", "--resume", "/none"], 1, "cannot read /none.state"),
            (["towers", "--out", "x", "--part", "1/2"], 2, "parts begin alike"),
            (["towers", "--out", "x", "--seed", "a", "--part", "5/2"], 2, "--part takes K/N"),
            (["--out", "x"], 2, "takes one game"),
        ):
            done = arkad("train", *words)
            self.assertEqual(done.returncode, status)
            self.assertIn(part, done.stderr)


class Analyse(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "game.jsonl"
        self.file.write_text(trace("towers", "--players", "3", "--seed", "one", "--moves"), encoding="ascii")

    def test_chances_of_every_seat_at_every_move(self):
        for honest in ([], ["--honest"]):
            done = arkad("analyse", self.file, "--iterations", "20", "--json", *honest)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(done.stdout, arkad("analyse", self.file, "--iterations", "20", "--json", *honest).stdout)
            moves = json.loads(done.stdout)["moves"]
            lines = self.file.read_text(encoding="ascii").splitlines()
            self.assertEqual(len(moves), len(lines) - 1)
            for move, line in zip(moves, lines[1:-1]):
                self.assertEqual(move["move"], json.loads(line)["move"])
                self.assertAlmostEqual(sum(move["chances"]), 1, places=2)
            places = json.loads(lines[-1])["result"]["places"]
            winners = [1 / places.count(1) if place == 1 else 0 for place in places]
            for chance, expected in zip(moves[-1]["chances"], winners):
                self.assertAlmostEqual(chance, expected, places=3)

    def test_text_in_two_languages_and_a_picture(self):
        text = arkad("analyse", self.file, "--iterations", "20", "--lang", "en").stdout
        self.assertRegex(text, r"Chances to win\n  seat 0  [▁▂▃▄▅▆▇█]{60}  ")
        self.assertIn("Turning points", text)
        self.assertIn("Fordulópontok", arkad("analyse", self.file, "--iterations", "20", "--lang", "hu").stdout)
        picture = self.folder / "game.svg"
        self.assertEqual(arkad("analyse", self.file, "--iterations", "20", "--svg", picture).returncode, 0)
        drawn = xml.etree.ElementTree.parse(picture).getroot()
        self.assertEqual(len(drawn.findall(".//*[@class='chance']")), 3)

    def test_a_game_that_was_broken_off(self):
        file = self.folder / "unfinished.jsonl"
        file.write_text("".join(self.file.read_text(encoding="ascii").splitlines(keepends=True)[:5]), encoding="ascii")
        done = arkad("analyse", file, "--iterations", "20", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        steps = json.loads(done.stdout)["moves"]
        self.assertEqual(len(steps), 5)
        self.assertNotIn("move", steps[-1])
        self.assertAlmostEqual(sum(steps[-1]["chances"]), 1, places=2)

    def test_wrong_usage(self):
        unbegun = self.folder / "unbegun.jsonl"
        unbegun.write_text(self.file.read_text(encoding="ascii").splitlines(keepends=True)[0], encoding="ascii")
        for words, status, part in (
            ([], 2, "takes one file"),
            ([self.file, "--lang", "tlh"], 2, "there is no language 'tlh'"),
            ([self.file, "--time", "0"], 2, "--time takes a whole number"),
            ([self.file, "--iterations", "1", "--svg", "/nowhere/x.svg"], 1, "cannot write /nowhere/x.svg"),
            (["/nowhere"], 1, "cannot read /nowhere"),
            ([unbegun], 1, "no move was made"),
        ):
            done = arkad("analyse", *words)
            self.assertEqual((done.returncode, done.stdout), (status, ""))
            self.assertIn(part, done.stderr)


class Bench(unittest.TestCase):
    def test_figures(self):
        lines = [json.loads(line) for line in arkad("bench", "--json", "--games", "20").stdout.splitlines()]
        self.assertEqual({line["game"] for line in lines}, set(GAMES))
        for line in lines:
            self.assertLess(line["bytes"], 1024)
            self.assertGreater(line["decisions_s"], 0)
        table = arkad("bench", "towers", "--games", "20").stdout.splitlines()
        self.assertEqual(len(table), 3)
        self.assertIn("decisions", table[0])
        self.assertLessEqual(max(map(len, table)), 80)

    def test_signatures(self):
        first = arkad("bench", "--signature")
        self.assertEqual(first.returncode, 0)
        self.assertEqual(first.stdout, arkad("bench", "--signature").stdout)
        self.assertEqual(first.stdout.split()[-1], json.loads(arkad("bench", "maharaja", "--json", "--games", "5").stdout.splitlines()[-1])["signature"])


if __name__ == "__main__":
    tap.run()
