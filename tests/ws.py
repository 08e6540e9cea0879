"""A server under test and people who use it, over real sockets, with nothing but the standard library."""

import base64
import hashlib
import http.client
import json
import os
import re
import secrets
import select
import signal
import socket
import struct
import subprocess
import time

import postgres

IN_A_FILE = not os.environ.get("ARKAD_TEST_POSTGRES")  # else in a database
WAIT = 30  # seconds until something that must happen counts as not happening


def is_sanitized(arkad):
    """A sanitizer takes memory of its own, and none may be taken from it."""
    with open(arkad, "rb") as file:
        return b"__asan_init" in file.read()


class Server:
    """`arkad serve` on a free port, with a data file that outlives it; with a database of its own in the place of each
    file if ARKAD_TEST_POSTGRES names a server of PostgreSQL."""

    def __init__(self, arkad, data, *options, **environment):
        self.environment = environment
        data = postgres.in_place_of(data)
        self.command = [arkad, "serve", "--listen", "127.0.0.1:0", "--data", str(data), "--limits", "off",
                        "--max-per-address", "5000", *options]
        self.start()

    def start(self):
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANG": "", **self.environment}
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        os.set_blocking(self.process.stderr.fileno(), False)
        line = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)/", line)
        if not found:
            raise AssertionError(f"the server did not start: {line} {self.process.stderr.read()}")
        self.port = int(found[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.end()

    def stop(self):
        """As a person would: it must end well."""
        self.process.send_signal(signal.SIGTERM)
        status = self.end()
        if status:
            raise AssertionError(f"the server ended with {status}")

    def end(self):
        if self.process.poll() is None:
            try:
                self.process.wait(WAIT)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.complaints = self.process.stderr.read() or b""
        self.process.stdout.close()
        self.process.stderr.close()
        status = self.process.wait()
        if b"Sanitizer" in self.complaints:
            raise AssertionError(self.complaints.decode(errors="replace"))
        return status


class Refused(Exception):
    def __init__(self, status, body):
        super().__init__(f"{status} {body}")
        self.status = status
        self.code = body.get("error", {}).get("code") if isinstance(body, dict) else None


class Person:
    """Somebody with a cookie (or a token) who asks and has WebSockets."""

    source = None  # the address and port they come from; None: any

    def __init__(self, server, token=None, lang="en"):
        self.server = server
        self.token = token
        self.cookie = None
        if not token:
            self.account = self.ask("POST", "/guest", {"lang": lang})
            self.name = self.account["name"]

    def ask_raw(self, method, path, body=None, headers=None):
        """The answer as it came: status, headers, bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=WAIT, source_address=self.source)
        all_headers = {"X-Arkad": "1"}
        if self.cookie:
            all_headers["Cookie"] = f"arkad={self.cookie}; __Host-arkad={self.cookie}"
        if self.token:
            all_headers["Authorization"] = f"Bearer {self.token}"
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, {**all_headers, **(headers or {})})
        answer = connection.getresponse()
        data = answer.read()
        set_cookie = re.match(r"(?:__Host-)?arkad=([^;]*)", answer.headers.get("Set-Cookie", ""))
        if set_cookie:
            self.cookie = set_cookie[1]
        connection.close()
        return answer.status, answer.headers, data

    def ask(self, method, path, body=None):
        status, _, data = self.ask_raw(method, "/api/1" + path, body)
        try:
            value = json.loads(data) if data else None
        except ValueError:
            value = data
        if status >= 400:
            raise Refused(status, value)
        return value

    def connect(self, **hello):
        return Socket(self, **hello)


def frame(opcode, payload):
    """One masked frame."""
    mask = secrets.token_bytes(4)
    length = len(payload)
    head = bytes([0x80 | opcode])
    if length < 126:
        head += bytes([0x80 | length])
    elif length < 65536:
        head += bytes([0x80 | 126]) + struct.pack(">H", length)
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", length)
    key = (mask * (length // 4 + 1))[:length]
    masked = (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(length, "big")
    return head + mask + masked


def promise(share, code):
    """The hash by which a share of a table's seed is promised, as docs/fairness.md says it."""
    return hashlib.sha256(b"arkad-share-1" + bytes.fromhex(share) + code.encode()).hexdigest()


class Socket:
    """One WebSocket. What comes is read when somebody waits for it, and kept in `heard`."""

    def __init__(self, person, **hello):
        self.person = person
        self.heard = []
        self.data = b""
        self.is_open = True
        self.next_id = 1
        self.socket = socket.create_connection(("127.0.0.1", person.server.port), timeout=WAIT, source_address=person.source)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        who = f"Authorization: Bearer {person.token}" if person.token else f"Cookie: arkad={person.cookie}; __Host-arkad={person.cookie}"
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.socket.sendall((f"GET /ws/1 HTTP/1.1\r\nHost: 127.0.0.1:{person.server.port}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
                             f"{who}\r\n" + (f"X-Forwarded-For: {person.address}\r\n" if hasattr(person, "address") else "") + "\r\n").encode())
        while b"\r\n\r\n" not in self.data:
            more = self.socket.recv(65536)
            if not more:
                raise ConnectionError("closed during the handshake")
            self.data += more
        head, self.data = self.data.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise AssertionError(head)
        self.say("hello", **hello)

    def fileno(self):
        return self.socket.fileno()

    def close(self):
        self.is_open = False
        self.socket.close()

    def send_raw(self, text):
        self.socket.sendall(frame(1, text.encode()))

    def say(self, do, **rest):
        """Sends a message; its id."""
        number = self.next_id
        self.next_id += 1
        self.send_raw(json.dumps({"do": do, "id": number, **rest}))
        return number

    def take_frames(self):
        """Whole messages out of what has come."""
        texts = []
        while len(self.data) >= 2:
            length, at = self.data[1] & 0x7F, 2
            if length == 126:
                if len(self.data) < 4:
                    break
                length, at = struct.unpack(">H", self.data[2:4])[0], 4
            elif length == 127:
                if len(self.data) < 10:
                    break
                length, at = struct.unpack(">Q", self.data[2:10])[0], 10
            if len(self.data) < at + length:
                break
            opcode, payload = self.data[0] & 0x0F, self.data[at:at + length]
            self.data = self.data[at + length:]
            if opcode == 1:
                texts.append(payload.decode())
            elif opcode == 8:
                self.is_open = False
            elif opcode == 9:
                self.socket.sendall(frame(10, payload))
        return texts

    def read(self):
        """What is there now, or comes next; [] at the end of the connection."""
        try:
            more = self.socket.recv(1 << 18)
        except (ConnectionError, TimeoutError):
            more = b""
        if not more:
            self.is_open = False
        self.data += more
        return [json.loads(text) for text in self.take_frames()]

    def listen(self):
        """Everything that has come so far, without waiting."""
        while self.is_open and select.select([self], [], [], 0)[0]:
            self.heard += self.read()
        return self.heard

    def hear(self, wanted, seconds=WAIT):
        """The first message (not yet taken) that is wanted: what it `is`, or a function; it is taken out of `heard`."""
        is_wanted = wanted if callable(wanted) else lambda message: message["is"] == wanted
        until = time.monotonic() + seconds
        at = 0
        while True:
            for index in range(at, len(self.heard)):
                if is_wanted(self.heard[index]):
                    return self.heard.pop(index)
            at = len(self.heard)
            left = until - time.monotonic()
            if not self.is_open or left <= 0 or not select.select([self], [], [], left)[0]:
                raise AssertionError(f"not heard: {wanted}; but: {str(self.heard)[-1500:]}")
            self.heard += self.read()

    def ask(self, do, **rest):
        """The answer to a message."""
        number = self.say(do, **rest)
        return self.hear(lambda message: message.get("re") == number)

    def is_silent(self):
        """Whether nothing comes any more: asks for a pong and sees what comes before it."""
        self.listen()
        before = len(self.heard)
        self.ask("ping")
        return len(self.heard) == before
