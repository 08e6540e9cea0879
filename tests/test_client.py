"""The bundled browser client: test_client.py FOLDER. Prints TAP."""

import gzip
import json
import pathlib
import re
import sys
import unittest

import tap
from catalogues import LANG

FOLDER = pathlib.Path(sys.argv.pop())
ROOT = pathlib.Path(__file__).resolve().parent.parent
FIRST_LOAD_MAX = 150_000  # bytes over the wire, without a cache, to the start page with the engine
FIRST_PAINT_MAX = 55_000  # what of it has come when the page is painted
FIRST_GAME_MAX = 70_000  # what a first game loads besides: map and illustrations take most, explanations and rules come when asked for


def packed(name):
    """What travels if the browser takes gzip and nothing better, as tools/pages.py embeds it."""
    data = (FOLDER / name).read_bytes()
    return min(len(data), len(gzip.compress(data, 9, mtime=0)))


def named_by(name):
    """The files that one file names."""
    return {other for other in re.findall(r"[\w.-]+\.\w+", (FOLDER / name).read_text(encoding="utf-8")) if (FOLDER / other).is_file()}


def imported(name):
    """What a script cannot begin without."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return {name}.union(*(imported(other) for other in re.findall(r'(?:from|import)"\./([\w.-]+)"', text)))


def words(part):
    """The files with the words of a part, one for each language."""
    return [file.name for file in FOLDER.glob(f"words-*-{part}-*.js")]


class Sizes(unittest.TestCase):
    first = {"index.html"} | {name for name in named_by("index.html") if not name.endswith((".png", ".webmanifest"))}

    def test_the_first_load_is_small(self):
        main = next(name for name in self.first if name.startswith("main-"))
        self.assertLessEqual(imported(main), self.first, "all that main imports is fetched at once")
        self.assertEqual(len(words("page")), len(LANG))
        painted = {name: packed(name) for name in self.first} | {"words": max(map(packed, words("page")))}
        engine = {file.name: packed(file.name) for kind in ("arkad-*.wasm", "engine-*.js", "covers-*.js") for file in FOLDER.glob(kind)}
        self.assertEqual(len(engine), 3)
        self.assertFalse(engine.keys() & painted.keys(), "the engine and the covers come after the first paint")
        sizes = painted | engine
        print("#", sum(sizes.values()), "bytes:", ", ".join(f"{name} {size}" for name, size in sizes.items()))
        print("#", sum(painted.values()), "bytes before the first paint")
        self.assertLess(sum(painted.values()), FIRST_PAINT_MAX)
        self.assertLess(sum(sizes.values()), FIRST_LOAD_MAX)

    def test_the_first_game_is_small(self):
        frame = next(FOLDER.glob("local-table-*.js")).name
        shared = {frame, *(file.name for kind in ("more-*.css", "worker-*.js", "cards-*.js") for file in FOLDER.glob(kind))}
        for game in (file.parent.parent.name for file in sorted(ROOT.glob("games/*/web/table.tsx"))):
            texts = words(game)
            table = [file.name for file in FOLDER.glob(f"{game}-*.js")]
            self.assertEqual((len(texts), len(table)), (len(LANG), 1), game)
            needed = (shared | imported(table[0]) | imported(frame)) - self.first
            size = sum(map(packed, needed)) + max(map(packed, texts)) + max(map(packed, words("more")))
            print("#", game, size, "bytes")
            self.assertLess(size, FIRST_GAME_MAX)


class Words(unittest.TestCase):
    def test_what_only_the_program_says_is_not_loaded(self):
        text = (FOLDER / words("page")[0]).read_text(encoding="utf-8")
        self.assertNotIn('"help.', text)
        self.assertIn('"web.rules"', text)

    def test_all_languages_say_the_same_things(self):
        english = LANG["en"]
        keys = [sorted(key for key in re.findall(r'"([\w.-]+)":', (FOLDER / name).read_text(encoding="utf-8")) if key in english)
                for name in words("page")]
        self.assertTrue(all(other == keys[0] for other in keys))
        self.assertGreater(len(keys[0]), 50)


class Offline(unittest.TestCase):
    worker = (FOLDER / "sw.js").read_text(encoding="utf-8")

    def test_everything_is_kept(self):
        hashed = {file.name for file in FOLDER.iterdir() if re.search(r"-[0-9A-Za-z]{8,}\.(js|css|wasm)$", file.name)}
        kept = set(re.findall(r'"/([\w.-]+)"', self.worker))
        self.assertLessEqual(hashed | {"index.html"}, kept)
        self.assertEqual([name for name in kept if not (FOLDER / name).is_file()], [])

    def test_the_rooms_are_those_of_the_server(self):
        table = re.search(r"rooms\[\] = \{(.*?)\}", (ROOT / "src/server/api/pages.c").read_text(encoding="utf-8"))[1]
        rooms = re.search(r"\(\?:\(\?:([a-z|]+)\)", self.worker)[1]
        self.assertEqual([f"/{room}" for room in rooms.split("|")], re.findall(r'"([^"]+)"', table))

    def test_it_can_be_installed(self):
        manifest = json.loads((FOLDER / "manifest.webmanifest").read_text(encoding="utf-8"))
        self.assertIn('rel="manifest"', (FOLDER / "index.html").read_text(encoding="utf-8"))
        self.assertLessEqual({"192x192", "512x512"}, {icon["sizes"] for icon in manifest["icons"]})
        for icon in manifest["icons"]:
            data = (FOLDER / icon["src"].lstrip("/")).read_bytes()
            if icon["type"] == "image/png":  # its width and height are in its header
                self.assertEqual("{}x{}".format(*(int.from_bytes(data[i:i + 4], "big") for i in (16, 20))), icon["sizes"])


if __name__ == "__main__":
    tap.run()
