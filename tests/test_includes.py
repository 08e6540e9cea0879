"""Which part may include what: one way, by a table. Reads the #include lines of the tree, and what the page imports; prints TAP."""

import pathlib
import re
import unittest

import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent

EVERYBODY = {"arkad.h", "games.h"}  # the library's interface; the list of games, made by the build
# What the files of a folder may include besides their own folder. Whatever is not here may include nothing.
MAY = {
    "engine": [],
    "games": ["engine"],
    "bots": ["engine", "games"],
    "lang": ["engine", "games"],
    "pad": ["engine", "games"],
    "store": [],
    "cli": ["engine", "lang"],
    "terminal": ["engine", "games", "bots", "lang", "cli"],
    "server/net": [],
    "server/common": ["server/net/net.h", "store", "lang", "engine"],
    "server/table": ["server/common", "store", "lang", "bots", "engine"],
    "server/api": ["server/table", "server/common", "server/net/net.h", "store", "lang", "bots", "engine"],
    "server": ["server/api", "server/table", "server/common", "store", "lang", "cli"],
    "tools": ["engine", "bots", "lang", "store", "cli", "terminal", "server/serve.h"],
    "wasm": ["engine", "bots", "lang", "pad"],
    "python": ["engine", "bots", "lang", "terminal"],
}
# A game's own files besides its rules: what each kind may include, by the beginning of its name.
PARTS = {"judge": ["bots"], "say": ["lang"], "draw": ["terminal", "lang"], "bargain": ["terminal"], "pad": ["pad"]}

# Likewise in the browser: what every script of a game may import from the client, and what its other parts may besides.
WEB = ["client/art", "client/engine/engine", "client/maps/plate", "client/maps/road", "client/setup-text", "client/sitting", "client/table", "client/words"]
WEB_PARTS = {"lesson": ["client/learn/lesson"], "pad": ["client/pad"], "story": ["client/review"]}
PAGE = {".ts", ".tsx", ".mjs", ".css", ".svg", ".html", ".json", ".webmanifest", ".md"}


def folder_of(path):
    """The folder of MAY that a path below src/ (or an included name) lies in."""
    return max((folder for folder in MAY if path.startswith(folder + "/")), key=len, default=None)


def included(file):
    return re.findall(r'^#include "([^"]+)"', file.read_text(encoding="utf-8"), re.M)


def is_among(name, allowed):
    """Whether the name is, or is in, one of these; a folder does not include those inside it."""
    return any(name == entry or (name.startswith(entry + "/") and folder_of(name) == entry) for entry in allowed)


class Includes(unittest.TestCase):
    def test_one_way(self):
        """A circle in the table would make it say nothing."""
        done = set()
        while len(done) < len(MAY):
            free = {f for f in MAY if f not in done and all((folder_of(n + "/") or folder_of(n)) in done for n in MAY[f])}
            self.assertTrue(free, f"a circle among {sorted(set(MAY) - done)}")
            done |= free

    def test_sources(self):
        wrong, count = [], 0
        for file in sorted((ROOT / "src").rglob("*.[ch]")):
            path = str(file.relative_to(ROOT / "src"))
            folder = folder_of(path)
            self.assertIsNotNone(folder, f"{path} lies in a folder that the table does not know")
            for name in included(file):
                count += 1
                if name not in EVERYBODY and not is_among(name, [folder, *MAY[folder]]):
                    wrong.append(f"src/{path} includes {name}")
        self.assertEqual(wrong, [])
        self.assertGreater(count, 300)

    def test_games(self):
        """A game knows the engine and itself; its judge knows the bots besides, and so on."""
        wrong = []
        for file in sorted((ROOT / "games").glob("*/*.[ch]")):
            game, part = f"games/{file.parent.name}/", file.stem.split("_")[0]
            if part == "test":
                continue
            for name in included(file):
                folders = ["engine", *PARTS.get(part, [])]
                if name not in EVERYBODY and not name.startswith(game) and not is_among(name, folders):
                    wrong.append(f"{file.relative_to(ROOT)} includes {name}")
        self.assertEqual(wrong, [])

    def test_the_page_names_no_game(self):
        """It is handed their parts by the build, and knows them by what they are."""
        games = [folder.parent.name for folder in (ROOT / "games").glob("*/web")]
        name = re.compile(rf"\b({'|'.join(games)})\b", re.I)
        files = [file for file in (ROOT / "web").rglob("*") if file.suffix in PAGE and not {"node_modules", "tests"} & set(file.parts)]
        self.assertGreater(len(files), 100)
        self.assertEqual([str(file.relative_to(ROOT)) for file in files if name.search(file.read_text(encoding="utf-8"))], [])

    def test_the_games_parts_of_the_page(self):
        """A game's scripts import each other and what the client has for such a part; never another game's."""
        wrong, count = [], 0
        for file in sorted((ROOT / "games").glob("*/web/*.ts*")):
            for name in re.findall(r'^import [^;]*?"([^"]+)";', file.read_text(encoding="utf-8"), re.M):
                count += 1
                allowed = WEB + WEB_PARTS.get(file.stem, [])
                if not re.fullmatch(r"\./[\w-]+|preact(/\w+)?|@preact/signals", name) and not any(name == one or name.startswith(one + "/") for one in allowed):
                    wrong.append(f"{file.relative_to(ROOT)} imports {name}")
        self.assertEqual(wrong, [])
        self.assertGreater(count, 60)


if __name__ == "__main__":
    tap.run()
