"""Players for 5 Towers: one that moves by chance, and one that has learned (dmc.py). NumPy is all they need.

The learned one asks a small net how well each of its moves will end, and makes the best. What it is told of a position comes
from the view's fields, by name: `arkad.Game("towers").fields` lists them.
"""

import numpy as np

KINDS, VALUES = 5, 16
EMPTY = VALUES  # the top of a tower not begun


def tops(fields):
    """The highest card of every tower: (rows, seats, kinds)."""
    height = fields["height"].astype(np.intp)
    top = np.take_along_axis(fields["tower"], np.maximum(height - 1, 0)[..., None], -1)[..., 0]
    return np.where(height > 0, top, EMPTY)


def by_turn(array, seats, players):
    """Columns by seat, from the one that is asked on: the net plays every seat alike."""
    order = (seats[:, None] + np.arange(players)) % players
    return array[np.arange(len(array))[:, None], order]


def describe(fields, seats):
    """What the net is told of positions: numbers around 0 to 1, a row each."""
    players = int(fields["players"][0])
    rows = len(fields)
    height = by_turn(fields["height"], seats, players).reshape(rows, -1) / 8
    top = by_turn(tops(fields), seats, players)
    bids = by_turn(fields["bids"], seats, players).reshape(rows, -1) / 7
    shown = np.zeros((rows, 1 + KINDS * VALUES), np.float32)
    for column in fields["display"].T:
        np.add.at(shown, (np.arange(rows), column), 1)
    fallen = np.arange(fields["fallen"].shape[1]) < fields["fallen_count"][:, None]
    fines = np.stack([(fallen & (fields["fallen_of"] == ((seats + i) % players)[:, None])).sum(1) for i in range(players)], 1) / 5
    single = np.stack([fields[name] / size for name, size in (("phase", 2), ("high", 6), ("left", 5), ("pile_count", 80), ("round", 20))], 1)
    flags = np.stack([fields["is_reshuffled"], fields["demolished_now"]], 1)
    room, roofed, eight = top.reshape(rows, -1) / EMPTY, top.reshape(rows, -1) == 0, top.reshape(rows, -1) == 8
    return np.concatenate([height, room, roofed, eight, bids, shown[:, 1:], fines, single, flags], 1).astype(np.float32)


def describe_moves(moves, own_tops):
    """What it is told of moves: the verb, the bid, the card and what it is put on."""
    rows = np.arange(len(moves))
    told = np.zeros((len(moves), 4 + 6 + KINDS + VALUES + 3), np.float32)
    verb, said = moves[:, 0].astype(np.intp), moves[:, 1].astype(np.intp)
    told[rows, verb] = 1
    bids, razed, built = (verb == number for number in (0, 2, 3))
    told[rows[bids], 4 + said[bids]] = 1
    kind = np.where(built, (said - 1) // VALUES, said - 1)
    value = np.where(built, (said - 1) % VALUES, 0)
    cards = built | razed
    told[rows[cards], 10 + kind[cards]] = 1
    told[rows[built], 15 + value[built]] = 1
    top = own_tops[rows, np.clip(kind, 0, KINDS - 1)]
    told[:, 31] = np.where(cards, top, 0) / EMPTY
    told[:, 32] = np.where(built, np.maximum(top - value, 0), 0) / EMPTY
    told[:, 33] = built & (top == EMPTY)
    return told


class Random:
    def __init__(self, seed=0):
        self.random = np.random.default_rng(seed)

    def choose(self, batch):
        return batch.sample(self.random)


class Learned:
    """Weights of a net: of the position and of the move, both into the first layer, then one more, then how well it ends."""

    NAMES = ("of_position", "of_move", "first", "second", "second_bias", "last", "last_bias")

    def __init__(self, weights, stray=0.0, seed=0):
        self.weights, self.stray, self.random = weights, stray, np.random.default_rng(seed)

    @classmethod
    def read(cls, path):
        with np.load(path) as file:
            return cls({name: file[name] for name in cls.NAMES})

    def write(self, path):
        np.savez(path, **{name: self.weights[name] for name in self.NAMES})

    def judge(self, position, of, move):
        """`of`: the row of `position` that each row of `move` belongs to."""
        w = self.weights
        layer = (position @ w["of_position"].T + w["first"])[of] + move @ w["of_move"].T
        layer = np.maximum(np.maximum(layer, 0) @ w["second"].T + w["second_bias"], 0)
        return (layer @ w["last"].T + w["last_bias"])[:, 0]

    def consider(self, batch):
        """The number of the best offered move in every game, and what was told of position and move."""
        fields, seats = batch.fields, batch.seats.astype(np.intp)
        position = describe(fields, seats)
        of, number = np.nonzero(batch.masks)
        move = describe_moves(batch.moves[of, number], tops(fields)[np.arange(len(seats)), seats][of])
        worth = self.judge(position, of, move)
        if self.stray:
            worth += np.where(self.random.random(batch.count) < self.stray, 1e3, 0)[of] * self.random.random(len(of))
        order = np.lexsort((worth, of))
        best = order[np.append(np.flatnonzero(np.diff(of)), len(of) - 1)]
        return number[best], position, move[best]

    def choose(self, batch):
        return self.consider(batch)[0]
