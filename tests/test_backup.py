"""`arkad backup`, run as a person would: test_backup.py ARKAD. Prints TAP."""

import os
import pathlib
import pty
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import unittest

import tap

ARKAD = pathlib.Path(sys.argv[1]).resolve()
SAMPLE = pathlib.Path(__file__).resolve().parent / "store" / "v1.sql"
os.environ["LC_ALL"] = "C.UTF-8"


def arkad(*words):
    return subprocess.run([ARKAD, *words], capture_output=True, text=True, timeout=120)


class Backup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file, self.out = self.folder / "arkad.db", self.folder / "copy.db"
        self.store = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
        self.addCleanup(self.store.close)
        self.store.executescript("PRAGMA journal_mode = WAL;" + SAMPLE.read_text(encoding="utf-8"))

    def add(self, first, count):
        """Pairs of entries, each pair at once."""
        for number in range(first, first + 2 * count, 2):
            self.store.execute("INSERT INTO log VALUES (2, ?, 2, 0, 0, ?), (2, ?, 2, 0, 0, ?)", (number, "x" * 1000, number + 1, "x" * 1000))

    def entries(self, file):
        copy = sqlite3.connect(file)
        self.addCleanup(copy.close)
        self.assertEqual(copy.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        self.assertEqual(copy.execute("SELECT name FROM accounts WHERE id = 1").fetchone(), ("Őrző Ágnes",))
        return copy.execute("SELECT count(*) FROM log WHERE table_id = 2").fetchone()[0]

    def names(self):
        return sorted(file.name for file in self.folder.iterdir() if not file.name.startswith("arkad.db"))

    def test_a_store_in_use_is_copied(self):
        self.add(1, 5)
        for words in ((self.file, self.out), ("--data", self.file, self.folder / "second.db")):
            done = arkad("backup", *words)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("copied to", done.stdout)
            self.assertEqual(self.entries(words[-1]), 10)
        self.assertEqual(stat.S_IMODE(self.out.stat().st_mode), 0o600)
        self.assertEqual(self.names(), ["copy.db", "second.db"])

    def test_a_copy_is_of_one_moment_while_others_write(self):
        self.add(1, 500)
        is_over = threading.Event()

        def write():
            number = 1001
            while not is_over.is_set():
                self.add(number, 5)
                number += 10

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for i in range(5):
                done = arkad("backup", self.file, self.out, "--force")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                count = self.entries(self.out)
                self.assertGreaterEqual(count, 1000)
                self.assertEqual(count % 2, 0)
        finally:
            is_over.set()
            writer.join()

    def test_nothing_is_replaced_unasked(self):
        self.out.write_text("precious")
        done = arkad("backup", self.file, self.out)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is there already", done.stderr)
        self.assertIn("--force", done.stderr)
        self.assertEqual(self.out.read_text(), "precious")
        self.assertEqual(arkad("backup", self.file, self.out, "--force").returncode, 0)
        self.assertEqual(self.entries(self.out), 0)

    def test_what_cannot_be_copied_is_told(self):
        alien = self.folder / "notes.txt"
        alien.write_text("Dear diary, today I played 5 Towers. " * 100)
        for words, complaint in (
            ((self.folder / "none.db", self.out), "none.db cannot be opened"),
            ((alien, self.out), "notes.txt is no store of Arkád"),
            ((self.file, self.folder), "is a folder"),
            ((self.file, self.folder / "no" / "copy.db"), "cannot be opened"),
            ((self.file, self.file, "--force"), "onto itself"),
        ):
            done = arkad("backup", *words)
            self.assertEqual((done.returncode, done.stdout), (1, ""), words)
            self.assertIn(complaint, done.stderr)
        for words in ((), (self.file,), ("--data", self.file), ("--data", self.file, self.out, self.out)):
            done = arkad("backup", *words)
            self.assertEqual(done.returncode, 2)
            self.assertIn("takes a data file and the name of the copy", done.stderr)
        self.assertEqual(self.names(), ["notes.txt"])

    def test_a_damaged_store_gives_no_copy(self):
        self.add(1, 100)
        self.store.close()
        data = bytearray(self.file.read_bytes())
        data[40960:45056] = b"\x77" * 4096
        self.file.write_bytes(data)
        done = arkad("backup", self.file, self.out)
        self.assertEqual(done.returncode, 1)
        self.assertIn("arkad.db is damaged", done.stderr)
        self.assertEqual(self.names(), [])

    def test_hungarian(self):
        done = arkad("backup", self.file, self.out, "--lang", "hu")
        self.assertIn("lemásolva és ellenőrizve", done.stdout)
        done = arkad("backup", self.file, self.out, "--lang", "hu")
        self.assertIn("ez a fájl már megvan", done.stderr)
        done = arkad("backup", self.folder / "none.db", self.folder / "b.db", "--lang", "hu")
        self.assertIn("nem nyitható meg", done.stderr)

    def test_a_terminal_is_shown_a_bar(self):
        self.add(1, 3000)
        ours, theirs = pty.openpty()
        done = subprocess.run([ARKAD, "backup", self.file, self.out], stdout=subprocess.PIPE, stderr=theirs, timeout=120)
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 65536):
                shown += part
        except OSError:  # nobody writes any more
            pass
        os.close(ours)
        shown = shown.decode()
        self.assertEqual(done.returncode, 0)
        self.assertIn("█", shown)
        self.assertRegex(shown, r"█ (\d+)/\1,")
        self.assertTrue(shown.endswith("\r\033[K"))


if __name__ == "__main__":
    tap.run()
