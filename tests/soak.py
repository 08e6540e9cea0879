"""A server under load, with hostile clients and faults, for as long as one likes: soak.py ARKAD MINUTES [SET_CLOCK].

People play all the games over connections that break, while others send garbage, flood, and leave connections half open;
the disk is full for a while, the clock is set back and forth, the process is killed. Whoever plays writes down every
move that was acknowledged. In the end each of them must be in the data file as it was made. Prints what was done and lost;
exits with 1 if anything was."""

import collections
import http.client
import json
import os
import pathlib
import random
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from ws import Person, Refused, Server, frame

ARKAD, MINUTES = sys.argv[1], float(sys.argv[2])
SET_CLOCK = sys.argv[3] if len(sys.argv) > 3 else str(pathlib.Path(ARKAD).parent / "libset_clock.so")
GAMES = [json.loads(line) for line in subprocess.run([ARKAD, "games", "--json"], capture_output=True, check=True).stdout.splitlines()]
GAMES = [game for game in GAMES if not game["is_hidden"]]
TABLES_EACH = 2
PATIENCE = 5  # seconds without news until a player connects again


class Soak:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.data, self.clock = self.folder / "soak.db", self.folder / "clock"
        self.clock.write_bytes(bytes(8))
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        self.done = collections.Counter()
        self.acknowledged = []  # (table, number, seat, move)
        self.complaints = b""
        self.seats = []
        self.server = Server(ARKAD, self.data, "--limits", "on", "--trust", "127.0.0.1", "--check-seconds", "5",
                             LD_PRELOAD=SET_CLOCK, ARKAD_CLOCK=str(self.clock), ASAN_OPTIONS="verify_asan_link_order=0")

    def count(self, what, number=1):
        with self.lock:
            self.done[what] += number

    def drain(self):
        """What the server logs must not fill its pipe."""
        try:
            self.complaints += self.server.process.stderr.read() or b""
        except (OSError, ValueError):
            pass


class Guest(Person):
    """Somebody at an address of their own, who comes in as soon as the server lets them."""

    def __init__(self, soak, number):
        self.server, self.token, self.cookie = soak.server, None, None
        self.address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"

    def ask_raw(self, method, path, body=None, headers=None):
        return super().ask_raw(method, path, body, {"X-Forwarded-For": self.address, **(headers or {})})


class Over(Exception):
    """The time is up."""


TROUBLE = (OSError, Refused, AssertionError, ValueError, http.client.HTTPException)


def until_done(soak, action):
    """Again and again until it works: the server may be down, or may not be able to save."""
    while not soak.is_over.is_set():
        try:
            return action()
        except TROUBLE:
            soak.count("requests tried again")
            time.sleep(0.3)
    raise Over


class Seat:
    """One person at one table after another, over connections that may break at any time."""

    def __init__(self, soak, number):
        self.soak, self.person, self.line, self.code = soak, Guest(soak, number), None, None
        soak.seats.append(self)

    def come_in(self):
        until_done(self.soak, lambda: self.person.ask("POST", "/guest", {}))

    def watch(self, code):
        """A new connection, and the table as it is now."""
        self.code, self.sent = code, None

        def connect():
            if self.line:
                self.line.close()
            self.line = self.person.connect(lists=True)
            self.line.socket.settimeout(PATIENCE)
            return self.line.ask("watch", table=code)
        self.take(until_done(self.soak, connect))

    def take(self, told):
        if told.get("is") not in ("table", "entry") or told.get("table") not in (self.code, None) and not isinstance(told.get("table"), dict):
            return
        if told["is"] == "table":
            self.seat = told["seat"]
        self.n, self.moves, self.waits = told["n"], told.get("moves", []), told["waits"]
        self.state = "over" if told.get("entry", {}).get("kind") == "over" or (told["is"] == "table" and told["table"]["state"] == "over") else "playing"
        entry = told.get("entry", {})
        if "re" in told and entry.get("kind") == "move" and entry.get("seat") == self.seat:
            with self.soak.lock:
                self.soak.acknowledged.append((self.code, told["n"], self.seat, entry["move"]))

    def hear(self):
        """What has come, if anything; a connection that broke is made again."""
        try:
            for message in self.line.listen():
                self.take(message)
            self.line.heard.clear()
            if self.line.is_open:
                return
        except (OSError, ValueError):
            pass
        self.soak.count("connections made again")
        self.watch(self.code)

    def move(self, choose):
        if self.sent == self.n or self.seat not in self.waits or not self.moves:
            return
        self.sent, self.at = self.n, time.monotonic()
        try:
            self.line.say("move", table=self.code, n=self.n + 1, move=choose.choice(self.moves))
        except OSError:
            self.line.is_open = False


def play_tables(soak, game, number):
    choose = random.Random(number)
    seats = [Seat(soak, number * 16 + i) for i in range(game["players_min"])]
    try:
        for seat in seats:
            seat.come_in()
        while not soak.is_over.is_set():
            play_one(soak, game["name"], seats, choose)
            soak.count(f"games of {game['name']}")
    except Over:
        pass
    for seat in seats:
        if seat.line:
            seat.line.close()


def play_one(soak, game, seats, choose):
    table = until_done(soak, lambda: seats[0].person.ask("POST", "/tables", {"game": game, "players": len(seats), "public": False}))
    for seat in seats[1:]:
        def sit():
            try:
                seat.person.ask("POST", f"/tables/{table['code']}/sit", {})
            except Refused as refused:
                if refused.status != 409:  # sits already: the answer was lost
                    raise
        until_done(soak, sit)
    for seat in seats:
        seat.watch(table["code"])
    news = time.monotonic()
    last = 0
    while not soak.is_over.is_set() and any(seat.state != "over" for seat in seats):
        for seat in seats:
            seat.hear()
            seat.move(choose)
        newest = max(seat.n for seat in seats)
        if newest > last:
            last, news = newest, time.monotonic()
        if time.monotonic() - news > PATIENCE:  # the answer was lost with the connection, or with the server's memory
            for seat in seats:
                seat.watch(table["code"])
            news = time.monotonic()
        time.sleep(0.01)


# ---- Hostile clients --------------------------------------------------------------------------------------------------

def send_garbage(soak, choose):
    with socket.create_connection(("127.0.0.1", soak.server.port), timeout=2) as line:
        line.sendall(choose.choice((choose.randbytes(2000), b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 3000, b"POST /api/1/guest HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
                                    b"GET /ws/1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n")))
        line.settimeout(1)
        line.recv(1000)


def stay_half_open(soak, choose):
    lines = [socket.create_connection(("127.0.0.1", soak.server.port), timeout=2) for _ in range(20)]
    for line in lines:
        line.sendall(b"GET /api/1/tables HTTP/1.1\r\nHos")
    time.sleep(1)
    for line in lines:
        line.close()


def flood(soak, choose):
    guest = Guest(soak, 1 << 20 | choose.getrandbits(18))
    guest.ask("POST", "/guest", {})
    line = guest.connect()
    for _ in range(500):
        line.send_raw(choose.choice(('{"do":"lobby"}', '{"do":"ping"}', "{", "[" * 500, '{"do":"move","table":"x","n":1e9,"move":"' + "a" * 3000 + '"}',
                                     '{"do":"watch","table":"aaaaaa","since":-99999999999}')))
    line.socket.sendall(frame(choose.randrange(16), choose.randbytes(100))[:-7])
    line.close()


def be_hostile(soak, number):
    choose = random.Random(number)
    while not soak.is_over.is_set():
        what = choose.choice((send_garbage, stay_half_open, flood))
        try:
            what(soak, choose)
        except TROUBLE:
            pass
        soak.count(f"hostile: {what.__name__.replace('_', ' ')}")
        time.sleep(0.1)


# ---- Faults ------------------------------------------------------------------------------------------------------------

def kill(soak, choose):
    soak.drain()
    soak.server.kill()
    soak.complaints += soak.server.complaints
    soak.server.start()


def fill_disk(soak, choose):
    pid = soak.server.process.pid
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    time.sleep(choose.uniform(0.5, 3))
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def set_clock(soak, choose):
    with open(soak.clock, "r+b") as file:
        file.write(choose.choice((0, -86400, 86400, -5, 3600, 0)).to_bytes(8, sys.byteorder, signed=True))


def cut_connections(soak, choose):
    """Closes them in the kernel, under the server's feet, as a network does."""
    for seat in list(soak.seats):
        line = seat.line
        if line and choose.random() < 0.5:
            try:
                line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                line.socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def stop_well(soak, choose):
    soak.drain()
    soak.server.stop()
    soak.complaints += soak.server.complaints
    soak.server.start()


FAULTS = (kill, kill, fill_disk, set_clock, cut_connections, stop_well)


def run_load(soak, game):
    """The server's own load generator, on a server of its own without limits: it verifies by itself."""
    with tempfile.TemporaryDirectory(dir=soak.folder) as folder:
        server = Server(ARKAD, pathlib.Path(folder) / "load.db")
        done = subprocess.run([ARKAD, "load", f"http://127.0.0.1:{server.port}", "--game", game["name"], "--tables", "5", "--seconds", "3",
                               "--verify", "--json"], capture_output=True)
        server.stop()
    told = json.loads(done.stdout or b"{}")
    soak.count("arkad load --verify: moves found", told.get("verified", 0))
    soak.count("arkad load --verify: moves lost", told.get("lost", 1))
    soak.count("arkad load --verify: errors", told.get("errors", 1) + (done.returncode != 0))


def disturb(soak, until):
    choose, turn = random.Random(17), 0
    while time.monotonic() < until:
        time.sleep(min(choose.uniform(1, 4), max(0, until - time.monotonic())))
        fault = choose.choice(FAULTS)
        fault(soak, choose)
        soak.count(f"fault: {fault.__name__.replace('_', ' ')}")
        soak.drain()
        turn += 1
        if turn % 8 == 0 and time.monotonic() + 10 < until:
            run_load(soak, GAMES[turn // 8 % len(GAMES)])


# ---- The end -----------------------------------------------------------------------------------------------------------

def lost_of(soak):
    """The acknowledged moves that the data file does not have as they were made."""
    with sqlite3.connect(soak.data) as data:
        stored = {(code, number): (seat, text) for code, number, seat, text in
                  data.execute("SELECT code, number, seat, text FROM log JOIN tables ON id = table_id WHERE kind = 2")}
        sound = data.execute("PRAGMA integrity_check").fetchone()[0]
    data.close()
    lost = [one for one in soak.acknowledged
            if stored.get(one[:2], (None, ""))[0] != one[2] or not stored[one[:2]][1].endswith(f" person {one[3]}")]
    return lost, len(stored), sound


def main():
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(folder)
        threads = [threading.Thread(target=play_tables, args=(soak, game, 1 + at * TABLES_EACH + copy))
                   for at, game in enumerate(GAMES) for copy in range(TABLES_EACH)]
        threads += [threading.Thread(target=be_hostile, args=(soak, number)) for number in range(3)]
        for thread in threads:
            thread.start()
        try:
            disturb(soak, time.monotonic() + MINUTES * 60)
        finally:
            soak.is_over.set()
            for thread in threads:
                thread.join()
        soak.drain()
        soak.server.stop()
        soak.complaints += soak.server.complaints
        lost, stored, sound = lost_of(soak)
        bad = soak.done["arkad load --verify: moves lost"] + soak.done["arkad load --verify: errors"]
        for what in sorted(soak.done):
            print(f"{what:44} {soak.done[what]:>9,}")
        broken = soak.complaints.count(b"table-broken") + soak.complaints.count(b"store-broken")
        for what, number in (("moves in the data file", stored), ("moves acknowledged", len(soak.acknowledged)), ("acknowledged and lost", len(lost)),
                             ("tables or files found broken", broken), ("complaints of sanitizers", soak.complaints.count(b"Sanitizer"))):
            print(f"{what:44} {number:>9,}")
        print(f"{'the data file':44} {sound:>9}")
        for line in [line for line in soak.complaints.splitlines() if b"-broken" in line][:5]:
            print(line.decode(errors="replace"))
        for one in lost[:10]:
            print("lost:", *one)
        is_good = not lost and not bad and not broken and soak.acknowledged and sound == "ok" and b"Sanitizer" not in soak.complaints
        return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
