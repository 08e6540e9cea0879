#!/usr/bin/env python3
"""The fields of positions by name, from the games' headers: fields.py FOLDER OUT GAME...

For every game the fields of `struct NAME` in FOLDER/NAME/NAME.h, without what nobody sees, with the comments that say what they
are: written as C, so that the compiler says where each lies. OUT is a folder; it gets fields_NAME.c for each, and all_fields.c with the
list of them.
"""
import pathlib
import re
import sys

TOKEN = re.compile(r"/\*(?P<about>.*?)\*/|(?P<word>[A-Za-z_]\w*)|(?P<dim>\[[^\]]*\])|(?P<sign>[{};,])|(?P<line>\n)|\s+", re.S)
SCALARS = {"uint8_t": "u", "int8_t": "i", "uint16_t": "u", "int16_t": "i", "uint32_t": "u", "uint64_t": "u"}


def plain(about):
    return " ".join(about.split())


def tokens_of(text, name):
    """From behind the { of a struct on."""
    found = re.search(r"struct " + name + r" \{", text)
    if not found:
        sys.exit(f"no struct {name} in the header")
    return [match for match in TOKEN.finditer(text, found.end())]


class Fields:
    """Reads one struct; rows are (path, expression, kind, dimensions, about)."""

    def __init__(self, text, game):
        self.text, self.game, self.rows = text, game, []
        self.read(iter(tokens_of(text, game)), "", "")

    def read(self, tokens, path, expression):
        above = ""
        for token in tokens:
            if token["sign"] == "}":
                return
            if token["about"] is not None:
                if self.is_on_line:
                    self.describe(plain(token["about"]))
                else:
                    above = plain(token["about"])
            elif token["line"]:
                self.is_on_line = False
            elif token["word"]:
                self.declaration(token["word"], tokens, path, expression, above)
                above, self.is_on_line = "", True

    is_on_line = False  # behind a declaration that began on this line
    last = 0  # the first row of the last declaration

    def describe(self, about):
        for row in self.rows[self.last :]:
            if "." not in row[0][len(self.rows[self.last][0]) :]:
                row[4] = " ".join(filter(None, (row[4], about)))

    def declaration(self, type_of, tokens, path, expression, above):
        at = len(self.rows)
        inner = None
        if type_of == "struct":
            token = next(token for token in tokens if token["word"] or token["sign"])
            if token["sign"]:
                inner = Fields.__new__(Fields)
                inner.text, inner.game, inner.rows = self.text, self.game, []
                inner.read(tokens, "", "")
            elif token["word"] == "head":
                inner = "head"
            else:
                inner = Fields.__new__(Fields)
                inner.text, inner.game, inner.rows = self.text, self.game, []
                if token["word"] != "chance":
                    inner.read(iter(tokens_of(self.text, token["word"])), "", "")
        name, dims = None, []
        for token in tokens:
            if token["word"]:
                name = token["word"]
            elif token["dim"]:
                dims.append(token["dim"][1:-1])
            elif token["sign"]:
                self.add(type_of, inner, name, dims, path, expression, above)
                name, dims = None, []
                if token["sign"] == ";":
                    break
        self.last = at

    def add(self, type_of, inner, name, dims, path, expression, about):
        if name in ("padding", "hidden", "chance"):
            return
        if inner == "head":
            self.rows += [
                ["players", "head.players", "u", [], "how many play"],
                ["viewer", "head.viewer", "u", [], "whose view it is: a seat + 1; 7 for a spectator, 0 for a whole position"],
                ["phase", "head.phase", "u", [], "as `Game.phases` names them; 0: the game is over"],
                ["options", "head.options", "u", ["ARKAD_OPTIONS_MAX"], "as `Game.options` names them"],
            ]
            return
        kind = "s" if inner else SCALARS[type_of]
        self.rows.append([path + name, expression + name, kind, dims, about])
        for row in inner.rows if inner else []:
            self.rows.append([f"{path}{name}.{row[0]}", f"{expression}{name}{'[0]' * len(dims)}.{row[1]}", row[2], row[3], row[4]])


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def written(game, rows):
    """The C of one game."""
    lines = [f'#include "games/{game}/{game}.h"', '#include "python/fields.h"', "", f"typedef struct {game} position;", ""]
    lines += ["static const struct field list[] = {"]
    for path, expression, kind, dims, about in rows:
        one = f"((position *)0)->{expression}{'[0]' * len(dims)}"
        dims_of = ", ".join(dims) or "0"
        lines.append(f"    {{{quoted(path)}, {quoted(about)}, '{kind}', {len(dims)}, offsetof(position, {expression}), sizeof {one}, {{{dims_of}}}}},")
    lines += ["};", ""]
    lines += [f"const struct fields {game}_fields = {{&{game}_game, list, sizeof list / sizeof *list, phases, sizeof phases / sizeof *phases}};"]
    return "\n".join(lines) + "\n"


def main():
    folder, out, games = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    for game in games:
        text = (folder / game / f"{game}.h").read_text(encoding="utf-8")
        (out / f"fields_{game}.c").write_text(written(game, Fields(text, game).rows), encoding="utf-8")
    lines = ['#include "python/fields.h"', ""]
    lines += [f"extern const struct fields {game}_fields;" for game in games]
    lines += ["", "const struct fields *const all_fields[] = {" + ", ".join(f"&{game}_fields" for game in games) + ", NULL};"]
    (out / "all_fields.c").write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
