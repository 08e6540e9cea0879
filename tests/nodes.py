"""Several servers on one database of PostgreSQL behind HAProxy, which sends each connection to another one."""

import http.client
import pathlib
import signal
import subprocess
import tempfile
import time

import postgres
import ws

CONFIG = """
global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout check 5s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  option redispatch
  retries 2
frontend people
  bind 127.0.0.1:{port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /health/ready
  default-server inter 500 fall 3 rise 1
{servers}
"""


class Proxy:
    """HAProxy in front of servers; people take it for a server."""

    def __init__(self, nodes):
        self.folder = tempfile.TemporaryDirectory()
        self.port = postgres.free_port()
        self.file = pathlib.Path(self.folder.name) / "haproxy.cfg"
        servers = "\n".join(f"  server n{i} 127.0.0.1:{node.port} check" for i, node in enumerate(nodes))
        self.file.write_text(CONFIG.format(port=self.port, servers=servers))
        self.start()

    def start(self):
        self.process = subprocess.Popen(["haproxy", "-db", "-f", self.file], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        until = time.monotonic() + ws.WAIT
        while not self.answers():
            if time.monotonic() > until:
                raise AssertionError("HAProxy does not answer")
            time.sleep(0.05)

    def answers(self):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except OSError:
            return False

    def restart(self):
        self.process.kill()
        self.process.wait()
        self.start()

    def end(self):
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()


class Node(ws.Server):
    """One of them; always on the same port, so that the proxy finds it again."""

    def __init__(self, arkad, url, *options):
        super().__init__(arkad, url, *options)
        self.command[self.command.index("127.0.0.1:0")] = f"127.0.0.1:{self.port}"

    def send(self, number):
        self.process.send_signal(number)


class Cluster:
    """A database and nodes on it."""

    def __init__(self, arkad, count=3, *options):
        self.database = postgres.Postgres(*postgres.FAST).make()
        self.nodes, self.proxy = [], None
        try:
            for _ in range(count):
                self.nodes.append(Node(arkad, self.database.url, *options))
            self.proxy = Proxy(self.nodes)
        except BaseException:
            self.end()
            raise

    def end(self):
        try:
            if self.proxy:
                self.proxy.end()
            for node in self.nodes:
                if node.process.poll() is None:
                    node.send(signal.SIGCONT)
                    node.stop()
        finally:
            self.database.end()
