#!/usr/bin/env python3
"""What the build finds in games/: games.py FOLDER HEADER.

FOLDER/list names the games, one a line; FOLDER/NAME/ holds everything that knows that game. Writes the header from which
the registries in C are made, and prints every source as "PART path": map.c, judge.c, say.c, draw.c, pad.c, bargain.c and
test.c are parts, files that begin like one (draw_map.c) belong to it, and all others are the rules. Maps are "data", what the
bots have learned (net.bin) is "net", and the game's part of the message catalogues "words".
"""
import pathlib
import sys

PARTS = ("map", "judge", "say", "draw", "pad", "bargain", "test")


def part_of(file):
    return next((part for part in PARTS if file.stem == part or file.stem.startswith(part + "_")), "rules")


def header(games):
    """A macro for all games, and one for those that have a part."""
    lines = ["/* The games and their parts, as they lie in games/. */"]
    for name, suffix in (("rules", ""), *((part, "_WITH_" + part.upper()) for part in (*PARTS, "net"))):
        lines.append(f"#define GAMES{suffix}(X) " + " ".join(f"X({game})" for game, parts in games.items() if name in parts))
    return "\n".join(lines) + "\n"


def main():
    folder, out = map(pathlib.Path, sys.argv[1:])
    games = {}
    for game in (folder / "list").read_text(encoding="utf-8").split():
        files = sorted((folder / game).glob("*.c"))
        games[game] = {file.stem for file in files} | {file.stem for file in (folder / game).glob("net.bin")}
        if "rules" not in games[game]:
            sys.exit(f"games/list names {game}, and there is no games/{game}/rules.c")
        for file in files:
            print(part_of(file), f"games/{game}/{file.name}")
        for part, names in (("data", "*.map"), ("net", "net.bin"), ("words", "words.*.json")):
            for file in sorted((folder / game).glob(names)):
                print(part, f"games/{game}/{file.name}")
    text = header(games)
    if not out.exists() or out.read_text(encoding="utf-8") != text:
        out.write_text(text, encoding="utf-8")


main()
