#!/usr/bin/env python3
"""Builds the rules texts in: rules.py OUTPUT GAME/rules.CODE.md...

They become the table `rules_texts`, by game and language (src/cli/rules_texts.h), without the lines that name pictures, which
only the browser draws.
"""
import pathlib
import re
import sys

from embed import embedded


def main(output, *files):
    arrays, rows = [], []
    for file in map(pathlib.Path, sorted(files)):
        game, code = file.parent.name, file.stem.split(".")[1]
        arrays.append(embedded(f"rules_{game}_{code}", re.sub(rb"<!-- picture .* -->\n\n", b"", file.read_bytes())))
        rows.append(f'    {{"{game}", "{code}", rules_{game}_{code}}},')
    parts = ['#include "cli/rules_texts.h"\n\n#include <stddef.h>\n', *arrays, "const struct rules_text rules_texts[] = {", *rows,
             "};", f"const int rules_text_count = {len(rows)};", ""]
    pathlib.Path(output).write_text("\n".join(parts), encoding="ascii")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
