"""The Debian packages, built with the tools of the distribution, installed in a fresh system of its own: test_packages.py ARKAD.
The service starts there as its unit says and serves a game. Prints TAP."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap
from test_server import play
from ws import Person, Server

ROOT = pathlib.Path(__file__).resolve().parent.parent
ARKAD = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build" / "arkad")
PACKAGES = ("arkad", "libarkad0", "libarkad-dev")
PROGRAM = """
#include <arkad.h>
#include <stdio.h>
int main(void) {
    for (int i = 0; arkad_game_at(i); i++) puts(arkad_game_name(arkad_game_at(i)));
}
"""


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, encoding="utf-8", **options)
    if done.returncode:
        raise AssertionError(f"{words}: {done.stdout[-3000:]} {done.stderr[-3000:]}")
    return done.stdout


class Installed(Server):
    """The service of a system in a folder, as a user who owns nothing but its data."""

    def __init__(self, system):
        unit = (system / "lib/systemd/system/arkad.service").read_text(encoding="utf-8")
        command = re.search(r"^ExecStart=(.*)$", unit, re.M)[1].replace("127.0.0.1:8080", "127.0.0.1:0")
        state = system / "var/lib" / re.search(r"^StateDirectory=(.*)$", unit, re.M)[1]
        state.mkdir(mode=0o700, exist_ok=True)
        shutil.chown(state, "nobody", "nogroup")
        self.environment = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
        self.command = ["chroot", "--userspec=nobody:nogroup", str(system), *shlex.split(command)]
        self.start()


@unittest.skipIf(os.geteuid(), "only root can make a system in a folder")
@unittest.skipUnless(shutil.which("debootstrap") and shutil.which("lintian"), "tools/setup package was not run")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.folder.chmod(0o755)
        cls.said = run(ROOT / "tools" / "deb", cls.folder / "deb")  # which fails if lintian finds a fault
        cls.files = {name: next((cls.folder / "deb").glob(f"{name}_*.deb")) for name in PACKAGES}

    def listed(self, name):
        return [line.split(maxsplit=5)[5] for line in run("dpkg-deb", "--contents", self.files[name]).splitlines()]

    def test_a_manual_page_for_every_command_in_every_language(self):
        words = (ROOT / "data" / "lang" / "en.json").read_text(encoding="utf-8")
        pages = {"arkad", *(f"arkad-{command}" for command in re.findall(r'"summary\.(\w+)"', words))}
        listed = self.listed("arkad")
        for file in (ROOT / "data" / "lang").glob("*.json"):
            place = "./usr/share/man/" + ("" if file.stem == "en" else f"{file.stem}/") + "man1/"
            self.assertEqual({path.removeprefix(place).removesuffix(".1.gz") for path in listed if path.startswith(place) and path != place}, pages)

    def test_the_library_is_there_to_build_with(self):
        place = self.folder / "library"
        for name in ("libarkad0", "libarkad-dev"):
            run("dpkg-deb", "--extract", self.files[name], place)
        (place / "program.c").write_text(PROGRAM)
        libraries = next(place.glob("usr/lib/*/libarkad.so")).parent
        flags = run("pkg-config", "--cflags", "--libs", "arkad", env={**os.environ, "PKG_CONFIG_SYSROOT_DIR": str(place), "PKG_CONFIG_PATH": str(libraries / "pkgconfig")})
        run("cc", "-o", place / "program", place / "program.c", *flags.split())
        games = run(place / "program", env={"LD_LIBRARY_PATH": str(libraries)}).split()
        self.assertIn("towers", games)

    def test_a_fresh_system_serves_a_game(self):
        system = self.folder / "system"
        run("debootstrap", "--variant=minbase", "bookworm", system)
        for file in self.files.values():
            shutil.copy(file, system / "tmp")
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        run("chroot", system, "sh", "-c", "apt-get update && apt-get install -y --no-install-recommends /tmp/*.deb", env=environment)
        self.assertTrue((system / "etc/systemd/system/multi-user.target.wants/arkad.service").is_symlink(), "the service is not enabled")
        self.assertIn("towers", run("chroot", system, "arkad", "games"))
        server = Installed(system)
        people = [Person(server), Person(server)]
        code = people[0].ask("POST", "/tables", {"game": "towers"})["code"]
        people[1].ask("POST", f"/tables/{code}/sit")
        self.assertEqual(play(people, code)["kind"], "over")
        server.stop()
        server = Installed(system)  # its data has stayed
        people[0].server = server
        status, _, saved = people[0].ask_raw("GET", f"/api/1/tables/{code}/game")
        self.assertEqual(status, 200)
        server.stop()
        run(ARKAD, "check", "-", input=saved.decode())
        (system / "etc/arkad.conf").write_text("max-tables=many\n")
        run("chroot", system, "sh", "-c", "apt-get purge -y arkad", env=environment)
        self.assertFalse((system / "etc/arkad.conf").exists())
        self.assertTrue((system / "var/lib/arkad/arkad.db").exists(), "games are gone with the package")


class FromSource(unittest.TestCase):
    """What `meson install` puts where it is told to."""

    def test_what_is_installed(self):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            install = ["meson", "install", "-C", str(pathlib.Path(ARKAD).resolve().parent), "--no-rebuild", "--destdir", folder]
            run(*install)
            prefix = place / "usr/local"
            for path in ("bin/arkad", "include/arkad.h", "share/man/man1/arkad-serve.1", "share/man/hu/man1/arkad.1", "lib/systemd/system/arkad.service",
                         "share/doc/arkad/operating.md", "share/doc/arkad/examples/Caddyfile"):
                self.assertTrue((prefix / path).is_file(), path)
            self.assertTrue(list(prefix.glob("lib/**/libarkad.so.0")))
            unit = (prefix / "lib/systemd/system/arkad.service").read_text(encoding="utf-8")
            self.assertIn("ExecStart=/usr/local/bin/arkad serve", unit)
            settings = next(place.glob("**/arkad.conf"))
            self.assertIn(f"--config /{settings.relative_to(place)}", unit)
            settings.write_text("mine\n")
            run(*install)
            self.assertEqual(settings.read_text(), "mine\n")  # settings are nobody else's

    def test_the_versions_agree(self):
        version = re.search(r"version: '([\d.]+)'", (ROOT / "meson.build").read_text(encoding="utf-8"))[1]
        self.assertIn(f"arkad ({version})", (ROOT / "packaging/debian/changelog").read_text(encoding="utf-8"))


if __name__ == "__main__":
    tap.run()
