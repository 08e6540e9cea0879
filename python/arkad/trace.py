"""Whole games: played, saved, read again, and looked at in a notebook."""

import ctypes
from pathlib import Path
from typing import Iterator, List, NamedTuple, Optional, Union

from . import _library
from ._library import LINE_MAX, MOVES_MAX, lib
from .core import Error, Game, Move, Position, Result, Setup, _raise


class Step(NamedTuple):
    """A move of a game, with the positions around it."""

    seat: int
    move: Move
    before: Position
    after: Position


class Trace:
    """A game from its first position on. It is written and read as ``docs/notation.md`` describes, and every line that is
    read is checked."""

    def __init__(self, setup: Setup):
        self.setup = setup
        self.steps: List[Step] = []
        self._tapes: List["_library.Tape"] = []
        self._first = setup.deal()

    @property
    def game(self) -> Game:
        return self.setup.game

    @property
    def position(self) -> Position:
        """A copy of where the game is now."""
        return (self.steps[-1].after if self.steps else self._first).copy()

    @property
    def positions(self) -> List[Position]:
        """Every position, from the first to the last."""
        return [self._first] + [step.after for step in self.steps]

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    @property
    def result(self) -> Result:
        return self.position.result

    def apply(self, seat: int, move: Union[Move, str]) -> Position:
        """The game's next move; returns where it leads."""
        before, after, tape = self.position, self.position, _library.Tape()
        made = before._move(move)
        after._apply(seat, made, tape)
        self.steps.append(Step(seat, made, before, after))
        self._tapes.append(tape)
        return after.copy()

    # ---- As lines of text

    def lines(self, positions: bool = False) -> Iterator[str]:
        """A saved game; with ``positions`` a trace, which has every list and every position."""
        game, text = self.game._c, ctypes.create_string_buffer(LINE_MAX if positions else 1 << 14)
        room = (_library.Move * MOVES_MAX)() if positions else None
        size = len(text)
        lib.arkad_trace_head(game, self.setup._c, self._first._c if positions else None, text, size)
        yield text.value.decode()
        for number, (step, tape) in enumerate(zip(self.steps, self._tapes), 1):
            line = _library.Step(number, step.seat, ctypes.pointer(step.move._c()), ctypes.pointer(tape))
            if positions:
                line.before, line.room, line.after = ctypes.pointer(step.before._c), room, ctypes.pointer(step.after._c)
            lib.arkad_trace_move(game, line, text, size)
            yield text.value.decode()
        if self.is_over:
            lib.arkad_trace_result(game, self.position._c, text, size)
            yield text.value.decode()

    def write(self, path: Union[str, Path], positions: bool = False) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in self.lines(positions))

    @classmethod
    def read(cls, path: Union[str, Path]) -> "Trace":
        with open(path, encoding="utf-8") as file:
            return cls.parse(file.read())

    @classmethod
    def parse(cls, text: str) -> "Trace":
        """Reads a trace or a saved game; an :class:`Error` says which line is wrong, and why."""
        reader = _library.Reader()
        trace: Optional[Trace] = None
        for number, line in enumerate(text.splitlines(), 1):
            written = line.encode()
            why = lib.arkad_reader_line(reader, written, len(written))
            if why is not None:
                raise Error(f"line {number}: {why.decode()}")
            trace = cls._begun(reader) if trace is None else trace
            if reader.moves > len(trace.steps):
                trace._take(reader)
        _raise(lib.arkad_reader_end(reader))
        if trace is None:
            raise Error("there is no game in it")
        return trace

    @classmethod
    def _begun(cls, reader: "_library.Reader") -> "Trace":
        trace = cls.__new__(cls)
        trace.setup = Setup(Game(lib.arkad_game_name(reader.game).decode()))
        ctypes.pointer(trace.setup._c)[0] = reader.setup
        if reader.setup.map:
            trace.setup._map = _library.Map.from_buffer_copy(reader.setup.map.contents)
            trace.setup._c.map = ctypes.pointer(trace.setup._map)
        trace.steps, trace._tapes = [], []
        trace._first = Position(trace.setup)
        ctypes.pointer(trace._first._c)[0] = reader.position
        return trace

    def _take(self, reader: "_library.Reader") -> None:
        """The move that the reader has just read."""
        after, before = Position(self.setup), self.position
        ctypes.pointer(after._c)[0] = reader.position
        self.steps.append(Step(reader.seat, Move(self.game, bytes(reader.move)), before, after))
        self._tapes.append(_library.Tape.from_buffer_copy(reader.tape))

    def __repr__(self) -> str:
        return f"<{self.game.title} for {self.setup.players}, {len(self.steps)} moves{', over' if self.is_over else ''}>"

    def _repr_html_(self) -> str:
        from .notebook import replay_html

        return replay_html(self)


def play(setup: Setup, bots: List, seed: int = 0) -> Trace:
    """A whole game between bots, one for each seat: anything with ``choose(position, seat, seed=…, temper=…)``."""
    if len(bots) != setup.players:
        raise Error(f"{setup.players} play, and there are {len(bots)} bots")
    trace = Trace(setup)
    while not trace.is_over:
        position = trace.position
        seat = position.waits[0]
        number = len(trace.steps)
        trace.apply(seat, bots[seat].choose(position, seat, seed=(seed << 20) + number, temper=(seed << 3) + seat))
    return trace
