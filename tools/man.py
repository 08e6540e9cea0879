#!/usr/bin/env python3
"""Manual pages made from what `arkad help` says: man.py OUT ARKAD VERSION CATALOGUE...

Makes OUT/man1/arkad.1 and a page for every command, and the same in OUT/LANG/man1 for every other language.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

HEADINGS = ("name", "synopsis", "description", "see")


def said_by(arkad, lang, *words):
    done = subprocess.run([arkad, "help", *words, "--lang", lang], capture_output=True, check=True, encoding="utf-8")
    return done.stdout.rstrip("\n").split("\n\n")


def roff(text):
    """As it stands: no letter of it is a request or an escape."""
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e"), flags=re.M).replace("-", "\\-")


def item(line):
    """An option or a command and what is said of it; None: the line is none of a list."""
    found = re.match(r"^  (-\S*(?: [^a-z\s]\S*)*|\S+(?: [A-Z]+)*) +(\S.*)$", line)
    return found and found.groups()


def paragraph(block):
    """Text is filled; lists of options and commands have their terms; what is indented otherwise stays as it is."""
    lines = [] if item(block.split("\n")[0]) or block.startswith("  ") else [".PP"]
    for line in block.split("\n"):
        listed = item(line)
        if listed:
            lines += [".TP", f"\\fB{roff(listed[0])}\\fR", roff(listed[1])]
        elif re.match(r"^  \S", line):
            lines += [".RS 2", ".nf", roff(line.strip()), ".fi", ".RE"]
        else:
            lines.append(roff(line.strip()))
    return lines


def page(name, summary, synopsis, blocks, others, words, version):
    head = [f'.TH {name.upper()} 1 "" "arkad {version}" ""', f".SH {words['name']}", f"{roff(name)} \\- {roff(summary)}", f".SH {words['synopsis']}", ".nf",
            *[roff(line) for line in synopsis], ".fi", f".SH {words['description']}"]
    see = [f".SH {words['see']}", *[f".BR {roff(other)} (1){',' if other != others[-1] else ''}" for other in others]]
    body = [line for block in blocks for line in paragraph(block)]
    return "\n".join([*head, *body[body[:1] == [".PP"]:], *see]) + "\n"


def write_pages(folder, arkad, lang, words, version):
    folder.mkdir(parents=True)
    title, usage, commands, *rest = said_by(arkad, lang)
    summaries = dict(item(line) for line in commands.split("\n"))
    names = ["arkad", *[f"arkad-{command}" for command in summaries if command != "help"]]
    pages = {"arkad": page("arkad", title.rstrip("."), [usage.strip()], [commands, *rest], names[1:], words, version)}
    for command in summaries:
        if command == "help":
            continue
        first, *blocks = said_by(arkad, lang, command)
        pages[f"arkad-{command}"] = page(f"arkad-{command}", summaries[command], first.split("\n"), blocks, ["arkad"], words, version)
    for name, text in pages.items():
        (folder / f"{name}.1").write_text(text, encoding="utf-8")


def main(out, arkad, version, *catalogues):
    shutil.rmtree(out, ignore_errors=True)
    for path in map(pathlib.Path, catalogues):
        words = json.loads(path.read_text(encoding="utf-8"))
        place = pathlib.Path(out) / ("" if path.stem == "en" else path.stem) / "man1"
        write_pages(place, arkad, path.stem, {heading: words[f"man.{heading}"] for heading in HEADINGS}, version)


main(*sys.argv[1:])
