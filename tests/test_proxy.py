"""The examples in packaging/: nginx and Caddy before a real server, and the systemd unit: test_proxy.py ARKAD. Prints TAP.

What is not installed is not tried."""

import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import tap
from ws import WAIT, Person, Server

ARKAD = sys.argv[1]
PACKAGING = pathlib.Path(__file__).resolve().parent.parent / "packaging"
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"


def free_port():
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return line.getsockname()[1]


class Behind(unittest.TestCase):
    """The example's own text, except for its ports and the certificate."""

    program = None

    def setUp(self):
        self.program = self.program and shutil.which(self.program, path=PATH)
        if not self.program:
            self.skipTest("not installed")
        self.folder = tempfile.TemporaryDirectory()
        self.place = pathlib.Path(self.folder.name)
        self.server = Server(ARKAD, self.place / "house.db", "--trust", "127.0.0.1")
        self.port = free_port()
        self.proxy = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=open(self.place / "proxy.log", "wb"))
        until = time.monotonic() + WAIT
        while socket.socket().connect_ex(("127.0.0.1", self.port)) and time.monotonic() < until:
            self.assertIsNone(self.proxy.poll(), (self.place / "proxy.log").read_text())
            time.sleep(0.05)

    def tearDown(self):
        if self.program:
            self.proxy.terminate()
            self.proxy.wait(WAIT)
            self.server.stop()
            self.folder.cleanup()

    def proxied(self):
        """The server as it is reached through the proxy."""
        class Front:
            port = self.port
        return Front()

    def check_proxy(self):
        person = Person(self.proxied())
        self.assertEqual(person.ask("GET", "/me")["name"], person.name)
        line = person.connect()
        self.assertEqual(line.hear("hello")["account"]["name"], person.name)
        table = person.ask("POST", "/tables", {"game": "towers"})
        self.assertEqual(line.ask("watch", table=table["code"])["table"]["code"], table["code"])
        self.assertEqual(person.ask_raw("GET", "/metrics")[0], 404)
        line.close()
        own = {"Origin": f"http://127.0.0.1:{self.port}"}
        self.assertEqual(person.ask_raw("POST", "/api/1/tables", {"game": "towers"}, {**own, "X-Forwarded-For": "127.0.0.1"})[0], 201)
        self.assertEqual(person.ask_raw("POST", "/api/1/tables", {"game": "towers"}, {"Origin": "https://evil.example"})[0], 403)


class Nginx(Behind):
    program = "nginx"

    def command(self):
        text = (PACKAGING / "nginx.conf").read_text(encoding="utf-8")
        text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.S)
        text = re.sub(r"    ssl_.*\n", "", text).replace("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port};")
        text = text.replace("127.0.0.1:8080", f"127.0.0.1:{self.server.port}").replace("Host $host;", "Host $http_host;")
        places = "".join(f"{kind}_temp_path {self.place}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        whole = (f"daemon off; pid {self.place}/pid; error_log stderr; events {{}}\nhttp {{ access_log off;\n{places}{text}\n}}\n")
        (self.place / "nginx.conf").write_text(whole, encoding="utf-8")
        return [self.program, "-p", str(self.place), "-e", "stderr", "-c", str(self.place / "nginx.conf")]

    def test_nginx(self):
        self.check_proxy()


class Caddy(Behind):
    program = "caddy"

    def command(self):
        text = (PACKAGING / "Caddyfile").read_text(encoding="utf-8")
        text = text.replace("play.example.org {", f"http://127.0.0.1:{self.port} {{", 1)
        text = text.replace("127.0.0.1:8080", f"127.0.0.1:{self.server.port}")
        (self.place / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + text, encoding="utf-8")
        os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = str(self.place)
        return [self.program, "run", "--config", str(self.place / "Caddyfile"), "--adapter", "caddyfile"]

    def test_caddy(self):
        self.check_proxy()


class Unit(unittest.TestCase):
    def test_systemd(self):
        program = shutil.which("systemd-analyze")
        if not program:
            self.skipTest("not installed")
        with tempfile.TemporaryDirectory() as folder:
            unit = pathlib.Path(folder) / "arkad.service"
            text = (PACKAGING / "arkad.service").read_text(encoding="utf-8")
            unit.write_text(text.replace("/usr/bin/arkad", ARKAD if ARKAD.startswith("/") else str(pathlib.Path(ARKAD).resolve())), encoding="utf-8")
            done = subprocess.run([program, "verify", "--man=no", str(unit)], capture_output=True)
            self.assertEqual([line for line in done.stderr.decode().splitlines() if "arkad.service" in line], [])

    def test_ready_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            place = os.path.join(folder, "notify")
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.bind(place)
                line.settimeout(WAIT)
                os.environ["NOTIFY_SOCKET"] = place
                server = Server(ARKAD, os.path.join(folder, "house.db"))
                del os.environ["NOTIFY_SOCKET"]
                self.assertEqual(line.recv(100), b"READY=1")
                server.stop()
                self.assertEqual(line.recv(100), b"STOPPING=1")


ALERTED = """
rule_files: [RULES]
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series:
      - {series: 'arkad_can_save{instance="a"}', values: '1 1 0 0 0 0'}
      - {series: 'arkad_thinking_queue{instance="a"}', values: '60x20'}
      - {series: 'arkad_commit_seconds_bucket{instance="a",le="0.025"}', values: '0+10x20'}
      - {series: 'arkad_commit_seconds_bucket{instance="a",le="0.1"}', values: '0+100x20'}
      - {series: 'arkad_commit_seconds_bucket{instance="a",le="+Inf"}', values: '0+100x20'}
    alert_rule_test:
      - {eval_time: 1m, alertname: ArkadCannotSave, exp_alerts: []}
      - eval_time: 4m
        alertname: ArkadCannotSave
        exp_alerts: [{exp_labels: {severity: page, instance: a}, exp_annotations: {summary: "Arkád cannot save: no move is taken"}}]
      - {eval_time: 5m, alertname: ArkadBotsWait, exp_alerts: []}
      - eval_time: 15m
        alertname: ArkadBotsWait
        exp_alerts:
          - exp_labels: {severity: ticket, instance: a}
            exp_annotations: {summary: "60 bots wait to think: give the server more bot-threads or fewer tables"}
      - eval_time: 15m
        alertname: ArkadSavesSlowly
        exp_alerts:
          - exp_labels: {severity: ticket, instance: a}
            exp_annotations: {summary: "One commit of a hundred takes more than 50 ms: look at the disk"}
"""


class Alerts(unittest.TestCase):
    rules = PACKAGING / "alerts.yml"

    def test_what_they_look_at_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(ARKAD, os.path.join(folder, "house.db"))
            told = Person(server).ask_raw("GET", "/metrics")[2].decode()
            server.stop()
        for name in set(re.findall(r"\barkad_\w+", self.rules.read_text(encoding="utf-8"))):
            self.assertRegex(told, rf"(?m)^{name}[ {{]")

    def test_when_they_ring(self):
        program = shutil.which("promtool")
        if not program:
            self.skipTest("not installed")
        with tempfile.TemporaryDirectory() as folder:
            tests = pathlib.Path(folder) / "tests.yml"
            tests.write_text(ALERTED.replace("RULES", str(self.rules)), encoding="utf-8")
            for words in (("check", "rules", self.rules), ("test", "rules", tests)):
                done = subprocess.run([program, *words], capture_output=True, encoding="utf-8")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    tap.run()
