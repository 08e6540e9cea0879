"""Writes seeds for the fuzzers, from games that `arkad` plays and from what clients send: corpus.py ARKAD FOLDER."""

import json
import pathlib
import subprocess
import sys

REQUESTS = [
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /k%C3%B6z?a=b HTTP/1.1\r\nHost: [::1]:80\r\nCookie: a=b; arkad=c\r\nConnection: close\r\n\r\n",
    b"HEAD /a/b HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\nbody\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nbo\r\n2\r\ndy\r\n0\r\nT: t\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.4, 2001:db8::1, 10.0.0.1\r\nX-Forwarded-Proto: https\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x81\x85\0\0\0\0hello",
]
FRAMES = [
    b"\x81\x85\0\0\0\0hello\x89\x81\0\0\0\0p\x8a\x80\0\0\0\0",
    b"\x01\x82\0\0\0\0\xc3\xa1\x89\x80\0\0\0\0\x00\x81\0\0\0\0x\x80\x80\0\0\0\0",
    b"\x81\xfe\x00\x80\0\0\0\0" + b"x" * 128,
    b"\x81\x84\0\0\0\0quit\x88\x82\0\0\0\0\x03\xe8",
    b"\x88\x80\0\0\0\0",
    b"\x82\x81\0\0\0\0x",
]
# Of two people at a table: see hub.c.
TABLE = '{"game":"%s","players":%d,"seats":[{"kind":"me"},{"kind":"open"}],"public":true,"clock":{"kind":"live","move_ms":60000,"bank_ms":60000}}'
OPENING = """0{"do":"hello","lists":true,"id":1}
1{"do":"hello","lang":"hu","lists":true}
1{"do":"lobby"}
0POST /api/1/tables TABLE
1POST /api/1/tables/$/sit {}
0{"do":"watch","table":"$","since":0,"words":true,"memory":true}
1{"do":"watch","table":"$"}
0{"do":"give","table":"$","bytes":"HEX"}
1{"do":"give","table":"$","bytes":"HEX"}
""".replace("HEX", "ab" * 32)
TALKS = [
    """0{"do":"move","table":"$","n":#,"move":"@","id":7}
1{"do":"move","table":"$","n":#,"move":"@"}
""" * 12,
    """0{"do":"move","table":"$","n":#,"move":"@"}
0{"do":"undo","table":"$","n":#}
1{"do":"answer","table":"$","n":#,"ask":3,"yes":true}
0{"do":"pause","table":"$","n":#}
1{"do":"answer","table":"$","n":#,"ask":#,"yes":false}
1{"do":"chat","table":"$","text":"szia"}
0{"do":"mute","table":"$","name":"x","yes":true}
""",
    """1{"do":"away","table":"$","n":#}
1{"do":"back","table":"$","n":#}
1{"do":"resign","table":"$","n":#}
1{"do":"unwatch","table":"$"}
0{"do":"ping","id":2}
0{"do":"leave-lobby"}
""",
    """0GET /api/1/tables?mine=1
0GET /api/1/tables/$
0POST /api/1/tables/$/rematch
0GET /api/1/tables/$/game
1GET /api/1/tables/$/replay?seat=all
1POST /api/1/tables/$/analysis
1POST /api/1/quick {"game":"GAME","players":3}
1POST /api/1/tables/$/seats/1 {"kind":"bot","level":2}
1POST /api/1/tables/$/stand
1DELETE /api/1/tables/$
0PATCH /api/1/me {"lang":"hu","settings":{"a":1}}
0GET /api/1/people/x
0POST /api/1/logout {"everywhere":true}
""",
]


def talks(games, folder):
    (folder / "hub").mkdir(parents=True, exist_ok=True)
    for game in (game["name"] for game in games if game["players_min"] == 2 and not game["is_hidden"]):
        for number, talk in enumerate(TALKS):
            text = OPENING.replace("TABLE", TABLE % (game, 2)) + talk.replace("GAME", game)
            (folder / "hub" / f"{game}-{number}").write_text(text)


def connections(folder):
    """The first byte says how the connection behaves, the second how large the pieces are that arrive."""
    for part, seeds in (("http", REQUESTS), ("websocket", FRAMES)):
        (folder / part).mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            for flags, piece in ((0, 0), (1, 1), (2, 0), (4, 7), (8, 3), (16, 0), (32, 50)):
                (folder / part / f"{number}-{flags}").write_bytes(bytes([flags, piece]) + seed)


def main(arkad, folder):
    folder = pathlib.Path(folder)
    listed = subprocess.run([arkad, "games", "--json"], capture_output=True, check=True).stdout
    games = [json.loads(line) for line in listed.splitlines()]
    connections(folder)
    talks(games, folder)
    for part in ("trace", "position", "memory", "move"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for index, about in enumerate(games):
        game, fewest = about["name"], about["players_min"]
        for players in range(fewest, about["players_max"] + 1):
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
