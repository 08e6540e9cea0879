"""The examples for study, shortened: test_study.py TREE TORCH. Prints TAP. TORCH is a Python that has PyTorch and the package; without
one (-) what needs it is skipped."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TORCH = sys.argv.pop()
TREE = pathlib.Path(sys.argv.pop()).resolve()
STUDY = TREE / "examples/study"
sys.path[:0] = [str(TREE / "tests"), str(STUDY)]

import numpy as np  # noqa: E402
import players  # noqa: E402
import tap  # noqa: E402

import arkad  # noqa: E402


def run(python, script, *words):
    done = subprocess.run(list(map(str, [python, STUDY / script, *words])), capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


class Study(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_what_the_net_is_told(self):
        batch = arkad.Batch("towers", 3, 64, 5, width=32)
        chance = players.Random(5)
        for _ in range(200):
            batch.step(chance.choose(batch))
        seats = batch.seats.astype(np.intp)
        told = players.describe(batch.fields, seats)
        self.assertTrue(np.isfinite(told).all() and abs(told).max() <= 4)
        for at in range(64):
            mine = batch.view(at).json()["towers"][seats[at]]
            self.assertEqual([round(height * 8) for height in told[at, :5] if height], [len(tower) for tower in mine.values() if tower])

    def test_dmc_learns_towers(self):
        """A few seconds suffice to beat chance; the claim of docs/python.md takes minutes."""
        if TORCH == "-":
            self.skipTest("there is no PyTorch here")
        out = self.folder / "towers.npz"
        said = run(TORCH, "dmc.py", "--minutes", 0.2, "--count", 128, "--games", 100, "--against", "random", "--out", out)
        share = float(re.search(r"against random: wins ([\d.]+) %", said)[1])
        self.assertGreater(share, 70, said)
        batch = arkad.Batch("towers", 2, 8, 1, width=32)
        learned = players.Learned.read(out)  # without PyTorch
        for _ in range(20):
            batch.step(learned.choose(batch))

    def test_first_player(self):
        out = self.folder / "first.svg"
        said = run(sys.executable, "first_player.py", "--games", 64, "--out", out)
        self.assertEqual(len(said.splitlines()), len(arkad.games()))
        for line in said.splitlines():
            self.assertAlmostEqual(sum(map(float, re.findall(r"([\d.]+) % \(", line))), 100, delta=0.3)
        self.assertEqual(out.read_text().count("<rect"), 1 + 3 * len(arkad.games()))

    def test_exploitability_falls(self):
        said = run(sys.executable, "exploit.py", "--iterations", 20, "--width", 4, "--bot", "search:10", "--seed", 1)
        by_chance, _, after = (float(number) for number in re.findall(r": ([\d.]+)$", said, re.M))
        self.assertGreater(by_chance, 0.1)
        self.assertLess(after, by_chance / 2)


tap.run()
