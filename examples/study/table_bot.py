"""A bot that sits down at a server's table: table_bot.py URL [--bot 3] [--name NAME --password PASSWORD | --token TOKEN].

URL is the address of a table, as in the browser; there must be a free seat. Without a name it comes in as a guest. What the server
says is in docs/protocol.md; here is what a player needs of it: watch the table, and answer what waits for this seat. Put your own
player in the place of `arkad.Bot`: it is handed the view of its seat as a position, and returns a move.
"""

import argparse
import hashlib
import json
import os
import urllib.parse
import urllib.request

from websockets.sync.client import connect

import arkad


class Server:
    """Requests, with what the server knows us by."""

    def __init__(self, address, token=None):
        self.address, self.known = address, {"X-Arkad": "1"}
        if token:
            self.known["Authorization"] = f"Bearer {token}"

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + "/api/1" + path, data, {**self.known, "Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request) as answer:
            if "Set-Cookie" in answer.headers:
                self.known["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]
            return json.loads(answer.read() or "null")

    def live(self):
        return connect(self.address.replace("http", "ws", 1) + "/ws/1", additional_headers=self.known)


class Sitting:
    """A seat at a table, from the first card to the last."""

    def __init__(self, server, table, bot_name):
        self.server, self.code = server, table["code"]
        self.game = arkad.Game(table["game"])
        self.bot = arkad.Bot(self.game, bot_name)
        self.number, self.asked, self.share = 0, None, os.urandom(32)
        self.setup, self.seat, self.table = None, None, table

    def begin(self, table):
        """How the game is set up. Who starts may be drawn, and is then decided before the first view: the view says it."""
        options = [f"{name}={('off', 'on')[value] if isinstance(value, bool) else value}" for name, value in table["options"].items() if name != "map" and value != "drawn"]
        self.setup = self.game.setup(table["players"], ",".join(options), 0, table.get("map"))

    def play(self):
        with self.server.live() as socket:
            self.say = lambda do, **rest: socket.send(json.dumps({"do": do, "table": self.code, **rest}))
            socket.send(json.dumps({"do": "hello", "lang": "en"}))
            self.say("watch", since=0, memory=True)
            for line in socket:
                message = json.loads(line)
                getattr(self, "take_" + message["is"].replace("-", "_"), lambda message: None)(message)
                if self.table["state"] == "over":
                    return self.table["result"]

    # What the server says.

    def take_promise(self, message):
        """Everybody has a share in the seed, and nobody can choose it (docs/fairness.md)."""
        self.say("promise", hash=promise(self.share, self.code))

    def take_give(self, message):
        self.say("give", bytes=self.share.hex())

    def take_seats(self, message):
        self.table = {**self.table, **message["table"]}

    def take_table(self, message):
        self.table, self.seat = message["table"], message["seat"]
        self.think(message)

    def take_entry(self, message):
        if message["n"] > self.number:
            self.think(message)
        if message["entry"]["kind"] == "over":
            self.table = {**self.table, "state": "over", "result": message["entry"]["result"]}

    def take_error(self, message):
        if message["code"] != "stale":  # others may be faster; what is missing follows
            raise SystemExit(f"the server says: {message['message']}")

    def think(self, message):
        self.number = message["n"]
        if self.seat not in message.get("waits", []) or not message.get("view"):
            return
        if self.setup is None:
            self.begin(self.table)
        view = self.setup.read_json(written(message["view"]), self.seat, written(message["memory"]) if message.get("memory") else None)
        move = self.bot.choose(view, self.seat, seed=self.number)
        self.say("move", n=self.number + 1, move=str(move))


def written(value):
    """As the engine writes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def promise(share, code):
    return hashlib.sha256(b"arkad-share-1" + share + code.encode()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("--bot", default="3")
    parser.add_argument("--name")
    parser.add_argument("--password")
    parser.add_argument("--token")
    asked = parser.parse_args()
    url = urllib.parse.urlsplit(asked.url)
    server, code = Server(f"{url.scheme}://{url.netloc}", asked.token), url.path.rstrip("/").rsplit("/", 1)[-1]
    if asked.name:
        server.ask("POST", "/login", {"name": asked.name, "password": asked.password})
    elif not asked.token:
        server.ask("POST", "/guest", {"lang": "en"})
    table = server.ask("POST", f"/tables/{code}/sit", {})
    print(json.dumps(Sitting(server, table, asked.bot).play()))


if __name__ == "__main__":
    main()
