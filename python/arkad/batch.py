"""Many games at once, stepped in C from arrays that the caller can own."""

import ctypes
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

import numpy as np

from . import _library
from ._library import MOVE_SIZE, WHY_MAX, lib
from .core import Error, Game, Move, Position

DEFAULT_WIDTH = 256  # all games list fewer moves in nearly every position


def _narrowed(choices: np.ndarray, kind: type) -> np.ndarray:
    """The same whole numbers as C takes them."""
    narrow = choices.astype(kind, order="C", copy=False)
    if choices.dtype.kind not in "iu" or (narrow != choices).any():
        raise Error("choices are whole numbers, and none is larger than a move's number or byte can be")
    return narrow


class Batch:
    """``count`` games of one kind, each asking one seat at a time.

    After :meth:`step`, and at the beginning, these arrays tell of every game, a row each:

    ======== =========================== ================================================================
    seats    int8 (count)                the seat that is asked
    views    uint8 (count, bytes)        what it sees: the bytes of its view
    moves    uint8 (count, width, 24)    what it may choose from: the verb and what the move says
    masks    uint8 (count, width)        1 where there is a move
    figures  int16 (count, width)        the number that people say with a move; -32768: none
    counts   int32 (count)               how many moves are listed; of more than ``width`` a spread is offered
    rewards  float32 (count, players)    when a game has just ended each winner's share of 1, else 0
    scores   int16 (count, players)      the scores of the game that ended last
    ends     uint8 (count)               1 if a game has just ended; another was dealt at once
    ======== =========================== ================================================================

    They can be given as ``arrays`` (pinned memory, shared memory); those that are not are made. ``views``, ``moves``, ``masks`` and
    ``figures`` can be left out by ``without``; figures are, unless you say otherwise. The same seed and choices give the same games, whatever the number of ``threads``.
    """

    def __init__(
        self,
        game: Union[Game, str],
        players: Optional[int] = None,
        count: int = 1024,
        seed: int = 0,
        options: str = "",
        width: int = DEFAULT_WIDTH,
        threads: int = 1,
        arrays: Optional[Dict[str, np.ndarray]] = None,
        without: Tuple[str, ...] = ("figures",),
    ):
        self._c = None
        self.game = Game(game) if isinstance(game, str) else game
        self.players = self.game.players_min if players is None else players
        self.count, self.width = count, width
        self.setup = self.game.setup(self.players, options, seed)
        for what, value, least in (("count", count, 1), ("width", width, 1), ("threads", threads, 1), ("seed", seed, 0)):
            if value < least or value >= (1 << 64 if what == "seed" else 1 << 31):
                raise Error(f"{what} is from {least} on, not {value}")
        self._rows = self._take_arrays(arrays or {}, without)
        rows = _library.Rows(*(None if array is None else array.ctypes.data for array in self._rows.values()))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        bounds = np.linspace(0, count, min(threads, count) + 1).astype(int).tolist()
        self._parts: List[Tuple[int, int]] = list(zip(bounds, bounds[1:]))
        self._c = lib.batch_open(self.game._c, self.players, options.encode(), count, width, seed, rows)
        if not self._c:
            raise Error("there is not enough memory")
        self._in_parts(lambda at, to, why, bad: lib.batch_deal(self._c, at, to, why))

    def _shapes(self) -> Dict[str, Tuple[Any, Tuple[int, ...]]]:
        n, width, players = self.count, self.width, self.players
        return {
            "views": (np.uint8, (n, self.game.position_size)),
            "moves": (np.uint8, (n, width, MOVE_SIZE)),
            "masks": (np.uint8, (n, width)),
            "figures": (np.int16, (n, width)),
            "counts": (np.int32, (n,)),
            "seats": (np.int8, (n,)),
            "rewards": (np.float32, (n, players)),
            "scores": (np.int16, (n, players)),
            "ends": (np.uint8, (n,)),
        }

    def _take_arrays(self, given: Dict[str, np.ndarray], without: Tuple[str, ...]) -> Dict[str, Optional[np.ndarray]]:
        shapes = self._shapes()
        if wrong := [name for name in given if name not in shapes] + [name for name in without if name not in ("views", "moves", "masks", "figures")]:
            raise Error(f"no array {wrong[0]!r} can be given or left out")
        taken: Dict[str, Optional[np.ndarray]] = {}
        for name, (kind, shape) in shapes.items():
            array = given.get(name)
            if array is None:
                array = None if name in without else np.zeros(shape, kind)
            elif array.dtype != kind or array.shape != shape or not array.flags.c_contiguous or not array.flags.writeable:
                raise Error(f"{name} must be a contiguous, writeable array of {np.dtype(kind)} {shape}")
            taken[name] = array
        return taken

    def __getattr__(self, name: str) -> np.ndarray:
        array = self.__dict__.get("_rows", {}).get(name)
        if array is None:
            raise AttributeError(f"a Batch has no {name}")
        return array

    def __del__(self) -> None:
        if self.__dict__.get("_c"):
            if self._pool:
                self._pool.shutdown()
            lib.batch_close(self._c)

    def _in_parts(self, call: Callable[..., Optional[bytes]]) -> None:
        """Calls for each thread's games; what is wrong with one is raised when all are done."""

        def one(part: Tuple[int, int]) -> Optional[str]:
            why, bad = ctypes.create_string_buffer(WHY_MAX), ctypes.c_int(-1)
            wrong = call(*part, why, bad)
            return wrong and (f"game {bad.value}: " if bad.value >= 0 else "") + wrong.decode()

        said = list(self._pool.map(one, self._parts)) if self._pool else [one(self._parts[0])]
        wrong = [sentence for sentence in said if sentence]
        if wrong:
            raise Error(wrong[0])

    def step(self, choices: np.ndarray) -> None:
        """The asked seats move: by the numbers of their offered moves (a row of ``moves``; -1 leaves a game as it is), or by
        moves' own bytes (count, 24). If one is illegal nothing is moved anywhere."""
        choices = np.asarray(choices)
        if choices.shape == (self.count,):
            numbers, moves = _narrowed(choices, np.int32), None
        elif choices.shape == (self.count, MOVE_SIZE):
            numbers, moves = None, _narrowed(choices, np.uint8)
        else:
            raise Error(f"choices are {self.count} numbers or {self.count} moves of {MOVE_SIZE} bytes, not {choices.shape}")
        said = [None if array is None else array.ctypes.data for array in (numbers, moves)]
        self._in_parts(lambda at, to, why, bad: lib.batch_check(self._c, at, to, *said, bad, why))
        self._in_parts(lambda at, to, why, bad: lib.batch_step(self._c, at, to, *said))

    def restart(self, which: np.ndarray) -> None:
        """Begins new games where ``which`` (a bool for every game) says so."""
        for at in np.flatnonzero(which).tolist():
            lib.batch_deal(self._c, at, at + 1, ctypes.create_string_buffer(WHY_MAX))

    def run(self, steps: int) -> None:
        """So many steps with choices by chance, in C: how fast a loop around :meth:`step` could be at best."""
        self._in_parts(lambda at, to, why, bad: lib.batch_run(self._c, at, to, steps))

    def sample(self, random: np.random.Generator) -> np.ndarray:
        """A choice by chance for every game."""
        return (random.random(self.count) * np.minimum(self.counts, self.width)).astype(np.int32)

    @property
    def layout(self) -> np.dtype:
        """What lies where in a row of ``views``: names, types and places, as :attr:`arkad.Game.fields` lists them."""
        return self.game.layout

    @property
    def fields(self) -> np.ndarray:
        """``views`` by name, not a copy: ``batch.fields["bids"]`` has a row for every game."""
        return self.views.view(self.layout)[:, 0]

    def view(self, at: int) -> Position:
        """What the asked seat of one game sees, as a position."""
        view = Position(self.setup)
        ctypes.memmove(ctypes.addressof(view._c), self.views[at].ctypes.data, self.game.position_size)
        return view

    def move(self, at: int, number: int) -> Move:
        """One of the moves that are offered in a game."""
        if not 0 <= number < min(self.counts[at], self.width):
            raise Error(f"no move {number} is offered in game {at}")
        return Move(self.game, self.moves[at, number].tobytes())

    def __repr__(self) -> str:
        return f"<{self.count} games of {self.game.title} for {self.players}>"
