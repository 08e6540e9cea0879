"""The server, except for the table in play, as clients see it: test_server.py ARKAD. Prints TAP."""

import concurrent.futures
import http.client
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import tap
from catalogues import LANG
from ws import IN_A_FILE, WAIT, Person, Refused, Server, frame, is_sanitized, promise

ARKAD = sys.argv[1]
PASSWORD = "correct horse"
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                               "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
                               "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class House(unittest.TestCase):
    """One server for all tests of a class."""

    options = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.data = pathlib.Path(cls.folder.name) / "house.db"
        cls.server = Server(ARKAD, cls.data, *cls.options)
        cls.names = 0

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    def guest(self, lang="en"):
        return Person(self.server, lang=lang)

    def person(self, name=None):
        person = self.guest()
        type(self).names += 1
        person.name = name or f"{type(self).__name__} {self.names}"
        person.account = person.ask("POST", "/account", {"name": person.name, "password": PASSWORD})
        return person

    def assertRefused(self, status, code, asker, *request):
        with self.assertRaises(Refused) as caught:
            asker.ask(*request)
        self.assertEqual((caught.exception.status, caught.exception.code), (status, code))


class Nobody(Person):
    """Somebody who has not come in."""

    def __init__(self, server):
        self.server, self.token, self.cookie = server, None, None


class Accounts(House):
    def test_a_guest_comes_in_at_once(self):
        nobody = Nobody(self.server)
        status, headers, data = nobody.ask_raw("POST", "/api/1/guest", {"lang": "hu"})
        account = json.loads(data)
        self.assertEqual(status, 200)
        self.assertRegex(account["name"], r"^Vendég \d{4,}$")
        self.assertEqual((account["kind"], account["lang"], account["ratings"]), ("guest", "hu", {}))
        cookie = headers["Set-Cookie"]
        self.assertRegex(cookie, r"^arkad=[\w-]{43}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax$")
        self.assertEqual(nobody.ask("GET", "/me"), account)
        self.assertEqual(nobody.ask("POST", "/guest", {"lang": "en"}), account)  # somebody already

    def test_nobody_is_told_so_in_their_language(self):
        for language, word in (("hu-HU,hu;q=0.9,en;q=0.8", "szerver"), ("en", "server"), ("fr", "server"), ("tlh, hu;q=0.1", "szerver"), ("de-AT, hu;q=0.9", "wer du bist")):
            status, _, data = Nobody(self.server).ask_raw("GET", "/api/1/me", headers={"Accept-Language": language})
            error = json.loads(data)["error"]
            self.assertEqual((status, error["code"]), (401, "nobody"))
            self.assertIn(word, error["message"])

    def test_my_language_and_settings(self):
        me = self.guest()
        self.assertEqual(me.ask("PATCH", "/me", {"lang": "hu", "settings": {"sound": False, "theme": "dark"}})["settings"],
                         {"sound": False, "theme": "dark"})
        self.assertEqual(me.ask("GET", "/me")["lang"], "hu")
        self.assertRefused(422, "bad-lang", me, "PATCH", "/me", {"lang": "xx"})
        self.assertRefused(422, "bad-field", me, "PATCH", "/me", {"settings": [1]})
        self.assertRefused(422, "settings-long", me, "PATCH", "/me", {"settings": {"x": "y" * 600}})
        self.assertRefused(403, "guest", me, "PATCH", "/me", {"name": "Somebody"})
        self.assertEqual(me.ask("GET", "/me")["lang"], "hu")

    def test_a_guest_becomes_an_account_and_keeps_its_games(self):
        me = self.guest()
        table = me.ask("POST", "/tables", {"game": "towers"})
        account = me.ask("POST", "/account", {"name": "Kata Őszi", "password": PASSWORD, "email": "kata@example.org"})
        self.assertEqual((account["id"], account["kind"], account["email"]), (me.account["id"], "person", "kata@example.org"))
        self.assertEqual(me.ask("GET", f"/tables/{table['code']}")["owner"], "Kata Őszi")
        self.assertRefused(409, "not-guest", me, "POST", "/account", {"name": "Other", "password": PASSWORD})
        self.assertRefused(409, "name-taken", self.guest(), "POST", "/account", {"name": "KATA őszi", "password": PASSWORD})
        self.assertRefused(409, "name-taken", self.guest(), "POST", "/account", {"name": "Kata Őszı", "password": PASSWORD})  # without its dot
        self.assertEqual(me.ask("PATCH", "/me", {"name": "Kata"})["name"], "Kata")
        self.assertEqual(me.ask("PATCH", "/me", {"email": "kata@example.com"})["email"], "kata@example.com")
        self.assertRefused(422, "bad-email", me, "PATCH", "/me", {"email": "kata"})
        self.assertEqual(me.ask("PATCH", "/me", {"email": None})["email"], None)
        self.assertRefused(403, "guest", self.guest(), "PATCH", "/me", {"email": "guest@example.org"})
        self.person("Kati")
        self.assertRefused(409, "name-taken", me, "PATCH", "/me", {"name": "kati"})

    def test_what_names_and_passwords_may_be(self):
        me = self.guest()
        for name, code in (("A", "name-length"), ("x" * 25, "name-length"), (" Anna", "name-spaces"), ("An<na", "name-characters"),
                           ("An\u202ena", "name-characters"), ("\u0410nna", "name-mixed"), ("guest 12", "name-reserved")):
            self.assertRefused(422, code, me, "POST", "/account", {"name": name, "password": PASSWORD})
        for password, code in (("short", "password-length"), ("x" * 129, "password-length"), ("annabella", "password-name"),
                               ("password1", "password-common"), ("12345678", "password-common")):
            self.assertRefused(422, code, me, "POST", "/account", {"name": "Annabella", "password": password})
        for email in ("x", "a@b", "a b@c.d", "a@b@c.d", "@c.d", 5):
            self.assertRefused(422, "bad-email", me, "POST", "/account", {"name": "Emil", "password": PASSWORD, "email": email})
        self.assertRefused(422, "bad-field", me, "POST", "/account", {"name": "Emil"})

    def test_a_new_account_has_a_new_cookie(self):
        """Whoever knew the guest's cookie is not the person; its own connections stay."""
        me, spy = self.guest(), Nobody(self.server)
        spy.cookie = me.cookie
        mine = me.connect()
        mine.hear("hello")
        me.ask("POST", "/account", {"name": "Fresh cookie", "password": PASSWORD})
        self.assertNotEqual(me.cookie, spy.cookie)
        self.assertEqual(me.ask("GET", "/me")["name"], "Fresh cookie")
        self.assertRefused(401, "nobody", spy, "GET", "/me")
        self.assertEqual(mine.ask("ping")["is"], "pong")
        me.ask("POST", "/logout")
        while mine.is_open:
            mine.read()

    def test_in_and_out(self):
        me = self.person("Ilona")
        old = me.cookie
        me.ask("POST", "/logout")
        self.assertRefused(401, "nobody", me, "GET", "/me")
        me.cookie = old
        self.assertRefused(401, "nobody", me, "GET", "/me")  # the cookie is worth nothing any more
        me.cookie = None
        self.assertEqual(me.ask("POST", "/login", {"name": "ILONA", "password": PASSWORD})["id"], me.account["id"])
        self.assertEqual(me.ask("GET", "/me")["name"], "Ilona")
        for name, password in (("Ilona", "wrong horse"), ("Nobody of this name", PASSWORD), (self.guest().name, PASSWORD)):
            self.assertRefused(403, "wrong-password", Nobody(self.server), "POST", "/login", {"name": name, "password": password})

    def test_out_everywhere(self):
        one, two = self.person("Everywhere"), Nobody(self.server)
        two.ask("POST", "/login", {"name": "Everywhere", "password": PASSWORD})
        line = two.connect()
        line.hear("hello")
        one.ask("POST", "/logout", {"everywhere": True})
        self.assertRefused(401, "nobody", two, "GET", "/me")
        while line.is_open:
            line.read()

    def test_a_new_password_ends_other_sessions(self):
        one, two = self.person("Zoltán"), Nobody(self.server)
        two.ask("POST", "/login", {"name": "Zoltán", "password": PASSWORD})
        self.assertRefused(403, "wrong-password", one, "POST", "/password", {"old": "wrong horse", "new": "battery staple"})
        self.assertRefused(422, "password-length", one, "POST", "/password", {"old": PASSWORD, "new": "short"})
        one.ask("POST", "/password", {"old": PASSWORD, "new": "battery staple"})
        self.assertRefused(401, "nobody", two, "GET", "/me")
        self.assertEqual(one.ask("GET", "/me")["name"], "Zoltán")
        self.assertRefused(403, "wrong-password", two, "POST", "/login", {"name": "Zoltán", "password": PASSWORD})
        two.ask("POST", "/login", {"name": "Zoltán", "password": "battery staple"})
        self.assertRefused(403, "guest", self.guest(), "POST", "/password", {"old": PASSWORD, "new": "battery staple"})

    def test_gone_for_good(self):
        me, other = self.person("Leaving"), self.guest()
        program = me.ask("POST", "/programs", {"name": "Leaving bot"})
        mine = me.ask("POST", "/tables", {"game": "towers", "players": 3})["code"]
        other.ask("POST", f"/tables/{mine}/sit")
        alone = me.ask("POST", "/tables", {"game": "towers"})["code"]
        playing = me.ask("POST", "/tables", {"game": "towers"})["code"]
        other.ask("POST", f"/tables/{playing}/sit")
        self.assertRefused(422, "bad-field", me, "DELETE", "/me", {})
        self.assertRefused(403, "wrong-password", me, "DELETE", "/me", {"password": "wrong horse"})
        me.ask("DELETE", "/me", {"password": PASSWORD})
        self.assertRefused(401, "nobody", me, "GET", "/me")
        self.assertRefused(404, "not-there", other, "GET", "/people/Leaving")
        self.assertRefused(403, "wrong-password", me, "POST", "/login", {"name": "Leaving", "password": PASSWORD})
        self.assertRefused(401, "nobody", Person(self.server, token=program["token"]), "GET", "/me")
        table = other.ask("GET", f"/tables/{mine}")
        self.assertEqual((table["owner"], table["seats"][0]), (other.name, {"kind": "open"}))
        self.assertEqual(other.ask("GET", f"/tables/{alone}")["state"], "dropped")
        until = time.monotonic() + WAIT  # the cards are dealt first, when the time for shares is up
        while (table := other.ask("GET", f"/tables/{playing}"))["state"] != "over" and time.monotonic() < until:
            time.sleep(0.1)
        self.assertEqual((table["seats"][0]["name"], table["seats"][0]["is_away"]), (None, True))
        self.assertEqual((table["result"]["places"], table["result"]["resigned"]), ([2, 1], [0]))
        self.person("Leaving")  # the name is free again

    def test_a_guest_goes_without_a_password(self):
        me = self.guest()
        me.ask("DELETE", "/me")
        self.assertRefused(401, "nobody", me, "GET", "/me")

    def test_programs(self):
        me = self.person("Maker")
        answer = me.ask("POST", "/programs", {"name": "Deep Arcade"})
        program = Person(self.server, token=answer["token"])
        self.assertEqual(program.ask("GET", "/me")["kind"], "program")
        self.assertEqual(me.ask("GET", "/programs"), {"programs": [answer["account"]]})
        table = me.ask("POST", "/tables", {"game": "towers", "players": 3})["code"]
        seat = program.ask("POST", f"/tables/{table}/sit")["seats"][1]
        self.assertEqual((seat["name"], seat["is_program"]), ("Deep Arcade", True))
        program.connect().hear("hello")
        self.assertRefused(409, "name-taken", me, "POST", "/programs", {"name": "deep arcade"})
        self.assertRefused(403, "persons-only", self.guest(), "POST", "/programs", {"name": "A bot of mine"})
        self.assertRefused(403, "persons-only", program, "POST", "/programs", {"name": "A bot of mine"})
        self.assertRefused(403, "persons-only", program, "DELETE", "/me")
        self.assertRefused(404, "not-there", self.guest(), "DELETE", "/programs/Deep%20Arcade")
        self.assertRefused(403, "wrong-password", me, "POST", "/login", {"name": "Deep Arcade", "password": PASSWORD})
        me.ask("DELETE", "/programs/Deep%20Arcade")
        self.assertRefused(401, "nobody", program, "GET", "/me")
        for number in range(10):
            me.ask("POST", "/programs", {"name": f"Bot of Maker {number}"})
        self.assertRefused(409, "too-many-programs", me, "POST", "/programs", {"name": "One more"})

    def test_what_everybody_may_know(self):
        me = self.person("Public One")
        self.assertEqual(self.guest().ask("GET", "/people/public%20one"),
                         {"id": me.account["id"], "name": "Public One", "kind": "person", "ratings": {}, "played": 0})
        self.assertRefused(404, "not-there", me, "GET", "/people/Nobody%20Here")


class Safety(House):
    def raw(self, method, path, headers=None, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=WAIT)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, answer.headers, data

    def test_every_answer_has_its_headers(self):
        for method, path in (("GET", "/"), ("GET", "/style.css"), ("GET", "/nowhere"), ("GET", "/api/1/games"), ("GET", "/api/1/me"),
                             ("GET", "/api/1/nothing"), ("POST", "/api/1/guest"), ("GET", "/health"), ("GET", "/metrics"),
                             ("PUT", "/api/1/tables"), ("DELETE", "/"), ("GET", "/ws/1")):
            status, headers, _ = self.raw(method, path)
            for name, value in SECURITY.items():
                self.assertEqual(headers.get_all(name), [value], f"{method} {path} {status} {name}")
            self.assertNotIn("Strict-Transport-Security", headers)

    def test_changes_need_their_mark(self):
        me = self.guest()
        for headers, code in (({"X-Arkad": ""}, "no-mark"), ({"X-Arkad": "2"}, "no-mark"), ({"Origin": "https://evil.example"}, "foreign-origin"),
                              ({"Origin": "null"}, "foreign-origin"), ({"Origin": f"https://127.0.0.1:{self.server.port}"}, "foreign-origin")):
            status, _, data = me.ask_raw("POST", "/api/1/tables", {"game": "towers"}, headers)
            self.assertEqual((status, json.loads(data)["error"]["code"]), (403, code))
        own = {"Origin": f"http://127.0.0.1:{self.server.port}"}
        self.assertEqual(me.ask_raw("POST", "/api/1/tables", {"game": "towers"}, own)[0], 201)
        status, _, data = self.raw("POST", "/api/1/guest")
        self.assertEqual((status, json.loads(data)["error"]["code"]), (403, "no-mark"))

    def shake(self, extra):
        head = (f"GET /ws/1 HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{extra}\r\n")
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=WAIT) as line:
            line.sendall(head.encode())
            return int(line.recv(4096).split()[1])

    def test_websockets_are_for_somebody_from_here(self):
        cookie = f"Cookie: arkad={self.guest().cookie}\r\n"
        own = f"Origin: http://127.0.0.1:{self.server.port}\r\n"
        self.assertEqual(self.shake(""), 401)
        self.assertEqual(self.shake("Cookie: arkad=wrong\r\n"), 401)
        self.assertEqual(self.shake(cookie + "Origin: https://evil.example\r\n"), 403)
        self.assertEqual(self.shake(cookie), 101)
        self.assertEqual(self.shake(cookie + own), 101)

    def test_only_so_many_tabs(self):
        me = self.guest()
        lines = [me.connect() for _ in range(32)]
        lines[-1].hear("hello")
        self.assertEqual(self.shake(f"Cookie: arkad={me.cookie}\r\n"), 503)
        for line in lines:
            line.close()

    def test_what_is_not_there(self):
        status, headers, data = self.raw("PUT", "/api/1/tables", {"X-Arkad": "1"})
        self.assertEqual((status, headers["Allow"]), (405, "GET, POST"))
        self.assertEqual(json.loads(data)["error"]["code"], "wrong-method")
        for path in ("/api/1/", "/api/1/tables/", "/api/1/tables/x/y/z", "/api/2/me", "/nothing", "/../etc/passwd", "/%2e%2e/x",
                     "/api/1/tables/nosuch", "/api/1/people/" + "x" * 500):
            self.assertIn(self.raw("GET", path)[0], (400, 404), path)

    NASTY = (b"", b"null", b"[]", b"[1]", b"7", b'"x"', b"{", b"{}", b'{"game":1}', b'{"game":"towers","game":"towers"}', b"\xff\xfe",
             b'{"a":"\\u0000"}', b'{"a":"\\ud800"}', b"[" * 5000, b'{"a":' * 40 + b"1" + b"}" * 40, b'{"n":1e999}', b'{"n":-0,"seat":9999999999999}',
             b'{"seat":1.5}', b'{"seat":-1}', b'{"name":{"a":1},"password":[1],"email":{}}', b'{"name":"x","password":"y"}',
             b'{"game":"towers","players":"2","seats":{},"options":[],"clock":"live","public":1,"lang":3}',
             b'{"game":"towers","seats":[1,2]}', b'{"game":"towers","seats":[{"kind":"me"},{"kind":"bot","level":"9"}]}',
             b'{"game":"towers","options":{"starter=1,starter":1}}', b'{"game":"towers","options":{"' + b"x" * 400 + b'":1}}',
             b'{"game":"maharaja","options":{"map":"x"}}', b'{"lang":"' + b"x" * 9999 + b'"}', b'{"old":1,"new":2}', b'{"everywhere":"yes"}')

    def test_no_body_breaks_it(self):
        me = self.guest()
        code = me.ask("POST", "/tables", {"game": "byzanz"})["code"]
        paths = ["/guest", "/account", "/login", "/password", "/programs", "/tables", f"/tables/{code}/sit", f"/tables/{code}/seats/1",
                 f"/tables/{code}/analysis", f"/tables/{code}/rematch", "/quick"]
        answers = set()
        for path in paths:
            for body in self.NASTY:
                status, _, data = self.raw("POST", "/api/1" + path, {"X-Arkad": "1", "Cookie": f"arkad={me.cookie}"}, body)
                self.assertLess(status, 500, (path, body[:80]))
                json.loads(data)
                answers.add(status)
        self.assertIn(400, answers)
        self.assertEqual(self.raw("PATCH", "/api/1/me", {"X-Arkad": "1", "Cookie": f"arkad={me.cookie}"}, b'{"settings":{"a":{"a":1,"a":2}}}')[0], 400)
        self.assertEqual(self.raw("GET", "/health")[0], 200)

    def test_no_message_breaks_it(self):
        me = self.guest()
        line = me.connect()
        line.hear("hello")
        for body in self.NASTY:
            try:
                line.send_raw(body.decode())
            except UnicodeDecodeError:
                continue
            error = line.hear("error")
            self.assertEqual(error["code"], "bad-json", body[:60])
        for message, code in (({"do": "dance"}, "unknown-message"), ({"do": 7}, "bad-json"), ({"do": "dance", "id": "x"}, "unknown-message")):
            line.send_raw(json.dumps(message))
            self.assertEqual(line.hear("error")["code"], code)
        self.assertEqual(line.ask("dance")["code"], "unknown-message")
        self.assertLess(abs(line.ask("ping")["now"] / 1000 - time.time()), 60)

    def test_hello_comes_first(self):
        me = self.guest()
        line = me.connect(lang="hu", lists=True)
        self.assertEqual(line.hear("hello")["account"]["name"], me.name)
        line.send_raw('{"do":"ping","id":77}')
        self.assertEqual(line.hear("pong")["re"], 77)
        self.assertIn("üzenet", line.ask("dance")["message"])  # in the language that was asked for

    def test_pages(self):
        status, headers, page = self.raw("GET", "/")
        self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertIn(b'<div id="page">', page)
        for room in ("/table/ABCDEF", "/play/1f", "/rules"):
            self.assertEqual(self.raw("GET", room)[2], page)
        self.assertEqual(self.raw("GET", "/tables")[0], 404)
        about = self.raw("GET", "/about.html")[2].decode()
        self.assertIn("Öt építő és licitáló játék", about)
        self.assertEqual(re.findall('<section lang="(.*?)">', about), list(LANG))
        self.assertEqual(self.raw("GET", "/", {"If-None-Match": headers["ETag"]})[0], 304)
        status, packed_headers, packed = self.raw("GET", "/style.css", {"Accept-Encoding": "br, gzip"})
        import gzip
        self.assertEqual(packed_headers["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(packed), self.raw("GET", "/style.css")[2])
        self.assertIsNone(self.raw("GET", "/style.css", {"Accept-Encoding": "gzip;q=0"})[1]["Content-Encoding"])
        script = re.search(rb'src="([^"]*)"', page)[1].decode()
        for taken, given in (("gzip, deflate, br", "br"), ("br;q=0, gzip", "gzip"), ("gzip;q=0.5", "gzip"), ("brown", None), ("", None)):
            self.assertEqual(self.raw("GET", script, {"Accept-Encoding": taken})[1]["Content-Encoding"], given, taken)
        status, headers, body = self.raw("HEAD", "/")
        self.assertEqual((status, int(headers["Content-Length"]), body), (200, len(page), b""))
        for link in re.findall(rb'(?:href|src)="([^"]*)"', page + self.raw("GET", "/about.html")[2]):
            self.assertEqual(self.raw("GET", "/" + link.decode().lstrip("/"))[0], 200, link)

    def test_figures(self):
        self.guest()
        status, headers, page = self.raw("GET", "/metrics")
        self.assertEqual((status, headers["Content-Type"]), (200, "text/plain; version=0.0.4; charset=utf-8"))
        values = dict(line.rsplit(" ", 1) for line in page.decode().splitlines() if not line.startswith("#"))
        self.assertGreater(float(values["arkad_commits_total"]), 0)
        self.assertEqual(values["arkad_can_save"], "1")
        self.assertEqual(values['arkad_commit_seconds_bucket{le="+Inf"}'], values["arkad_commit_seconds_count"])
        for line in page.decode().splitlines():
            self.assertRegex(line, r'^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"\})? -?[\d.e+]+)$')
        self.assertEqual(json.loads(self.raw("GET", "/health")[2])["status"], "ok")


class BehindProxy(House):
    options = ("--origin", "https://play.example.org", "--trust", "127.0.0.1")

    def test_over_tls(self):
        me = Nobody(self.server)
        status, headers, _ = me.ask_raw("POST", "/api/1/guest", {}, {"Origin": "https://play.example.org", "X-Forwarded-Proto": "https"})
        self.assertEqual((status, headers["Strict-Transport-Security"]), (200, "max-age=31536000"))
        self.assertRegex(headers["Set-Cookie"], r"^__Host-arkad=[\w-]{43}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$")
        for name, known in (("arkad", 401), ("__Host-arkad", 200)):  # another host of the domain could set the first
            self.assertEqual(Nobody(self.server).ask_raw("GET", "/api/1/me", headers={"Cookie": f"{name}={me.cookie}"})[0], known)
        self.assertRegex(me.ask_raw("POST", "/api/1/logout", {}, {"Origin": "https://play.example.org"})[1]["Set-Cookie"],
                         r"^__Host-arkad=; Path=/; Max-Age=0; .*; Secure$")
        own = {"Origin": f"http://127.0.0.1:{self.server.port}"}
        self.assertEqual(me.ask_raw("POST", "/api/1/tables", {"game": "towers"}, own)[0], 403)

    def test_figures_are_not_for_everybody(self):
        me = Nobody(self.server)
        self.assertEqual(me.ask_raw("GET", "/metrics", headers={"X-Forwarded-For": "203.0.113.7"})[0], 403)
        self.assertEqual(me.ask_raw("GET", "/metrics")[0], 200)


class Limited(House):
    options = ("--limits", "on", "--trust", "127.0.0.1")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.me, cls.flooder = Person(cls.server), Person(cls.server)

    def ask_until_limited(self, most, ask):
        for count in range(most):
            try:
                ask()
            except Refused as refused:
                if refused.status == 429:
                    self.assertEqual(refused.code, "limited")
                    return count
        self.fail("never limited")

    def test_passwords_are_not_tried_for_ever(self):
        nobody = Nobody(self.server)
        started = time.monotonic()
        count = self.ask_until_limited(20, lambda: nobody.ask("POST", "/login", {"name": "Nobody", "password": "wrong horse"}))
        self.assertLessEqual(count, 10 + (time.monotonic() - started) // 10)  # one more every ten seconds
        status, headers, _ = nobody.ask_raw("POST", "/api/1/login", {"name": "Nobody", "password": "wrong horse"})
        self.assertEqual((status, headers["Retry-After"]), (429, "30"))

    def test_however_the_name_is_spelled_and_without_locking_out_its_owner(self):
        nobody = Nobody(self.server)
        own, attacker = {"X-Forwarded-For": "198.51.100.1"}, {"X-Forwarded-For": "203.0.113.7"}
        owner = Nobody(self.server)
        owner.ask_raw("POST", "/api/1/guest", {}, own)
        owner.ask_raw("POST", "/api/1/account", {"name": "Anna", "password": PASSWORD}, own)
        statuses = [nobody.ask_raw("POST", "/api/1/login", {"name": ("Anna", "anna", "ANNA")[number % 3], "password": "wrong horse"}, attacker)[0]
                    for number in range(15)]
        self.assertEqual(set(statuses), {403, 429})
        self.assertLessEqual(statuses.count(403), 11)
        self.assertEqual(Nobody(self.server).ask_raw("POST", "/api/1/login", {"name": "Anna", "password": PASSWORD}, own)[0], 200)
        changed = owner.ask_raw("POST", "/api/1/password", {"old": PASSWORD, "new": "battery staple"}, attacker)  # even from there
        self.assertEqual(changed[0], 204)

    def test_guests_are_not_made_for_ever(self):
        self.assertLessEqual(self.ask_until_limited(80, lambda: Person(self.server)), 61)

    def test_messages_are_not_taken_for_ever(self):
        line = self.me.connect()
        line.hear("hello")
        for _ in range(600):
            line.say("ping")
        line.hear(lambda message: message["is"] == "error" and message["code"] == "limited")

    def test_whoever_floods_on_is_cut_off_unread(self):
        """Refused before it is read as JSON, and all the same with the number it wants to be answered with."""
        line = self.flooder.connect()
        line.hear("hello")
        noise = b"".join(frame(1, b'{"id": %d, this is no JSON' % number) for number in range(1, 1000))
        line.socket.sendall(noise)
        while line.is_open:
            line.heard += line.read()
        codes = [message["code"] for message in line.heard]
        self.assertGreaterEqual(codes.count("bad-json"), 390)
        self.assertLess(codes.count("limited"), 110)
        limited = [message["re"] for message in line.heard if message["code"] == "limited"]
        self.assertEqual(limited, sorted(set(limited)))
        self.assertGreater(limited[0], 390)


class Crowd(unittest.TestCase):
    """295 open tables, and guests who ask for the lobby again and again."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.data = pathlib.Path(cls.folder.name) / "crowd.db"
        server = Server(ARKAD, cls.data)
        for _ in range(59):
            guest = Person(server)
            for _ in range(5):
                guest.ask("POST", "/tables", {"game": "byzanz"})
        server.stop()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def open(self, *options):
        server = Server(ARKAD, self.data, *options)
        self.addCleanup(server.stop)
        return server

    def flood(self, server, guests):
        lines = [Person(server).connect() for _ in range(guests)]
        for line in lines:
            line.hear("hello")
        packet = b"".join(frame(1, b'{"do":"lobby"}') for _ in range(380))
        for line in lines:
            line.socket.sendall(packet)
        return lines

    def memory(self, server, name):
        return int(re.search(rf"{name}:\s+(\d+)", pathlib.Path(f"/proc/{server.process.pid}/status").read_text())[1]) * 1024

    def figure(self, server, name):
        page = Nobody(server).ask_raw("GET", "/metrics")[2].decode()
        return float(re.search(rf"^{name} (\S+)", page, re.M)[1])

    def test_three_guests_who_ask_for_everything(self):
        server = self.open("--limits", "on")
        other = Person(server).connect()
        other.hear("hello")
        lines = self.flood(server, 3)
        for _ in range(20):
            other.ask("ping")
        self.assertLess(self.figure(server, "arkad_bytes_out_total"), 20e6)  # of the 108 MB that were asked for
        self.assertGreater(self.figure(server, "arkad_deferred_total"), 0)
        self.assertLess(self.memory(server, "VmHWM"), 100e6)
        for line in lines:
            while line.is_open:
                line.heard += line.read()
            self.assertLessEqual(sum(message["is"] == "lobby" for message in line.heard), 60)

    def test_a_request_costs_what_it_makes_the_server_send(self):
        server = self.open("--limits", "on")
        count = 0
        while Nobody(server).ask_raw("GET", "/api/1/tables")[0] == 200:
            count += 1
        self.assertLess(count, 150)  # of 300 small ones at once

    @unittest.skipIf(is_sanitized(ARKAD), "a sanitizer ends the process when memory is refused")
    def test_it_sheds_but_does_not_end_when_there_is_no_memory(self):
        server = self.open()
        other = Person(server).connect()
        other.hear("hello")
        resource.prlimit(server.process.pid, resource.RLIMIT_AS, (self.memory(server, "VmSize") + (2 << 20), resource.RLIM_INFINITY))
        lines = self.flood(server, 12)
        self.ask_until_well(other)
        for line in lines:
            line.close()
        resource.prlimit(server.process.pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self.ask_until_well(other)

    def ask_until_well(self, line):
        """A pong. What was asked in a turn that could not be saved, for lack of memory, is asked again when all is well."""
        said = {"is": "well"}
        while said["is"] == "well":
            number = line.say("ping")
            said = line.hear(lambda message: message.get("re") == number or message["is"] == "well")
        self.assertEqual(said["is"], "pong")

    def test_what_all_see_is_what_is_stored(self):
        """The lobby's text is kept, and still tells every change: seats, names, who is here, what its owner alone sees."""
        server = self.open()
        owner, other = Person(server), Person(server)
        table = owner.ask("POST", "/tables", {"game": "towers", "players": 3, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "invited"}]})

        def listed(person):
            socket_lists = person.connect().ask("lobby")["tables"]
            lists = person.ask("GET", "/tables")["tables"]
            self.assertEqual(len(lists), 200)
            self.assertEqual([table for table in socket_lists if table["state"] == "open"], lists)
            return next((one for one in lists if one["code"] == table["code"]), None)

        self.assertEqual(listed(other)["seats"][2], {"kind": "invited"})
        self.assertIn("invite", listed(owner)["seats"][2])
        self.assertFalse(listed(other)["seats"][0]["is_here"])
        line = owner.connect()
        line.ask("watch", table=table["code"])
        self.assertTrue(listed(other)["seats"][0]["is_here"])
        line.ask("hello")
        line.say("unwatch", table=table["code"])
        line.ask("ping")
        self.assertFalse(listed(other)["seats"][0]["is_here"])
        owner.ask("POST", "/account", {"name": "Owner of a table", "password": PASSWORD})
        self.assertEqual(listed(other)["owner"], "Owner of a table")
        other.ask("POST", f"/tables/{table['code']}/sit", {"seat": 1})
        self.assertEqual(listed(owner)["seats"][1]["name"], other.name)
        owner.ask("DELETE", f"/tables/{table['code']}")
        self.assertIsNone(listed(other))


class Lobby(House):
    def test_a_table_with_nothing_said(self):
        me = self.guest(lang="hu")
        table = me.ask("POST", "/tables", {"game": "byzanz"})
        self.assertRegex(table.pop("code"), r"^[2-9a-z]{6}$")
        self.assertRegex(table.pop("commitment"), r"^[0-9a-f]{64}$")
        self.assertLess(abs(table.pop("created_at") / 1000 - time.time()), 60)
        self.assertEqual(table, {
            "game": "byzanz", "options": {"starter": "drawn"}, "players": 3, "state": "open", "public": True, "rated": False, "lang": "hu",
            "clock": {"kind": "none"}, "owner": me.name, "started_at": None, "ended_at": None,
            "seats": [{"kind": "person", "name": me.name, "account": me.account["id"], "is_away": False, "is_here": False},
                      {"kind": "open"}, {"kind": "open"}]})

    def test_a_table_with_everything_said(self):
        me, other = self.guest(), self.guest()
        wanted = {"game": "maharaja", "options": {"starter": 3, "yogi": True, "neutral": False, "many": True}, "players": 4, "public": False, "lang": "en",
                  "seats": [{"kind": "open"}, {"kind": "me"}, {"kind": "invited"}, {"kind": "bot", "level": 3}],
                  "clock": {"kind": "live", "move_ms": 60000, "bank_ms": 600000}, "rated": False}
        status, _, data = me.ask_raw("POST", "/api/1/tables", wanted)
        table = json.loads(data)
        self.assertEqual(status, 201)
        for key in ("game", "options", "players", "public", "lang", "clock", "rated"):
            self.assertEqual(table[key], wanted[key])
        self.assertEqual([seat["kind"] for seat in table["seats"]], ["open", "person", "invited", "bot"])
        self.assertGreaterEqual(len(table["code"]), 12)
        self.assertRegex(table["seats"][2]["invite"], r"^\w{20}$")
        self.assertNotIn(table["code"], str(other.ask("GET", "/tables")))
        seen = other.ask("GET", f"/tables/{table['code']}")
        self.assertEqual(seen["seats"][2], {"kind": "invited"})

    def test_what_a_table_cannot_be(self):
        me = self.guest()
        wrong = [({}, "bad-game"), ({"game": "blank"}, "bad-game"), ({"game": "chess"}, "bad-game"), ({"players": 7}, "bad-players"),
                 ({"players": 2}, "bad-players"), ({"players": 3, "seats": [{"kind": "me"}] * 4}, "bad-players"),
                 ({"seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "open"}]}, "bad-me"), ({"seats": [{"kind": "open"}] * 3}, "bad-me"),
                 ({"seats": [{"kind": "me"}, {"kind": "king"}, {"kind": "open"}]}, "bad-seat"),
                 ({"seats": [{"kind": "me"}, {"kind": "bot", "level": 6}, {"kind": "open"}]}, "bad-level"), ({"seats": [{"kind": "me"}, {"kind": "bot", "level": 4294967297}, {"kind": "open"}]}, "bad-level"), ({"lang": "fr"}, "bad-lang"),
                 ({"public": "yes"}, "bad-field"), ({"clock": {"kind": "sand"}}, "bad-clock"), ({"clock": {"kind": "live"}}, "bad-clock"),
                 ({"clock": {"kind": "live", "move_ms": 10}}, "bad-clock"), ({"clock": {"kind": "days", "move_ms": 60000}}, "bad-clock"),
                 ({"options": {"colour": "red"}}, "bad-options"), ({"options": {"starter": 3}}, "bad-options"), ({"options": [1]}, "bad-options"),
                 ({"options": {"starter": None}}, "bad-options"), ({"options": {"starter": "0,starter=1"}}, "bad-options")]
        for part, code in wrong:
            body = {**({"game": "byzanz"} if part and "game" not in part else {}), **part}
            self.assertRefused(422, code, me, "POST", "/tables", body)
        hungarian = self.guest(lang="hu")
        _, _, data = hungarian.ask_raw("POST", "/api/1/tables", {"game": "byzanz", "options": {"colour": 1}})
        self.assertIn("Bizánc", json.loads(data)["error"]["message"])

    def test_sitting_and_standing(self):
        me, one, two = self.guest(), self.guest(), self.guest()
        code = me.ask("POST", "/tables", {"game": "byzanz", "players": 4})["code"]
        sit, stand = f"/tables/{code}/sit", f"/tables/{code}/stand"
        self.assertEqual(one.ask("POST", sit, {"seat": 2})["seats"][2]["name"], one.name)
        self.assertRefused(409, "seat-taken", two, "POST", sit, {"seat": 2})
        self.assertRefused(422, "bad-seat", two, "POST", sit, {"seat": 4})
        self.assertRefused(422, "bad-invite", two, "POST", sit, {"invite": "nonsense"})
        moved = one.ask("POST", sit, {"seat": 3})  # to another seat
        self.assertEqual([seat["kind"] for seat in moved["seats"]], ["person", "open", "open", "person"])
        self.assertEqual(one.ask("POST", sit), moved)  # once more changes nothing
        self.assertRefused(409, "not-seated", two, "POST", stand)
        self.assertEqual(me.ask("POST", stand)["owner"], one.name)  # the owner's rights go on
        self.assertRefused(403, "not-owner", me, "DELETE", f"/tables/{code}")
        self.assertEqual(one.ask("POST", stand)["state"], "dropped")
        self.assertRefused(409, "not-open", two, "POST", sit)
        self.assertRefused(404, "no-table", two, "POST", "/tables/nosuch/sit")

    def test_the_owners_rights(self):
        me, other = self.guest(), self.guest()
        code = me.ask("POST", "/tables", {"game": "byzanz", "players": 4})["code"]
        seats = f"/tables/{code}/seats"
        self.assertEqual(me.ask("POST", f"{seats}/1", {"kind": "bot", "level": 4})["seats"][1], {"kind": "bot", "level": 4})
        self.assertEqual(me.ask("POST", f"{seats}/1", {"kind": "open"})["seats"][1], {"kind": "open"})
        invite = me.ask("POST", f"{seats}/1", {"kind": "invited"})["seats"][1]["invite"]
        self.assertRefused(422, "bad-invite", other, "POST", f"/tables/{code}/sit", {"seat": 1})
        self.assertEqual(other.ask("POST", f"/tables/{code}/sit", {"invite": invite})["seats"][1]["name"], other.name)
        self.assertEqual(me.ask("POST", f"{seats}/1", {"kind": "open"})["seats"][1], {"kind": "open"})  # sent away
        for path, body, code_ in ((f"{seats}/0", {"kind": "bot"}, "own-seat"), (f"{seats}/4", {"kind": "bot"}, "bad-seat"),
                                  (f"{seats}/x", {"kind": "bot"}, "bad-seat"), (f"{seats}/1", {"kind": "me"}, "bad-seat")):
            self.assertRefused(422, code_, me, "POST", path, body)
        for request in (("POST", f"{seats}/1", {"kind": "bot"}), ("POST", f"/tables/{code}/start"), ("DELETE", f"/tables/{code}")):
            self.assertRefused(403, "not-owner", other, *request)
        me.ask("DELETE", f"/tables/{code}")
        self.assertEqual(me.ask("GET", f"/tables/{code}")["state"], "dropped")
        self.assertRefused(409, "not-open", me, "POST", f"/tables/{code}/start")

    def test_starting(self):
        me, other = self.guest(), self.guest()
        code = me.ask("POST", "/tables", {"game": "byzanz"})["code"]
        started = me.ask("POST", f"/tables/{code}/start")
        self.assertEqual(started["state"], "playing")
        self.assertEqual([seat["kind"] for seat in started["seats"]], ["person", "bot", "bot"])
        self.assertIsNotNone(started["started_at"])
        self.assertNotIn("proof", started)
        full = me.ask("POST", "/tables", {"game": "towers"})["code"]
        self.assertEqual(other.ask("POST", f"/tables/{full}/sit")["state"], "playing")  # by itself
        self.assertEqual({table["code"] for table in me.ask("GET", "/tables?mine=1")["tables"]}, {code, full})
        self.assertEqual({table["code"] for table in other.ask("GET", "/tables?mine=1")["tables"]}, {full})
        self.assertEqual(other.ask("GET", "/tables?done=1"), {"tables": []})
        for request in (("GET", f"/tables/{full}/game"), ("GET", f"/tables/{full}/replay"), ("POST", f"/tables/{full}/analysis"),
                        ("POST", f"/tables/{full}/rematch")):
            self.assertRefused(409, "not-over", me, *request)
        self.assertRefused(401, "nobody", Nobody(self.server), "GET", "/tables?mine=1")

    def test_only_so_many_open_tables(self):
        me = self.guest()
        for _ in range(5):
            me.ask("POST", "/tables", {"game": "towers"})
        self.assertRefused(409, "too-many-tables", me, "POST", "/tables", {"game": "towers"})
        self.assertRefused(409, "too-many-tables", me, "POST", "/quick", {"game": "pharaoh"})

    def test_quick_match(self):
        one, two, three, four = (self.guest() for _ in range(4))
        table = one.ask("POST", "/quick", {"game": "alhambra", "players": 3})
        self.assertEqual((table["state"], table["players"], table["public"], table["clock"]["kind"]), ("open", 3, True, "live"))
        self.assertEqual(one.ask("POST", "/quick", {"game": "alhambra"})["code"], table["code"])  # twice is once
        self.assertEqual(two.ask("POST", "/quick", {"game": "alhambra"})["code"], table["code"])
        other = three.ask("POST", "/quick", {"game": "alhambra", "players": 4})
        self.assertNotEqual(other["code"], table["code"])
        days = {"kind": "days", "move_ms": 86400000}
        slow = four.ask("POST", "/quick", {"game": "alhambra", "players": 3, "clock": days})
        self.assertEqual((slow["clock"], slow["code"] == table["code"]), (days, False))
        self.assertEqual(four.ask("POST", f"/tables/{slow['code']}/stand")["state"], "dropped")
        filled = four.ask("POST", "/quick", {"game": "alhambra"})
        self.assertEqual((filled["code"], filled["state"]), (table["code"], "playing"))
        self.assertRefused(422, "bad-game", one, "POST", "/quick", {})

    def test_rated_tables_are_for_persons(self):
        one, two, guest = self.person(), self.person(), self.guest()
        program = Person(self.server, token=one.ask("POST", "/programs", {"name": "Rated bot"})["token"])
        self.assertRefused(409, "rated-guest", guest, "POST", "/tables", {"game": "towers", "rated": True})
        self.assertRefused(422, "rated-bot", one, "POST", "/tables",
                           {"game": "towers", "rated": True, "seats": [{"kind": "me"}, {"kind": "bot"}]})
        code = one.ask("POST", "/tables", {"game": "towers", "rated": True})["code"]
        self.assertRefused(409, "rated-guest", guest, "POST", f"/tables/{code}/sit")
        self.assertRefused(409, "rated-program", program, "POST", f"/tables/{code}/sit")
        self.assertRefused(409, "rated-open", one, "POST", f"/tables/{code}/start")
        self.assertRefused(422, "rated-bot", one, "POST", f"/tables/{code}/seats/1", {"kind": "bot"})
        self.assertEqual(two.ask("POST", f"/tables/{code}/sit")["state"], "playing")

    def test_live(self):
        me, other, third = self.guest(), self.guest(), self.guest()
        watching, mine = third.connect(), me.connect()
        known = {table["code"] for table in watching.ask("lobby")["tables"]}
        mine.ask("lobby")
        code = me.ask("POST", "/tables", {"game": "towers"})["code"]
        hidden = me.ask("POST", "/tables", {"game": "towers", "public": False})["code"]
        self.assertNotIn(code, known)
        self.assertEqual(watching.hear("lobby-table")["table"]["code"], code)
        self.assertEqual({mine.hear("lobby-table")["table"]["code"] for _ in range(2)}, {code, hidden})
        other.ask("POST", f"/tables/{code}/sit")
        self.assertEqual(watching.hear("lobby-gone")["code"], code)
        self.assertEqual(mine.hear("lobby-table")["table"]["state"], "playing")  # still mine
        me.ask("DELETE", f"/tables/{hidden}")
        self.assertEqual(mine.hear("lobby-gone")["code"], hidden)
        self.assertTrue(watching.is_silent())
        self.assertNotIn(hidden, str(watching.heard))
        again = self.guest().connect().ask("lobby")["tables"]
        self.assertNotIn(hidden, str(again))
        watching.say("leave-lobby")
        me.ask("POST", "/tables", {"game": "towers"})
        self.assertTrue(watching.is_silent())


class Player:
    """Somebody who plays a table at random."""

    def __init__(self, person, code):
        self.code, self.line = code, person.connect(lists=True)
        self.line.hear("hello")
        told = self.line.ask("watch", table=code)
        self.seat, self.over = told["seat"], None
        self.n, self.waits, self.moves = told["n"], told["waits"], told.get("moves", [])
        self.share = secrets.token_hex(32)
        self.line.say("promise", table=code, hash=promise(self.share, code))

    def give(self):
        self.line.hear("give")
        self.line.say("give", table=self.code, bytes=self.share)

    def take(self, message):
        self.n, self.waits, self.moves = message["n"], message["waits"], message.get("moves", [])
        if message["entry"]["kind"] == "over":
            self.over = message["entry"]

    def catch_up(self, number):
        while self.n < number:
            self.take(self.line.hear("entry"))

    def move(self, choose):
        self.line.say("move", table=self.code, n=self.n + 1, move=choose.choice(self.moves))
        self.take(self.line.hear("entry"))


def drawn_by(seed, players):
    """Who starts, as docs/fairness.md says it."""
    return int.from_bytes(hashlib.sha256(b"arkad-starter-1" + bytes.fromhex(seed)).digest()[:8], "big") % players


def play(people, code, choose=random.Random(7)):
    """Plays a table to its end; the last entry."""
    players = [Player(person, code) for person in people]
    for player in players:
        player.give()
    players[0].catch_up(1)
    while not players[0].over:
        newest = max(player.n for player in players)
        for player in players:
            player.catch_up(newest)
        mover = next((player for player in players if player.seat in player.waits), players[0])
        if mover.waits:
            mover.move(choose)
        else:
            mover.catch_up(newest + 1)  # the end comes by itself
    return players[0].over


class Finished(House):
    options = ("--analysis-seconds", "1")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        me = cls("test_result")
        cls.people = [me.person("Winner or not"), me.person("The other")]
        one, two = cls.people
        table = one.ask("POST", "/tables", {"game": "towers", "rated": True, "public": False})
        cls.code, cls.promised, cls.said = table["code"], table["commitment"], table["options"]
        two.ask("POST", f"/tables/{cls.code}/sit")
        cls.over = play(cls.people, cls.code)
        cls.table = one.ask("GET", f"/tables/{cls.code}")
        cls.saved = one.ask_raw("GET", f"/api/1/tables/{cls.code}/game")[2]

    def check(self, saved):
        done = subprocess.run([ARKAD, "check", "-"], input=saved, capture_output=True, env={**os.environ, "LC_ALL": "C.UTF-8", "LANG": ""})
        return done.returncode, (done.stdout + done.stderr).decode()

    def test_result(self):
        table = self.table
        self.assertEqual((table["state"], sorted(table["result"]["places"])[0]), ("over", 1))
        self.assertEqual(self.over["result"], table["result"])
        self.assertEqual(table["commitment"], self.promised)
        self.assertEqual(len(table["proof"]["given"]), 2)
        self.assertIsNotNone(table["ended_at"])
        done = self.people[0].ask("GET", "/tables?done=1")["tables"]
        self.assertEqual([one["code"] for one in done], [self.code])
        self.assertEqual(self.people[0].ask("GET", f"/tables?done=1&before={done[0]['created_at']}"), {"tables": []})

    def test_ratings(self):
        places = self.table["result"]["places"]
        best = self.people[0].ask("GET", "/ratings/towers")["ratings"]
        self.assertEqual(len(best), 2)
        self.assertEqual(sum(one["rating"] for one in best), 3000)
        winner = self.people[places.index(1)].name
        seat = self.table["seats"][places.index(1)]
        if places.count(1) == 1:
            self.assertEqual((best[0]["name"], best[0]["rating"], best[0]["games"]), (winner, 1662, 1))
            self.assertEqual((seat["rating_before"], seat["rating_after"], seat["rating"]), (1500, 1662, 1662))
        self.assertEqual(self.people[0].ask("GET", f"/people/{winner.replace(' ', '%20')}")["played"], 1)
        self.assertEqual(self.people[0].ask("GET", "/me")["ratings"]["towers"]["games"], 1)
        self.assertRefused(404, "bad-game", self.people[0], "GET", "/ratings/chess")

    def test_saved_game(self):
        status, headers, _ = self.people[0].ask_raw("GET", f"/api/1/tables/{self.code}/game")
        self.assertEqual(headers["Content-Disposition"], f'attachment; filename="towers-{self.code}.jsonl"')
        self.assertEqual(headers["Content-Type"], "application/x-ndjson")
        head = json.loads(self.saved.split(b"\n")[0])
        self.assertEqual(head["fair"]["commitment"], self.promised)
        self.assertEqual(head["seed"], self.table["proof"]["seed"])
        self.assertTrue(all(head["fair"]["given"]))
        self.assertEqual(self.check(self.saved)[0], 0)
        self.assertIn("the seed and who starts are proved", self.check(self.saved)[1])

    def test_who_starts_was_drawn(self):
        """Before the deal it is said that it will be drawn; afterwards the saved game proves that nobody chose."""
        head = json.loads(self.saved.split(b"\n")[0])
        self.assertEqual((self.said, head["fair"]["starter"]), ({"starter": "drawn"}, "drawn"))
        self.assertEqual(head["options"], {"starter": drawn_by(head["seed"], 2)})
        self.assertEqual(self.table["options"].get("starter", 0), head["options"]["starter"])
        self.assertEqual(self.people[0].connect().ask("watch", table=self.code)["table"]["options"], self.table["options"])

    def test_a_starter_that_was_not_drawn_is_found_out(self):
        starter = json.loads(self.saved.split(b"\n")[0])["options"]["starter"]
        lie = self.saved.replace(f'"options":{{"starter":{starter}}}'.encode(), f'"options":{{"starter":{1 - starter}}}'.encode(), 1)
        status, said = self.check(lie.split(b"\n")[0])
        self.assertEqual(status, 1)
        self.assertIn("-:1: who starts is not the one whom the seed draws", said)
        before = self.saved.replace(b',"starter":"drawn"', b"", 1)  # older files say nothing of it
        self.assertEqual((self.check(before)[0], "the seed is proved" in self.check(before)[1]), (0, True))

    def test_a_spoiled_game_is_found_out(self):
        head = json.loads(self.saved.split(b"\n")[0])
        other = "0" * 64
        for old, new, complaint in ((head["fair"]["secret"], other, "not the one that was promised"), (head["fair"]["commitment"], other, "not the one"),
                                    (head["fair"]["given"][0], other, "a share is not the one that was promised"),
                                    (head["fair"]["promised"][1], other, "a share is not the one that was promised"), (f'"{self.code}"', '"abcdef"', "not the one"),
                                    (f'"{head["fair"]["given"][1]}"', "null", "does not follow"), (f'"{self.code}"', '"AB"', "small letters and digits"),
                                    (head["fair"]["secret"], "xyz", "64 hexadecimal digits"), ("],", ",null],", "")):
            status, said = self.check(self.saved.replace(old.encode(), new.encode(), 1))
            self.assertEqual(status, 1)
            self.assertIn(complaint, said)

    def test_replay(self):
        moves = len(self.saved.splitlines()) - 2
        seats = {viewer: self.people[0].ask("GET", f"/tables/{self.code}/replay{viewer}")["steps"]
                 for viewer in ("?seat=0", "?seat=1", "", "?seat=all")}
        for steps in seats.values():
            self.assertEqual([step["n"] for step in steps], list(range(moves + 1)))
            self.assertEqual((steps[0]["seat"], steps[0]["move"]), (None, None))
        self.assertIsInstance(seats["?seat=0"][0]["view"]["pile"], int)  # as it was seen then
        self.assertIsInstance(seats["?seat=all"][0]["view"]["pile"], list)
        self.assertEqual(seats["?seat=0"][-1]["view"], seats["?seat=all"][-1]["view"])
        for viewer in ("2", "x", "-1", "00"):
            self.assertRefused(422, "bad-seat", self.people[0], "GET", f"/tables/{self.code}/replay?seat={viewer}")

    def test_analysis(self):
        path, states = f"/tables/{self.code}/analysis", set()
        self.assertRefused(401, "nobody", Nobody(self.server), "POST", path)
        until = time.monotonic() + WAIT
        while True:
            answer = self.people[0].ask("POST", path)
            states.add(answer["state"])
            self.assertLessEqual(answer["progress"], 1)
            if answer["state"] == "done" or time.monotonic() > until:
                break
            time.sleep(0.02)
        self.assertEqual(states - {"running"}, {"queued", "done"})
        moves = answer["analysis"]["moves"]
        self.assertEqual(len(moves), len(self.saved.splitlines()) - 1)
        self.assertAlmostEqual(sum(moves[-1]["chances"]), 1, 2)
        self.assertEqual(self.people[1].ask("POST", path), answer)  # kept

    def test_rematch(self):
        one, two = self.people
        line = two.connect()
        line.hear("hello")
        line.ask("watch", table=self.code)
        self.assertRefused(409, "not-seated", self.guest(), "POST", f"/tables/{self.code}/rematch")
        again = one.ask("POST", f"/tables/{self.code}/rematch")
        self.assertEqual((again["state"], again["rated"], again["public"]), ("open", True, False))
        mine = self.table["seats"].index(next(seat for seat in self.table["seats"] if seat["name"] == one.name))
        self.assertEqual([again["seats"][mine]["kind"], again["seats"][1 - mine]["kind"]], ["person", "invited"])
        self.assertEqual(again["seats"][1 - mine]["name"], two.name)
        self.assertEqual(line.hear("seats")["table"]["rematch"], again["code"])
        self.assertIn(again["code"], str(two.ask("GET", "/tables?mine=1")))
        self.assertEqual(one.ask("POST", f"/tables/{self.code}/rematch")["code"], again["code"])
        joined = two.ask("POST", f"/tables/{self.code}/rematch")
        self.assertEqual((joined["code"], joined["state"]), (again["code"], "playing"))

    def finish(self, people, table):
        """Plays the table to its end; the first line of its saved game, which is right."""
        for person in people[1:]:
            person.ask("POST", f"/tables/{table['code']}/sit")
        play(people, table["code"])
        saved = people[0].ask_raw("GET", f"/api/1/tables/{table['code']}/game")[2]
        self.assertEqual(self.check(saved)[0], 0)
        return json.loads(saved.split(b"\n")[0])

    def test_a_rematch_passes_on_who_starts(self):
        """However it was chosen; all other options stay."""
        people = [self.guest() for _ in range(3)]
        for given, how in (({"offers": 0}, "drawn"), ({"starter": 2, "offers": 0}, "fixed")):
            table = people[0].ask("POST", "/tables", {"game": "pharaoh", "options": given, "players": 3})
            head = self.finish(people, table)
            self.assertEqual((head["fair"]["starter"], head["options"]["offers"]), (how, 0))
            starter = drawn_by(head["seed"], 3) if how == "drawn" else 2
            self.assertEqual(head["options"]["starter"], starter)
            for _ in range(2):
                table = people[0].ask("POST", f"/tables/{table['code']}/rematch")
                starter = (starter + 1) % 3
                self.assertEqual((table["options"].get("starter", 0), table["options"]["offers"]), (starter, 0))
                head = self.finish(people, table)
                self.assertEqual((head["fair"]["starter"], head["options"]["starter"]), ("passed", starter))


class Trouble(House):
    def limit(self, size):
        """Files of the server's process may not grow beyond this, as on a full disk."""
        resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    @unittest.skipUnless(IN_A_FILE, "of a file")
    def test_a_full_disk(self):
        me, other = self.guest(), self.guest()
        code = me.ask("POST", "/tables", {"game": "towers"})["code"]
        line = me.connect()
        line.ask("lobby")
        watching = other.connect()
        watching.ask("watch", table=code)
        self.limit(1)
        for _ in range(2):
            self.assertRefused(503, "cannot-save", me, "POST", "/tables", {"game": "byzanz"})
        self.assertIn("cannot save", line.hear("trouble")["message"])
        watching.hear("trouble")
        self.assertFalse([message for message in line.listen() if message["is"] == "lobby-table"])
        status, headers, data = me.ask_raw("GET", "/health")
        self.assertEqual((status, json.loads(data)["status"]), (503, "cannot-save"))
        self.assertRefused(503, "cannot-save", Nobody(self.server), "POST", "/guest")
        self.assertEqual(len(me.ask("GET", "/tables?mine=1")["tables"]), 1)  # what is saved can be read
        late = me.connect()
        late.hear("trouble")
        self.assertEqual(watching.ask("move", table=code, n=1, move="bid 1")["code"], "cannot-save")
        self.limit(resource.RLIM_INFINITY)
        line.hear("well")
        self.assertEqual(me.ask_raw("GET", "/health")[0], 200)
        self.assertEqual(me.ask("POST", "/tables", {"game": "byzanz"})["state"], "open")
        self.assertEqual(line.hear("lobby-table")["table"]["game"], "byzanz")

    @unittest.skipUnless(IN_A_FILE, "of a file")
    def test_a_password_that_comes_back_in_trouble(self):
        me = self.person("In trouble")
        with concurrent.futures.ThreadPoolExecutor() as pool:
            self.limit(1)
            answers = [pool.submit(Nobody(self.server).ask, "POST", "/login", {"name": "In trouble", "password": PASSWORD}) for _ in range(3)]
            for answer in answers:
                with self.assertRaises(Refused) as caught:
                    answer.result()
                self.assertEqual(caught.exception.status, 503)
        self.limit(resource.RLIM_INFINITY)
        until = time.monotonic() + WAIT
        while me.ask_raw("GET", "/health")[0] != 200 and time.monotonic() < until:
            time.sleep(0.05)
        Nobody(self.server).ask("POST", "/login", {"name": "In trouble", "password": PASSWORD})


class Life(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.data = pathlib.Path(self.folder.name) / "life.db"

    def tearDown(self):
        self.folder.cleanup()

    def run_serve(self, *options, **environment):
        done = subprocess.run([ARKAD, "serve", *options], capture_output=True, timeout=WAIT,
                              env={**os.environ, "LC_ALL": "C.UTF-8", "LANG": "", **environment})
        return done.returncode, done.stderr.decode()

    def test_it_stops_and_goes_on(self):
        server = Server(ARKAD, self.data)
        me = Person(server)
        name = me.ask("POST", "/account", {"name": "Still here", "password": PASSWORD})["name"]
        code = me.ask("POST", "/tables", {"game": "byzanz", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]})["code"]
        line = me.connect()
        line.hear("hello")
        server.process.send_signal(signal.SIGTERM)
        self.assertIn("back in a few seconds", line.hear("bye")["message"])
        self.assertEqual(server.end(), 0)
        logged = server.complaints.decode()
        self.assertIn("event=ready", logged)
        self.assertIn("event=stopped", logged)
        for secret in (me.cookie, PASSWORD):
            self.assertNotIn(secret, logged)
        server.start()
        self.assertEqual(me.ask("GET", "/me")["name"], name)
        self.assertEqual(me.ask("GET", f"/tables/{code}")["state"], "playing")
        server.stop()

    @unittest.skipUnless(IN_A_FILE, "of a file")
    def test_one_house_a_data_file(self):
        server = Server(ARKAD, self.data)
        status, said = self.run_serve("--listen", "127.0.0.1:0", "--data", str(self.data))
        self.assertEqual(status, 1)
        self.assertIn("is in use by another server", said)
        folder = self.data.parent
        (folder / "symbolic.db").symlink_to(self.data)
        (folder / "below").mkdir()
        os.link(self.data, folder / "hard.db")
        for name, complaint in (("symbolic.db", "is in use by another server"), ("below/../life.db", "is in use by another server"),
                                ("hard.db", "has a second name, a hard link"), ("life.db", "is in use by another server")):
            for path in (str(folder / name), os.path.relpath(folder / name)):
                status, said = self.run_serve("--listen", "127.0.0.1:0", "--data", path)
                self.assertEqual(status, 1, path)
                self.assertIn(complaint, said)
        status, said = self.run_serve("--listen", f"127.0.0.1:{server.port}", "--data", str(self.data) + "2")
        self.assertEqual(status, 1)
        self.assertIn("cannot listen at 127.0.0.1", said)
        server.stop()

    def test_settings(self):
        settings = pathlib.Path(self.folder.name) / "arkad.conf"
        settings.write_text("# a comment\n\nmax-tables = many\n", encoding="utf-8")
        for options, environment, complaint in (
                (["--listen", "8080"], {}, "listen takes an address and a port"),
                (["--listen", "127.0.0.1:99999"], {}, "listen takes a whole number from 0 to 65535"),
                (["--origin", "play.example.org"], {}, "origin takes an address like"),
                (["--trust", "10.0.0.0/x"], {}, "trust takes addresses or networks like 127.0.0.1 or 10.0.0.0/8, not '10.0.0.0/x'"),
                (["--trust", "127.0.0.1,localhost"], {}, "not 'localhost'"),
                (["--trust", "10.0.0.0/33"], {}, "trust takes"), (["--trust", "10.0.0.0/"], {}, "trust takes"),
                (["--trust", "10.0.0.0/-1"], {}, "trust takes"), (["--trust", "::1/129"], {}, "trust takes"),
                (["--log", "xml"], {}, "log takes text or json, not 'xml'"),
                (["word"], {}, "arkad serve takes options only"),
                (["--config", str(settings)], {}, "max-tables takes a whole number from 1 to 1000000, not 'many'"),
                ([], {"ARKAD_BOT_THREADS": "x"}, "bot-threads takes a whole number"),
                (["--config", str(settings), "--max-tables", "5"], {"ARKAD_LOG": "no"}, "log takes text or json"),
                (["--data", self.folder.name], {}, self.folder.name)):
            status, said = self.run_serve("--data", str(self.data), *options, **environment)
            self.assertNotEqual(status, 0, options)
            self.assertIn(complaint, said)
        settings.write_text("colour=red\n", encoding="utf-8")
        self.assertIn(f"{settings}:1: there is no setting 'colour'", self.run_serve("--config", str(settings))[1])
        settings.write_text(f"listen=127.0.0.1:0\ndata={self.data}\nlog=text\n", encoding="utf-8")
        server = Server(ARKAD, self.data, "--log", "json", "--config", str(settings))
        server.stop()
        for line in server.complaints.decode().splitlines():
            self.assertIn(json.loads(line)["event"], ("ready", "stopping", "stopped"))

    def test_without_an_origin_it_warns(self):
        """On this machine alone nothing is missing; for others, or behind a proxy, it is."""
        for options, is_warned in (([], False), (["--trust", "127.0.0.1"], True), (["--listen", "0.0.0.0:0"], True),
                                   (["--trust", "127.0.0.1", "--origin", "https://play.example.org"], False)):
            server = Server(ARKAD, self.data, *options)
            server.stop()
            self.assertEqual("level=warning event=no-origin" in server.complaints.decode(), is_warned, options)

    def test_the_help_names_every_setting(self):
        for file in (pathlib.Path(__file__).parent.parent / "data" / "lang").glob("*.json"):
            lang = file.stem
            said = subprocess.run([ARKAD, "help", "serve", "--lang", lang], capture_output=True).stdout.decode()
            for name in re.findall(r'\{"([a-z-]+)", "[^"]*", \d+, \d+\}', (pathlib.Path(__file__).parent.parent / "src" / "server" / "serve.c").read_text()):
                self.assertIn(f"--{name} ", said)


if __name__ == "__main__":
    tap.run()
