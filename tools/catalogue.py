#!/usr/bin/env python3
"""Turns the message catalogues into sorted C tables: catalogue.py OUTPUT FILE.json...

Each file is one flat JSON object, key to text. Those named CODE.json are the languages, English first and the others by
their codes; those named words.CODE.json are a game's part of them, from its folder. A game that lacks a language is
English in it. The build stops if a key is there twice or has no text, or if the files of a folder differ in their keys or
in the places to be filled.
"""
import json
import pathlib
import re
import sys

LONGEST = 4000  # a C compiler need not take string literals longer than 4095 characters
PLACE = re.compile(r"\{(?:[aA]:)?([a-z_]+)(?:\|[^{}|]*\|[^{}|]*)?\}")


def read(file):
    """The catalogue in a file, and what is wrong with it by itself."""
    wrong = []

    def take(pairs):
        seen = {}
        for key, text in pairs:
            if key in seen:
                wrong.append(f"{file}: the key {key} is there twice")
            seen[key] = text
        return seen

    with open(file, encoding="utf-8") as source:
        try:
            catalogue = json.load(source, object_pairs_hook=take)
        except ValueError as error:
            return {}, [f"{file}: {error}"]
    for key, text in catalogue.items():
        if not isinstance(text, str) or not text.strip():
            wrong.append(f"{file}: {key} has no text")
            catalogue[key] = ""
        elif len(text.encode()) > LONGEST:
            wrong.append(f"{file}: the text of {key} is longer than {LONGEST} bytes")
        elif re.search(r"[{}]", PLACE.sub("", text)):
            wrong.append(f"{file}: {key} has a brace that belongs to no place")
    return catalogue, wrong


def differences(first, first_file, other, other_file):
    for key in sorted(first.keys() ^ other.keys()):
        there, missing = (first_file, other_file) if key in first else (other_file, first_file)
        yield f"{missing}: {key} is missing, and {there} has it"
    for key in sorted(first.keys() & other.keys()):
        places = [set(PLACE.findall(catalogue[key])) for catalogue in (first, other)]
        if places[0] != places[1]:
            yield f"{other_file}: the places of {key} are {sorted(places[1])}, and those of {first_file} {sorted(places[0])}"


def read_folder(files, languages):
    """The catalogues in the files of one folder, { code: file }, and what is wrong with them."""
    catalogues, wrong = {}, []
    if "en" not in files:
        return {}, [f"{file}: there is no English beside it" for file in files.values()]
    for code, file in files.items():
        catalogues[code], own = read(file)
        wrong += own if code in languages else [f"{file}: {code} is no language of the program"]
    for code in sorted(files.keys() - {"en"}):
        wrong += differences(catalogues["en"], files["en"], catalogues[code], files[code])
    return catalogues, wrong


def merge(files):
    """The words of all files together, { code: { key: text } }, and what is wrong with them."""
    folders, found, wrong = {}, {}, []
    for file in map(pathlib.Path, files):
        folders.setdefault(file.parent, {})[file.stem.removeprefix("words.")] = file
    codes = (pathlib.Path(file).stem for file in files)
    languages = sorted((code for code in codes if not code.startswith("words.")), key=lambda code: (code != "en", code))
    merged = {code: {} for code in languages}
    for own in folders.values():
        catalogues, faults = read_folder(own, languages)
        english = catalogues.get("en", {})
        wrong += faults + [f"{own['en']}: the key {key} is in {found[key]} already" for key in english if key in found]
        found |= dict.fromkeys(english, own.get("en"))
        for code in languages:
            merged[code] |= catalogues.get(code, english)
    return merged, wrong


def literal(text):
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "?": "\\?"}  # ?: no trigraphs
    return '"' + "".join(escapes.get(c, c) for c in text) + '"'


def table(name, strings):
    return "\n".join([f"static const char *const {name}[] = {{", *(f"    {literal(s)}," for s in strings), "};", ""])


def main(output, *files):
    catalogues, wrong = merge(files)
    if wrong:
        sys.exit("\n".join(wrong))
    keys = sorted(catalogues["en"], key=str.encode)
    parts = ['#include "lang/catalogue.h"\n', table("keys", keys)]
    parts += [table(f"texts_{code}", (texts[key] for key in keys)) for code, texts in catalogues.items()]
    parts.append("const struct lang lang_catalogues[] = {")
    parts += [f'    {{"{code}", {len(keys)}, keys, texts_{code}, texts_en}},' for code in catalogues]
    parts.append(f"}};\nconst int lang_catalogue_count = {len(catalogues)};\n")
    pathlib.Path(output).write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
