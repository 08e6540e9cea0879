"""Connections: HTTP and WebSocket over real sockets, at a small echo server: test_net.py NET_ECHO. Prints TAP.

Times here are only limits given to the server, long or short; nothing is measured."""

import base64
import re
import socket
import struct
import subprocess
import sys
import time
import unittest

import tap

NET_ECHO = sys.argv[1]
PATIENCE = 20  # seconds until a test gives up; no test waits as long if all is well
HEAD_MAX, BODY_MAX, MESSAGE_MAX, PATH_MAX = 16 * 1024, 64 * 1024, 64 * 1024, 1024


def parse_figures(text):
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2])))


class Server:
    def __init__(self, *words):
        self.process = subprocess.Popen([NET_ECHO, *words], stdout=subprocess.PIPE, text=True)
        self.host = next((word[7:] for word in words if word.startswith("listen=")), "127.0.0.1")
        self.port = int(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *what):
        """However a test ends, the server can be stopped, has said goodbye to everybody and lost no memory."""
        try:
            self.process.terminate()
            rest, _ = self.process.communicate(timeout=PATIENCE)
            goodbye = re.fullmatch(r"shown (\d+) gone (\d+)\n", rest)
            assert self.process.returncode == 0 and (not goodbye or goodbye[1] == goodbye[2]), (self.process.returncode, rest)
        finally:
            self.process.kill()

    def connect(self, source=None):
        return Client(socket.create_connection((self.host, self.port), PATIENCE, source_address=source and (source, 0)))

    def ask(self, raw, source=None):
        """Sends the bytes on a connection of its own and reads the answer: (status, headers, body)."""
        with self.connect(source) as client:
            client.send(raw)
            return client.answer()

    def get(self, target, headers=""):
        return self.ask(f"GET {target} HTTP/1.1\r\nHost: x\r\n{headers}\r\n".encode())[2].decode()

    def figures(self):
        return parse_figures(self.get("/figures"))

    def until(self, name, number):
        """Waits until a figure has reached the number."""
        end = time.monotonic() + PATIENCE
        with self.connect() as client:
            figures = {}
            while figures.get(name) != number:
                assert time.monotonic() < end, (name, number, figures)
                time.sleep(0.01)
                client.send(b"GET /figures HTTP/1.1\r\nHost: x\r\n\r\n")
                figures = parse_figures(client.answer()[2].decode())

    def stop(self):
        self.get("/stop")
        return self.process.wait(PATIENCE), self.process.stdout.read()


class Client:
    def __init__(self, connection):
        self.socket = connection
        self.rest = bytearray()

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.socket.close()

    def send(self, raw):
        try:
            self.socket.sendall(raw)
        except (BrokenPipeError, ConnectionResetError):
            pass  # refused before everything was sent; the answer says why

    def fill(self):
        more = self.socket.recv(1 << 16)
        self.rest += more
        return bool(more)

    def take(self, size):
        while len(self.rest) < size:
            if not self.fill():
                raise EOFError(bytes(self.rest[:200]))
        taken = bytes(self.rest[:size])
        del self.rest[:size]
        return taken

    def line(self):
        while b"\r\n" not in self.rest:
            if not self.fill():
                raise EOFError(bytes(self.rest[:200]))
        return self.take(self.rest.index(b"\r\n") + 2)[:-2].decode("latin-1")

    def head(self):
        status = int(re.fullmatch(r"HTTP/1\.1 (\d{3}) [\w -]+", self.line())[1])
        headers = {}
        while line := self.line():
            name, value = line.split(": ", 1)
            headers[name.lower()] = value
        return status, headers

    def answer(self, has_body=True):
        status, headers = self.head()
        return status, headers, self.take(int(headers.get("content-length", 0))) if has_body else b""

    def is_closed(self):
        """The other side sends nothing more, and says so properly."""
        return not self.rest and not self.fill()

    def is_quiet(self):
        self.socket.settimeout(0.15)
        try:
            return not self.fill() and False
        except TimeoutError:
            return True
        finally:
            self.socket.settimeout(PATIENCE)

    # -- WebSocket

    def upgrade(self, path="/ws", more=b""):
        self.send(handshake(path) + more)
        status, headers = self.head()
        assert status == 101, status
        return self

    def frame(self):
        first, second = self.take(2)
        assert second < 128, "a server does not mask"
        size = second
        if size == 126:
            (size,) = struct.unpack(">H", self.take(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", self.take(8))
        return first, self.take(size)

    def text(self):
        first, payload = self.frame()
        assert first == 0x81, (first, payload)
        return payload

    def closing(self):
        """The code and reason of the closing frame that comes now, and the end of the connection after it."""
        first, payload = self.frame()
        assert first == 0x88, (first, payload)
        assert self.is_closed()
        return struct.unpack(">H", payload[:2])[0] if payload else None


KEY = base64.b64encode(b"sixteen bytes it").decode()


def handshake(path="/ws", **changes):
    headers = {"Host": "x", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY}
    headers.update({name.replace("_", "-"): value for name, value in changes.items()})
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value is not None)
    return f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode()


def frame(first, payload=b"", mask=b"\x11\x22\x33\x44", length=None):
    """A client's frame; `mask` None and `length` (a form of the length) make wrong ones."""
    size = len(payload)
    if length is None:
        length = bytes([size]) if size < 126 else struct.pack(">BH", 126, size) if size < 65536 else struct.pack(">BQ", 127, size)
    if mask is None:
        return bytes([first]) + length + payload
    masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
    return bytes([first, length[0] | 128]) + length[1:] + mask + masked


TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\n"


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def body(self, raw):
        status, _, body = self.server.ask(raw)
        self.assertEqual(status, 200)
        return body

    def test_a_whole_request(self):
        status, headers, body = self.server.ask(b"GET /a/b?c=d&e HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertEqual((status, body), (200, b"GET /a/b ?c=d&e 127.0.0.1 0 0\n"))
        self.assertEqual(set(headers), {"date", "x-content-type-options", "content-type", "content-length"})
        self.assertRegex(headers["date"], r"^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$")
        self.assertEqual(headers["x-content-type-options"], "nosniff")

    def test_byte_by_byte(self):
        raw = POST + b"Content-Length: 4\r\n\r\nbody"
        chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2;x=y\r\ndy\r\n0\r\nTrailer: t\r\n\r\n"
        with self.server.connect() as client:
            for request in (raw, chunked, raw):
                for byte in request:
                    client.send(bytes([byte]))
                self.assertEqual(client.answer()[2], b"POST / ? 127.0.0.1 0 4\nbody")

    def test_every_cut_in_two(self):
        raw = POST + b"Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"
        with self.server.connect() as client:
            client.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for cut in range(1, len(raw)):
                client.send(raw[:cut])
                client.send(raw[cut:])
                self.assertEqual(client.answer()[2], b"POST / ? 127.0.0.1 0 4\nbody", cut)

    def test_requests_sent_ahead_are_answered_in_order(self):
        with self.server.connect() as client:
            paths = [f"/{n}" for n in range(500)]
            client.send(b"".join(f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n!".encode() for path in paths))
            for path in paths:
                self.assertEqual(client.answer()[2].decode(), f"POST {path} ? 127.0.0.1 0 1\n!")

    def test_a_request_waits_for_a_late_answer_before_it(self):
        with self.server.connect() as client:
            client.send(b"GET /later?50 HTTP/1.1\r\nHost: x\r\n\r\n" + GET + b"\r\n")
            self.assertEqual(client.answer()[2], b"later")
            self.assertEqual(client.answer()[2], b"GET / ? 127.0.0.1 0 0\n")

    def test_much_sent_ahead_of_a_late_answer(self):
        count = 2000
        with self.server.connect() as client:
            client.send(b"GET /later?50 HTTP/1.1\r\nHost: x\r\n\r\n" + (GET + b"\r\n") * count)
            self.assertEqual(client.answer()[2], b"later")
            for _ in range(count):
                self.assertEqual(client.answer()[0], 200)

    def test_a_client_that_sends_no_more_gets_its_answers(self):
        with self.server.connect() as client:
            client.send(b"GET /later?30 HTTP/1.1\r\nHost: x\r\n\r\n" + GET + b"\r\n" + GET)
            client.socket.shutdown(socket.SHUT_WR)
            self.assertEqual(client.answer()[2], b"later")
            self.assertEqual(client.answer()[2], b"GET / ? 127.0.0.1 0 0\n")
            self.assertTrue(client.is_closed())

    def test_the_largest_body_and_one_byte_more(self):
        self.assertTrue(self.body(POST + b"Content-Length: %d\r\n\r\n" % BODY_MAX + b"x" * BODY_MAX).endswith(b" %d\n" % BODY_MAX + b"x" * BODY_MAX))
        status, headers, _ = self.server.ask(POST + b"Content-Length: %d\r\n\r\n" % (BODY_MAX + 1) + b"x" * (BODY_MAX + 1))
        self.assertEqual((status, headers["connection"]), (413, "close"))
        chunk = b"1000\r\n" + b"x" * 4096 + b"\r\n"
        head = POST + b"Transfer-Encoding: chunked\r\n\r\n"
        self.assertTrue(self.body(head + chunk * 16 + b"0\r\n\r\n").endswith(b"x" * BODY_MAX))
        self.assertEqual(self.server.ask(head + chunk * 16 + b"1\r\nx\r\n0\r\n\r\n")[0], 413)
        self.assertEqual(self.server.ask(head + b"1\r\nx\r\n" * BODY_MAX)[0], 413)
        self.assertEqual(self.server.ask(head + b"1;" + b"e" * 200000)[0], 413)

    def test_a_refusal_arrives_although_much_is_still_being_sent(self):
        with self.server.connect() as client:
            client.send(POST + b"Content-Length: 3000000\r\n\r\n")
            for _ in range(30):
                client.send(b"x" * 100000)
            self.assertEqual(client.answer()[0], 413)
            self.assertTrue(client.is_closed())

    def test_the_largest_head_and_one_byte_more(self):
        room = HEAD_MAX - len(GET) - len(b"A: \r\n\r\n")
        self.assertEqual(self.server.ask(GET + b"A: " + b"a" * room + b"\r\n\r\n")[0], 200)
        self.assertEqual(self.server.ask(GET + b"A: " + b"a" * (room + 1) + b"\r\n\r\n")[0], 431)
        self.assertEqual(self.server.ask(GET + b"A: " + b"a" * 300000)[0], 431)

    def test_the_longest_target_and_one_byte_more(self):
        raw = b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n"
        self.assertEqual(self.server.ask(raw % (b"a" * (PATH_MAX - 1)))[0], 200)
        self.assertEqual(self.server.ask(raw % (b"a" * PATH_MAX))[0], 414)
        self.assertEqual(self.server.ask(raw % (b"a" * 300000))[0], 414)

    def test_head_gets_no_body(self):
        with self.server.connect() as client:
            client.send(b"HEAD /big?1000 HTTP/1.1\r\nHost: x\r\n\r\n" + GET + b"\r\n")
            status, headers, _ = client.answer(has_body=False)
            self.assertEqual((status, headers["content-length"]), (200, "1000"))
            self.assertEqual(client.answer()[0], 200)
            client.send(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n\0")
            self.assertEqual(client.answer(has_body=False)[0], 200)
            self.assertEqual(client.answer()[::2], (400, b"400 Bad Request\n"))
        with self.server.connect() as client:
            client.send(b"HEAD /.. HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertEqual(client.answer(has_body=False)[0], 400)
            self.assertTrue(client.is_closed())

    def test_answers_without_a_body(self):
        for status in (204, 304):
            with self.server.connect() as client:
                client.send(b"GET /status?%d HTTP/1.1\r\nHost: x\r\n\r\n" % status + GET + b"\r\n")
                found, headers, _ = client.answer()
                self.assertEqual(found, status)
                self.assertNotIn("content-length", headers)
                self.assertEqual(client.answer()[0], 200)

    def test_a_body_only_after_the_server_says_so(self):
        with self.server.connect() as client:
            client.send(POST + b"Content-Length: 4\r\nExpect: 100-continue\r\n\r\n")
            self.assertEqual(client.head(), (100, {}))
            client.send(b"body")
            self.assertEqual(client.answer()[2][-4:], b"body")
        self.assertEqual(self.server.ask(POST + b"Content-Length: 999999\r\nExpect: 100-continue\r\n\r\n")[0], 413)
        self.assertEqual(self.server.ask(POST + b"Content-Length: 4\r\nExpect: a miracle\r\n\r\n")[0], 417)

    def test_when_the_connection_closes(self):
        cases = [
            (b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "close"),
            (b"GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n", None),
            (b"GET / HTTP/1.0\r\n\r\n", "close"),
            (b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "keep-alive"),
            (b"POST / HTTP/1.0\r\nContent-Length: 1\r\n\r\n!", "close"),
        ]
        for raw, connection in cases:
            with self.server.connect() as client, self.subTest(raw):
                client.send(raw)
                status, headers, _ = client.answer()
                self.assertEqual((status, headers.get("connection")), (200, connection))
                if connection == "close":
                    self.assertTrue(client.is_closed())
                else:
                    client.send(GET + b"\r\n")
                    self.assertEqual(client.answer()[0], 200)

    def test_a_large_answer(self):
        self.assertEqual(len(self.body(b"GET /big?8000000 HTTP/1.1\r\nHost: x\r\n\r\n")), 8000000)

    def test_paths(self):
        cases = {
            "/": "/",
            "/%41%7a?%41": "/Az",
            "/k%c3%b6z%C3%A9p": "/közép",
            "/%e2%82%ac%F0%9F%8F%B0": "/€🏰",
            "/a//b/...": "/a//b/...",
            "/a.b/..c": "/a.b/..c",
            "/%25": "/%",
            "/a+b%20c": "/a+b c",
        }
        for target, path in cases.items():
            with self.subTest(target):
                self.assertEqual(self.server.get(target).rsplit(" ?", 1)[0], f"GET {path}")

    def test_headers_and_cookies(self):
        get = self.server.get
        self.assertEqual(get("/header?x-mixed", "X-MiXeD:   a b \t \r\n"), "a b")
        self.assertEqual(get("/header?empty", "Empty:\r\nNext: n\r\n"), "")
        self.assertEqual(get("/header?next", "Empty:\r\nNext: n\r\n"), "n")
        self.assertEqual(get("/header?absent", "Value: absent\r\n"), "(none)")
        self.assertEqual(get("/header?value", "Name: value\r\n"), "(none)")
        jar = "Cookie: first=1; arkad=token=; last=%20\r\nCookie: more=2;x=3\r\n"
        for name, value in {"first": "1", "arkad": "token=", "last": "%20", "more": "2", "x": "3", "irst": "(none)", "fir": "(none)", "1": "(none)"}.items():
            self.assertEqual(get(f"/cookie?{name}", jar), value)
        self.assertEqual(get("/cookie?long", "Cookie: long=" + "a" * 16 + "\r\n"), "(none)")

    def test_what_is_refused(self):
        cases = [
            # the grammar
            (b"\x00\r\n\r\n", 400),
            (b"hello\r\n\r\n", 400),
            (b"get / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            (b" GET / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            (b"GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            (b"GET / HTTP/1.1 \r\nHost: x\r\n\r\n", 400),
            (b"GET / HTTP/1.1\nHost: x\n\n", 400),
            (b"GET / HTTP/1.1\rHost: x\r\r", 400),
            (b"GET /\r\n\r\n", 400),
            (b"GET / FTP/1.1\r\nHost: x\r\n\r\n", 400),
            (b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", 400),
            (b"GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
            (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
            (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 40, 400),  # TLS at the wrong port
            (GET + b"Folded: a\r\n b\r\n\r\n", 400),
            (GET + b"Folded: a\r\n\tb\r\n\r\n", 400),
            (GET + b" Early: a\r\n\r\n", 400),
            (GET + b"No colon\r\n\r\n", 400),
            (GET + b"Space : a\r\n\r\n", 400),
            (GET + b": no name\r\n\r\n", 400),
            (GET + b"N\xc3\xa1me: a\r\n\r\n", 400),
            (GET + b"Na(me: a\r\n\r\n", 400),
            (GET + b"A: \x00\r\n\r\n", 400),
            (GET + b"A: \x01\r\n\r\n", 400),
            (GET + b"A: \x7f\r\n\r\n", 400),
            (GET + b"A: a\rB: b\r\n\r\n", 400),
            (GET + b"A: a\nB: b\r\n\r\n", 400),
            # who is meant
            (b"GET / HTTP/1.1\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400),
            (b"GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            (b"GET x/ HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            (b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 400),
            (b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n", 501),
            (b"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", 501),
            (b"PROPFIND / HTTP/1.1\r\nHost: x\r\n\r\n", 501),
            # the path
            *((b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n", 400) for path in (
                b"/..", b"/../etc", b"/a/../b", b"/a/.", b"/./a", b"/%2e%2e/a", b"/a/.%2E", b"/a%2fb", b"/a%2Fb", b"/%00", b"/a%00b",
                b"/%", b"/%4", b"/%4g", b"/%zz", b"/a#b", b"/%0d%0a", b"/%7f", b"/%ff", b"/%c0%af", b"/%c3", b"/%e0%80%af", b"/%ed%a0%80",
                b"/%f4%90%80%80", b"/%c3%28", b"/\xc3\xa1\xff", b"/a\x01", b"/a\x7f",
            )),
            # where the body ends
            (POST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            (POST + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n", 400),
            (POST + b"Content-Length: 4\r\nContent-Length: 4\r\n\r\nbody", 400),
            (POST + b"Content-Length: 4\r\nContent-Length: 5\r\n\r\nbody", 400),
            (POST + b"Content-Length: 4, 4\r\n\r\nbody", 400),
            (POST + b"Content-Length: +4\r\n\r\nbody", 400),
            (POST + b"Content-Length: -4\r\n\r\nbody", 400),
            (POST + b"Content-Length: 0x4\r\n\r\nbody", 400),
            (POST + b"Content-Length: 4 4\r\n\r\nbody", 400),
            (POST + b"Content-Length:\r\n\r\nbody", 400),
            (POST + b"Content-Length: 99999999999999999999\r\n\r\n", 400),
            (POST + b"Transfer-Encoding: gzip\r\n\r\n", 501),
            (POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
            (POST + b"Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", 400),
            (POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
            (POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            (b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            (POST + b"Transfer-Encoding: chunked\r\n\r\nx\r\n", 400),
            (POST + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
            (POST + b"Transfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n", 400),
            (POST + b"Transfer-Encoding: chunked\r\n\r\n1 \r\na\r\n", 400),
            (POST + b"Transfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n", 400),
            (POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n", 400),
            (POST + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", 400),
            (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nBad trailer\r\n\r\n", 400),
            # what must not be said twice
            (GET + b"Origin: http://a\r\nOrigin: http://b\r\n\r\n", 400),
            (GET + b"Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n", 400),
        ]  # fmt: skip
        for raw, status in cases:
            with self.server.connect() as client, self.subTest(raw):
                client.send(raw + GET + b"\r\n")  # what comes after is not looked at
                found, headers, body = client.answer()
                self.assertEqual((found, headers["connection"]), (status, "close"))
                self.assertTrue(body.startswith(b"%d " % status))
                self.assertTrue(client.is_closed())

    def test_empty_lines_before_a_request(self):
        self.assertEqual(self.server.ask(b"\r\n\r\n\r\n" + GET + b"\r\n")[0], 200)


class Deadlines(unittest.TestCase):
    def drip(self, client, raw):
        """A byte now and then, until the server has enough of it; False if it never has."""
        client.socket.settimeout(0.01)
        try:
            for _ in range(2000):
                client.send(raw)
                try:
                    if not client.fill() or client.rest:
                        return True
                except TimeoutError:
                    pass
                except ConnectionResetError:
                    return True  # closed while a drop was on its way
            return False
        finally:
            client.socket.settimeout(PATIENCE)

    def test_a_head_that_comes_in_drips(self):
        with Server("head=300") as server, server.connect() as client:
            client.send(GET)
            self.assertTrue(self.drip(client, b"A: a\r\n"))
            status, headers, _ = client.answer()
            self.assertEqual((status, headers["connection"]), (408, "close"))
            self.assertTrue(client.is_closed())

    def test_a_second_head_that_comes_in_drips(self):
        with Server("head=1500") as server, server.connect() as client:
            client.send(GET + b"\r\n")
            self.assertEqual(client.answer()[0], 200)
            client.send(GET)
            self.assertTrue(self.drip(client, b"A: a\r\n"))
            self.assertEqual(client.answer()[0], 408)

    def test_empty_lines_keep_nobody(self):
        with Server("head=300") as server, server.connect() as client:
            self.assertTrue(self.drip(client, b"\r\n"))
            self.assertFalse(client.rest)

    def test_a_body_that_comes_in_drips(self):
        for head, drop in ((b"Content-Length: 50000\r\n\r\n", b"x"), (b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n")):
            with Server("body=300") as server, server.connect() as client:
                client.send(POST + head)
                self.assertTrue(self.drip(client, drop))
                self.assertEqual(client.answer()[0], 408)
                self.assertTrue(client.is_closed())

    def test_who_says_nothing_is_closed_without_a_word(self):
        with Server("head=1500", "idle=1500") as server:
            with server.connect() as silent, server.connect() as idle:
                idle.send(GET + b"\r\n")
                self.assertEqual(idle.answer()[0], 200)
                self.assertTrue(silent.is_closed())
                self.assertTrue(idle.is_closed())
            server.until("connections", 1)

    def test_an_answer_may_take_its_time(self):
        with Server("head=1000", "idle=1000", "body=1000") as server:
            self.assertEqual(server.get("/later?2000"), "later")

    def test_who_does_not_take_its_answer_is_cut_off(self):
        with Server("idle=300") as server, server.connect() as client:
            client.send(b"GET /big?50000000 HTTP/1.1\r\nHost: x\r\n\r\n")
            server.until("cut_off", 1)
            with self.assertRaises((EOFError, ConnectionResetError)):
                client.answer()

    def test_a_slow_reader_gets_its_answer(self):
        with Server("idle=2500") as server, server.connect() as client:
            client.send(b"GET /big?30000000 HTTP/1.1\r\nHost: x\r\n\r\n")
            for _ in range(8):
                time.sleep(0.4)
                for _ in range(8):
                    client.fill()
            self.assertEqual(len(client.answer()[2]), 30000000)

    def test_pings_must_be_answered(self):
        with Server("ping=1200") as server, server.connect() as client, server.connect() as mute:
            client.upgrade()
            mute.upgrade()
            for _ in range(4):
                self.assertEqual(client.frame(), (PING, b""))
                client.send(frame(PONG))
                mute.send(frame(TEXT, b"I live"))
            heard = set()
            with self.assertRaises((EOFError, ConnectionResetError)):
                while True:
                    heard.add(mute.frame())
            self.assertEqual(heard, {(PING, b""), (TEXT, b"I live")})
            self.assertEqual(server.figures()["cut_off"], 1)
            client.send(frame(TEXT, b"here"))
            while (found := client.frame()) == (PING, b""):
                continue
            self.assertEqual(found, (TEXT, b"here"))

    def test_a_closing_that_nobody_answers(self):
        with Server() as server, server.connect() as client:
            client.upgrade()
            client.send(frame(TEXT, b"close 4000 bye"))
            self.assertEqual(client.frame(), (CLOSE, struct.pack(">H", 4000) + b"bye"))
            self.assertTrue(client.is_closed())


class Limits(unittest.TestCase):
    def test_connections_in_all(self):
        with Server("connections=3") as server:
            clients = [server.connect() for _ in range(3)]
            for client in clients:
                client.send(GET + b"\r\n")
                self.assertEqual(client.answer()[0], 200)
            with server.connect() as one_more:
                status, headers, _ = one_more.answer()
                self.assertEqual((status, headers["connection"]), (503, "close"))
                self.assertIn("retry-after", headers)
                self.assertTrue(one_more.is_closed())
            clients.pop().socket.close()
            server_answers = (server.ask(GET + b"\r\n")[0] for _ in range(1000))
            self.assertIn(200, server_answers)
            for client in clients:
                client.socket.close()

    def test_connections_of_one_address(self):
        with Server("address=2", "listen=127.0.0.1") as server:
            with server.connect("127.0.0.2") as one, server.connect("127.0.0.2") as two:
                for client in (one, two):
                    client.send(GET + b"\r\n")
                    self.assertEqual(client.answer()[0], 200)
                self.assertEqual(server.ask(GET + b"\r\n", "127.0.0.2")[0], 429)
                self.assertEqual(server.ask(GET + b"\r\n", "127.0.0.3")[0], 200)
                self.assertEqual(server.figures()["refused"], 1)
            for _ in range(20):  # those that left count no more
                self.assertEqual(server.ask(GET + b"Connection: close\r\n\r\n", "127.0.0.3")[0], 200)

    def test_a_flood_of_connections_that_are_too_many(self):
        with Server("address=5") as server:
            flood = [server.connect("127.0.0.9") for _ in range(300)]
            self.assertEqual(server.get("/"), "GET / ? 127.0.0.1 0 0\n")
            for client in flood:
                client.socket.close()
            server.until("connections", 1)
            self.assertEqual(server.figures()["refused"], 295)

    def test_addresses_of_clients_behind_a_proxy(self):
        cases = [
            ("1.2.3.4", "1.2.3.4"),
            ("9.9.9.9, 1.2.3.4", "1.2.3.4"),
            ("9.9.9.9,1.2.3.4 , 10.1.2.3", "1.2.3.4"),
            ("9.9.9.9\r\nX-Forwarded-For: 1.2.3.4", "1.2.3.4"),
            ("10.0.0.1, 10.0.0.2", "10.0.0.1"),
            ("::ffff:1.2.3.4", "1.2.3.4"),
            ("2001:DB8:0:0::1", "2001:db8::1"),
            ("1.2.3.4, nonsense", "127.0.0.1"),
            ("", "127.0.0.1"),
        ]
        with Server("trust=10.0.0.0/8", "trust=127.0.0.1") as server:
            for value, address in cases:
                with self.subTest(value):
                    self.assertEqual(server.get("/", f"X-Forwarded-For: {value}\r\n"), f"GET / ? {address} 0 0\n")
            for value, is_secure in (("https", 1), ("http", 0), ("https, http", 0), ("HTTPS", 1), ("httpsx", 0), ("", 0)):
                self.assertEqual(server.get("/", f"X-Forwarded-Proto: {value}\r\n"), f"GET / ? 127.0.0.1 {is_secure} 0\n")
        with Server("trust=127.0.0.2") as server:
            self.assertEqual(server.get("/", "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\n"), "GET / ? 127.0.0.1 0 0\n")

    def test_limits_behind_a_proxy_are_the_clients(self):
        with Server("trust=127.0.0.1", "address=2") as server:
            from_one = {"X_Forwarded_For": "2001:db8::1"}
            sockets = [server.connect() for _ in range(6)]
            for client in sockets[:2]:
                client.send(handshake(**from_one))
                self.assertEqual(client.head()[0], 101)
            sockets[2].send(handshake(X_Forwarded_For="2001:db8::2"))  # the same /64
            self.assertEqual(sockets[2].answer()[0], 429)
            sockets[3].send(handshake(X_Forwarded_For="2001:db8:0:1::2"))
            self.assertEqual(sockets[3].head()[0], 101)
            for _ in range(5):  # requests of many clients over one connection of the proxy
                sockets[4].send(GET + b"X-Forwarded-For: 4.4.4.4\r\n\r\n")
                sockets[5].send(GET + b"X-Forwarded-For: 4.4.4.4\r\n\r\n")
                self.assertEqual((sockets[4].answer()[0], sockets[5].answer()[0]), (200, 200))
            sockets[0].socket.close()
            server.until("sockets", 2)
            with server.connect() as client:
                client.send(handshake(**from_one))
                self.assertEqual(client.head()[0], 101)
            for client in sockets:
                client.socket.close()

    def test_both_kinds_of_addresses_at_one_socket(self):
        try:
            server = Server("listen=::")
        except ValueError:
            return  # no IPv6 on this machine
        with server:
            server.host = "127.0.0.1"
            self.assertEqual(server.get("/"), "GET / ? 127.0.0.1 0 0\n")
            server.host = "::1"
            self.assertEqual(server.get("/"), "GET / ? ::1 0 0\n")

    def test_a_port_in_use(self):
        with Server() as server:
            done = subprocess.run([NET_ECHO, f"port={server.port}"], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.stderr, f"cannot listen at 127.0.0.1, port {server.port}: address already in use\n")
            self.assertEqual(done.returncode, 1)

    def test_an_address_that_is_none(self):
        for address in ("nowhere", "1.2.3", "192.0.2.1"):
            done = subprocess.run([NET_ECHO, f"listen={address}"], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, f"^cannot listen at {re.escape(address)}, port 0: .+\n$")

    def test_a_thousand_at_once(self):
        with Server() as server:
            clients = [server.connect() for _ in range(1000)]
            for client in clients:
                client.send(handshake())
            for client in clients:
                self.assertEqual(client.head()[0], 101)
            for round_ in range(3):
                for number, client in enumerate(clients):
                    client.send(frame(TEXT, b"%d %d" % (round_, number)))
                for number, client in enumerate(clients):
                    self.assertEqual(client.text(), b"%d %d" % (round_, number))
            self.assertEqual(server.figures()["sockets"], 1000)
            for client in clients:
                client.socket.close()
            server.until("connections", 1)
            self.assertEqual(server.figures()["sockets"], 0)


class WebSockets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def test_the_handshake(self):
        with self.server.connect() as client:
            client.send(handshake(Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==", Sec_WebSocket_Extensions="permessage-deflate"))
            status, headers = client.head()
            self.assertEqual(status, 101)
            self.assertEqual(headers, {"upgrade": "websocket", "connection": "Upgrade", "sec-websocket-accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="})

    def test_handshakes_of_all_sorts(self):
        cases = [
            ({"Upgrade": "WebSocket", "Connection": "keep-alive, UPGRADE"}, 101),
            ({"Upgrade": None}, 426),
            ({"Connection": None}, 426),
            ({"Connection": "close"}, 426),
            ({"Upgrade": "h2c"}, 426),
            ({"Sec_WebSocket_Version": "8"}, 426),
            ({"Sec_WebSocket_Version": None}, 426),
            ({"Sec_WebSocket_Key": None}, 400),
            ({"Sec_WebSocket_Key": "short"}, 400),
            ({"Sec_WebSocket_Key": "!" * 24}, 400),
            ({"Sec_WebSocket_Key": "A" * 24}, 400),
            ({"Sec_WebSocket_Key": KEY + "\r\nSec-WebSocket-Key: " + KEY}, 400),
        ]
        for changes, status in cases:
            with self.server.connect() as client, self.subTest(changes):
                client.send(handshake(**changes))
                found, headers = client.head()
                self.assertEqual(found, status)
                self.assertEqual(headers.get("sec-websocket-version"), "13" if status == 426 else None)
        self.assertEqual(self.server.ask(handshake().replace(b"HTTP/1.1", b"HTTP/1.0"))[0], 400)
        self.assertEqual(self.server.ask(handshake().replace(b"GET", b"POST"))[0], 400)

    def test_a_request_that_wants_another_protocol_is_answered(self):
        raw = GET + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: a\r\n\r\n"
        with self.server.connect() as client:
            client.send(raw + raw)
            self.assertEqual((client.answer()[0], client.answer()[0]), (200, 200))

    def test_messages_of_all_sizes(self):
        with self.server.connect() as client:
            client.upgrade()
            for size in (0, 1, 125, 126, 127, 4095, 4096, 4097, 65535, MESSAGE_MAX):
                payload = (b"0123456789" * (size // 10 + 1))[:size]
                client.send(frame(TEXT, payload))
                self.assertEqual(client.text(), payload)

    def test_byte_by_byte_and_with_the_handshake(self):
        with self.server.connect() as client:
            client.upgrade(more=frame(TEXT, b"at once") + frame(TEXT, "később".encode())[:3])
            self.assertEqual(client.text(), b"at once")
            for byte in frame(TEXT, "később".encode())[3:] + frame(TEXT, b"x" * 300):
                client.send(bytes([byte]))
            self.assertEqual(client.text(), "később".encode())
            self.assertEqual(client.text(), b"x" * 300)

    def test_fragments_with_pings_between(self):
        word = "árvíztűrő".encode()
        with self.server.connect() as client:
            client.upgrade()
            client.send(frame(0x01, word[:1]) + frame(PING, b"one") + frame(0x00, word[1:4]) + frame(PONG) + frame(0x00))
            client.send(frame(PING, b"two") + frame(0x80, word[4:]) + frame(TEXT, b"next"))
            self.assertEqual([client.frame() for _ in range(4)], [(PONG, b"one"), (PONG, b"two"), (TEXT, word), (TEXT, b"next")])

    def test_what_closes_the_connection_and_with_which_code(self):
        cases = [
            # properly
            (frame(CLOSE), None),
            (frame(CLOSE, struct.pack(">H", 1000)), 1000),
            (frame(CLOSE, struct.pack(">H", 1001) + "viszlát".encode()), 1001),
            (frame(CLOSE, struct.pack(">H", 4999)), 4999),
            # not text
            (frame(BINARY, b"x"), 1003),
            (frame(BINARY), 1003),
            (frame(0x02, b"x") + frame(0x80, b"y"), 1003),
            # not UTF-8
            (frame(TEXT, b"\xff"), 1007),
            (frame(TEXT, b"\xc3"), 1007),
            (frame(TEXT, b"\xc0\x80"), 1007),
            (frame(TEXT, b"\xed\xa0\x80"), 1007),
            (frame(TEXT, b"\xf4\x90\x80\x80"), 1007),
            (frame(0x01, b"\xc3") + frame(0x80, b"\x28"), 1007),
            (frame(CLOSE, struct.pack(">H", 1000) + b"\xff"), 1007),
            # too long
            (frame(TEXT, b"x" * (MESSAGE_MAX + 1)), 1009),
            (frame(TEXT, length=struct.pack(">BQ", 127, 1 << 62)), 1009),
            (frame(0x01, b"x" * MESSAGE_MAX) + frame(0x80, b"x"), 1009),
            (frame(0x01, b"x") + frame(0x00, b"x" * 1000) * 66, 1009),
            (frame(0x01, b"x") + frame(0x00, b"") * 300, 1009),  # each would take memory of its own
            # against the rules
            (frame(TEXT, b"x", mask=None), 1002),
            (frame(PING, b"x", mask=None), 1002),
            (frame(0xC1, b"x"), 1002),
            (frame(0xA1, b"x"), 1002),
            (frame(0x91, b"x"), 1002),
            *((frame(0x80 | opcode, b"x"), 1002) for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)),
            (frame(0x80, b"x"), 1002),
            (frame(0x00, b"x"), 1002),
            (frame(0x01, b"x") + frame(TEXT, b"x"), 1002),
            (frame(0x09, b"x"), 1002),
            (frame(0x08), 1002),
            (frame(PING, b"x" * 126), 1002),
            (frame(CLOSE, b"x" * 126), 1002),
            (frame(TEXT, b"x", length=struct.pack(">BH", 126, 1)), 1002),
            (frame(TEXT, b"x", length=struct.pack(">BQ", 127, 1)), 1002),
            (frame(TEXT, b"x", length=struct.pack(">BQ", 127, 1 << 63)), 1002),
            (frame(CLOSE, b"\x03"), 1002),
            *((frame(CLOSE, struct.pack(">H", code)), 1002) for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535)),
        ]  # fmt: skip
        for raw, code in cases:
            with self.server.connect() as client, self.subTest(raw[:20]):
                client.upgrade()
                client.send(frame(TEXT, b"before"))
                self.assertEqual(client.text(), b"before")
                client.send(raw + frame(TEXT, b"after") + frame(PING))
                self.assertEqual(client.closing(), code)

    def test_the_server_hangs_up(self):
        with self.server.connect() as client:
            client.upgrade()
            client.send(frame(TEXT, b"first") + frame(TEXT, "close 4001 elég".encode()) + frame(TEXT, b"not heard"))
            self.assertEqual(client.text(), b"first")
            self.assertEqual(client.frame(), (CLOSE, struct.pack(">H", 4001) + "elég".encode()))
            client.send(frame(TEXT, b"not heard either") + frame(CLOSE, struct.pack(">H", 4001)))
            self.assertTrue(client.is_closed())

    def test_a_long_reason_is_cut_between_characters(self):
        with self.server.connect() as client:
            client.upgrade()
            client.send(frame(TEXT, b"close 4001 " + "ű".encode() * 80))
            self.assertEqual(client.frame()[1][2:].decode(), "ű" * 61)

    def test_a_dead_reader(self):
        """Writing to a connection that is gone ends nothing but that connection."""
        with Server() as server:
            for _ in range(20):
                with server.connect() as client:
                    client.upgrade()
                    client.send(frame(TEXT, b"many 5") * 20)
                    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            server.until("connections", 1)

    def test_who_does_not_read_is_cut_off(self):
        with Server() as server, server.connect() as client:
            client.upgrade()
            for _ in range(100):
                client.send(frame(TEXT, b"many 20"))
            server.until("sockets", 0)
            self.assertEqual(server.figures()["cut_off"], 1)

    def test_half_open_and_broken_connections(self):
        with Server() as server:
            for way in (socket.SHUT_WR, socket.SHUT_RDWR, None):
                for start in (b"", GET, POST + b"Content-Length: 9\r\n\r\n", handshake(), handshake() + frame(0x01, b"part")):
                    with server.connect() as client:
                        client.send(start)
                        if start.startswith(handshake()):
                            client.head()
                        if way is None:
                            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                        else:
                            client.socket.shutdown(way)
                    server.until("connections", 1)
            self.assertEqual(server.figures()["sockets"], 0)


class Turns(unittest.TestCase):
    def test_nothing_leaves_before_the_flush(self):
        with Server() as server, server.connect() as holder, server.connect() as web, server.connect() as plain:
            web.upgrade()
            holder.send(b"GET /hold HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertTrue(holder.is_quiet())
            web.send(frame(TEXT, b"one") + frame(TEXT, b"two") + frame(PING))
            plain.send(GET + b"\r\n")
            self.assertTrue(web.is_quiet())
            self.assertTrue(plain.is_quiet())
            self.assertEqual(server.get("/release"), "released")
            self.assertEqual(holder.answer()[2], b"held")
            self.assertEqual(plain.answer()[0], 200)
            self.assertEqual([web.frame() for _ in range(3)], [(TEXT, b"one"), (TEXT, b"two"), (PONG, b"")])

    def test_dropped_answers_are_replaced(self):
        with Server() as server, server.connect() as client:
            client.send(b"GET /drop HTTP/1.1\r\nHost: x\r\n\r\n" + GET + b"\r\n")
            self.assertEqual(client.answer()[::2], (507, b"not saved"))
            self.assertEqual(client.answer()[0], 200)
            client.send(b"GET /drop HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            status, headers, body = client.answer()
            self.assertEqual((status, headers["connection"], body), (507, "close", b"not saved"))
            self.assertTrue(client.is_closed())

    def test_dropped_messages_leave_whole_frames(self):
        with Server() as server, server.connect() as client, server.connect() as other:
            client.upgrade()
            other.upgrade()
            sizes = (5, 200, 60000)
            client.send(b"".join(frame(TEXT, b"x" * size) + frame(PING, b"%d" % size) for size in sizes) + frame(TEXT, b"drop it"))
            found = [client.frame() for _ in sizes]
            while found[-1][0] == TEXT:  # what came in an earlier turn was sent
                found.append(client.frame())
            self.assertNotIn((TEXT, b"drop it"), found)
            self.assertEqual([payload for first, payload in found if first == PONG][-1], b"60000")
            client.send(frame(TEXT, b"whole"))
            self.assertEqual(client.text(), b"whole")

    def test_a_dropped_greeting(self):
        with Server() as server:
            with server.connect() as client:
                client.upgrade("/greet?0")
                self.assertEqual(client.text(), b"welcome")
            with server.connect() as client:
                client.upgrade("/greet?1")
                client.send(frame(TEXT, b"hello"))
                self.assertEqual(client.text(), b"hello")

    def test_a_dropped_closing_is_still_a_closing(self):
        with Server() as server, server.connect() as client:
            client.upgrade()
            client.send(frame(TEXT, b"drop") + frame(CLOSE, struct.pack(">H", 1000)))
            self.assertEqual(client.closing(), 1000)


class Stopping(unittest.TestCase):
    def test_everybody_hears_of_it(self):
        with Server() as server:
            idle, begun, late, web = (server.connect() for _ in range(4))
            begun.send(GET)
            late.send(b"GET /later?1500 HTTP/1.1\r\nHost: x\r\n\r\n")
            web.upgrade()
            with server.connect() as client:
                client.send(b"GET /stop HTTP/1.1\r\nHost: x\r\n\r\n")
                self.assertEqual(client.answer()[2], b"stopping")
                self.assertTrue(client.is_closed())
            self.assertTrue(idle.is_closed())
            self.assertTrue(begun.is_closed())
            self.assertEqual(web.frame(), (CLOSE, struct.pack(">H", 1001) + b"the server stops"))
            web.send(frame(CLOSE, struct.pack(">H", 1001)))
            self.assertTrue(web.is_closed())
            status, headers, body = late.answer()
            self.assertEqual((status, headers["connection"], body), (200, "close", b"later"))
            for client in (idle, begun, late, web):
                client.socket.close()
            self.assertEqual(server.process.wait(PATIENCE), 0)
            self.assertEqual(server.process.stdout.read(), "shown 3 gone 3\n")

    def test_nobody_can_hold_it_up(self):
        with Server() as server, server.connect() as waiting, server.connect() as mute, server.connect() as stuck:
            waiting.send(b"GET /never HTTP/1.1\r\nHost: x\r\n\r\n")
            mute.upgrade()
            stuck.send(b"GET /big?50000000 HTTP/1.1\r\nHost: x\r\n\r\n")
            stuck.fill()
            self.assertEqual(server.stop(), (0, "shown 4 gone 4\n"))

    def test_with_nobody_there(self):
        with Server() as server:
            self.assertEqual(server.stop(), (0, "shown 1 gone 1\n"))


if __name__ == "__main__":
    tap.run()
