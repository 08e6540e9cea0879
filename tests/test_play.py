"""`arkad play`, as people play it: through a pseudo-terminal with keys and the mouse, and through a pipe. Prints TAP.

test_play.py ARKAD

The screen is kept by a small terminal of our own (class Screen), so that what a person would see can be looked at.
Nothing waits for time to pass: every step waits for what it needs to see, and gives up after a long while.
"""

import fcntl
import hashlib
import json
import os
import pathlib
import pty
import random
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

import tap
from catalogues import LANG

ARKAD = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent
CODES = list(LANG)


def pattern(text):
    """A text of the catalogues with numbers filled in."""
    return re.sub(r"\{\w+\}", r"\\d+", re.sub(r"\{\w+\|([^|]*)\|([^}]*)\}", r"(\1|\2)", text))


SAVED = "|".join(pattern(words["ui.saved"]) for words in LANG.values())
COUNTED = "|".join(pattern(words[key]) for words in LANG.values() for key in ("ui.choices", "ui.choices.some"))
PLAYERS = {"towers": 2, "byzanz": 3, "alhambra": 2, "pharaoh": 3, "maharaja": 2}
PATIENCE_S = 20
UP, DOWN, RIGHT, LEFT, HOME, END = "\033OA", "\033OB", "\033OC", "\033OD", "\033OH", "\033OF"
ENTER, ESCAPE, TAB, CLEAR = "\r", "\033", "\t", "\x15"
F1, F2, F3, F4, PAGE_UP, PAGE_DOWN = "\033OP", "\033OQ", "\033OR", "\033OS", "\033[5~", "\033[6~"
CTRL_C, CTRL_Z = "\x03", "\x1a"


class Screen:
    """What a terminal like xterm shows after what was written to it."""

    SEQUENCE = re.compile(r"\033(?:\[([?<>=!]?)([\d;]*)([@-~])|([()*+])(.)|([=>78MDEc]))")

    def __init__(self, rows, columns):
        self.resize(rows, columns)
        self.left_over = ""
        self.is_alternate = False

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.top, self.bottom = 0, rows - 1
        self.is_late = False  # the last column was written, and the next character wraps

    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]

    def text(self):
        return "\n".join(self.lines())

    def feed(self, text):
        text = self.left_over + text
        at = 0
        while at < len(text):
            if text[at] != "\033":
                self.put(text[at])
                at += 1
                continue
            found = self.SEQUENCE.match(text, at)
            if not found:
                if len(text) - at < 32:
                    break
                raise AssertionError(f"unknown sequence {text[at:at + 16]!r}")
            self.obey(found)
            at = found.end()
        self.left_over = text[at:]

    def put(self, character):
        if character == "\r":
            self.column, self.is_late = 0, False
        elif character == "\n":
            self.line_feed()
        elif character == "\b":
            self.column, self.is_late = max(0, self.column - 1), False
        elif character >= " ":
            if self.is_late:
                self.column = 0
                self.line_feed()
            self.cells[self.row][self.column] = self.last = character
            self.is_late = self.column == self.columns - 1
            self.column = min(self.column + 1, self.columns - 1)

    def line_feed(self):
        self.is_late = False
        if self.row == self.bottom:
            self.scroll(1)
        else:
            self.row = min(self.row + 1, self.rows - 1)

    def scroll(self, count):
        for _ in range(abs(count)):
            blank = [" "] * self.columns
            if count > 0:
                del self.cells[self.top]
                self.cells.insert(self.bottom, blank)
            else:
                del self.cells[self.bottom]
                self.cells.insert(self.top, blank)

    def obey(self, found):
        mark, numbers, final = found[1], found[2], found[3]
        if found[6] == "M":
            if self.row == self.top:
                self.scroll(-1)
            else:
                self.row -= 1
        if final is None:
            return
        values = [int(n) if n else 0 for n in numbers.split(";")]
        if mark == "?" and final in "hl" and 1049 in values:
            self.is_alternate = final == "h"
        if not mark:
            self.control(final, values)

    def control(self, final, values):
        first = values[0] or 1
        if final not in "mb":
            self.is_late = False
        if final in "Hf":
            self.row, self.column = first - 1, ((values + [1])[1] or 1) - 1
        elif final == "A":
            self.row = max(0, self.row - first)
        elif final == "B":
            self.row = min(self.rows - 1, self.row + first)
        elif final == "C":
            self.column = min(self.columns - 1, self.column + first)
        elif final == "D":
            self.column = max(0, self.column - first)
        elif final == "G":
            self.column = first - 1
        elif final == "d":
            self.row = first - 1
        elif final == "b":
            for _ in range(first):
                self.put(self.last)
        elif final == "X":
            for column in range(self.column, min(self.columns, self.column + first)):
                self.cells[self.row][column] = " "
        elif final == "P":
            del self.cells[self.row][self.column:self.column + first]
            self.cells[self.row] += [" "] * (self.columns - len(self.cells[self.row]))
        elif final == "@":
            self.cells[self.row][self.column:self.column] = [" "] * first
            del self.cells[self.row][self.columns:]
        elif final == "K":
            start, end = {0: (self.column, self.columns), 1: (0, self.column + 1), 2: (0, self.columns)}[values[0]]
            self.cells[self.row][start:end] = [" "] * (end - start)
        elif final == "J":
            self.erase(values[0])
        elif final in "LM":
            top, self.top = self.top, self.row
            self.scroll(first if final == "M" else -first)
            self.top = top
        elif final in "ST":
            self.scroll(first if final == "S" else -first)
        elif final == "r":
            self.top, self.bottom = first - 1, ((values + [0])[1] or self.rows) - 1
            self.row = self.column = 0
        elif final not in "mhltcn":
            raise AssertionError(f"unknown control {final!r}")

    def erase(self, how):
        if how == 0:
            self.cells[self.row][self.column:] = [" "] * (self.columns - self.column)
        rows = {0: range(self.row + 1, self.rows), 1: range(self.row), 2: range(self.rows)}[how]
        for row in rows:
            self.cells[row] = [" "] * self.columns


def environment(home, lang="en"):
    return {"HOME": str(home), "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "LC_MESSAGES": lang, **{k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}}


class Table:
    """A person at a terminal."""

    def __init__(self, home, *words, size=(24, 80), limit=None):
        self.screen = Screen(*size)
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))

        def prepare():
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            if limit:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

        self.process = subprocess.Popen([ARKAD, "play", *map(str, words)], stdin=slave, stdout=slave, stderr=slave,
                                        env=environment(home), start_new_session=True, preexec_fn=prepare)
        os.close(slave)
        self.master = master
        self.is_closed = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def read(self, timeout_s):
        """Takes what was written; False if nothing came."""
        if self.is_closed or not select.select([self.master], [], [], timeout_s)[0]:
            return False
        try:
            data = os.read(self.master, 1 << 16)
        except OSError:
            data = b""
        self.is_closed = not data
        self.pending = getattr(self, "pending", b"") + data
        text, self.pending = cut_utf8(self.pending)
        self.screen.feed(text)
        return True

    def press(self, keys):
        os.write(self.master, keys.encode())

    def is_asleep(self, thread):
        try:
            stat = pathlib.Path(f"/proc/{self.process.pid}/task/{thread}/stat").read_text()
        except OSError:
            return True
        return stat.rpartition(")")[2].split()[0] in "SZX"

    def is_at_rest(self):
        """Whether the program's main thread sleeps: with nothing left to be read, it waits for us."""
        return self.is_asleep(self.process.pid)

    def see_rest(self):
        """No bot is thinking any more, not even one that chooses at the same time as we."""
        threads = [int(name) for name in os.listdir(f"/proc/{self.process.pid}/task")]
        self.until(lambda: all(map(self.is_asleep, sorted(threads, reverse=True))) and not self.read(0), "rest")

    def settle(self):
        """Reads until the screen is drawn to its end."""
        while self.read(0) or not self.is_at_rest() or self.read(0):
            pass

    def until(self, condition, what):
        """Reads until the condition holds."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            self.settle()
            if condition():
                return
            if self.is_closed or time.monotonic() > deadline:
                raise AssertionError(f"{what} did not come; the screen:\n{self.screen.text()}")
            self.read(0.2)

    def see(self, text):
        self.until(lambda: text in self.screen.text(), repr(text))

    def see_not(self, text):
        self.until(lambda: text not in self.screen.text(), f"the end of {text!r}")

    def moves(self):
        """How many moves were made, by the title; -1: it is not there."""
        found = re.search(rf"({SAVED})$", self.screen.lines()[0])
        return int(found[1].split()[0]) if found else -1

    def is_asked(self):
        return re.search(rf" ({COUNTED}) ─", self.screen.text()) is not None

    def is_bargaining(self):
        return any(words[key] in self.screen.text() for words in LANG.values() for key in ("ui.trade.ask", "ui.trade.ask.counter"))

    def is_over(self):
        return any(self.screen.lines()[-1].startswith(f" r {words['ui.key.rematch']}") for words in LANG.values())

    def see_turn(self):
        self.until(lambda: self.is_asked() or self.is_over(), "my turn")

    def see_moves(self, count):
        self.until(lambda: self.moves() >= count, f"move {count}")

    def see_end(self):
        """Reads until the program has ended; gives its status."""
        while not self.is_closed:
            self.until(lambda: self.is_closed or self.read(0.2), "the end")
        return self.process.wait(PATIENCE_S)

    def resize(self, rows, columns):
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def click(self, row, column):
        self.press(f"\033[<0;{column + 1};{row + 1}M\033[<0;{column + 1};{row + 1}m")

    def place_of(self, text):
        for row, line in enumerate(self.screen.lines()):
            if text in line:
                return row, line.index(text)
        raise AssertionError(f"{text!r} is not on the screen:\n{self.screen.text()}")


def cut_utf8(data):
    """The text of the bytes that are whole, and the rest."""
    for cut in range(4):
        try:
            return data[:len(data) - cut].decode(), data[len(data) - cut:]
        except UnicodeDecodeError:
            continue
    raise AssertionError("not UTF-8")


def arkad(*words, text=None):
    return subprocess.run([ARKAD, *map(str, words)], input=text, capture_output=True, text=True, timeout=300)


class Play(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.home = pathlib.Path(self.folder.name)
        self.file = self.home / "game.jsonl"

    def tearDown(self):
        self.folder.cleanup()

    def table(self, *words, size=(24, 80), limit=None):
        return Table(self.home, *self.starting(words), size=size, limit=limit)

    def starting(self, words):
        """In a new game seat 0 starts, unless the test says something else."""
        return words if {"--resume", "--options"} & set(words) else (*words, "--options", "starter=0")

    def new(self, game, *words, players=None, bots="random", size=(24, 80), **more):
        return self.table(game, "--players", players or PLAYERS[game], "--bots", bots, "--seed", "play", "--name", "Anna",
                          "--pace", "0", "--save", self.file, "--lang", "en", *words, size=size, **more)

    def resume(self, *words, size=(24, 80)):
        return self.table("--resume", self.file, "--lang", "en", "--pace", "0", *words, size=size)

    def pipe(self, game, text, *words):
        done = subprocess.run([ARKAD, "play", game, "--name", "Anna", *map(str, self.starting(words))], input=text, text=True,
                              capture_output=True, env=environment(self.home), timeout=300)
        return done

    def check(self, file=None, moves=None):
        """The file is a saved game."""
        done = arkad("check", file or self.file)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        if moves is not None:
            self.assertRegex(done.stdout, rf", {moves} moves?\b")
        return done.stdout

    def position(self, moves, seat=None):
        words = ["--seat", seat] if seat is not None else []
        return json.loads(arkad("replay", self.file, "--at", moves, *words).stdout)


class WholeGames(Play):
    """Every game from the first move to the last, with the arrow keys and with typed moves."""

    def play(self, game, choose, size, lang, *words):
        dice = random.Random(game)
        with self.new(game, "--lang", lang, *words, size=size) as table:
            table.see_turn()
            while not table.is_over():
                before = table.moves()
                choose(table, dice)
                table.until(lambda: table.moves() > before or table.is_over(), "the next move")
                table.see_turn()
            table.see("arkad analyse")
            table.press("q")
            self.assertEqual(table.see_end(), 0)
            self.assertFalse(table.screen.is_alternate)
            result = json.loads(self.file.read_text().splitlines()[-1])["result"]
            for score in result["scores"]:
                self.assertIn(f": {score} p", table.screen.text().lower())
        self.assertNotIn("unfinished", self.check())

    @staticmethod
    def with_arrows(table, dice):
        """A trade is put together: the first card of the hand for a pharaoh; if that cannot be, the first move is made."""
        before = table.moves()
        table.press(DOWN * dice.randrange(4) + UP * dice.randrange(2) + ENTER)
        table.until(lambda: table.moves() > before or table.is_over() or table.is_bargaining(), "a move or a trade")
        if table.is_bargaining():
            table.press(" " + DOWN + END + " " + ENTER)
            table.until(lambda: table.moves() > before or "each side" in table.screen.text() or "you ask" in table.screen.text(),
                        "the trade")
            if table.moves() == before:
                table.press(CLEAR + ENTER)

    @staticmethod
    def with_typing(table, dice):
        """Types the move that the list points at: all of it, or the most of it and Tab."""
        line = table.screen.lines()[table.place_of("▸")[0]]
        notation = re.split(r"  +", line.split("│")[0].strip(" ▐"))[-1]
        if notation.endswith("…") or dice.randrange(2):
            table.press("/" + notation.split("…")[0].strip() + (DOWN + UP if "…" in notation else "") + ENTER)
            return
        table.press("/" + notation[:-1])
        table.until(lambda: f"› {notation[:-1]}".rstrip() in table.screen.lines()[-2], "what was typed")
        table.press(TAB)
        table.press(f"\x15/{notation}{ENTER}" if dice.randrange(2) else UP + ENTER)

    def test_towers_with_arrows(self):
        self.play("towers", self.with_arrows, (24, 80), "en")

    def test_pharaoh_in_german(self):
        self.play("pharaoh", self.with_arrows, (24, 80), "de", "--options", "offers=0")

    def test_byzanz_with_arrows(self):
        self.play("byzanz", self.with_arrows, (40, 120), "hu")

    def test_alhambra_with_arrows(self):
        self.play("alhambra", self.with_arrows, (24, 80), "hu")

    def test_pharaoh_with_arrows(self):
        self.play("pharaoh", self.with_arrows, (24, 80), "en")

    def test_maharaja_with_arrows(self):
        self.play("maharaja", self.with_arrows, (40, 120), "en")

    def test_towers_typed(self):
        self.play("towers", self.with_typing, (40, 120), "hu")

    def test_byzanz_typed(self):
        self.play("byzanz", self.with_typing, (24, 80), "en")

    def test_alhambra_typed(self):
        self.play("alhambra", self.with_typing, (40, 120), "en")

    def test_pharaoh_typed(self):
        self.play("pharaoh", self.with_typing, (40, 120), "hu", "--options", "offers=0")

    def test_maharaja_typed(self):
        self.play("maharaja", self.with_typing, (24, 80), "hu")

    def test_all_games_through_a_pipe(self):
        for game, players in PLAYERS.items():
            dice = random.Random(game)
            answers = "".join(f"{dice.randint(1, 12)}\n" for _ in range(20000))
            file = self.home / f"{game}.jsonl"
            done = self.pipe(game, answers, "--players", players, "--bots", "random", "--seed", "pipe", "--save", file)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            result = json.loads(file.read_text().splitlines()[-1])["result"]
            end = done.stdout.splitlines()[-players - 1:]
            for score in result["scores"]:
                self.assertTrue(any(f": {score} point" in line for line in end), end)
            self.assertIn(f"arkad analyse {file}", end[-1])
            self.assertNotIn("unfinished", self.check(file))


class Looks(Play):
    """What is on the screen."""

    SIZES = ((24, 80), (40, 120))

    def test_everything_is_there(self):
        for lang, words in LANG.items():
            for game in PLAYERS:
                for size in self.SIZES:
                    self.file.unlink(missing_ok=True)
                    with self.new(game, "--lang", lang, size=size) as table:
                        table.see_turn()
                        lines = table.screen.lines()
                        self.assertIn(words[f"game.{game}"], lines[0])
                        self.assertIn(words["ui.type"], lines[-2])
                        self.assertIn(words["ui.key.rules"], lines[-1])
                        self.assertTrue(lines[-1].endswith(words["ui.key.quit"]), lines[-1])
                        self.assertEqual("ui.log" if size[1] == 120 else "", "ui.log" if words["ui.log"] in lines[1] else "")
                        self.assertGreater(sum("Anna" in line for line in lines[1:-9]), 0)

    def test_my_hand_is_there(self):
        for game in ("byzanz", "alhambra", "pharaoh"):
            for size in self.SIZES:
                self.file.unlink(missing_ok=True)
                with self.new(game, size=size) as table:
                    table.see_turn()
                    hand = self.position(table.moves(), 0)["hands"][0]
                    row, column = table.place_of(LANG["en"]["draw.your_hand"])
                    shown = table.screen.lines()[row][column:]
                    self.assertEqual(sorted(hand), sorted(word for word in re.findall(r"[\w*]+", shown) if word in hand))

    def test_a_new_size_at_any_moment(self):
        with self.new("byzanz") as table:
            table.see_turn()
            before = table.screen.lines()
            table.resize(45, 140)
            table.see(LANG["en"]["ui.log"])
            table.see_turn()
            table.resize(12, 50)
            table.see("80×22")
            table.press(DOWN)
            table.resize(24, 80)
            table.see_turn()
            self.assertEqual(table.screen.lines()[:15][0], before[0])
            table.press("?")
            table.see(LANG["en"]["ui.key.scroll"])
            table.resize(30, 100)
            table.see(LANG["en"]["ui.key.scroll"])
            table.press(ESCAPE)
            table.see_turn()
            table.press(ENTER)
            table.see_moves(1)

    def test_languages_and_pages(self):
        with self.new("alhambra") as table:
            table.see_turn()
            for code in [*CODES[1:], CODES[0]]:
                table.see("F2 " + LANG[code]["language.name"])
                table.press(F2)
                self.see_pages(table, code)

    def see_pages(self, table, code):
        table.see(LANG[code]["game.alhambra"])
        table.see(LANG[code]["ui.type"])
        table.press(F1)
        table.see(LANG[code]["ui.help"].splitlines()[0])
        table.press(ESCAPE)
        table.see(LANG[code]["ui.type"])
        table.press("?")
        title = (ROOT / f"games/alhambra/rules.{code}.md").read_text().splitlines()[0].strip("# ")
        table.until(lambda: title in table.screen.lines()[0], "the rules")
        place = table.screen.lines()[-1]
        table.press(PAGE_DOWN)
        table.until(lambda: table.screen.lines()[-1] != place, "the next page")
        self.assertNotIn(title, table.screen.lines()[0])
        table.press("q")
        table.see(LANG[code]["ui.type"])

    def test_the_help_tells_what_a_game_has_of_its_own(self):
        own = LANG["en"]["ui.trade.help"].splitlines()[-1]
        for game, is_there in (("pharaoh", True), ("towers", False)):
            self.file.unlink(missing_ok=True)
            with self.new(game, size=(80, 80)) as table:
                table.see_turn()
                table.press(F1)
                table.see(LANG["en"]["ui.help"].splitlines()[-1])
                self.assertEqual(own in table.screen.text(), is_there)

    def test_the_log_scrolls(self):
        with self.new("towers", size=(24, 80)) as table:
            for _ in range(12):
                table.see_turn()
                before = table.moves()
                table.press(ENTER)
                table.until(lambda: table.moves() > before, "the next move")
            table.see_turn()
            first = [line.split("│")[-1] for line in table.screen.lines() if "│" in line]
            table.press(PAGE_UP)
            table.see("▼")
            self.assertNotEqual(first, [line.split("│")[-1] for line in table.screen.lines() if "│" in line])
            table.press(PAGE_DOWN)
            table.see_not("▼")


class Choosing(Play):
    def test_typing_narrows_by_notation_and_by_words(self):
        with self.new("byzanz", players=4) as table:
            table.see_turn()
            table.press("/bid")
            table.until(lambda: re.search(r"\d+ of \d+ moves", table.screen.text()), "fewer moves")
            self.assertNotIn("  pass ", table.screen.text())
            table.press("\x15/PASS")
            table.until(lambda: re.search(r" 1 of \d+ moves", table.screen.text()), "the one move")
            table.press(ESCAPE)
            table.see(LANG["en"]["ui.type"])
            table.press("/zzz")
            table.see("No listed move fits")

    def test_tab_completes(self):
        with self.new("alhambra") as table:
            table.see_turn()
            table.press("t" + TAB)
            table.until(lambda: "› take" in table.screen.lines()[-2], "the verb")
            self.assertEqual(table.moves(), 0)

    def test_an_illegal_move_is_refused_with_the_reason(self):
        for lang in LANG:
            for move in ("pass", "bid 17", "demolish c"):
                said = self.pipe("towers", f"{move}\nquit\n", "--bots", "random", "--seed", "play", "--lang", lang).stdout
                reason = said[said.index(f"> {move}\n"):].splitlines()[1]
                self.file.unlink(missing_ok=True)
                with self.new("towers", "--lang", lang) as table:
                    table.see_turn()
                    table.press(f"/{move}{ENTER}")
                    table.see(reason)
                    self.assertIn(f"› {move}", table.screen.lines()[-2])
                    self.assertEqual(table.moves(), 0)

    def test_the_mouse_in_the_list(self):
        with self.new("towers") as table:
            table.see_turn()
            row, column = table.place_of("Bid 2")
            table.click(row, column)
            table.until(lambda: "› Bid 2  bid 2" in table.screen.lines()[-2], "the move pointed at")
            self.assertEqual(table.moves(), 0)
            table.click(row, column)
            table.see_moves(1)
        self.assertIn('"move":"bid 2"', self.file.read_text())

    def test_the_mouse_on_the_table(self):
        with self.new("alhambra") as table:
            table.see_turn()
            card = self.position(0)["money"][0]
            row = next(r for r, line in enumerate(table.screen.lines()[:14]) if line.strip().startswith("Money"))
            column = table.screen.lines()[row].index(card)
            table.click(row, column)
            table.until(lambda: f"› {card} " in table.screen.lines()[-2] + " ", "the card typed")
            table.until(lambda: re.search(r"\d+ of \d+ moves", table.screen.text()), "fewer moves")
            for line in table.screen.lines()[16:-2]:
                self.assertTrue(card in line.split("│")[0] or not line.split("│")[0].strip(), line)
            table.click(row, column)
            table.see(LANG["en"]["ui.type"])

    def test_a_letter_is_a_command_only_where_no_move_begins_with_it(self):
        with self.new("towers") as table:
            table.see_turn()
            self.assertIn(" h hint", table.screen.lines()[-1])
            table.press("q")
            table.see(LANG["en"]["ui.leave"][:20])
            table.press("n")
            table.see(LANG["en"]["ui.type"])
            table.press("/q")
            table.until(lambda: "› q" in table.screen.lines()[-2], "a typed q")


class Bargaining(Play):
    """Trades of Oh, Pharaoh!, put together by touching cards."""

    WORDS = LANG["en"]

    def hot(self, *words, **more):
        return self.table("pharaoh", "--players", 3, "--hotseat", "--name", "Anna,Béla,Cili", "--seed", "play", "--save",
                          self.file, "--lang", "en", "--pace", "0", *words, **more)

    def sit_down(self, table, name):
        table.see(f"Pass the keyboard to {name}.")
        table.press(ENTER)
        table.see_turn()

    def begin(self, table):
        """Anna has drawn the first open card, and opens a trade."""
        self.sit_down(table, "Anna")
        table.press(ENTER)
        table.see_moves(1)
        self.open_trade(table)

    def open_trade(self, table, name="ui.trade.offer"):
        table.see_turn()
        table.press("/" + self.WORDS[name].split(":")[0] + DOWN + UP + ENTER)
        table.until(table.is_bargaining, "the cards")

    def hand(self, seat):
        return self.position(self.moves(), seat)["hands"][seat]

    def moves(self):
        return len(self.file.read_text().splitlines()) - 1

    def see_typed(self, table, text):
        table.until(lambda: table.screen.lines()[-2].split("│")[0].rstrip() == f" › {text}", text)

    def made(self):
        """The last move in the file, with its seat."""
        line = json.loads(self.file.read_text().splitlines()[-1])
        return line["seat"], line["move"]

    def unlike(self, *cards):
        """A kind that is none of these, and its place among the kinds."""
        kinds = "123456789*TXP"
        return next((kind, at) for at, kind in enumerate(kinds) if kind not in cards)

    def test_several_cards_each_way_by_keyboard(self):
        for size in Looks.SIZES:
            self.file.unlink(missing_ok=True)
            with self.hot(size=size) as table:
                self.begin(table)
                hand = self.hand(0)
                kind, at = self.unlike(*hand[:2])
                self.see_typed(table, "offer all for")
                table.press(" " + RIGHT + " ")
                give = ",".join(hand[:2])
                self.see_typed(table, f"offer all {give} for")
                table.press(DOWN + HOME + RIGHT * at + " " + RIGHT + " ")
                self.see_typed(table, f"offer all {give} for {kind},{kind}")
                table.press(UP + UP + END + " ")
                self.see_typed(table, f"offer 2 {give} for {kind},{kind}")
                table.see(f"[{kind}] [{kind}]")
                table.press(ENTER)
                table.see("Pass the keyboard to Cili.")
            self.assertEqual(self.made(), (0, f"offer 2 {give} for {kind},{kind}"))
            self.check()

    def test_what_is_touched_again_is_put_back(self):
        with self.hot() as table:
            self.begin(table)
            table.press(" ")
            self.see_typed(table, f"offer all {self.hand(0)[0]} for")
            table.press(" ")
            self.see_typed(table, "offer all for")
            table.press(ENTER)
            table.see(self.WORDS["why.pharaoh.sides"])
            table.press(ESCAPE)
            table.see(self.WORDS["ui.type"])
            self.assertEqual(table.moves(), 1)

    def test_no_kind_is_on_both_sides(self):
        with self.hot() as table:
            self.begin(table)
            card = self.hand(0)[0]
            at = "123456789*TXP".index(card)
            table.press(" " + DOWN + HOME + RIGHT * at + " ")
            self.see_typed(table, f"offer all for {card}")

    def test_by_mouse(self):
        with self.hot() as table:
            self.begin(table)
            card = self.hand(0)[0]
            row, column = table.place_of("▸ " + self.WORDS["ui.trade.give"])
            table.click(row, table.screen.lines()[row].index(f" {card} ", column) + 1)
            self.see_typed(table, f"offer all {card} for")
            row = table.place_of(self.WORDS["ui.trade.everyone"])[0]
            table.click(row, table.screen.lines()[row].index("Béla"))
            self.see_typed(table, f"offer 1 {card} for")
            row = table.place_of(self.WORDS["ui.trade.want"] + "  ")[0]
            table.click(row, table.screen.lines()[row].index(" X ") + 1)
            self.see_typed(table, f"offer 1 {card} for X")

    def test_typing_and_touching_are_one(self):
        with self.hot() as table:
            self.begin(table)
            card = self.hand(0)[0]
            table.press(CLEAR + f"/offer 2 {card} for 9,X")
            table.until(lambda: all(part in table.screen.text() for part in ("[Cili]", f"[{card}]", "[9]", "[X]")), "the cards")
            table.press(DOWN + HOME + UP + UP + HOME + " ")
            self.see_typed(table, f"offer all {card} for 9,X")
            table.press(CLEAR + "/offer" + ENTER)
            self.see_typed(table, "offer all for")
            table.press(CLEAR + f"/offer 2 {card} for 9z" + ENTER)
            table.until(lambda: table.screen.lines()[-3].strip(), "the reason")
            self.assertEqual(table.moves(), 1)

    def test_words_still_narrow_the_list(self):
        with self.hot() as table:
            self.begin(table)
            table.press(CLEAR + "/cili collector ")
            table.until(lambda: re.search(r"\d+ of \d+ moves", table.screen.text()), "fewer moves")
            table.see("Offer to Cili: ")

    def test_counters_begin_with_what_lies_there_and_alternate(self):
        with self.hot() as table:
            self.begin(table)
            mine, his = self.hand(0), self.hand(1)
            want = next(card for card in his if card != mine[0])
            self.assertNotIn("P", (mine[0], want))
            table.press(CLEAR + f"/offer 1 {mine[0]} for {want}" + ENTER)
            self.sit_down(table, "Béla")
            self.open_trade(table, "ui.trade.counter")
            self.see_typed(table, f"counter {want} for {mine[0]}")
            table.press(DOWN + END + " ")
            both = f"{mine[0]},P"
            self.see_typed(table, f"counter {want} for {both}")
            table.press(ENTER)
            self.sit_down(table, "Anna")
            self.assertEqual(self.made(), (1, f"counter {want} for {both}"))
            self.open_trade(table, "ui.trade.counter")
            table.see(self.WORDS["ui.trade.proposals"])
            table.see(f"↺ You → Béla: {mine[0]} for {want}  {self.WORDS['ui.trade.countered']}")
            table.see(f"… Béla → You: {want} for {both.replace(',', ' ')}")
        self.check()

    def test_everything_is_declined_this_turn(self):
        with self.hot() as table:
            self.begin(table)
            card, (want, _) = self.hand(0)[0], self.unlike(self.hand(0)[0])
            table.press(CLEAR + f"/offer 1 {card} for {want}" + ENTER)
            self.sit_down(table, "Béla")
            table.press("/decline all" + ENTER)
            self.sit_down(table, "Anna")
            self.assertEqual(self.made(), (1, "decline"))
            before = table.moves()
            table.press(f"/offer 1 {card} for {want}" + ENTER)
            table.see_moves(before + 2)
            self.assertEqual(self.made(), (1, "decline"))
            table.see_turn()
            table.press(f"/offer all {card} for {want}" + ENTER)
            self.sit_down(table, "Cili")
            self.assertEqual(self.made(), (1, "decline"))
            table.see(f"… Anna → everyone: {card} for")
            table.see(f"✗ Anna → Béla: {card} for")
        self.check()

    def test_in_the_next_turn_offers_come_again(self):
        with self.hot() as table:
            self.begin(table)
            card, (want, _) = self.hand(0)[0], self.unlike(self.hand(0)[0])
            table.press(CLEAR + f"/offer 1 {card} for {want}" + ENTER)
            self.sit_down(table, "Béla")
            table.press("/decline all" + ENTER)
            self.sit_down(table, "Anna")
            table.press(f"/end{ENTER}")
            table.see_turn()
            table.press(ENTER + "/done" + ENTER)
            self.sit_down(table, "Béla")
            table.press(ENTER + "/end" + ENTER)
            table.see_turn()
            table.press(ENTER + "/done" + ENTER)
            self.sit_down(table, "Cili")
            table.press(ENTER)
            table.see_turn()
            card, (want, _) = self.hand(2)[0], self.unlike(self.hand(2)[0])
            table.press(f"/offer 1 {card} for {want}" + ENTER)
            table.see("Pass the keyboard to Béla.")

    def test_through_a_pipe(self):
        lines = ["1", "offer", "offers", "offer 1 T for 1", "counter", "decline all", "offers", "offer 1 T for 1",
                 "offers", "quit"]
        done = self.pipe("pharaoh", "\n".join(lines) + "\n", "--players", 3, "--hotseat", "--seed", "a", "--save", self.file,
                         "--lang", "en")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        said = done.stdout
        for part in (self.WORDS["ui.plain.offer"], self.WORDS["ui.plain.counter"], self.WORDS["ui.trade.none"],
                     "> counter\nAnna: 8 cards; surely ", "You → Player 2: T for 1 – declined", "[decline all]"):
            self.assertIn(part, said)
        self.assertEqual(said.count("You → Player 2: T for 1 – declined"), 3)
        self.assertEqual([json.loads(line)["move"] for line in self.file.read_text().splitlines()[-2:]],
                         ["offer 1 T for 1", "decline"])
        self.check()


class OutOfTurn(Play):
    def test_a_sale_while_another_thinks(self):
        """The bot would think for ten minutes: only the sale can be the second move."""
        with self.new("byzanz", "--seed", "a", bots="time:600000", players=4) as table:
            table.see_turn()
            table.press("pass" + ENTER)
            table.see("thinking…")
            table.see("sell m m m")
            table.press("/sell m")
            table.see(LANG["en"]["ui.holding"][:20])
            table.press(ESCAPE)
            table.see("thinking…")
            table.press("/sell m m m" + ENTER)
            table.see_moves(2)
            table.press(CTRL_Z)
            table.see(LANG["en"]["ui.undo.done"])
            self.assertEqual(table.moves(), 1)
        self.check(moves=1)


class UndoAndHints(Play):
    def test_a_sale_is_taken_back(self):
        with self.new("byzanz", "--seed", "a", players=4) as table:
            table.see_turn()
            self.assertIn("sell", table.screen.text())
            table.press("/sell" + TAB + DOWN + UP + ENTER)
            table.see_moves(1)
            self.assertIn("sell", self.file.read_text())
            table.press("u")
            table.see(LANG["en"]["ui.undo.done"])
            self.assertEqual(table.moves(), 0)
            self.check(moves=0)
            table.press(CTRL_Z)
            table.see(LANG["en"]["ui.undo.nothing"])

    def test_what_others_answered_stays(self):
        with self.new("byzanz", players=4) as table:
            table.see_turn()
            table.press("pass" + ENTER)
            table.see_moves(2)
            table.see_turn()
            moves = table.moves()
            table.press(CTRL_Z)
            table.see(LANG["en"]["ui.undo.others"])
            self.assertEqual(table.moves(), moves)

    def test_a_hint(self):
        with self.new("towers") as table:
            table.see_turn()
            table.press("h")
            table.see("The grand vizier would choose: ")
            table.see("Chances to win: Anna: ")
            self.assertEqual(table.moves(), 0)
            table.press(ENTER)
            table.see_moves(1)

    def test_quitting_while_a_bot_thinks(self):
        with self.new("maharaja", "--bots", "time:600000") as table:
            table.see_turn()
            while table.is_asked():
                before = table.moves()
                table.press(ENTER)
                table.until(lambda: table.moves() > before, "the next move")
                table.until(lambda: table.is_asked() or "thinking…" in table.screen.text(), "thinking")
            table.see("thinking…")
            table.press(F1)
            table.see("KEYS")
            table.press(ESCAPE)
            table.see("thinking…")
            table.press("qy")
            self.assertEqual(table.see_end(), 0)
        self.check()


class HotSeat(Play):
    def hot(self, game, players, *words, **more):
        return self.table(game, "--players", players, "--hotseat", "--name", "Anna,Béla,Cili", "--seed", "play", "--save",
                          self.file, "--lang", "en", "--pace", "0", *words, **more)

    def hand_on(self, table):
        row, column = table.place_of(LANG["en"]["draw.your_hand"])
        return table.screen.lines()[row][column + len(LANG["en"]["draw.your_hand"]):].split()

    def test_the_screen_is_blanked_between_turns(self):
        with self.hot("byzanz", 3) as table:
            for number, name in enumerate(("Anna", "Béla", "Cili")):
                table.see(f"Pass the keyboard to {name}.")
                shown = [line for line in table.screen.lines() if line]
                self.assertEqual(len(shown), 3 if number else 4, shown)  # who starts is said once
                table.press(ENTER)
                table.see_turn()
                hands = self.position(number)["hands"]
                self.assertEqual(self.hand_on(table), hands[number])
                table.press("pass" + ENTER)

    def test_the_log_shows_what_the_viewer_may_see(self):
        with self.hot("maharaja", 2, size=(40, 120)) as table:
            table.see("Pass the keyboard")
            while '"plan ' not in self.file.read_text():
                if not table.is_asked():
                    table.press(ENTER)
                    table.see_turn()
                before = self.file.read_text()
                table.press(ENTER)
                table.until(lambda: self.file.read_text() != before, "the next move")
                table.until(lambda: table.is_asked() or "Pass the keyboard" in table.screen.text(), "the next person")
            plan = re.search(r'"seat":(\d),"move":"(plan [^"]*)"', self.file.read_text())
            table.press(ENTER)
            table.see_turn()
            log = "\n".join(line.split("│")[-1] for line in table.screen.lines()[1:-1])
            self.assertIn(f"{('Anna', 'Béla')[int(plan[1])]}: has planned", log)
            self.assertNotIn("plans ", log)

    def test_undo_before_the_other_looks(self):
        with self.hot("byzanz", 3) as table:
            table.see("Pass the keyboard to Anna.")
            table.press(ENTER)
            table.see_turn()
            table.press("pass" + ENTER)
            table.see("Pass the keyboard to Béla.")
            table.press(CTRL_Z)
            table.see_turn()
            self.assertEqual(table.moves(), 0)
            table.press("pass" + ENTER)
            table.see("Pass the keyboard to Béla.")
            table.press(ENTER)
            table.see_turn()
            table.press(F4 + F4)
            table.see("Pass the keyboard to Anna.")
            table.press(ENTER)
            table.until(lambda: table.moves() == 1, "the table")
            table.press(CTRL_Z)
            table.see(LANG["en"]["ui.undo.seen"])


class Saving(Play):
    def play_some(self, table, count):
        for _ in range(count):
            table.see_turn()
            before = table.moves()
            table.press(ENTER)
            table.until(lambda: table.moves() > before, "the next move")
        table.see_turn()

    def test_killed_and_resumed(self):
        for game in PLAYERS:
            self.file.unlink(missing_ok=True)
            with self.new(game) as table:
                self.play_some(table, 5)
                table.see_rest()
                before, moves = table.screen.lines(), table.moves()
                table.process.kill()
                table.process.wait()
            self.check(moves=moves)
            with self.resume() as table:
                table.see_turn()
                self.assertEqual(table.screen.lines()[:16], before[:16])
                self.play_some(table, 3)
                table.see_rest()
                self.assertGreater(table.moves(), moves)
                moves = table.moves()
            self.check(moves=moves)

    def test_a_half_written_line_is_dropped(self):
        with self.new("byzanz") as table:
            self.play_some(table, 3)
            moves = table.moves()
        with self.file.open("a") as file:
            file.write('{"n":%d,"seat":0,"mo' % (moves + 1))
        with self.resume() as table:
            table.see(LANG["en"]["ui.dropped"])
            self.assertEqual(table.moves(), moves)
            self.check(moves=moves)
            self.play_some(table, 1)
        self.check()

    def test_a_wrong_line_is_refused(self):
        with self.new("byzanz") as table:
            self.play_some(table, 3)
        lines = self.file.read_text().splitlines(keepends=True)
        lines[2] = lines[2].replace('"n":2', '"n":3')
        self.file.write_text("".join(lines))
        with self.resume() as table:
            self.assertEqual(table.see_end(), 1)
            self.assertIn(":3: ", table.screen.text())
        self.assertEqual(self.file.read_text(), "".join(lines))

    def test_signals_restore_the_terminal(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            self.file.unlink(missing_ok=True)
            with self.new("alhambra") as table:
                self.play_some(table, 2)
                self.assertTrue(table.screen.is_alternate)
                table.process.send_signal(number)
                self.assertEqual(table.see_end(), 0)
                self.assertFalse(table.screen.is_alternate)
                table.see("--resume")
            self.check()

    def test_a_full_disk_is_told_and_the_game_goes_on(self):
        with self.new("alhambra", "--save", "/dev/full") as table:
            table.see("NOT SAVED")
            table.press(ENTER)
            table.see_turn()
            table.press(CTRL_C)
            self.assertEqual(table.see_end(), 0)
            table.see("NOT SAVED")

    def test_what_could_not_be_saved_is_saved_later(self):
        with self.new("towers", limit=300) as table:
            table.see_turn()
            self.assertGreater(table.moves(), -1)
            while "NOT SAVED" not in table.screen.lines()[0]:
                table.see_turn()
                table.press(ENTER)
                table.read(0.05)
            self.check()
            resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            table.see_turn()
            table.press(ENTER)
            table.until(lambda: table.moves() > 0, "the game saved")
            table.see_turn()
            moves = table.moves()
        self.check(moves=moves)

    def test_files_without_a_name(self):
        with self.table("towers", "--bots", "random", "--seed", "play", "--name", "Anna", "--pace", "0") as table:
            self.play_some(table, 2)
            table.press(CTRL_C)
            self.assertEqual(table.see_end(), 0)
        files = list((self.home / ".local/state/arkad").glob("towers-*.jsonl"))
        self.assertEqual(len(files), 1)
        self.check(files[0])

    def test_a_game_is_never_written_over(self):
        self.file.write_text("something\n")
        with self.new("towers") as table:
            self.assertEqual(table.see_end(), 1)
            table.see("is there already")
        self.assertEqual(self.file.read_text(), "something\n")

    def test_two_tables_do_not_write_one_file(self):
        with self.new("towers") as table:
            table.see_turn()
            with self.resume() as other:
                self.assertEqual(other.see_end(), 1)
                other.see("another table")

    def test_bots_and_names_are_found_again(self):
        with self.new("byzanz", bots="random,human,wild", players=3) as table:
            table.see_turn()
            table.press(CTRL_C)
            table.see_end()
        with self.resume() as table:
            table.see_turn()
            table.see("Anna")
            table.see("Random")
            table.see("Wild")
        with self.resume("--name", "Zsófi") as table:
            table.see_turn()
            table.see("Zsófi")
            table.see("Wild")

    def test_a_rematch(self):
        with self.new("towers") as table:
            while not table.is_over():
                before = table.moves()
                table.see_turn()
                table.press(ENTER)
                table.until(lambda: table.moves() > before or table.is_over(), "the next move")
                table.see_turn()
            table.press("r")
            table.until((self.home / "game-2.jsonl").exists, "a new game")
            table.see("Random starts.")
            self.play_some(table, 1)
        self.check()
        self.check(self.home / "game-2.jsonl")
        heads = [json.loads(file.read_text().splitlines()[0]) for file in (self.file, self.home / "game-2.jsonl")]
        self.assertNotEqual(heads[0]["seed"], heads[1]["seed"])
        self.assertEqual([head["options"]["starter"] for head in heads], [0, 1])

    def test_who_starts_is_drawn_by_the_seed(self):
        for number in range(8):
            file = self.home / f"drawn-{number}.jsonl"
            done = self.pipe("byzanz", "quit\n", "--players", "4", "--bots", "random", "--seed", number, "--save", file, "--options", "")
            head = json.loads(file.read_text().splitlines()[0])
            drawn = int.from_bytes(hashlib.sha256(b"arkad-starter-1" + bytes.fromhex(head["seed"])).digest()[:8], "big") % 4
            self.assertEqual(head["options"]["starter"], drawn)
            self.assertRegex(done.stdout.splitlines()[0], "^Anna starts" if drawn == 0 else "^Random( \\d)? starts")


class Pipes(Play):
    def test_commands(self):
        text = "\n".join(["help", "moves", "moves zzz", "rules", "log", "table", "hint", "undo", "999", "bid 3", "quit"]) + "\n"
        done = self.pipe("towers", text, "--bots", "random", "--seed", "play", "--save", self.file)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for part in (LANG["en"]["ui.plain.help"], "[bid 0]", "# 5 Towers", "grand vizier", LANG["en"]["ui.undo.nothing"],
                     "Anna: ", f"arkad play --resume {self.file}"):
            self.assertIn(part, done.stdout)
        self.check()

    def test_the_end_of_the_input(self):
        done = self.pipe("byzanz", "1\n", "--bots", "random", "--seed", "play", "--save", self.file)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        again = self.pipe("byzanz", "1\n", "--resume", self.file)
        self.assertEqual((again.returncode, again.stderr), (0, ""))
        self.check()

    def test_undo(self):
        done = self.pipe("byzanz", "moves sell\nsell m m m\nundo\nquit\n", "--players", "4", "--bots", "random", "--seed", "a",
                         "--save", self.file)
        self.assertIn(LANG["en"]["ui.undo.done"], done.stdout)
        self.check(moves=0)

    def test_what_was_revealed_is_not_taken_back(self):
        """Both are people: the last card built ends the round, and the next display is turned up."""
        done = self.pipe("towers", "bid 1\npass\n1\nundo\nquit\n", "--bots", "human,human", "--seed", "play", "--save",
                         self.file)
        self.assertNotIn(LANG["en"]["ui.undo.done"], done.stdout)

    def test_a_move_that_is_legal_but_not_listed(self):
        """A payment with a card more than needed."""
        for lines in range(1, 30):
            self.file.unlink(missing_ok=True)
            self.pipe("alhambra", "1\n" * lines, "--bots", "random", "--seed", "play", "--save", self.file)
            moves = len(self.file.read_text().splitlines()) - 1
            view = self.position(moves, 0)
            for place, (currency, building) in enumerate(zip("ybgo", view["yard"]), 1):
                cards = sorted((card for card in view["hands"][0] if card[0] == currency), key=lambda card: -int(card[1]))
                if building and len(cards) > 1 and sum(int(card[1]) for card in cards[:-1]) >= int(building[1:]):
                    return self.pay(f"buy {place} with {' '.join(cards)}", moves)
        self.fail("nothing to pay too much for")

    def pay(self, move, moves):
        done = self.pipe("alhambra", f"moves {move}\n{move}\nquit\n", "--resume", self.file)
        self.assertIn(LANG["en"]["ui.choices.none"], done.stdout)
        lines = self.file.read_text().splitlines()
        self.assertIn(f'"seat":0,"move":"{move}"', lines[moves + 1])
        self.check()

    def test_full_disk(self):
        done = self.pipe("towers", "1\n1\nquit\n", "--bots", "random", "--save", "/dev/full")
        self.assertEqual(done.returncode, 0)
        self.assertIn("not saved: ", done.stderr)
        self.assertIn("NOT SAVED", done.stdout)

    def test_a_half_written_result_is_written_again(self):
        answers = "1\n" * 2000
        self.pipe("towers", answers, "--bots", "random", "--seed", "play", "--save", self.file)
        whole = self.file.read_bytes()
        self.file.write_bytes(whole[:-9])
        done = self.pipe("towers", "", "--resume", self.file)
        self.assertIn(LANG["en"]["ui.dropped"], done.stdout)
        self.assertIn("arkad analyse", done.stdout)
        self.assertEqual(self.file.read_bytes(), whole)

    def test_bad_usage(self):
        self.file.write_text(arkad("trace", "towers").stdout)
        for words, status, part in (
            ([], 2, "takes one game"),
            (["chess"], 2, "there is no game"),
            (["blank"], 2, "a game for testing"),
            (["towers", "--level", "6"], 2, "--level takes a whole number from 1 to 5"),
            (["towers", "--level", "2", "--bots", "2"], 2, "not both"),
            (["towers", "--bots", "clever"], 2, "--bots takes human, random"),
            (["towers", "--bots", "2+nothing=1"], 2, "not '2+nothing=1'"),
            (["towers", "--bots", "exec:cat"], 2, "not 'exec:cat'"),
            (["towers", "--bots", "1,2,3"], 2, "--bots takes human, random"),
            (["towers", "--lang", "tlh"], 2, "there is no language 'tlh'"),
            (["towers", "--players", "7"], 2, "--players takes a whole number"),
            (["towers", "--save", "/nowhere/x"], 1, "cannot write /nowhere/x"),
            (["--resume", "/nowhere"], 1, "cannot read /nowhere"),
            (["--resume", self.file], 1, "a trace with lists or positions"),
            (["--resume", self.file, "--seed", "1"], 2, "--resume goes on"),
            (["byzanz", "--resume", self.home], 1, "cannot read"),
        ):
            done = subprocess.run([ARKAD, "play", *map(str, words)], text=True, capture_output=True, stdin=subprocess.DEVNULL,
                                  env=environment(self.home), timeout=60)
            self.assertEqual((done.returncode, done.stdout), (status, ""), words)
            self.assertIn(part, done.stderr)

    def test_words_of_the_frame_are_in_the_catalogues(self):
        used = set()
        for file in [*(ROOT / "src/terminal").glob("*.c"), *(ROOT / "games").glob("*/bargain.c")]:
            used |= set(re.findall(r'"(ui\.[a-z_.]+)"', file.read_text()))
        for words in LANG.values():
            self.assertEqual(used, {key for key in words if key.startswith("ui.")})


if __name__ == "__main__":
    tap.run()
