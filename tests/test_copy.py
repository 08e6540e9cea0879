"""`arkad copy` between a file and a database, both ways: test_copy.py ARKAD. Prints TAP."""

import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import postgres
import tap
import test_tables as tables
import ws

ARKAD = sys.argv[1]
KEPT = ("accounts", "sessions", "tables", "seats", "log", "lines", "ratings", "analyses", "ahead", "vacations")


def rows(file):
    """All that a file holds."""
    with sqlite3.connect(file) as data:
        columns = {name: ", ".join(sorted(row[1] for row in data.execute(f"PRAGMA table_info({name})"))) for name in KEPT}
        return {name: sorted(map(repr, data.execute(f"SELECT {columns[name]} FROM {name}"))) for name in KEPT}


class Copy(tables.Table):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.database = postgres.Postgres(*postgres.FAST).make()
        cls.file = pathlib.Path(cls.folder.name) / "data.db"

    @classmethod
    def tearDownClass(cls):
        cls.database.end()
        super().tearDownClass()

    def copy(self, one, other, status=0):
        done = subprocess.run([ARKAD, "copy", str(one), str(other)], capture_output=True, text=True, timeout=ws.WAIT)
        self.assertEqual(done.returncode, status, done)
        return done.stdout + done.stderr

    def test_there_and_back_is_the_same(self):
        chairs = self.sit_down("alhambra", count=3, bots=1)
        chairs[0].ask("chat", text="kept: ő 'quoted' \\ and all")
        tables.play(chairs, lambda: all(chair.number > 12 for chair in chairs))
        self.server.stop()
        before = rows(self.file)
        self.assertTrue(before["log"] and before["lines"] and before["sessions"])
        self.assertIn("verified", self.copy(self.file, self.database.url))
        self.assertIn("there is something already", self.copy(self.file, self.database.url, status=1))
        back = self.file.with_name("back.db")
        self.copy(self.database.url, back)
        self.assertEqual(rows(back), before)
        self.assertIn("is not there", self.copy("nothing.db", "other.db", status=1))
        # And the games go on in the database, under new numbers.
        here = ws.Server(ARKAD, self.database.url)
        person = chairs[0].person
        person.server = here
        self.assertEqual(person.ask("GET", f"/tables/{chairs[0].code}")["state"], "playing")
        self.assertTrue(ws.Person(here).ask("POST", "/tables", {"game": "towers"})["code"])
        here.stop()
        self.server.start()


if __name__ == "__main__":
    del tables.Table
    tap.run()
