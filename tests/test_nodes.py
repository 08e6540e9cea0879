"""Several servers on one database: test_nodes.py ARKAD. Prints TAP."""

import random
import signal
import sys
import time
import unittest

import tap
import test_tables as tables
import ws
from nodes import Cluster

ARKAD = sys.argv[1]
GAMES = tuple(tables.FEWEST)


class House(tables.Table):
    """Three servers; the people of a table are spread over them."""

    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster(ARKAD, 3)
        cls.server = cls.cluster.proxy

    @classmethod
    def tearDownClass(cls):
        cls.cluster.end()

    def at(self, index, **who):
        """Somebody who asks this node directly."""
        return ws.Person(self.cluster.nodes[index % len(self.cluster.nodes)], **who)

    def spread(self, game, count=None, bots=0, **settings):
        count = count or tables.FEWEST[game]
        return self.sit_down(game, count=count, bots=bots, people=[self.at(i) for i in range(count - bots)], **settings)


class Play(House):
    def check_same(self, chairs):
        """All were told the same log, and it is the one that is stored."""
        log = int(self.cluster.database.sql("SELECT count(*) FROM log JOIN tables ON id = table_id "
                                            f"WHERE code = '{chairs[0].code}'"))
        for chair in chairs:
            self.assertEqual(sorted(chair.entries), list(range(1, log + 1)))
            for number, entry in chair.entries.items():
                self.assertEqual(entry["kind"], chairs[0].entries[number]["kind"])

    def test_every_game_with_its_people_on_three_nodes(self):
        for game in GAMES:
            with self.subTest(game=game):
                chairs = self.spread(game, count=max(3, tables.FEWEST[game]))
                newest = lambda: all(chair.is_over for chair in chairs)
                tables.play(chairs, newest)
                self.check_same(chairs)

    def test_through_a_proxy_without_affinity(self):
        chairs = self.sit_down("byzanz", count=3)
        tables.play(chairs, lambda: all(chair.is_over for chair in chairs))
        self.check_same(chairs)

    def test_bots_move_for_people_of_all_nodes(self):
        chairs = self.spread("alhambra", count=4, bots=2)
        tables.play(chairs, lambda: all(chair.number > 20 for chair in chairs))

    def test_presence_and_chat_are_the_same_everywhere(self):
        one, other = self.spread("towers", count=2)
        answer = one.ask("chat", text="Hello from the first node")
        self.assertEqual(answer["text"], "Hello from the first node")
        heard = other.hear("chat")
        self.assertEqual((heard["name"], heard["text"]), (one.person.name, "Hello from the first node"))
        here = lambda message: message["is"] == "seats" and all(s["is_here"] for s in message["table"]["seats"])
        if not all(seat["is_here"] for seat in one.table["seats"]):
            one.hear(here)
        other.socket.close()
        one.hear(lambda message: message["is"] == "seats" and not all(s["is_here"] for s in message["table"]["seats"]))

    def test_consent_across_nodes(self):
        one, other = self.spread("towers", count=2, clock={"kind": "live", "move_ms": 60000, "bank_ms": 600000})
        self.assertEqual(one.next("pause")["entry"]["kind"], "ask")
        asked = other.hear_entry("ask")
        other.next("answer", ask=asked["entry"]["n"], yes=True)
        one.hear_entry("pause")

    def test_the_lobby_shows_tables_of_other_nodes(self):
        maker, looker = self.at(0), self.at(1)
        lobby = looker.connect(lists=True)
        lobby.ask("lobby")
        table = maker.ask("POST", "/tables", {"game": "byzanz", "public": True})
        lobby.hear(lambda m: m["is"] == "lobby-table" and m["table"]["code"] == table["code"])
        maker.ask("DELETE", f"/tables/{table['code']}")
        lobby.hear(lambda m: m["is"] == "lobby-gone" and m["code"] == table["code"])

    def test_a_seat_is_given_once(self):
        for _ in range(5):
            table = self.at(0).ask("POST", "/tables", {"game": "towers", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]})
            sat = 0
            for person in [self.at(1), self.at(2)]:
                try:
                    person.ask("POST", f"/tables/{table['code']}/sit", {})
                    sat += 1
                except ws.Refused as refused:
                    self.assertIn(refused.code, ("no-seat", "not-open", "busy"))
            self.assertEqual(sat, 1)

    def test_a_session_that_ends_is_over_everywhere(self):
        person = self.at(0)
        elsewhere = ws.Person.__new__(ws.Person)
        elsewhere.server, elsewhere.token, elsewhere.cookie = self.cluster.nodes[1], None, person.cookie
        socket = elsewhere.connect()
        socket.hear("hello")
        person.ask("POST", "/logout")
        until = time.monotonic() + ws.WAIT
        while socket.is_open and time.monotonic() < until:
            socket.read()
        self.assertFalse(socket.is_open)


class Gone(House):
    """Nodes that go away."""

    def goes_on(self, chair, before):
        """Whether there are more entries in its log, or it has come to its end."""
        return self.cluster.database.sql("SELECT count(*) > %d OR max(state) = 3 FROM log JOIN tables ON id = table_id "
                                         f"WHERE code = '{chair.code}'" % (before + 2)) == "t"

    def count(self, chair):
        return int(self.cluster.database.sql("SELECT count(*) FROM log JOIN tables ON id = table_id "
                                             f"WHERE code = '{chair.code}'"))

    def test_another_node_takes_over_from_one_that_is_killed(self):
        """Whoever acted for a table of bots: they go on when it is dead, and when it has slept."""
        chairs = [self.sit_down("alhambra", count=3, bots=2, people=[self.at(0)],
                                clock={"kind": "live", "move_ms": 5000, "bank_ms": 5000})[0] for _ in range(6)]
        for number in (signal.SIGKILL, signal.SIGSTOP):
            victim = self.cluster.nodes[1]
            victim.send(number)
            self.addCleanup(victim.send, signal.SIGCONT)
            for chair in chairs:
                before, until = self.count(chair), time.monotonic() + ws.WAIT
                while not self.goes_on(chair, before):
                    self.assertLess(time.monotonic(), until, "the table stands still")
                    tables.turn([chair]) if tables.select.select([chair.socket], [], [], 0.2)[0] else chair.act()
            if number == signal.SIGKILL:
                victim.end()
                victim.start()
            else:
                victim.send(signal.SIGCONT)
        for chair in chairs:
            numbers = self.cluster.database.sql("SELECT count(*) = max(number) FROM log JOIN tables ON id = table_id "
                                                f"WHERE code = '{chair.code}'")
            self.assertEqual(numbers, "t")

    def test_the_database_goes_away_and_comes_back(self):
        chairs = self.spread("towers", count=3)
        self.move(chairs)
        self.cluster.database.stop(signal.SIGQUIT)  # as if it had crashed
        for chair in chairs:
            chair.hear("trouble")
        self.cluster.database.start()
        for chair in chairs:
            chair.hear("well")
            chair.is_asked = False
        for chair in chairs:
            chair.hear("table")
        tables.play(chairs, lambda: all(chair.is_over for chair in chairs))


if __name__ == "__main__":
    del House, tables.Table
    tap.run()
