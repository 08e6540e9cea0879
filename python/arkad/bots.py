"""Bots of every level. They are given views, and see nothing else."""

import ctypes
from typing import Union

from ._library import Move as _Move
from ._library import lib
from .core import Error, Game, Move, Position, _why


class Bot:
    """A player by its name: a level ``1`` to ``5``, ``random``, ``wild``, ``search:ITERATIONS`` or ``time:MILLISECONDS``.

    A bot belongs to one game and keeps the memory it thinks with: one for each thread.
    """

    def __init__(self, game: Game, name: Union[str, int]):
        self.game = game
        self.name = str(name)
        self._c = None
        why = _why()
        self._c = lib.face_bot_open(game._c, self.name.encode(), why)
        if not self._c:
            raise Error(f"{self.name}: {why.value.decode()}")

    def __del__(self) -> None:
        if self._c:
            lib.face_bot_close(self._c)

    def choose(self, position: Position, seat: int, seed: int = 0, temper: int = 0) -> Move:
        """The move of a seat that may move, from that seat's view. ``seed`` decides what is left to chance; ``temper`` is the
        seat's own number in this game (a wild bot keeps its likes through a game)."""
        if position.game is not self.game:
            raise Error(f"this bot plays {self.game.title}")
        if position._seat(seat) not in position.may_move:
            raise Error(f"seat {seat} has no move now")
        move = _Move()
        lib.face_bot_choose(self._c, position.view(seat)._c, seat, ctypes.c_uint64(temper), ctypes.c_uint64(seed), move)
        return Move(self.game, bytes(move))

    def __repr__(self) -> str:
        return f"Bot({self.game!r}, {self.name!r})"
