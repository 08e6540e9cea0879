#!/usr/bin/env python3
"""Writes text files into a C file: embed.py OUTPUT NAME=FILE... gives `const char NAME[]` for each, closed with a 0."""

import sys


def rows(data):
    for at in range(0, len(data), 20):
        yield "    " + "".join(f"'\\x{byte:02x}'," for byte in data[at : at + 20])


def main(output, *pairs):
    with open(output, "w", encoding="utf-8") as out:
        for pair in pairs:
            name, file = pair.split("=", 1)
            with open(file, "rb") as text:
                body = "\n".join(rows(text.read() + b"\0"))
                out.write(f"extern const char {name}[];\nconst char {name}[] = {{\n{body}\n}};\n")


main(*sys.argv[1:])
