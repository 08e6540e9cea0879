"""The documentation against the tree: links, the picture of the folders, what files open with. Prints TAP."""

import pathlib
import re
import unittest

import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "web/README.md", ROOT / "examples/README.md"]
MADE = {"build", "node_modules"}  # not in the repository, whatever follows the name


def folders_in(folder):
    """The folders of the tree in a folder, by name."""
    return {f.name for f in (ROOT / folder).iterdir() if f.is_dir() and f.name[0] != "." and f.name.split("-")[0] not in MADE}


def drawn():
    """The paths in the picture of docs/architecture.md, with a / after folders."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    picture = text.split("```")[1]
    paths, above = [], []
    for line in picture.strip().splitlines():
        branch, name = re.match(r"([│├└─ ]*)([^,\s]+)", line).groups()
        above = [*above[: len(branch) // 4], name]
        paths.append("".join(above))
    return paths


class Docs(unittest.TestCase):
    def test_links(self):
        wrong, count = [], 0
        for page in PAGES:
            for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
                count += 1
                if not (page.parent / link).exists():
                    wrong.append(f"{page.relative_to(ROOT)}: {link}")
        self.assertEqual(wrong, [])
        self.assertGreater(count, 30)

    def test_the_picture_names_what_there_is(self):
        paths = [path for path in drawn() if "NAME" not in path]
        self.assertGreater(len(paths), 20)
        self.assertEqual([path for path in paths if not (ROOT / path).exists()], [])

    def test_what_there_is_is_in_the_picture(self):
        paths = set(drawn())
        for folder in ["", "src/", "web/"]:
            for name in sorted(folders_in(folder)):
                path = f"{folder}{name}/"
                self.assertTrue(any(p.startswith(path) for p in paths), f"{path} is not in the picture")

    def test_files_open_with_what_they_are_for(self):
        files = [file for folder in ["include", "src", "tests", "fuzz"] for file in (ROOT / folder).rglob("*.[ch]")]
        self.assertGreater(len(files), 200)
        self.assertEqual([str(f.relative_to(ROOT)) for f in files if not f.read_text(encoding="utf-8").startswith("/*")], [])


if __name__ == "__main__":
    tap.run()
