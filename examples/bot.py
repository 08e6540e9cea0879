#!/usr/bin/env python3
"""A little player of all five games, to start your own from: arkad arena towers --bots 'exec:python3 examples/bot.py,1'

Each game has one function that says how good a listed move looks; the best one is played. The protocol is explained in
docs/bot-protocol.md, the words of moves and views in docs/notation.md and by `arkad rules GAME`.
"""
import json
import random
import sys

ENDS = "0A 0B 0D 0E 0F AC AD AF AG BE BF BG CD CG DE FG"  # of the roads r1, r2, ... on the map that is built in
ROADS = {f"r{number}": ends for number, ends in enumerate(ENDS.split(), 1)}


def value(card):
    """The number on a card: 9 for h9. What has none, Byzanz's merchant, counts 5."""
    return int(card[1:] or 5)


def towers(verb, words, view, me):
    """Build down in small steps, roofs (0) on tall towers only; bid for as many cards as fit well."""

    def fit(card):
        tower = view["towers"][me].get(card[0], [])
        step = value(tower[-1] if tower else "x16") - value(card)
        return -99 if step <= 0 else 6 * len(tower) - 20 if value(card) == 0 else 6 - step

    if verb == "bid":
        return sum(sorted(map(fit, view["display"]))[len(view["display"]) - int(words[0]) :])
    return fit(words[0]) if verb == "build" else {"demolish": -50, "pass": 1}[verb]


def byzanz(verb, words, view, me):
    """Sell whenever three cards are together, bid little, take what is worth most, part with what is worth least."""
    if verb == "sell":
        return 10 + value(words[0]) - 3 * words[1:].count("m")
    if verb == "bid":
        return 4 - sum(map(value, words)) - sum(map(value, view["laid"][me])) / 2
    if verb == "take":
        return sum(value(card) for card in view["market"] if card[0] == words[0])
    return -value(words[0]) if words else 0


def alhambra(verb, words, view, me):
    """Buy, best of all exactly (it gives another action); otherwise take as much money as can be had."""
    if verb == "take":
        return sum(map(value, words)) + len(words)
    if verb == "pass" or words[-1] == "dummy":
        return -1
    price, paid = value(view["yard"][int(words[0]) - 1]), sum(map(value, words[2:]))
    return 100 + price if paid == price else 20 + price - 5 * (paid - price)


def pharaoh(verb, words, view, me):
    """Build and extend while there is something to build with, score what is tall, and leave trading alone."""
    order = "offer counter accept done end decline discard allow salvage swap tax thief steal draw score build extend pharaoh"
    is_low = verb == "score" and len(view["pyramids"][me][int(words[0]) - 1]["levels"]) < 3
    return 0 if is_low else order.split().index(verb) + len("".join(words)) / 99


def maharaja(verb, words, view, me):
    """Earn when poor, build palaces when rich, in the city where the maharaja is."""
    here = view["architects"][me]
    if verb == "plan":
        worth = {"both": 9 if view["gold"][me] > 12 else 0, "gold": 5, "houses": 4, "house": 3, "quarry": 1}
        return sum(worth.get(action, 0) for action in words)
    if verb == "travel":
        for road in words:
            here = ROADS.get(road, "").replace(here, "")
        return 9 if here == view["maharaja"] else -1
    return {"palace": 8, "gold": 7, "quarry": 6, "house": 5 + (words == [here]), "mason": 4, "end": 1}.get(verb, 0)


def choose(message, game):
    """The listed move that looks best; between equals chance decides."""
    look = globals().get(game["game"], lambda *rest: 0)

    def worth(move):
        verb, *words = move.split()
        return look(verb, words, message["view"], game["seat"]), random.random()

    return {"type": "move", "id": message["id"], "move": max(message["moves"], key=worth)}


for line in sys.stdin:
    message, reply = json.loads(line), None
    if message["type"] == "hello":
        reply = {"type": "hello", "protocol": 1, "name": "example", "version": "1"}
    elif message["type"] == "game":
        game = message
        random.seed(game["seed"])  # the same match is played the same way again
    elif message["type"] == "choose":
        reply = choose(message, game)
    elif message["type"] == "error":
        print(message["message"], file=sys.stderr)
    if reply:
        print(json.dumps(reply), flush=True)
