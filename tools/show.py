#!/usr/bin/env python3
"""Shows a saved game, read from standard input, for people: a line a move, then the result."""

import json
import sys

NAMES = ["red", "blue", "green", "yellow", "purple", "orange"]


def main():
    for text in sys.stdin:
        line = json.loads(text)
        if "move" in line:
            chance = "".join(f"   [{next(iter(event))}]" for event in line.get("chance", []))
            print(f"{line['n']:5}. {NAMES[line['seat']]:7} {line['move']}{chance}")
        elif "result" in line:
            print()
            result = line["result"]
            for seat in sorted(range(len(result["places"])), key=lambda seat: result["places"][seat]):
                print(f"{result['places'][seat]}. {NAMES[seat]:7} {result['scores'][seat]} points")


main()
