"""The message catalogues, merged as the build merges them."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tools"))
import catalogue  # noqa: E402

FILES = [*sorted((ROOT / "data" / "lang").glob("*.json")), *sorted((ROOT / "games").glob("*/words.*.json"))]
LANG, WRONG = catalogue.merge(FILES)
assert not WRONG, WRONG
