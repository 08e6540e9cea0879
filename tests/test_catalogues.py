"""The message catalogues and the code that asks for them: test_catalogues.py. Prints TAP."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "data" / "lang").glob("*.json"))
CODE = [file for folder in ("src", "games") for file in sorted((ROOT / folder).rglob("*.[ch]")) if not file.stem.startswith("test")]
SOURCES = [file for file in CODE if not {"engine", "wasm"} & set(file.parts) and file.stem not in ("rules", "map")]
PAGE = [ROOT / "web" / "build.mjs", *sorted((ROOT / "web" / "src").rglob("*.ts*"))]
SAME = {"de": {"5 Towers", "Byzanz", "Maharaja", "Offline", "normal"}, "hu": {"mogul"}}  # what is said as in English, by language
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def catalogue(code):
    return json.loads((ROOT / "data" / "lang" / f"{code}.json").read_text(encoding="utf-8"))


def literals(source):
    return (match[1].replace('\\"', '"') for match in LITERAL.finditer(source))


def page_keys(source):
    """Whole keys, and the beginnings of those that the page puts together."""
    return re.findall(r'"([a-z]+\.[\w.-]+)"', source) + re.findall(r"`([a-z]+\.[\w.-]*)\$\{", source)


class Keys(unittest.TestCase):
    """A key stands in the code as a whole, or as a beginning to which the code adds a dot or the rest."""

    keys = set(catalogue("en"))
    asked = {text for file in SOURCES for text in literals(file.read_text(encoding="utf-8")) if re.fullmatch(r"[a-z]+\.[\w.*]*(%[a-z])?", text)}
    asked |= {text for file in PAGE for text in page_keys(file.read_text(encoding="utf-8"))}
    families = {key.split(".")[0] for key in keys}

    def spoken(self, text):
        """The keys that this text of the code can come to."""
        begin = text.split("%")[0]
        begin = begin if begin.endswith("-") else begin.rstrip(".") + "."
        return {key for key in self.keys if key == text or key.startswith(begin)}

    def test_every_key_is_used(self):
        self.assertEqual(sorted(self.keys - set().union(*map(self.spoken, self.asked))), [])

    def test_every_key_asked_for_is_there(self):
        wanted = (text for text in self.asked if text.split(".")[0] in self.families)
        self.assertEqual(sorted(text for text in wanted if not self.spoken(text)), [])

    def test_games_levels_and_commands_have_their_names(self):
        table = (ROOT / "src" / "tools" / "main.c").read_text(encoding="utf-8")
        for command in re.findall(r'\{"(\w+)", "[^"]*", run_', table):
            self.assertLessEqual({f"summary.{command}", f"help.{command}"}, self.keys)
        self.assertLessEqual({f"level.{level}" for level in range(1, 6)}, self.keys)
        games = (ROOT / "games" / "list").read_text(encoding="utf-8").split()
        self.assertLessEqual({f"game.{game}" for game in games}, self.keys)


PRINTF = re.compile(r"%\.?\*?\d*l*[a-z]")


def sentences_of(form):
    """What a printf form may come to; what is stuck to its end may be nothing."""
    sentence = PRINTF.sub(lambda match: "7" if match[0][-1] in "dgu" else "ITSELF", form)
    return {sentence, re.sub(r"(?<=\w)ITSELF$", "", sentence)}


def fits(template, sentence):
    """As in lang.c; another reason inside must be one that was passed on."""
    parts = re.split(r"(\{[a-z_]+\})", template)
    pattern = "".join("(ITSELF)" if part == "{why}" else "(.+?)" if part[:1] == "{" else re.escape(part) for part in parts)
    return re.fullmatch(pattern, sentence) is not None


def gives(form, template):
    """Whether a printf form can come to what the template says; it may put some words into it."""
    plain = len(PRINTF.sub("", form))
    if plain < 9 or not 0 <= len(re.sub(r"\{[a-z_]+\}", "", template)) - plain <= 60:
        return False
    return re.fullmatch(".*".join(map(re.escape, PRINTF.split(form))), template) is not None


class Complaints(unittest.TestCase):
    """What a command complains about is written in English where it happens; the catalogues have a template for it."""

    def test_every_complaint_has_its_template(self):
        templates = [text for key, text in catalogue("en").items() if key.startswith("why.")]
        found = 0
        for file in SOURCES:
            source = file.read_text(encoding="utf-8")
            for match in re.finditer(r'(?:complain\(\s*\w+,|strcpy\(why,|snprintf\(why, (?:ARKAD|PROGRAM)_WHY_MAX,)\s*("[^;]*?");?(?:,|\))', source):
                form = re.match(r'(?:"((?:[^"\\]|\\.)*)"\s*)+', match[1])[0]
                sentences = sentences_of("".join(literals(form)))
                found += 1
                if sentences != {"ITSELF"}:
                    is_there = any(fits(template, sentence) for template in templates for sentence in sentences)
                    self.assertTrue(is_there, f"{file.name}: {sentences}")
        self.assertGreater(found, 30)

    def test_every_template_is_of_a_sentence_in_the_code(self):
        exceptions = {"why.option.unknown", "why.tools.option", "why.map.line", "why.tools.file", "why.tools.line"}  # put together piece by piece
        forms = set()
        for file in CODE:
            source = re.sub(r'"\s*\n\s*"', "", file.read_text(encoding="utf-8"))
            forms |= {text.removeprefix("line %d: ") for text in literals(source) if " " in text}
        for key, text in catalogue("en").items():
            if key.startswith("why.") and key not in exceptions:
                self.assertTrue(any(gives(form, text) for form in forms), f"{key}: {text}")


class Generator(unittest.TestCase):
    def build(self, **texts):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for code, text in texts.items():
                files.append(pathlib.Path(folder) / f"{code}.json")
                files[-1].write_text(text, encoding="utf-8")
            output = pathlib.Path(folder) / "out.c"
            done = subprocess.run([ROOT / "tools" / "catalogue.py", output, *files], capture_output=True, text=True, timeout=60)
            return done.returncode, done.stderr, output.read_text(encoding="utf-8") if output.exists() else None

    def test_good_catalogues_are_built(self):
        code, said, built = self.build(en='{"b": "Two {n}\\n", "a": "\\"One\\"?"}', hu='{"a": "Egy", "b": "Kettő {a:n}"}')
        self.assertEqual((code, said), (0, ""))
        self.assertLess(built.index('"a",'), built.index('"b",'))
        self.assertIn('"\\"One\\"\\?"', built)

    def test_bad_catalogues_stop_the_build(self):
        for en, hu, complaint in (
            ('{"a": "x", "b": "y"}', '{"a": "x"}', "b is missing"),
            ('{"a": "x"}', '{"a": "x", "b": "y"}', "b is missing"),
            ('{"a": "x {n}"}', '{"a": "x {m}"}', "the places of a are"),
            ('{"a": "x {n}"}', '{"a": "x"}', "the places of a are"),
            ('{"a": "x"}', '{"a": " "}', "a has no text"),
            ('{"a": "x"}', '{"a": 1}', "a has no text"),
            ('{"a": "x", "a": "y"}', '{"a": "x"}', "the key a is there twice"),
            ('{"a": "x {"}', '{"a": "x"}', "a brace that belongs to no place"),
            ('{"a": "x"', '{"a": "x"}', "en.json: "),
            ('{"a": "%s"}' % ("x" * 5000), '{"a": "x"}', "is longer than"),
        ):
            code, said, built = self.build(en=en, hu=hu)
            self.assertEqual((code, built), (1, None), complaint)
            self.assertIn(complaint, said)


class Texts(unittest.TestCase):
    def test_the_files_are_easy_to_merge_and_to_read(self):
        for file in FILES:
            lines = file.read_text(encoding="utf-8").splitlines()
            self.assertTrue(all(re.fullmatch(r'  "[^"]+": ".*",?', line) for line in lines[1:-1] if line), file.name)

    def test_no_language_is_english(self):
        """The same text in both is a name, or has been forgotten."""
        english = catalogue("en")
        for code in {file.stem for file in FILES} - {"en"}:
            other, names = catalogue(code), SAME.get(code, set())
            same = [key for key, text in english.items() if text == other[key] and re.search(r"[a-z]{5}", re.sub(r"\{.*?\}", "", text))]
            self.assertEqual([key for key in same if english[key] not in names], [], code)


if __name__ == "__main__":
    tap.run()
