#!/usr/bin/env python3
"""Turns the message catalogues into sorted C tables: catalogue.py OUTPUT FILE.json...

Each file is one flat JSON object, key to text, named after its language. English comes first, and the others by their code. The build stops if a catalogue says something
twice, leaves something empty, or if two of them differ in their keys or in the places to be filled.
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


def literal(text):
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "?": "\\?"}  # ?: no trigraphs
    return '"' + "".join(escapes.get(c, c) for c in text) + '"'


def table(name, strings):
    return "\n".join([f"static const char *const {name}[] = {{", *(f"    {literal(s)}," for s in strings), "};", ""])


def main(output, *files):
    files = sorted(files, key=lambda file: (pathlib.Path(file).stem != "en", file))  # English is the first
    catalogues, wrong = {}, []
    for file in files:
        catalogues[file], own = read(file)
        wrong += own
    for file in files[1:]:
        wrong += differences(catalogues[files[0]], files[0], catalogues[file], file)
    if wrong:
        sys.exit("\n".join(wrong))
    keys = sorted(catalogues[files[0]], key=str.encode)
    codes = [pathlib.Path(file).stem for file in files]
    parts = ['#include "lang/catalogue.h"\n', table("keys", keys)]
    parts += [table(f"texts_{code}", (catalogues[file][key] for key in keys)) for code, file in zip(codes, files)]
    parts.append("const struct lang lang_catalogues[] = {")
    parts += [f'    {{"{code}", {len(keys)}, keys, texts_{code}, texts_{codes[0]}}},' for code in codes]
    parts.append(f"}};\nconst int lang_catalogue_count = {len(codes)};\n")
    pathlib.Path(output).write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
