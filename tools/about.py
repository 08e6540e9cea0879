#!/usr/bin/env python3
"""Fills a page with words: about.py OUTPUT PAGE FILE.json...

What stands in it between "in every language" and "end" is written once for each language of the catalogues, with the texts
of its {keys}; {code} is the language.
"""
import html
import pathlib
import re
import sys

import catalogue

BLOCK = re.compile(r"<!-- in every language -->\n(.*?)<!-- end -->\n", re.DOTALL)
KEY = re.compile(r"\{([\w.-]+)\}")


def main(output, page, *files):
    languages, wrong = catalogue.merge(files)
    text = pathlib.Path(page).read_text(encoding="utf-8")
    block = BLOCK.search(text)
    wrong += [f"{page}: no catalogue has {key}" for key in KEY.findall(block[1]) if key not in {"code", *languages["en"]}]
    if wrong:
        sys.exit("\n".join(wrong))
    said = (KEY.sub(lambda key: html.escape({**words, "code": code}[key[1]]), block[1]) for code, words in languages.items())
    pathlib.Path(output).write_text(text.replace(block[0], "".join(said)), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
