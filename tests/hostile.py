"""Guests of many addresses do their worst within the limits while two people play: hostile.py ARKAD [--seconds S]
[--guests N] [--times]. Prints TAP; with --url it attacks a server that runs already.

By default a short run that asserts on what was sent, held and answered; times are printed only. With --times they are
judged as well: the player's answers within 50 ms (99 of 100). A server that is attacked from outside must
trust nobody and have its limits on; guests come from 127.0.1.1, 127.0.1.2 and so on.
"""

import argparse
import http.client
import json
import multiprocessing
import pathlib
import random
import re
import sys
import tempfile
import threading
import time
import urllib.parse

import ws

OPTIONS = argparse.ArgumentParser()
OPTIONS.add_argument("arkad", nargs="?")
OPTIONS.add_argument("--url", help="a server that runs already, on this machine")
OPTIONS.add_argument("--seconds", type=float, default=4)
OPTIONS.add_argument("--guests", type=int, default=50, help="each with an address of its own")
OPTIONS.add_argument("--times", action="store_true", help="judge the times, too; for a quiet machine")
ANSWER_S = 0.05
GANGS = 5


class Outside:
    """A server that somebody else has started."""

    def __init__(self, url):
        self.port = urllib.parse.urlsplit(url).port or 80


class Guest(ws.Person):
    """Somebody with an address of their own."""

    def __init__(self, server, number):
        self.source = (f"127.0.{1 + number // 250}.{1 + number % 250}", 0)
        super().__init__(server)


# ---- What they do ---------------------------------------------------------------------------------------------------------


def one_of(guest, state):
    """The line of this guest, opened again if the server has closed it."""
    line = state.get("line")
    if line is None or not line.is_open:
        state["line"] = line = guest.connect()
    return line


def lobbies(guest, state):
    line = one_of(guest, state)
    line.socket.sendall(b"".join(ws.frame(1, b'{"do":"lobby"}') for _ in range(40)))


def noise(guest, state):
    line = one_of(guest, state)
    line.socket.sendall(b"".join(ws.frame(1, secrets) for secrets in [b"[" * 15 + b"1" * 8000] * 20))


def pings(guest, state):
    line = one_of(guest, state)
    line.socket.sendall(b"".join(ws.frame(9, b"x" * 100) for _ in range(200)))
    line.socket.sendall(b"".join(ws.frame(1, b'{"do":"ping"}') for _ in range(500)))


def crumbs(guest, state):
    """A message in as many frames as one likes, which never ends."""
    line = one_of(guest, state)
    crumb = bytearray(ws.frame(0, b" "))
    crumb[0] = 0
    line.socket.sendall(b"\x01" + ws.frame(1, b"{")[1:] + bytes(crumb) * 2000)


def unread(guest, state):
    """Asks for much, and reads nothing of it."""
    line = state.get("deaf")
    if line is None or time.monotonic() > state["deaf_until"]:
        state["deaf"], state["deaf_until"] = line, _ = guest.connect(), time.monotonic() + 3
    line.socket.sendall(b"".join(ws.frame(1, b'{"do":"lobby"}') for _ in range(10)))


def tables(guest, state):
    """Games against the strongest bots, left at once."""
    if random.random() < 0.2:
        guest.ask_raw("POST", "/api/1/tables", {"game": "towers", "options": {"starter": 1}, "seats": [{"kind": "me"}, *[{"kind": "bot", "level": 5}] * 4]})
    guest.ask_raw("GET", "/api/1/tables?mine=1")


def seats(guest, state):
    """Sits down and stands up again, which everybody in the lobby is told."""
    if not state.get("open"):
        state["open"] = json.loads(guest.ask_raw("POST", "/api/1/tables", {"game": "byzanz", "players": 3})[2]).get("code")
    lists = json.loads(guest.ask_raw("GET", "/api/1/tables")[2]).get("tables", [])
    for table in random.sample(lists, min(2, len(lists))):
        guest.ask_raw("POST", f"/api/1/tables/{table['code']}/sit", {})
        guest.ask_raw("POST", f"/api/1/tables/{table['code']}/stand")


def pages(guest, state):
    for _ in range(5):
        guest.ask_raw("GET", "/")
        guest.ask_raw("GET", "/api/1/games")


def stale(guest, state):
    """Watches the table of those who play, and asks for its whole past."""
    line = one_of(guest, state)
    for _ in range(10):
        line.say("watch", table=state["victim"], since=0, words=True)
        line.say("move", table=state["victim"], n=1, move="bid 0")


WORST = (lobbies, noise, pings, crumbs, unread, tables, seats, pages, stale)


def drain(state):
    line = state.get("line")
    if line is not None and line.is_open:
        line.heard.clear()
        line.listen()
        line.heard.clear()


def harass(server, number, victim, until, deeds):
    guest, state = Guest(server, number), {"victim": victim}
    deed = WORST[number % len(WORST)]
    while time.monotonic() < until:
        try:
            deed(guest, state)
            drain(state)
            deeds[number] += 1
        except (OSError, AssertionError, ValueError, http.client.HTTPException):
            state.pop("line", None)  # cut off, as it should be
            state.pop("deaf", None)
        time.sleep(0.02)


def gang(port, numbers, victim, until, deeds):
    """Some of them, in a process of their own, so that nobody waits for this program instead of the server."""
    server = Outside(f"http://127.0.0.1:{port}")
    threads = [threading.Thread(target=harass, args=(server, number, victim, until, deeds), daemon=True) for number in numbers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(ws.WAIT)


class Attack:
    def __init__(self, server, guests, victim, seconds):
        self.until = time.monotonic() + seconds
        self.deeds = multiprocessing.Array("i", guests)
        self.gangs = [multiprocessing.Process(target=gang, args=(server.port, range(first, guests, GANGS), victim, self.until, self.deeds))
                      for first in range(GANGS)]
        for each in self.gangs:
            each.start()

    def end(self):
        for each in self.gangs:
            each.join()


# ---- Those who play -------------------------------------------------------------------------------------------------------


class Player:
    """Sits at a table with a bot, makes moves, and measures how long each answer takes."""

    def __init__(self, server):
        self.person = ws.Person(server)
        self.times, self.refused = [], 0
        self.begin()

    def begin(self):
        self.code = self.person.ask("POST", "/tables", {"game": "towers", "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}]})["code"]
        self.line = self.person.connect(lists=True)
        self.line.ask("watch", table=self.code)
        share = "00" * 32
        self.line.hear("promise")
        self.line.say("promise", table=self.code, hash=ws.promise(share, self.code))
        self.line.hear("give")
        self.line.say("give", table=self.code, bytes=share)
        self.n, self.moves = 0, None

    def listen(self):
        for message in self.line.listen():
            self.take(message)
        self.line.heard.clear()

    def take(self, message):
        if message["is"] != "entry" or message["n"] <= self.n:
            return
        self.n = message["n"]
        self.moves = message.get("moves")
        if message["entry"]["kind"] == "over":
            self.moves = "over"

    def step(self):
        self.listen()
        if self.moves == "over":
            self.line.close()
            self.begin()
        start = time.monotonic()
        if self.moves:
            answer = self.line.ask("move", table=self.code, n=self.n + 1, move=random.choice(self.moves))
            self.moves = None
        else:
            answer = self.line.ask("ping")
        self.times.append(time.monotonic() - start)
        self.refused += answer["is"] == "error"
        self.take(answer)


# ---- What must hold -------------------------------------------------------------------------------------------------------


def figures(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=ws.WAIT)
    connection.request("GET", "/metrics")
    page = connection.getresponse().read().decode()
    connection.close()
    page = re.sub(r'\{le="(\S+)"\}', r"_\1", page)
    return {name: float(value) for name, value in re.findall(r"^(\S+) (\S+)$", page, re.M)}


def turns_above(before, after, le):
    """How many turns took more CPU than this; however busy the machine is."""
    count = lambda page, name: page.get(name, 0)
    below = f"arkad_turn_seconds_bucket_{le}"
    return sum(sign * (count(page, "arkad_turn_seconds_count") - count(page, below)) for page, sign in ((after, 1), (before, -1)))


def quantile(times, part):
    return sorted(times)[min(len(times) - 1, int(part * len(times)))] * 1000


def check(what, holds):
    check.count += 1
    check.failed += not holds
    print("ok" if holds else "not ok", check.count, "-", what, flush=True)


check.count = check.failed = 0


def run(server, options):
    player = Player(server)
    before = figures(server)
    attack = Attack(server, options.guests, player.code, options.seconds)
    while time.monotonic() < attack.until:
        player.step()
        time.sleep(0.02)
    attack.end()
    after = figures(server)
    spent = {name: after[name] - before.get(name, 0) for name in after}
    times = player.times
    print(f"# {options.guests} guests for {options.seconds:g} s: {sum(attack.deeds)} bad deeds, {spent['arkad_limited_total']:g} refused, "
          f"{spent['arkad_deferred_total']:g} deferred, {spent['arkad_connections_cut_off_total']:g} cut off, "
          f"{spent['arkad_bytes_out_total'] / 1e6:.0f} MB sent, {spent['process_cpu_seconds_total']:.1f} s of CPU, "
          f"at most {after['process_resident_memory_max_bytes'] / 1e6:.0f} MB of memory")
    print(f"# answers to the player: {len(times)}, median {quantile(times, 0.5):.1f} ms, 99 % {quantile(times, 0.99):.1f} ms, longest {max(times) * 1000:.1f} ms")
    turns, slow = spent["arkad_turn_seconds_count"], {le: turns_above(before, after, le) for le in ("0.02", "0.05", "0.1")}
    print(f"# {turns:g} turns of the loop took {1000 * spent['arkad_turn_seconds_sum'] / turns:.2f} ms of CPU each; more than 20, 50, 100 ms: "
          + ", ".join(f"{count:g}" for count in slow.values()))
    is_sanitized = bool(options.arkad) and ws.is_sanitized(options.arkad)
    check("hardly any turn takes so much CPU that somebody would notice", is_sanitized or slow["0.1"] <= max(2, turns / 100))
    check("the player was answered and never refused", len(times) > 5 and not player.refused)
    check("others had to wait for their share", spent["arkad_deferred_total"] > 0)
    echo = spent["arkad_bytes_in_total"]  # a ping is answered with what it said
    check("what was sent is bounded", spent["arkad_bytes_out_total"] < echo + (50 + 4 * options.seconds) * 1e6 * max(1, options.guests / 50))
    check("memory is bounded", is_sanitized or after["process_resident_memory_max_bytes"] < 400e6)
    check("everything can still be saved", after["arkad_can_save"] == 1 and not spent["arkad_commits_failed_total"])
    if options.times:
        check("others were told that they ask too often", spent["arkad_limited_total"] > 0)
        check(f"99 of 100 answers within {ANSWER_S * 1000:g} ms", quantile(times, 0.99) <= ANSWER_S * 1000)


def main():
    options = OPTIONS.parse_args()
    if options.url:
        run(Outside(options.url), options)
    else:
        with tempfile.TemporaryDirectory() as folder:
            server = ws.Server(options.arkad, pathlib.Path(folder) / "hostile.db", "--limits", "on", "--max-per-address", "200")
            run(server, options)
            server.stop()
    print(f"1..{check.count}")
    sys.exit(bool(check.failed))


if __name__ == "__main__":
    main()
