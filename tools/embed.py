#!/usr/bin/env python3
"""Embeds files into a C source: embed.py OUTPUT NAME=FILE...

Each file becomes `const char NAME[]`, closed with a 0, and `const size_t NAME_length`, without it. Bytes are written
one by one because a C compiler need not take string literals longer than 4095 characters.
"""
import sys

PER_LINE = 20


def embedded(name, data):
    rows = [data[i:i + PER_LINE] for i in range(0, len(data), PER_LINE)]
    lines = ["    " + " ".join(f"'\\x{byte:02x}'," for byte in row) for row in rows]
    return "\n".join([
        f"extern const char {name}[];",
        f"extern const size_t {name}_length;",
        f"const char {name}[] = {{",
        *lines,
        "    0};",
        f"const size_t {name}_length = sizeof {name} - 1;",
        ""])


def main(output, *pairs):
    parts = ["#include <stddef.h>\n"]
    for pair in pairs:
        name, file = pair.split("=", 1)
        with open(file, "rb") as source:
            parts.append(embedded(name, source.read()))
    with open(output, "w", encoding="ascii") as target:
        target.write("\n".join(parts))


if __name__ == "__main__":
    if len(sys.argv) < 2 or not all("=" in pair for pair in sys.argv[2:]):
        sys.exit(__doc__)
    main(*sys.argv[1:])
