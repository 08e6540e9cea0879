"""Writes seeds for the fuzzers, from games that `arkad` plays: corpus.py ARKAD FOLDER."""

import json
import pathlib
import subprocess
import sys

GAMES = {"towers": 2, "byzanz": 3, "alhambra": 2, "pharaoh": 3, "maharaja": 2, "blank": 2}
MOST = {"towers": 5, "byzanz": 6, "alhambra": 6, "pharaoh": 4, "maharaja": 5, "blank": 4}


def main(arkad, folder):
    folder = pathlib.Path(folder)
    for part in ("trace", "position", "memory", "move"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for index, (game, fewest) in enumerate(GAMES.items()):
        for players in range(fewest, MOST[game] + 1):
            command = [arkad, "trace", game, "--players", str(players), "--seed", "corpus", "--bot", "wild"]
            lines = subprocess.run(command, capture_output=True, check=True).stdout.splitlines(keepends=True)
            name = f"{game}-{players}"
            (folder / "trace" / name).write_bytes(b"".join(lines[:6]))
            guest = json.loads(lines[0])
            guest["seed"] = None
            head = json.dumps(guest, separators=(",", ":")).encode() + b"\n"
            (folder / "trace" / f"{name}-guest").write_bytes(head + b"".join(lines[1:6]))
            for number, line in enumerate(lines[1:-1]):
                if number % max(1, len(lines) // 8):
                    continue
                move = json.loads(line)
                start = bytes([index, players - fewest, 0, 0])
                state = line[line.index(b'"state":') + 8 : line.rindex(b"}")]
                (folder / "position" / f"{name}-{number}").write_bytes(start + state)
                changes = bytes([index, players - fewest, number % 256, number % 256, number % 256, 2, 0, 9, 0, 9, 4])
                (folder / "memory" / f"{name}-{number}").write_bytes(changes)
                (folder / "move" / f"{name}-{number}").write_bytes(bytes([index, number % 256]) + move["move"].encode())


main(*sys.argv[1:])
