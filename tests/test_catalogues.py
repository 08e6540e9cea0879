"""The message catalogues and the code that asks for them: test_catalogues.py. Prints TAP."""

import functools
import pathlib
import re
import subprocess
import tempfile
import unittest

import tap
from catalogues import FILES, LANG, ROOT, catalogue

GAMES = (ROOT / "games" / "list").read_text(encoding="utf-8").split()
CODE = [file for folder in ("src", "games") for file in sorted((ROOT / folder).rglob("*.[ch]")) if not file.stem.startswith("test")]
SOURCES = [file for file in CODE if not {"engine", "wasm"} & set(file.parts) and file.stem not in ("rules", "map")]
ABOUT = ROOT / "data" / "pages" / "about.html"
MAN = ROOT / "tools" / "man.py"
PAGE = [ROOT / "web" / "build.mjs", *(file for pattern in ("web/src/**/*.ts*", "games/*/web/*.ts*") for file in sorted(ROOT.glob(pattern)))]
SAME = {"de": {"5 Towers", "Byzanz", "Maharaja", "Offline", "normal"}, "hu": {"mogul"}}  # what is said as in English, by language
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


@functools.cache
def owner(file):
    """The game whose file it is, or None."""
    names = {part.split(".")[0] for part in file.relative_to(ROOT).parts}
    return next((game for game in GAMES if game in names), None)


OWN = {key: owner(file) for file in FILES for key in catalogue.read(file)[0] if owner(file)}


def literals(source):
    return (match[1].replace('\\"', '"') for match in LITERAL.finditer(source))


def page_keys(source):
    """Whole keys, and the prefixes of those that the page puts together."""
    return re.findall(r'"([a-z]+\.[\w.-]+)"', source) + re.findall(r"`([a-z]+\.[\w.-]*)\$\{", source)


class Keys(unittest.TestCase):
    """The code has a whole key, or a prefix to which it adds a dot or the rest."""

    keys = set(LANG["en"])
    asked = {(text, owner(file)) for file in SOURCES for text in literals(file.read_text(encoding="utf-8")) if re.fullmatch(r"[a-z]+\.[\w.*]*(%[a-z])?", text)}
    asked_by_page = {(text, owner(file)) for file in PAGE for text in page_keys(file.read_text(encoding="utf-8"))}
    asked |= {(key, None) for key in re.findall(r"\{(\w+\.[\w.-]+)\}", ABOUT.read_text(encoding="utf-8"))}
    asked |= {(key, None) for key in re.findall(r'f"(man\.)', MAN.read_text(encoding="utf-8"))}
    families = {key.split(".")[0] for key in keys}

    def spoken(self, text):
        """The keys that this text of the code can come to."""
        begin = text.split("%")[0]
        begin = begin if begin.endswith("-") else begin.rstrip(".") + "."
        return {key for key in self.keys if key == text or key.startswith(begin)}

    def test_every_key_is_used(self):
        self.assertEqual(sorted(self.keys - set().union(*(self.spoken(text) for text, _ in self.asked | self.asked_by_page))), [])

    def test_every_key_asked_for_is_there(self):
        wanted = {text for text, _ in self.asked | self.asked_by_page if text.split(".")[0] in self.families}
        self.assertEqual(sorted(text for text in wanted if not self.spoken(text)), [])

    def test_games_levels_and_commands_have_their_names(self):
        table = (ROOT / "src" / "tools" / "main.c").read_text(encoding="utf-8")
        for command in re.findall(r'\{"(\w+)", "[^"]*", run_', table):
            self.assertLessEqual({f"summary.{command}", f"help.{command}"}, self.keys)
        self.assertLessEqual({f"level.{level}" for level in range(1, 6)}, self.keys)
        self.assertLessEqual({f"game.{game}" for game in GAMES}, self.keys)


    def test_a_key_of_one_game_stands_with_that_game(self):
        games = {}
        for text, game in self.asked | self.asked_by_page:
            for key in self.spoken(text):
                games.setdefault(key, set()).add(game)
        self.assertEqual([key for key in self.keys - OWN.keys() if games[key] in [{game} for game in GAMES]], [])
        self.assertEqual([text for text, game in self.asked if OWN.get(text, game) != game], [])

    def test_the_shared_words_name_no_game(self):
        told = [game for game in GAMES if (ROOT / "games" / game / "say.c").exists()]
        for file in (file for file in FILES if not owner(file)):
            names = {*told, *(LANG[file.stem][f"game.{game}"] for game in told)}
            is_named = re.compile(rf"\b({'|'.join(names)})\b", re.IGNORECASE).search
            self.assertEqual([key for key, text in catalogue.read(file)[0].items() if is_named(f"{key} {text}")], [], file)


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


@functools.cache
def shape(form):
    """How much of a printf form is plain, and a pattern for what it comes to."""
    return len(PRINTF.sub("", form)), re.compile(".*".join(map(re.escape, PRINTF.split(form))))


def gives(form, template):
    """Whether a printf form can come to what the template says; it may put some words into it."""
    plain, pattern = shape(form)
    if plain < 9 or not 0 <= len(re.sub(r"\{[a-z_]+\}", "", template)) - plain <= 60:
        return False
    return pattern.fullmatch(template) is not None


class Complaints(unittest.TestCase):
    """What a command complains about is written in English where it happens; the catalogues have a template for it."""

    def test_every_complaint_has_its_template(self):
        templates = [text for key, text in LANG["en"].items() if key.startswith("why.")]
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
            forms |= {(text.removeprefix("line %d: "), owner(file)) for text in literals(source) if " " in text}
        for key, text in LANG["en"].items():
            if key.startswith("why.") and key not in exceptions:
                games = {game for form, game in forms if gives(form, text)}
                self.assertTrue(games, f"{key}: {text}")
                self.assertTrue(key in OWN or games not in [{game} for game in GAMES], f"{key} is a reason of {games} alone")


class Generator(unittest.TestCase):
    def build(self, *games, **texts):
        """Of the texts of the languages, and of games that have some of their own: { code: text } each."""
        with tempfile.TemporaryDirectory() as folder:
            named = {f"{code}.json": text for code, text in texts.items()}
            named |= {f"game{i}/words.{code}.json": text for i, words in enumerate(games) for code, text in words.items()}
            files = [pathlib.Path(folder) / name for name in named]
            for file, text in zip(files, named.values()):
                file.parent.mkdir(exist_ok=True)
                file.write_text(text, encoding="utf-8")
            output = pathlib.Path(folder) / "out.c"
            done = subprocess.run([ROOT / "tools" / "catalogue.py", output, *files], capture_output=True, text=True, timeout=60)
            return done.returncode, done.stderr, output.read_text(encoding="utf-8") if output.exists() else None

    def test_good_catalogues_are_built(self):
        code, said, built = self.build(en='{"b": "Two {n}\\n", "a": "\\"One\\"?"}', hu='{"a": "Egy", "b": "Kettő {a:n}"}')
        self.assertEqual((code, said), (0, ""))
        self.assertLess(built.index('"a",'), built.index('"b",'))
        self.assertIn('"\\"One\\"\\?"', built)

    def test_a_game_without_a_language_is_english_in_it(self):
        code, said, built = self.build({"en": '{"b": "Card"}'}, {"en": '{"c": "Sum"}', "hu": '{"c": "Vég"}'}, en='{"a": "One"}', hu='{"a": "Egy"}')
        self.assertEqual((code, said), (0, ""))
        self.assertEqual(re.search(r"texts_hu\[\] = \{(.*?)\}", built, re.DOTALL)[1].split(), ['"Egy",', '"Card",', '"Vég",'])

    def test_words_of_games_that_do_not_fit_stop_the_build(self):
        for games, complaint in (
            (({"en": '{"a": "y"}'},), "game0/words.en.json: the key a is in"),
            (({"en": '{"b": "y"}'}, {"en": '{"b": "z"}'}), "game1/words.en.json: the key b is in"),
            (({"hu": '{"b": "y"}'},), "game0/words.hu.json: there is no English beside it"),
            (({"en": '{"b": "y"}', "fr": '{"b": "z"}'},), "game0/words.fr.json: fr is no language of the program"),
            (({"en": '{"b": "y"}', "hu": '{"c": "z"}'},), "game0/words.hu.json: b is missing"),
        ):
            code, said, built = self.build(*games, en='{"a": "x"}', hu='{"a": "x"}')
            self.assertEqual((code, built), (1, None), complaint)
            self.assertIn(complaint, said)

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


HU = [*(file for file in FILES if ".hu" in file.name or file.name == "hu.json"), *sorted(ROOT.glob("games/*/rules.hu.md"))]
# One word for one thing, and the words that are printed in the boxes: what is said instead.
HU_OTHER = {
    r"licitlap": "licitkártya",
    r"korong": "tárcsa",
    r"jelölő|zseton": "jelző",
    r"kezdőmező|kezdőhely|startmező|\brajt\b": "kiindulóhely",
    r"\bdöntetlen": "holtverseny",
    r"(?<!ki)értékelés|értékelő lap": "pontozás",
    r"lakosztály": "palota",
    r"kísértet": "ijesztő",
    r"\blom(?:\b|ok|to)": "hulladék",
}


class Texts(unittest.TestCase):
    def test_hungarian_endings_are_not_put_on_places(self):
        """Except -ig, which is the same after every number."""
        found = [
            f"{file.name}: {key}"
            for file in HU
            if file.suffix == ".json"
            for key, text in catalogue.read(file)[0].items()
            if re.search(r"\}-(?!ig\b)", text)
        ]
        self.assertEqual(found, [])

    def test_hungarian_has_one_word_for_one_thing(self):
        found = [
            f"{file.relative_to(ROOT)}: {match[0]}, not {word}"
            for file in HU
            for other, word in HU_OTHER.items()
            for match in re.finditer(other, file.read_text(encoding="utf-8"), re.IGNORECASE)
        ]
        byzanz = [file.name for file in HU if "byzanz" in file.parts and "kereskedő" in file.read_text(encoding="utf-8").lower()]
        self.assertEqual(found + byzanz, [])

    def test_what_follows_a_name_begins_with_a_word(self):
        kinds = ("say.", "web.entry.", *(f"{game}." for game in GAMES))
        found = [
            f"{file.name}: {key}"
            for file in FILES
            for key, text in catalogue.read(file)[0].items()
            if key.startswith(kinds) and re.match(r"[\s,;:.]", text)
        ]
        self.assertEqual(found, [])

    def test_the_files_are_easy_to_merge_and_to_read(self):
        for file in FILES:
            lines = file.read_text(encoding="utf-8").splitlines()
            self.assertTrue(all(re.fullmatch(r'  "[^"]+": ".*",?', line) for line in lines[1:-1] if line), file.name)

    def test_no_language_is_english(self):
        """The same text in both is a name, or has been forgotten."""
        english = LANG["en"]
        for code in LANG.keys() - {"en"}:
            other, names = LANG[code], SAME.get(code, set())
            same = [key for key, text in english.items() if text == other[key] and re.search(r"[a-z]{5}", re.sub(r"\{.*?\}", "", text))]
            self.assertEqual([key for key in same if english[key] not in names], [], code)


if __name__ == "__main__":
    tap.run()
