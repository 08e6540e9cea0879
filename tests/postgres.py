"""A database of PostgreSQL for the tests: made in a temporary folder, on a free port, by an ordinary user, and ended with
them. Debian has its programs in /usr/lib/postgresql/VERSION/bin."""

import glob
import hashlib
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

WAIT = 30
FAST = ("fsync=off",)  # for tests that do not cut the power


def programs():
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    if not found:
        raise AssertionError("PostgreSQL is not there: tools/setup test installs it")
    return pathlib.Path(found[-1])


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def ordinary():
    """PostgreSQL does not run as root: then somebody else runs it."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}


class Postgres:
    """A server with one database, which `url` names."""

    def __init__(self, *settings, name="arkad"):
        self.folder = tempfile.mkdtemp(prefix="arkad-postgres-")
        self.data = f"{self.folder}/data"
        self.port = free_port()
        self.settings = settings
        if ordinary():
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self.process = None
        self.name = name

    def run(self, program, *words, check=True):
        return subprocess.run([programs() / program, *words], check=check, capture_output=True, cwd="/", **ordinary())

    def make(self):
        self.run("initdb", "-D", self.data, "-U", "arkad", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "-N")
        self.start()
        self.sql("CREATE DATABASE " + self.name, "postgres")
        return self

    def options(self):
        return [f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}",
                "max_connections=50", "shared_buffers=64MB", *self.settings]

    def start(self):
        words = [word for option in self.options() for word in ("-c", option)]
        self.process = subprocess.Popen([programs() / "postgres", "-D", self.data, *words], cwd="/",
                                        stdout=subprocess.DEVNULL, stderr=open(f"{self.folder}/log", "ab"), **ordinary())
        end = time.monotonic() + WAIT
        while self.run("pg_isready", "-h", "127.0.0.1", "-p", str(self.port), check=False).returncode:
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError(pathlib.Path(f"{self.folder}/log").read_text())
            time.sleep(0.05)

    def stop(self, number=signal.SIGINT):
        """SIGINT: at once, but well. SIGKILL kills its helpers, too, as a power cut would."""
        if number == signal.SIGKILL:
            for helper in subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True,
                                         text=True).stdout.split():
                try:
                    os.kill(int(helper), signal.SIGKILL)
                except ProcessLookupError:
                    pass
        self.process.send_signal(number)
        self.process.wait(WAIT)

    def end(self):
        if self.process and self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def sql(self, text, database=None):
        """What a command answers, as text."""
        done = self.run("psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "arkad", "-d", database or self.name, "-Atq",
                        "-v", "ON_ERROR_STOP=1", "-c", text, check=False)
        if done.returncode:
            raise AssertionError(done.stderr.decode())
        return done.stdout.decode().strip()

    @property
    def url(self):
        return f"postgresql://arkad@127.0.0.1:{self.port}/{self.name}"

    def another(self, name):
        """A second database of the same server: its address."""
        self.sql("CREATE DATABASE " + name, "postgres")
        return f"postgresql://arkad@127.0.0.1:{self.port}/{name}"


def in_place_of(file):
    """The database that a test has in the place of a file, made if it is not there."""
    server = os.environ.get("ARKAD_TEST_POSTGRES")
    if not server or "://" in str(file):
        return file
    name = "f" + hashlib.sha256(str(pathlib.Path(file).resolve()).encode()).hexdigest()[:20]
    command = [programs() / "psql", server, "-Atqc", f"CREATE DATABASE {name}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and "already exists" not in done.stderr:
        raise AssertionError(done.stderr)
    return server.rsplit("/", 1)[0] + "/" + name
