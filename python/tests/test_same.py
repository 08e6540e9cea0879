"""The same game through everything that plays it: test_same.py ARKAD TREE. Prints TAP.

The bot of examples/study sits down at a server's table beside others of its kind. What the server says it was, position by
position, is what the package, the program and WebAssembly make of its seed and moves, byte for byte.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import urllib.request
from concurrent.futures import ThreadPoolExecutor

TREE = pathlib.Path(sys.argv.pop()).resolve()
ARKAD = pathlib.Path(sys.argv.pop()).resolve()
sys.path[:0] = [str(TREE / "tests"), str(TREE / "examples/study")]

import table_bot  # noqa: E402
import tap  # noqa: E402
import ws  # noqa: E402

import arkad  # noqa: E402

WASM = [ARKAD.parent / name for name in ("arkad.wasm", "thinker.wasm", "maps.wasm")]


def run(*words):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise AssertionError(f"{words[:4]}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


class Same(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.server = ws.Server(str(ARKAD), self.folder / "store.db")
        self.addCleanup(self.server.stop)

    def played(self, game, players, options):
        """Who made the table, its code and the result, after a game of table bots: one its own process, the others here."""
        url = f"http://127.0.0.1:{self.server.port}"
        people = [table_bot.Server(url) for _ in range(players - 1)]
        for person in people:
            person.ask("POST", "/guest", {"lang": "en"})
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)]
        table = people[0].ask("POST", "/tables", {"game": game, "players": players, "seats": seats, "options": options})
        bot = [sys.executable, TREE / "examples/study/table_bot.py", f"{url}/table/{table['code']}", "--bot", "random"]
        for person in people[1:]:
            person.ask("POST", f"/tables/{table['code']}/sit", {})
        with ThreadPoolExecutor(players) as pool:
            other = pool.submit(run, *bot)
            results = list(pool.map(lambda person: table_bot.Sitting(person, table, "random").play(), people))
            self.assertTrue(all(result == json.loads(other.result()) for result in results))
        return people[0], table["code"], results[0]

    def test_every_game(self):
        for game, players, options in (("towers", 2, {}), ("byzanz", 3, {}), ("alhambra", 2, {}), ("pharaoh", 3, {"offers": 0}), ("maharaja", 2, {})):
            owner, code, result = self.played(game, players, options)
            told = [step["view"] for step in owner.ask("GET", f"/tables/{code}/replay?seat=all")["steps"]]
            file = self.folder / f"{game}.jsonl"
            with urllib.request.urlopen(urllib.request.Request(f"{owner.address}/api/1/tables/{code}/game", headers=owner.known)) as answer:
                file.write_bytes(answer.read())
            with self.subTest(game):
                trace = arkad.Trace.read(file)
                self.assertEqual(result["scores"], list(trace.result.scores))
                positions = [position.json_text() for position in trace.positions]
                self.assertEqual([json.loads(text) for text in positions], told)
                again = arkad.Trace(trace.setup)
                for step in trace.steps:
                    self.assertEqual(again.apply(step.seat, str(step.move)), step.after)
                self.assertEqual(run(ARKAD, "replay", file).splitlines(), positions)
                traced = self.folder / f"{game}.trace"
                trace.write(traced, positions=True)
                run(ARKAD, "check", traced)
                run("node", TREE / "tests/test_wasm.mjs", ARKAD, *WASM, traced)


tap.run()
