"""The bot protocol: `arkad bot`, programs in the arena, good and bad ones: test_protocol.py ARKAD. Prints TAP."""

import json
import os
import pathlib
import pty
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import tap
from test_commands import ARKAD, arkad

ROOT = pathlib.Path(__file__).resolve().parent.parent
PYTHON = shlex.quote(sys.executable)
EXAMPLE = f"exec:{PYTHON} {ROOT}/examples/bot.py"
FEWEST = {"towers": 2, "byzanz": 3, "alhambra": 2, "pharaoh": 3, "maharaja": 2}

# What every bad program begins with: it is polite once, then `next` and `say` are its to misuse.
POLITE = """
import json, os, signal, subprocess, sys, time
def say(**words): print(json.dumps(words), flush=True)
def lines():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello": say(type="hello", protocol=1, name="test")
        elif message["type"] == "bye": sys.exit()
        else: yield message
def questions(): return (message for message in lines() if message["type"] == "choose")
def first(message): say(type="move", id=message["id"], move=message["moves"][0])
"""


def talk(*lines, words=("--bot", "random")):
    """What `arkad bot` answers to these lines, and whether it came to a good end."""
    done = subprocess.run([ARKAD, "bot", *words], input=b"".join(lines), capture_output=True, timeout=120)
    return [json.loads(line) for line in done.stdout.splitlines()], done


def transcript():
    text = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line[:2] in ("> ", "< ")]


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, body, name="program"):
        """A program as a bot for the arena; its file's name finds its processes again."""
        file = self.folder / f"{name}.py"
        file.write_text(POLITE + body, encoding="utf-8")
        return f"exec:{PYTHON} {file}"

    def left_behind(self):
        """The processes that have to do with this test's folder."""
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = entry.read_bytes()
            except OSError:
                continue
            if str(self.folder).encode() in words and b"--bots" not in words:
                found.append(words)
        return found

    def arena(self, game, bots, games, *words):
        done = arkad("arena", game, "--bots", bots, "--games", str(games), "--seed", "s", "--json", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual(result["games"], games)
        self.assertEqual(self.left_behind(), [])
        return result["bots"], done.stderr


class Bot(unittest.TestCase):
    def test_the_transcript_of_the_documentation(self):
        lines = transcript()
        self.assertGreater(len(lines), 20)
        done = arkad("bot", "--bot", "random", text="".join(line[2:] + "\n" for line in lines if line[0] == ">"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines(), [line[2:] for line in lines if line[0] == "<"])

    def test_the_transcript_has_every_type(self):
        types = {json.loads(line[2:])["type"] for line in transcript()}
        self.assertEqual(types, {"hello", "game", "event", "choose", "chose", "move", "error", "over", "bye"})

    def test_every_level_answers(self):
        lines = [line[2:].encode() + b"\n" for line in transcript() if line[0] == ">"]
        for words in (["--level", "1"], ["--level", "5"], ["--bot", "wild"], ["byzanz", "--bot", "search:20"], ["--bot", "time:20"]):
            used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            answers, done = talk(*(line.replace(b'"time_ms":5000', b'"time_ms":40') for line in lines), words=words)
            self.assertEqual([answer["type"] for answer in answers].count("move"), 5)
            self.assertEqual(done.returncode, 0)
            if words[-1] == "5":  # a second a move of its own, 40 ms of the host's
                self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - used, 3)

    def test_nonsense_is_answered_and_survived(self):
        hello = b'{"type":"hello","protocol":1}\n'
        game = b'{"type":"game","game":"towers","players":2,"seat":0}\n'
        for line in (
            b"", b"garbage", b"[" * 100000, b'{"a":' * 5000, b"{", b'{"type":"choose","id":1', b"null", b"7", b'"x"', b"[]", b"{}",
            b'{"type":7}', b'{"type":null}', b'{"type":"no"}', b'{"type":"hello"}', b'{"type":"hello","protocol":"1"}',
            b'{"type":"hello","protocol":0}', b'{"type":"game"}', b'{"type":"game","game":7}', b'{"type":"game","game":"chess"}',
            b'{"type":"game","game":"towers"}', b'{"type":"game","game":"towers","players":99,"seat":0}',
            b'{"type":"game","game":"towers","players":2,"seat":2}', b'{"type":"game","game":"towers","players":2,"seat":-1}',
            b'{"type":"game","game":"towers","players":2.5,"seat":0}', b'{"type":"game","game":"towers","players":1e99,"seat":0}',
            b'{"type":"game","game":"towers","players":99999999999999999999,"seat":0}',
            b'{"type":"game","game":"towers","players":2,"seat":0,"options":[]}',
            b'{"type":"game","game":"towers","players":2,"seat":0,"options":{"starter":"0"}}',
            b'{"type":"game","game":"towers","players":2,"seat":0,"options":{"starter":5}}',
            b'{"type":"game","game":"maharaja","players":2,"seat":0,"map":"name x"}',
            b'{"type":"game","game":"maharaja","players":2,"seat":0,"map":{}}',
            b'{"type":"choose"}', b'{"type":"choose","id":"1"}', b'{"type":"choose","id":1}', b'{"type":"choose","id":1,"view":[]}',
            b'{"type":"choose","id":1,"view":{}}', b'{"type":"choose","id":1,"view":{"phase":"over"}}', b"\0\1\2\377\376",
            b'{"type":"error","type":"error"}', b'{"type":"hello\xff"}', b'{"type":"\\ud800"}', b"x" * 5000000,
        ):  # fmt: skip
            answers, done = talk(game, line + b"\n", hello)
            self.assertEqual([answer["type"] for answer in answers], ["error", "hello"], line[:60])
            self.assertTrue(answers[0]["message"])
            self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_what_needs_no_answer_gets_none(self):
        quiet = [b'{"type":"event"}\n', b'{"type":"over"}\n', b'{"type":"error","message":"x"}\n', b'{"type":"bye"}\n']
        answers, done = talk(*quiet, b'{"type":"hello","protocol":1}\n')
        self.assertEqual((answers, done.returncode), ([], 0))

    def test_a_last_line_without_newline_is_heard(self):
        self.assertEqual(talk(b'{"type":"hello","protocol":1}')[0][0]["type"], "hello")
        self.assertEqual(talk(b'{"type":"hello","proto')[0][0]["type"], "error")
        self.assertEqual(talk(b"")[1].returncode, 0)

    def test_spoiled_questions(self):
        """Bytes of good lines are changed, dropped and doubled: there is an answer to every question."""
        dice = random.Random(1)
        good = [line[2:].encode() for line in transcript() if '"type":"choose"' in line or '"type":"game"' in line]
        lines = []
        for _ in range(400):
            line = bytearray(dice.choice(good))
            for _ in range(dice.randrange(1, 4)):
                at = dice.randrange(len(line))
                if dice.random() < 0.4:
                    line[at : at + dice.randrange(9)] = b""
                elif dice.random() < 0.5:
                    line[at:at] = line[at - dice.randrange(9) : at]
                else:
                    line[at] = dice.choice(b'0123456789{}[],":smtcwofn')
            lines.append(bytes(line).replace(b"\n", b"") + b"\n")
        answers, done = talk(*lines, b'{"type":"hello","protocol":1}\n', words=("--bot", "search:3"))
        self.assertEqual(done.returncode, 0)
        self.assertEqual(answers[-1]["type"], "hello")
        self.assertGreater(len({answer.get("message") for answer in answers}), 15)

    def test_the_seed_decides_for_hosts_without_seeds(self):
        lines = [re.sub(r'"seed":"\w*",', "", line[2:]).encode() + b"\n" for line in transcript() if line[0] == ">"]
        self.assertEqual(talk(*lines, words=("--bot", "wild", "--seed", "1"))[0], talk(*lines, words=("--bot", "wild", "--seed", "1"))[0])

    def test_wrong_usage(self):
        for words, part in (
            (["chess"], "there is no game 'chess'"),
            (["towers", "byzanz"], "one game"),
            (["--level", "6"], "--level takes a whole number from 1 to 5"),
            (["--bot", "clever"], "there is no bot 'clever'"),
            (["--bot", "exec:true"], "there is no bot 'exec:true'"),
        ):
            done = arkad("bot", *words, text="")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(part, done.stderr)
        done = arkad("bot", "byzanz", text='{"type":"game","game":"towers","players":2,"seat":0}\n')
        self.assertIn("started for another game", done.stdout)


class Programs(Folder):
    def test_the_example_plays_every_game(self):
        for game, players in FEWEST.items():
            rows, errors = self.arena(game, f"{EXAMPLE},random", 2 * players, "--players", str(players), "--save", f"{self.folder}/{game}")
            self.assertEqual((rows[0]["name"], rows[0]["forfeits"], errors), ("example", 0, ""))
            self.assertGreater(rows[0]["win_rate"], 0.6)
            self.assertEqual(arkad("check", *(self.folder / game).glob("*.jsonl")).returncode, 0)

    def test_our_bot_as_a_program_plays_what_it_plays_inside(self):
        """The memory arrives: with the same seeds the search makes the same moves."""
        for game, players in FEWEST.items():
            for bots, folder in (("search:12", "in"), (f"exec:{ARKAD} bot --bot search:12", "out")):
                rows, _ = self.arena(game, bots, players, "--players", str(players), "--save", f"{self.folder}/{folder}")
            self.assertEqual(rows[0]["forfeits"], 0)
        files = sorted((self.folder / "in").glob("*.jsonl"))
        self.assertEqual(len(files), 12)
        for file in files:
            self.assertEqual(file.read_text(), (self.folder / "out" / file.name).read_text(), file.name)

    def test_threads_do_not_change_the_result(self):
        words = ["--players", "3", "--threads"]
        bots = f"exec:{ARKAD} bot --bot search:8,{EXAMPLE},wild"
        self.assertEqual(self.arena("byzanz", bots, 6, *words, "1"), self.arena("byzanz", bots, 6, *words, "3"))

    def test_another_map_is_told(self):
        text = (ROOT / "games" / "maharaja" / "rajasthan.map").read_text(encoding="utf-8")
        other = self.folder / "other.map"
        other.write_text(text.replace("rajasthan", "elsewhere"), encoding="utf-8")
        rows, errors = self.arena("maharaja", f"exec:{ARKAD} bot --level 1,random", 2, "--map", str(other))
        self.assertEqual((rows[0]["forfeits"], errors), (0, ""))

    def test_a_comma_in_a_command(self):
        program = self.program("for message in questions(): first(message)\n")
        rows, _ = self.arena("blank", f"{program} a\\,b,random", 2)
        self.assertTrue(rows[0]["bot"].endswith(" a,b"))
        self.assertEqual(rows[0]["forfeits"], 0)

    def test_what_a_program_is_told(self):
        """The views are those of the saved game, the events all there and no more than the seat may know."""
        spy = self.program(
            'log = open(sys.argv[1], "a")\n'
            "for line in sys.stdin:\n"
            "    log.write(line); log.flush()\n"
            "    message = json.loads(line)\n"
            '    if message["type"] == "hello": say(type="hello", protocol=1, name="spy", views=True)\n'
            '    if message["type"] == "choose": first(message)\n',
            "spy",
        )
        for game in ("maharaja", "pharaoh", "byzanz"):
            self.arena(game, f"{spy} {self.folder}/{game}.log,wild", 3, "--players", "3", "--save", f"{self.folder}/{game}")
            self.check_log(game)

    def check_log(self, game):
        number, told, moves = 0, 0, []
        for line in (self.folder / f"{game}.log").read_text().splitlines():
            message = json.loads(line)
            if message["type"] == "game":
                number, told, seat = number + 1, 0, message["seat"]
                file = self.folder / game / f"{game}-{number:06}.jsonl"
                moves = [json.loads(move) for move in file.read_text().splitlines()][1:-1]
                views = arkad("replay", file, "--seat", str(seat)).stdout.splitlines()
            elif message["type"] == "event":
                told += 1
                move = moves[told - 1]
                is_secret = game == "maharaja" and move["move"].startswith("plan") and move["seat"] != seat
                self.assertEqual((message["n"], message["seat"]), (told, move["seat"]))
                self.assertEqual(message["move"], None if is_secret else move["move"])
                self.assertEqual(len(message.get("chance", [])), len(move.get("chance", [])))
                self.assertNotIn("[", json.dumps(message.get("chance", []))[1:])  # no order of a shuffle
                self.assertEqual(message["view"], json.loads(views[told]))
            elif message["type"] == "choose":
                self.assertEqual(message["view"], json.loads(views[told]))
                self.assertEqual(len(message["moves"]), min(message["listed"], 1000))
        self.assertEqual((number, told), (3, len(moves)))

    def test_moves_out_of_turn(self):
        program = self.program(
            "for message in questions():\n"
            '    if message["optional"]: open(sys.argv[1], "a").write(message["moves"][0] + "\\n")\n'
            "    first(message)\n"
        )
        rows, errors = self.arena("byzanz", f"{program} {self.folder}/log,wild", 6, "--players", "3", "--save", f"{self.folder}/games")
        sales = (self.folder / "log").read_text().splitlines()
        self.assertGreater(len(sales), 5)
        self.assertTrue(all(sale.startswith("sell ") for sale in sales))
        self.assertEqual((rows[0]["forfeits"], errors), (0, ""))
        self.assertEqual(arkad("check", *(self.folder / "games").glob("*.jsonl")).returncode, 0)

    def test_errors_of_programs_are_kept_with_the_games(self):
        program = self.program('print("a word", file=sys.stderr)\nfor message in questions(): first(message)\n')
        _, errors = self.arena("blank", f"{program},random", 2)
        self.assertIn("a word", errors)
        _, errors = self.arena("blank", f"{program},random", 2, "--save", f"{self.folder}/games")
        self.assertEqual(errors, "")
        self.assertIn("a word", (self.folder / "games" / "bot-1-thread-1.err").read_text())

    def test_the_table(self):
        program = self.program('for message in questions(): say(type="move", id=message["id"], move="fly")\n')
        done = arkad("arena", "blank", "--bots", f"{program},random", "--games", "4", "--seed", "1")
        self.assertRegex(done.stdout, r"(?m)^bot +seats .* forfeits$")
        self.assertRegex(done.stdout, r"(?m)^test .* 4$")
        self.assertIn("forfeits: 0 late, 4 wrong, 0 dead", done.stdout)
        self.assertLessEqual(max(map(len, done.stdout.splitlines()[:5])), 80)


class BadPrograms(Folder):
    """Whatever a program does, the match is played to its end and nothing is left of the program."""

    def check(self, body, fault, part, count=None, game="towers", games=4, time_ms=60000):
        rows, errors = self.arena(game, f"{self.program(body)},random", games, "--move-time", str(time_ms))
        faults = {name: rows[0][name] for name in ("late", "wrong", "dead")}
        self.assertEqual(rows[0]["forfeits"], sum(faults.values()))
        self.assertGreater(faults[fault], 0)
        if count is not None:
            self.assertEqual(faults, {"late": 0, "wrong": 0, "dead": 0, fault: count})
        self.assertIn(part, errors)
        self.assertLessEqual(len(errors.splitlines()), 40)
        return errors

    def test_one_that_never_answers(self):
        errors = self.check("for message in questions(): pass\n", "late", "no answer within 50 ms; the first listed move is played", games=2, time_ms=50)
        self.assertIn("for the third time in a row: the program is ended", errors)

    def test_one_that_never_reads(self):
        self.check('say(type="hello", protocol=1, name="deaf")\ntime.sleep(1000)\n', "late", "no answer within 50 ms", games=2, time_ms=50)

    def test_late_answers_are_dropped(self):
        body = (
            "held = None\n"
            "for message in lines():\n"
            '    if message["type"] == "game": held = None\n'
            '    if message["type"] == "choose" and held is None: held = message\n'
            '    elif message["type"] == "choose":\n'
            '        say(type="move", id=held["id"], move="bid 99"); first(message)\n'
        )
        self.check(body, "late", "no answer within 4000 ms", count=2, games=2, time_ms=4000)

    def test_garbage(self):
        self.check('for message in questions(): print("thinking...", flush=True)\n', "wrong", "not a line of JSON: thinking...")
        self.check('for message in questions(): print("\\x1b[31m\\xff", flush=True)\n', "wrong", "not a line of JSON: ?[31m")
        self.check("for message in questions(): print('[1]', flush=True)\n", "wrong", 'not an object with a "type": [1]')

    def test_wrong_answers(self):
        for answer, part in (
            ('type="move", id=message["id"], move="bid 99"', '"bid 99" cannot be played: '),
            ('type="move", id=message["id"], move="x" * 9000', "that is too long for a move"),
            ('type="move", id=message["id"], move=None', "a move is due, not null"),
            ('type="move", id=message["id"], move=7', "without the"),
            ('type="move", id=message["id"]', "without the"),
            ('type="move", id=99999, move="pass"', "without the"),
            ('type="move", move="pass"', "without the"),
            ('type="answer", id=message["id"]', "a line of type answer where one of type move was due"),
            ('type="error", id=message["id"], message="help"', "the program says: help"),
        ):
            errors = self.check(f"for message in questions(): say({answer})\n", "wrong", part, game="blank", count=4)
            self.assertEqual(len(errors.splitlines()), 4)

    def test_only_the_first_faults_are_told(self):
        errors = self.check('for message in questions(): say(type="move", id=message["id"], move="fly")\n', "wrong", "only counted")
        self.assertEqual(len(errors.splitlines()), 6)

    def test_the_program_is_told_what_was_wrong(self):
        body = (
            "for message in lines():\n"
            '    if message["type"] == "choose": say(type="move", id=message["id"], move="fly")\n'
            '    if message["type"] == "error": print("heard", message["id"], message["message"], file=sys.stderr)\n'
        )
        self.assertRegex(self.check(body, "wrong", "heard", game="blank"), r'heard \d+ "fly" cannot be played: ')

    def test_remarks_and_errors_without_a_question_are_no_answers(self):
        body = 'for message in questions(): say(type="info", text="hm"); say(type="error", message="x"); first(message)\n'
        rows, errors = self.arena("blank", f"{self.program(body)},random", 4)
        self.assertEqual((rows[0]["forfeits"], errors), (0, ""))

    def test_a_huge_line(self):
        self.check('for message in questions(): print("x" * 300000, flush=True)\n', "wrong", "a line of more than 65536 bytes", game="blank", count=4)
        self.check(
            'for message in questions(): sys.stdout.write("x" * 300000); sys.stdout.flush()\n', "wrong", "a line of more than 65536 bytes",
            game="blank", time_ms=50,
        )  # fmt: skip

    def test_one_that_floods(self):
        self.check('for message in questions():\n    while True: print("x", flush=True)\n', "wrong", "not a line of JSON: x")
        self.check(
            'for message in questions():\n    while True: say(type="info")\n', "late", "no answer within 50 ms", game="blank", time_ms=50
        )
        self.check('while True: print("x", flush=True)\n', "dead", "not a line of JSON: x", game="blank", count=4)

    def test_one_that_ends_at_once(self):
        errors = self.check("sys.exit(3)\n", "dead", "the program ended with status 3; its moves in this game are forfeited")
        self.assertIn("it has failed to start 3 times and is given up", errors)
        self.assertEqual(len(errors.splitlines()), 3)

    def test_one_that_cannot_be_started(self):
        rows, errors = self.arena("blank", "exec:/nowhere/no-such-program,random", 4)
        self.assertEqual((rows[0]["forfeits"], rows[0]["dead"]), (4, 4))
        self.assertIn("the program ended with status 127", errors)

    def test_one_that_ends_in_the_middle(self):
        body = 'for message in questions():\n    if message["id"] > 2: sys.exit(4)\n    first(message)\n'
        errors = self.check(body, "dead", "the program ended with status 4; the first listed move is played")
        self.assertIn("game 4,", errors)  # it was started again for every game
        self.check("for message in questions(): os.kill(os.getpid(), signal.SIGSEGV)\n", "dead", "the program was ended by signal 11")

    def test_one_that_closes_its_ends(self):
        body = "for message in questions(): os.close(1); time.sleep(1000)\n"
        self.check(body, "late", "no answer within 50 ms", games=2, time_ms=50)  # the shell around it keeps it open
        rows, errors = self.arena("towers", self.program(body).replace("exec:", "exec:exec ") + ",random", 4)
        self.assertGreater(rows[0]["dead"], 4)
        self.assertIn("the program closed its output", errors)
        self.check("for message in questions(): first(message); os.close(0); time.sleep(1000)\n", "late", "no answer within 50 ms", games=2, time_ms=50)

    def test_one_with_children(self):
        child = 'subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)", sys.argv[0]])\n'
        rows, errors = self.arena("blank", f"{self.program(child + 'for message in questions(): first(message)')},random", 2)
        self.assertEqual((rows[0]["forfeits"], errors), (0, ""))
        self.check(child + "sys.exit(1)\n", "dead", "the program ended with status 1", game="blank")
        self.check(child + "for message in questions(): pass\n", "late", "no answer", game="blank", games=2, time_ms=50)

    def test_one_that_will_not_go(self):
        body = "for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(s, signal.SIG_IGN)\n"
        body += 'for line in sys.stdin:\n    message = json.loads(line)\n    if message["type"] == "hello": say(type="hello", protocol=1, name="x")\n'
        body += '    if message["type"] == "choose": first(message)\ntime.sleep(1000)\n'
        rows, errors = self.arena("blank", f"{self.program(body)},random", 2)
        self.assertEqual((rows[0]["forfeits"], errors), (0, ""))

    def test_a_hello_that_is_none(self):
        for hello, part in (
            ('{"type":"hello","protocol":2,"name":"x"}', '"protocol":1'),
            ('{"type":"hello","protocol":1}', '"name"'),
            ('{"type":"error","message":"no"}', "the program says: no"),
        ):
            program = self.folder / "hello.sh"
            program.write_text(f"echo '{hello}'; sleep 1000\n")
            rows, errors = self.arena("blank", f"exec:sh {program},random", 4)
            self.assertEqual(rows[0]["dead"], 4)
            self.assertIn(part, errors)

    def test_two_bad_ones_in_threads(self):
        bad = self.program('for message in questions(): say(type="move", id=message["id"], move="fly")\n', "bad")
        worse = self.program("sys.exit(1)\n", "worse")
        rows, _ = self.arena("blank", f"{bad},{worse}", 12, "--threads", "3")
        self.assertEqual((rows[0]["wrong"], rows[1]["dead"]), (12, 12))

    def test_an_interruption_prints_what_there_is_and_leaves_nothing(self):
        mark = self.folder / "asked"
        sleeper = self.program(f'for message in questions():\n    open({str(mark)!r}, "w"); time.sleep(1000)\n')
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            mark.unlink(missing_ok=True)
            words = [ARKAD, "arena", "towers", "--bots", f"{sleeper},random", "--games", "4", "--move-time", "600000", "--json"]
            process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            while not mark.exists():
                time.sleep(0.01)
            self.assertTrue(self.left_behind())
            process.send_signal(number)
            output, errors = process.communicate(timeout=60)
            self.assertEqual((json.loads(output)["games"], errors), (0, ""))
            self.assertEqual(self.left_behind(), [])


class LiveTable(unittest.TestCase):
    def shown(self, *words):
        master, slave = pty.openpty()
        env = {**os.environ, "TERM": "xterm"}
        process = subprocess.Popen([ARKAD, "arena", *words], stdout=subprocess.DEVNULL, stderr=slave, env=env)
        os.close(slave)
        output = b""
        try:
            while data := os.read(master, 65536):
                output += data
        except OSError:
            pass
        self.assertEqual(process.wait(timeout=60), 0)
        os.close(master)
        return output.decode()

    def test_on_a_terminal_the_table_is_drawn_in_place(self):
        text = self.shown("towers", "--bots", "search:300,random", "--games", "6", "--seed", "1")
        self.assertRegex(text, r"░ \d/6")
        self.assertIn("left", text)
        self.assertRegex(text, r"bot +seats +wins +rate +95 % +place +score +Elo")
        self.assertRegex(text, r"search:300 +1 ")
        self.assertTrue(text.replace("\r", "").endswith("\033[5A\033[J"))  # and taken away in the end

    def test_faults_do_not_mix_with_the_table(self):
        text = self.shown("towers", "--bots", "exec:exit 5,search:300", "--games", "2", "--seed", "1").replace("\r", "")
        at = text.index("arkad: exec:exit 5, game 1, move 1, seat 0: the program ended with status 5")
        self.assertTrue(at == 0 or text[:at].endswith("\033[J"))


if __name__ == "__main__":
    tap.run()
