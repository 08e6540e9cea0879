"""A server under load, with hostile clients and faults, for as long as one likes: soak.py ARKAD MINUTES [SET_CLOCK].

People play all the games over connections that break; they take back, pause, leave, chat, and keep back shares of the seed.
Others flood, send garbage, read nothing, leave connections half open. The disk is full for a while, the clock is set back
and forth, the process is stopped, frozen, killed. Whoever plays or watches writes down everything they are told. In the end
each of these entries must be in the data file as it was told, and whatever was played must be what its seed deals. Prints
what was done and lost; exits with 1 if anything was."""

import collections
import http.client
import json
import os
import pathlib
import random
import resource
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

import hostile
import ws
from ws import Person, Refused, Server, frame

ARKAD, MINUTES = sys.argv[1], float(sys.argv[2])
SET_CLOCK = sys.argv[3] if len(sys.argv) > 3 else str(pathlib.Path(ARKAD).resolve().parent / "libset_clock.so")
GAMES = [json.loads(line) for line in subprocess.run([ARKAD, "games", "--json"], capture_output=True, check=True).stdout.splitlines()]
GAMES = [game for game in GAMES if not game["is_hidden"]]
TABLES_EACH = 2
PATIENCE = 5  # seconds without news until a player connects again
MISCHIEF = 0.03  # how often a player does something else than to move
CHECKED_MAX = 100  # games that are checked at the end


class Soak:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.data, self.clock = self.folder / "soak.db", self.folder / "clock"
        self.clock.write_bytes(bytes(8))
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        self.done = collections.Counter()
        self.entries = {}  # (table, number): what was told about it
        self.lines = set()  # (table, text) of chat that was acknowledged
        self.complaints = b""
        self.seats = []
        self.server = Server(ARKAD, self.data, "--limits", "on", "--trust", "127.0.0.1", "--check-seconds", "5",
                             LD_PRELOAD=SET_CLOCK, ARKAD_CLOCK=str(self.clock), ASAN_OPTIONS="verify_asan_link_order=0")

    def count(self, what, number=1):
        with self.lock:
            self.done[what] += number

    def note(self, code, entry):
        """Somebody was told this entry: from now on it must be in the log, and be the same for all."""
        key, seat, text = (code, entry["n"]), entry.get("seat", -1), text_of(entry)
        with self.lock:
            told = self.entries.setdefault(key, (entry["kind"], seat, entry["at"], text))
            if told[3] is None and text is not None:
                told = self.entries[key] = (*told[:3], text)
            if told[:3] != (entry["kind"], seat, entry["at"]) or text not in (None, told[3]):
                self.done["entries told in two ways"] += 1

    def drain(self):
        """What the server logs must not fill its pipe."""
        try:
            self.complaints += self.server.process.stderr.read() or b""
        except (OSError, ValueError):
            pass


def text_of(entry):
    """What the log says of an entry after the time that clocks ran; None: it is secret."""
    kind = entry["kind"]
    if kind == "move":
        return entry["move"] and f"{entry['by']} {entry['move']}"
    if kind == "ask":
        return f"{entry['what']} {sum(1 << seat for seat in entry['of'])} {entry.get('to', 0)}"
    if kind == "answer":
        return f"{entry['ask']} {int(entry['yes'])}"
    return str(entry.get("to" if kind == "undo" else "why", ""))


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
    """One person at one table after another, or watching it, over connections that may break at any time."""

    def __init__(self, soak, number, choose):
        self.soak, self.person, self.line, self.code, self.choose = soak, Guest(soak, number), None, None, choose
        soak.seats.append(self)

    def come_in(self):
        until_done(self.soak, lambda: self.person.ask("POST", "/guest", {}))

    def sit_at(self, code):
        self.code, self.n, self.share = code, 0, secrets.token_hex(32)
        self.watch()

    def watch(self):
        """A new connection, and what has happened at the table since."""
        self.sent = self.seen = None

        def connect():
            if self.line:
                self.line.close()
            self.line = self.person.connect(lists=True)
            self.line.socket.settimeout(PATIENCE)
            return self.line.ask("watch", table=self.code, since=self.n)
        self.take(until_done(self.soak, connect))

    def take(self, told):
        code = told.get("table")
        if (code["code"] if isinstance(code, dict) else code) != self.code:
            return
        take = {"table": self.take_table, "entry": self.take_entry, "promise": self.promise, "give": self.give, "chat": self.take_chat}
        take.get(told["is"], lambda told: None)(told)

    def take_table(self, told):
        table = told["table"]
        self.seat, self.n, self.asks, self.is_paused = told["seat"], told["n"], told["asks"], told["paused"]
        self.moves, self.waits, self.is_over = told.get("moves", []), told["waits"], table["state"] == "over"
        self.is_away = self.seat is not None and table["seats"][self.seat].get("is_away", False)
        for entry in told["entries"]:
            self.soak.note(self.code, entry)

    def take_entry(self, told):
        entry = told["entry"]
        self.soak.note(self.code, entry)
        kind = entry["kind"]
        self.n, self.moves, self.waits = told["n"], told.get("moves", []), told.get("waits", [])
        self.is_over |= kind == "over"
        self.is_paused = kind == "pause" or self.is_paused and kind != "resume"
        self.asks = [entry] if kind == "ask" else self.asks if kind == "answer" and entry["yes"] else []
        if entry.get("seat") == self.seat and kind in ("away", "back"):
            self.is_away = kind == "away"
        if "re" in told:
            self.soak.count(f"acknowledged: {kind}")

    def take_chat(self, told):
        if "re" in told:
            with self.soak.lock:
                self.soak.lines.add((self.code, told["text"]))

    def promise(self, told):
        if self.choose.random() < 0.8:
            for _ in range(self.choose.choice((1, 1, 3))):
                self.line.say("promise", table=self.code, hash=ws.promise(self.share, self.code))

    def give(self, told):
        """Most shares are shown; some late, twice, wrong, or never."""
        for share in self.choose.choice(((self.share,), (self.share,), (self.share,), (), ("00" * 32, self.share, self.share), ("00" * 32,))):
            self.line.say("give", table=self.code, bytes=share)

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
        self.watch()

    def be_a_nuisance(self):
        what = self.choose.choice(("undo", "undo", "pause", "away", "chat", "chat", "move", "resign"))
        if what == "chat":
            self.line.say("chat", table=self.code, text=secrets.token_hex(8))
        elif what != "resign" or self.choose.random() < 0.2:
            self.line.say(what, table=self.code, n=self.n + self.choose.choice((1, 1, 1, 1, 0, 2)), move="bid 0")

    def act(self):
        """At most one thing for every number; what gets no answer is tried again when patience ends."""
        if self.sent == self.n or self.seat is None or not self.n:
            return
        is_new, self.seen = self.seen != self.n, self.n
        asked = next((ask for ask in self.asks if self.seat in ask["of"]), None)
        try:
            if is_new and self.choose.random() < MISCHIEF:
                self.be_a_nuisance()
            elif asked:
                self.do("answer", ask=asked["n"], yes=self.choose.random() < 0.8)
            elif self.is_paused or self.is_away:
                self.do("resume" if self.is_paused else "back")
            elif self.seat in self.waits and self.moves:
                self.do("move", move=self.choose.choice(self.moves))
        except OSError:
            self.line.is_open = False

    def do(self, what, **rest):
        self.sent = self.n
        self.line.say(what, table=self.code, n=self.n + 1, **rest)


def play_tables(soak, game, number):
    """Those who sit there, and one who only watches."""
    choose = random.Random(number)
    seats = [Seat(soak, number * 16 + i, choose) for i in range(game["players_min"] + 1)]
    try:
        for seat in seats:
            seat.come_in()
        while not soak.is_over.is_set():
            play_one(soak, game, seats, choose)
            soak.count(f"games of {game['name']}")
    except Over:
        pass
    for seat in seats:
        if seat.line:
            seat.line.close()


def make_table(soak, game, seats, choose):
    bots = choose.randrange(game["players_max"] - game["players_min"] + 1) if choose.random() < 0.3 else 0
    chairs = [{"kind": "me"}, *[{"kind": "open"}] * (len(seats) - 2), *[{"kind": "bot", "level": 1}] * bots]
    clock = choose.choice(({"kind": "none"}, {"kind": "none"}, {"kind": "live", "move_ms": 5000, "bank_ms": 20000}))
    wanted = {"game": game["name"], "players": len(chairs), "seats": chairs, "public": False, "clock": clock}
    code = until_done(soak, lambda: seats[0].person.ask("POST", "/tables", wanted))["code"]
    for seat in seats[1:-1]:
        def sit():
            try:
                seat.person.ask("POST", f"/tables/{code}/sit", {})
            except Refused as refused:
                if refused.status != 409:  # sits already: the answer was lost
                    raise
        until_done(soak, sit)
    return code


def play_one(soak, game, seats, choose):
    code = make_table(soak, game, seats, choose)
    for seat in seats:
        seat.sit_at(code)
    last, news = 0, time.monotonic()
    while not soak.is_over.is_set() and any(not seat.is_over for seat in seats):
        for seat in seats:
            seat.hear()
            seat.act()
        newest = max(seat.n for seat in seats)
        if newest > last:
            last, news = newest, time.monotonic()
        if time.monotonic() - news > PATIENCE:  # the answer was lost with the connection, or with the server's memory
            for seat in seats:
                seat.watch()
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


def abuse(soak, choose):
    """What hostile.py does, against one of the tables in play."""
    guest = Guest(soak, 1 << 20 | choose.getrandbits(18))
    guest.ask("POST", "/guest", {})
    deed, state = choose.choice(hostile.WORST), {"victim": choose.choice(soak.seats).code or ""}
    for _ in range(20):
        deed(guest, state)
        hostile.drain(state)
        time.sleep(0.02)


def be_hostile(soak, number):
    choose = random.Random(number)
    while not soak.is_over.is_set():
        what = choose.choice((send_garbage, stay_half_open, flood, abuse, abuse))
        try:
            what(soak, choose)
        except TROUBLE:
            pass
        soak.count(f"hostile: {what.__name__.replace('_', ' ')}")
        time.sleep(0.1)


# ---- Faults ------------------------------------------------------------------------------------------------------------

def end(soak, how):
    """The server is ended and what it complained of kept. It must not have ended by itself."""
    soak.drain()
    soak.count("times that the server ended by itself", soak.server.process.poll() is not None)
    try:
        how()
    except AssertionError as failed:  # it did not end well
        soak.count("times that the server ended by itself")
        soak.complaints += str(failed).encode()
    soak.complaints += soak.server.complaints


def kill(soak, choose):
    end(soak, soak.server.kill)
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
    end(soak, soak.server.stop)
    soak.server.start()


def freeze(soak, choose):
    """As a machine that sleeps: nobody's clock may run out by it."""
    soak.server.process.send_signal(signal.SIGSTOP)
    time.sleep(choose.uniform(0.5, 7))
    soak.server.process.send_signal(signal.SIGCONT)


def back_up(soak, choose):
    """No fault, but a long reader of the file beside the one who writes."""
    copy = soak.folder / "copy.db"
    copy.unlink(missing_ok=True)
    done = subprocess.run([ARKAD, "backup", "--data", str(soak.data), str(copy)], capture_output=True)
    soak.count("backups that failed", done.returncode != 0)


FAULTS = (kill, kill, fill_disk, set_clock, set_clock, cut_connections, stop_well, freeze, back_up)


def run_load(soak, game):
    """The server's own load generator, on a server of its own without limits: it verifies by itself."""
    with tempfile.TemporaryDirectory(dir=soak.folder) as folder:
        server = Server(ARKAD, pathlib.Path(folder) / "load.db")
        done = subprocess.run([ARKAD, "load", f"http://127.0.0.1:{server.port}", "--game", game["name"], "--tables", "5", "--seconds", "3",
                               "--verify", "--json"], capture_output=True)
        server.stop()
    told = json.loads(done.stdout or "{}")
    soak.count("arkad load --verify: moves found", told.get("verified", 0))
    soak.count("arkad load --verify: moves lost", told.get("lost", 1))
    soak.count("arkad load --verify: moves not checked", told.get("unchecked", 1))
    soak.count("arkad load --verify: errors", told.get("errors", 1) + (done.returncode != 0))
    if done.returncode:
        soak.complaints += f"ERROR of arkad load: {told or done.stderr}\n".encode()


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

KINDS = ("start", "move", "ask", "answer", "undo", "pause", "resume", "away", "back", "over")


def lost_of(soak):
    """What somebody was told and the data file does not have as it was told; how much it has."""
    with sqlite3.connect(soak.data) as data:
        stored = {(code, number): (KINDS[kind - 1], seat, at, text.partition(" ")[2]) for code, number, kind, seat, at, text in
                  data.execute("SELECT code, number, log.kind, seat, at_ms, text FROM log JOIN tables ON id = table_id")}
        lines = set(data.execute("SELECT code, text FROM lines JOIN tables ON id = table_id"))
        sound = data.execute("PRAGMA integrity_check").fetchone()[0]
    data.close()
    lost = [(key, told, stored.get(key)) for key, told in soak.entries.items()
            if stored.get(key, ())[:3] != told[:3] or told[3] not in (None, stored[key][3])]
    return lost + [(line, None, None) for line in soak.lines - lines], len(stored), sound


def check_games(soak):
    """The games that were finished, from a server that is started once more, as `arkad check` sees them; how many are wrong."""
    with sqlite3.connect(soak.data) as data:
        codes = [row[0] for row in data.execute("SELECT code FROM tables WHERE state = 3 ORDER BY random() LIMIT ?", (CHECKED_MAX,))]
    data.close()
    soak.server.start()
    wrong = 0
    for number, code in enumerate(codes):  # each from an address of its own: whole games cost much of what one may ask
        status, _, saved = Guest(soak, number).ask_raw("GET", f"/api/1/tables/{code}/game")
        wrong += status != 200 or subprocess.run([ARKAD, "check", "-"], input=saved, capture_output=True).returncode != 0
    end(soak, soak.server.stop)
    return len(codes), wrong


def tell(soak):
    """The table; whether all is well."""
    lost, stored, sound = lost_of(soak)
    checked, wrong = check_games(soak)
    bad = {"entries and lines that were lost": len(lost), "entries told in two ways": soak.done.pop("entries told in two ways", 0),
           "games that do not check": wrong, "arkad load --verify: moves lost": soak.done.pop("arkad load --verify: moves lost", 0),
           "arkad load --verify: moves not checked": soak.done.pop("arkad load --verify: moves not checked", 0),
           "arkad load --verify: errors": soak.done.pop("arkad load --verify: errors", 0),
           "times that the server ended by itself": soak.done.pop("times that the server ended by itself", 0),
           "backups that failed": soak.done.pop("backups that failed", 0),
           "tables or files found broken": soak.complaints.count(b"-broken"), "complaints of sanitizers": soak.complaints.count(b"Sanitizer")}
    good = {**{what: soak.done[what] for what in sorted(soak.done)}, "entries in the data file": stored, "entries that somebody was told": len(soak.entries),
            "lines of chat that were acknowledged": len(soak.lines), "finished games that were checked": checked}
    for what, number in (good | bad).items():
        print(f"{what:44} {number:>9,}")
    print(f"{'the data file':44} {sound:>9}")
    for line in [line for line in soak.complaints.splitlines() if b"-broken" in line or b"ERROR" in line][:5]:
        print(line.decode(errors="replace"))
    for one in lost[:10]:
        print("lost:", *one)
    return sound == "ok" and len(soak.entries) > 0 and not any(bad.values())


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
        end(soak, soak.server.stop)
        return 0 if tell(soak) else 1


if __name__ == "__main__":
    sys.exit(main())
