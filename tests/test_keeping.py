"""What a server keeps, and for how long; what it notices about its data file and its clock: test_keeping.py ARKAD.
Prints TAP."""

import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

import tap
from test_server import ARKAD, House, Nobody, play
from ws import WAIT, Person, Refused, Server

SET_CLOCK = sys.argv[2] if len(sys.argv) > 2 else str(pathlib.Path(ARKAD).parent / "libset_clock.so")


class Traveller(Nobody):
    """Somebody who comes from another address, as a proxy says."""

    def __init__(self, server, address):
        super().__init__(server)
        self.address = address

    def ask_raw(self, method, path, body=None, headers=None):
        return super().ask_raw(method, path, body, {"X-Forwarded-For": self.address, **(headers or {})})


SAMPLES = sorted((pathlib.Path(__file__).parent / "store").glob("v*.sql"))


def columns_of(data, table):
    return [row[1] for row in data.execute(f"PRAGMA table_info({table})")]


def copy_rows(source, target, table, where, **changes):
    """Rows of one file in another that may be older and know fewer columns."""
    shared = [column for column in columns_of(source, table) if column in columns_of(target, table)]
    for row in source.execute(f"SELECT {', '.join(shared)} FROM {table} WHERE {where}").fetchall():
        values = {**dict(zip(shared, row)), **changes}
        target.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", list(values.values()))


class OldFiles(unittest.TestCase):
    """Finished games in the files of every version: those that were played can be had, those that are broken say so."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.played = pathlib.Path(cls.folder.name) / "played.db"
        server = Server(ARKAD, cls.played)
        people = [Person(server), Person(server)]
        cls.code = people[0].ask("POST", "/tables", {"game": "towers"})["code"]
        people[1].ask("POST", f"/tables/{cls.code}/sit")
        play(people, cls.code)
        server.stop()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def old_file(self, sample):
        """A sample, with a game beside it that was really played."""
        file = pathlib.Path(tempfile.mkdtemp(dir=self.folder.name)) / f"{sample.stem}.db"
        with sqlite3.connect(self.played) as source, sqlite3.connect(file) as target:
            target.executescript(sample.read_text(encoding="utf-8"))
            copy_rows(source, target, "tables", "1", id=100, owner=1)
            copy_rows(source, target, "seats", "1", table_id=100, account=1)
            copy_rows(source, target, "log", "1", table_id=100)
        source.close()
        target.close()
        return file

    def test_what_was_played_can_be_had(self):
        self.assertGreaterEqual(len(SAMPLES), 4)
        for sample in SAMPLES:
            server = Server(ARKAD, self.old_file(sample))
            status, _, saved = Nobody(server).ask_raw("GET", f"/api/1/tables/{self.code}/game")
            self.assertEqual(status, 200, (sample, saved))
            done = subprocess.run([ARKAD, "check", "-"], input=saved, capture_output=True)
            self.assertEqual(done.returncode, 0, (sample, done.stderr))
            self.assertEqual(Nobody(server).ask_raw("GET", f"/api/1/tables/{self.code}/replay")[0], 200)
            server.stop()

    def test_what_is_broken_says_so(self):
        """The samples' own log was written by hand before there was a server: no game goes like that."""
        for sample in SAMPLES:
            server = Server(ARKAD, self.old_file(sample))
            for what in ("game", "replay"):
                status, _, data = Nobody(server).ask_raw("GET", f"/api/1/tables/k7wq2m/{what}")
                self.assertEqual((status, json.loads(data)["error"]["code"]), (500, "bad-game-stored"))
            server.stop()
            self.assertIn("event=table-broken table=k7wq2m", server.complaints.decode())


class Kept(unittest.TestCase):
    """What nobody will miss is removed; what somebody might is not."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.data = pathlib.Path(self.folder.name) / "kept.db"
        self.clock = pathlib.Path(self.folder.name) / "clock"
        self.clock.write_bytes(bytes(8))

    def tearDown(self):
        self.folder.cleanup()

    def start(self, days, *options):
        self.clock.write_bytes((days * 24 * 3600).to_bytes(8, sys.byteorder, signed=True))
        return Server(ARKAD, self.data, *options, LD_PRELOAD=SET_CLOCK, ARKAD_CLOCK=str(self.clock), ASAN_OPTIONS="verify_asan_link_order=0")

    def rows(self, sql):
        with sqlite3.connect(f"file:{self.data}?mode=ro", uri=True) as data:
            rows = data.execute(sql).fetchall()
        data.close()
        return [row[0] if len(row) == 1 else row for row in rows]

    def wait_for(self, sql, wanted):
        until = time.monotonic() + WAIT
        while self.rows(sql) != wanted and time.monotonic() < until:
            time.sleep(0.1)
        self.assertEqual(self.rows(sql), wanted)

    def fill(self):
        """Two who played, with something said; 300 guests who did not; a program; a table that was given up."""
        server = self.start(0)
        people = [Person(server), Person(server)]
        people[0].ask("POST", "/account", {"name": "Keeper", "password": "correct horse"})
        people[0].ask("POST", "/programs", {"name": "Idle program"})
        code = people[0].ask("POST", "/tables", {"game": "towers"})["code"]
        people[1].ask("POST", f"/tables/{code}/sit")
        line = people[1].connect()
        line.ask("watch", table=code)
        line.say("chat", table=code, text="Good luck!")
        line.hear("chat")
        play(people, code)
        dropped = people[0].ask("POST", "/tables", {"game": "byzanz"})["code"]
        people[0].ask("DELETE", f"/tables/{dropped}")
        for _ in range(300):
            Person(server)
        self.assertEqual(self.rows("SELECT count(*) FROM accounts"), [303])
        server.stop()
        return people, code

    def test_what_is_old_goes_and_games_stay(self):
        people, code = self.fill()
        server = self.start(8)
        self.wait_for("SELECT count(*) FROM tables", [1])  # the one that was given up
        self.assertEqual(self.rows("SELECT count(*) FROM accounts"), [303])
        server.stop()
        server = self.start(31)
        self.wait_for("SELECT count(*) FROM accounts", [3])
        self.assertEqual(self.rows("SELECT count(*) FROM lines"), [1])
        people[0].server = people[1].server = server
        self.assertEqual(people[0].ask("GET", "/me")["name"], "Keeper")
        self.assertEqual(people[1].ask("GET", "/me")["name"], people[1].name)
        server.stop()
        self.assertIn("event=swept accounts=300", server.complaints.decode())
        server = self.start(366)
        self.wait_for("SELECT count(*) FROM lines", [0])
        self.wait_for("SELECT name FROM accounts ORDER BY id", ["Keeper", people[1].name])
        self.assertEqual(Nobody(server).ask_raw("GET", f"/api/1/tables/{code}/game")[0], 200)
        self.assertEqual(self.rows("SELECT integrity_check FROM pragma_integrity_check"), ["ok"])
        self.wait_for("SELECT freelist_count FROM pragma_freelist_count", [0])  # given back to the disk
        server.stop()

    def test_nothing_goes_if_it_is_to_stay_or_the_clock_is_wrong(self):
        self.fill()
        server = self.start(1000, "--keep-guests", "0", "--keep-programs", "0", "--keep-chat", "0", "--keep-dropped", "0")
        time.sleep(2)
        server.stop()
        server = self.start(0)
        self.clock.open("r+b").write((1000 * 24 * 3600).to_bytes(8, sys.byteorder))
        time.sleep(3)
        server.stop()
        self.assertEqual(self.rows("SELECT count(*) FROM accounts") + self.rows("SELECT count(*) FROM tables"), [303, 2])


class Broken(unittest.TestCase):
    """A running server notices that its data file is no longer what was written to it."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.data = pathlib.Path(self.folder.name) / "broken.db"
        self.server = Server(ARKAD, self.data, "--check-seconds", "1")
        self.me = Person(self.server)
        self.code = self.me.ask("POST", "/tables", {"game": "towers", "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}]})["code"]
        self.line = self.me.connect(lists=True)
        self.told = self.line.ask("watch", table=self.code)
        while not self.told.get("moves"):
            self.told = self.line.hear("entry")

    def tearDown(self):
        self.server.process.kill()
        self.server.end()
        self.folder.cleanup()

    def checkpoint(self):
        """What is in the log of the file goes into the file, as it does by itself sooner or later."""
        with sqlite3.connect(self.data) as data:
            data.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        data.close()

    def health(self):
        return json.loads(self.me.ask_raw("GET", "/health")[2])["status"]

    def assertNoticed(self):
        until = time.monotonic() + WAIT
        while self.health() == "ok" and time.monotonic() < until:
            time.sleep(0.1)
        self.assertEqual(self.health(), "broken")
        self.assertIn(b"arkad_store_sound 0", self.me.ask_raw("GET", "/metrics")[2])
        answer = self.line.ask("move", table=self.code, n=self.told["n"] + 1, move=self.told["moves"][0])
        self.assertEqual(answer.get("code"), "cannot-save")
        time.sleep(1.5)
        self.assertEqual(self.health(), "broken")  # trying again does not heal it
        self.assertIn(b"event=store-broken", self.server.process.stderr.read())

    def test_a_good_file_stays_good(self):
        time.sleep(2.5)
        self.checkpoint()
        time.sleep(1.5)
        self.assertEqual(self.health(), "ok")

    def test_pages_that_were_lost(self):
        self.checkpoint()
        with open(self.data, "r+b") as file:
            size = file.seek(0, 2)
            for at in range(4096, size, 4096):
                file.seek(at)
                file.write(os.urandom(2048))
        self.assertNoticed()

    def test_another_file_in_its_place(self):
        other = pathlib.Path(self.folder.name) / "other.db"
        Server(ARKAD, other).stop()
        self.checkpoint()
        with open(self.data, "r+b") as file:
            file.write(other.read_bytes())
            file.truncate()
        self.assertNoticed()


class Verified(unittest.TestCase):
    """arkad load --verify finds what it was told in the logs, or says that it does not; it tells what is lost from what it could not look up."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = pathlib.Path(folder.name) / "load.db"
        self.server = Server(ARKAD, self.data)

    def begin(self, game, *options):
        return subprocess.Popen([ARKAD, "load", f"http://127.0.0.1:{self.server.port}", "--game", game, "--verify", "--json", *options], stdout=subprocess.PIPE)

    def told_by(self, load):
        told = json.loads(load.communicate(timeout=4 * WAIT)[0])
        self.assertGreater(told["verified"] + told["lost"] + told["unchecked"], 0)
        return told, load.returncode

    def change(self, *statements):
        with sqlite3.connect(self.data, timeout=WAIT) as file:
            for statement in statements:
                file.execute(statement)
        file.close()

    def newest_log(self):
        with sqlite3.connect(f"file:{self.data}?mode=ro", uri=True, timeout=WAIT) as file:
            newest = file.execute("SELECT ifnull(max(number), 0) FROM log").fetchone()[0]
        file.close()
        return newest

    def restart(self):
        """At the same address, as whoever runs it would."""
        self.server.command[self.server.command.index("--listen") + 1] = f"127.0.0.1:{self.server.port}"
        self.server.start()

    def test_all_is_found(self):
        told, status = self.told_by(self.begin("byzanz", "--tables", "3", "--players", "3", "--seconds", "4", "--pause", "20"))
        self.assertEqual((status, told["lost"], told["unchecked"]), (0, 0, 0), told)
        self.server.stop()

    def test_a_changed_log_is_lost(self):
        self.change("CREATE TRIGGER spoil AFTER INSERT ON log WHEN new.text LIKE '% person %' BEGIN UPDATE log SET "
                    "text = replace(text, ' person ', ' person sell ') WHERE table_id = new.table_id AND number = new.number; END")
        told, status = self.told_by(self.begin("byzanz", "--tables", "3", "--players", "3", "--seconds", "4", "--pause", "20"))
        self.assertEqual((status, told["lost"] > 0), (1, True), told)
        self.assertIn(" ", told["first_lost"])
        self.server.stop()

    def test_a_log_that_is_longer_than_what_is_shown_at_once(self):
        """Bargaining at random in Oh, Pharaoh! makes logs of thousands; only their last thousand entries used to be found."""
        load = self.begin("pharaoh", "--tables", "1", "--seconds", "600")
        until = time.monotonic() + 4 * WAIT
        while self.newest_log() < 1100 and time.monotonic() < until:
            time.sleep(0.5)
        load.send_signal(signal.SIGINT)
        told, status = self.told_by(load)
        self.assertGreater(told["verified"], 1050, told)
        self.assertEqual((status, told["lost"], told["unchecked"]), (0, 0, 0), told)
        self.server.stop()

    def test_a_server_that_was_killed_is_asked_again(self):
        """The connections are gone and what was acknowledged is still there, unless somebody takes it out of the file."""
        for is_robbed in (False, True):
            load = self.begin("byzanz", "--tables", "3", "--players", "3", "--seconds", "5", "--pause", "20")
            before = self.newest_log()
            until = time.monotonic() + WAIT
            while self.newest_log() < before + 20 and time.monotonic() < until:
                time.sleep(0.2)
            self.server.kill()
            if is_robbed:
                self.change("DELETE FROM log WHERE number > 10")
            self.restart()
            told, status = self.told_by(load)
            self.assertEqual((status, told["lost"] > 0, told["unchecked"]), (1, is_robbed, 0), told)
            self.assertGreater(told["errors"], 0, "nobody noticed that the server was killed")
        self.server.stop()

    def test_what_cannot_be_read_is_not_lost(self):
        """The sessions are gone: nobody can come back to look at their table."""
        load = self.begin("byzanz", "--tables", "3", "--players", "3", "--seconds", "5", "--pause", "20")
        until = time.monotonic() + WAIT
        while self.newest_log() < 20 and time.monotonic() < until:
            time.sleep(0.2)
        self.server.kill()
        self.change("DELETE FROM sessions")
        self.restart()
        told, status = self.told_by(load)
        self.assertEqual((status, told["lost"], told["verified"]), (1, 0, 0), told)
        self.assertGreater(told["unchecked"], 0)
        self.assertTrue(told["why_unchecked"])
        self.server.stop()


class Rated(House):
    """Ratings cannot be made out of nothing."""

    options = ("--limits", "on", "--trust", "127.0.0.1")

    def person_at(self, name, address):
        person = Traveller(self.server, address)
        person.ask("POST", "/guest", {})
        person.account = person.ask("POST", "/account", {"name": name, "password": "correct horse"})
        person.name = name
        return person

    def table_of(self, people):
        code = people[0].ask("POST", "/tables", {"game": "towers", "rated": True, "public": False})["code"]
        people[1].ask("POST", f"/tables/{code}/sit")
        return code

    def games_of(self, person):
        return person.ask("GET", "/me")["ratings"].get("towers", {}).get("games", 0)

    def test_from_one_address_nothing_counts(self):
        people = [self.person_at("Same one", "203.0.113.5"), self.person_at("Same two", "203.0.113.5")]
        play(people, self.table_of(people))
        self.assertEqual([self.games_of(person) for person in people], [0, 0])

    def test_only_so_many_between_two(self):
        people = [self.person_at("Farmer", "203.0.113.6"), self.person_at("Field", "203.0.113.7")]
        for _ in range(6):
            play(people, self.table_of(people))
            time.sleep(3)  # moves are limited, too
        self.assertEqual([self.games_of(person) for person in people], [5, 5])

    def test_a_game_that_was_not_played_does_not_count(self):
        people = [self.person_at("Quick", "203.0.113.8"), self.person_at("Quitter", "203.0.113.9")]
        code = self.table_of(people)
        lines = [person.connect() for person in people]
        for line in lines:
            line.hear("hello")
            line.ask("watch", table=code)
        lines[0].hear("entry")
        lines[1].ask("resign", table=code, n=2)
        lines[0].hear(lambda one: one["is"] == "entry" and one["entry"]["kind"] == "over")
        self.assertEqual([self.games_of(person) for person in people], [0, 0])


class Clock(unittest.TestCase):
    """The clock of the machine is set back and forth: bots, deals and clocks go on."""

    DAY = 24 * 3600

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.clock = pathlib.Path(self.folder.name) / "clock"
        self.set(0)
        self.server = Server(ARKAD, pathlib.Path(self.folder.name) / "clock.db", LD_PRELOAD=SET_CLOCK, ARKAD_CLOCK=str(self.clock),
                             ASAN_OPTIONS="verify_asan_link_order=0")

    def tearDown(self):
        self.server.stop()
        self.folder.cleanup()

    def set(self, ahead):
        with open(self.clock, "r+b" if self.clock.exists() else "wb") as file:
            file.write(ahead.to_bytes(8, sys.byteorder, signed=True))

    def table(self, me, **more):
        code = me.ask("POST", "/tables", {"game": "towers", "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}], **more})["code"]
        line = me.connect(lists=True)
        line.hear("hello")
        told = line.ask("watch", table=code)
        return code, line, told

    def move_until(self, line, code, told, count):
        """Moves for the only person until so many entries are there; bots do the rest. The last message."""
        while told["n"] < count:
            if told.get("moves"):
                line.say("move", table=code, n=told["n"] + 1, move=told["moves"][0])
            told = line.hear("entry")
        return told

    def test_deals_and_bots_go_on(self):
        me = Person(self.server)
        for ahead in (0, -self.DAY, self.DAY, -1000 * self.DAY, 5):
            self.set(ahead)
            code, line, told = self.table(me)
            told = self.move_until(line, code, told, 6)
            self.set(-ahead - 3600)
            told = self.move_until(line, code, told, 12)
            line.close()

    def test_nobodys_time_runs_out_by_it_and_everybodys_does(self):
        me = Person(self.server)
        code, line, told = self.table(me, clock={"kind": "live", "move_ms": 5000, "bank_ms": 60000})
        told = self.move_until(line, code, told, 3)
        while not told.get("moves"):
            told = line.hear("entry")
        self.set(self.DAY)
        self.assertEqual(line.ask("ping")["is"], "pong")
        time.sleep(0.5)
        self.assertFalse([one for one in line.listen() if one["is"] == "entry" and one["entry"]["kind"] == "away"])
        told = self.move_until(line, code, told, told["n"] + 1)
        code, line, told = self.table(me, clock={"kind": "live", "move_ms": 5000, "bank_ms": 0})
        while not told.get("moves"):
            told = line.hear("entry")
        self.set(-self.DAY)
        line.hear(lambda one: one["is"] == "entry" and one["entry"]["kind"] == "away")


if __name__ == "__main__":
    tap.run()
