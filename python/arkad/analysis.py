"""How the chances moved through a game, and where they turned."""

import ctypes
import html
import json
import time
from typing import List, NamedTuple, Optional

import numpy as np

from . import _library
from ._library import IsStopped, lib
from .core import Error
from .trace import Trace


class Turn(NamedTuple):
    """A move that lost something: what was played, what was better, and what it cost in chances to win."""

    number: int
    seat: int
    move: str
    better: str
    loss: float


class Analysis:
    """The chances of every seat before each move and at the end, and what each move lost."""

    def __init__(self, trace: Trace, moves: List[dict]):
        self.trace = trace
        self.moves = moves
        self.chances = np.array([move["chances"] for move in moves], np.float32)

    @property
    def turns(self) -> List[Turn]:
        """The moves that lost most, the worst first."""
        lost = [Turn(move["n"] + 1, move["seat"], move["move"], move["best"], move["loss"]) for move in self.moves if move.get("loss", 0) >= 0.05]
        return sorted(lost, key=lambda turn: -turn.loss)

    def _repr_html_(self) -> str:
        turns = "".join(
            f"<li>move {turn.number}: seat {turn.seat} plays {html.escape(turn.move)} and loses {turn.loss:.0%}; better: {html.escape(turn.better)}</li>"
            for turn in self.turns[:6]
        )
        return f"<div>{chart(self.chances)}<ol>{turns}</ol></div>"


_COLOURS = ("#b0432a", "#17687a", "#b07f10", "#6a479c", "#3d7437", "#3f4956")


def chart(chances: np.ndarray, width: int = 720, height: int = 260) -> str:
    """Lines of chances over moves, as SVG."""
    left, right, top, bottom = 40, 90, 12, 28
    last = max(len(chances) - 1, 1)

    def x(at: int) -> float:
        return left + (width - left - right) * at / last

    def y(chance: float) -> float:
        return top + (height - top - bottom) * (1 - chance)

    lines = [
        f'<path d="M{left} {y(part):.1f}H{width - right}" stroke="#8885"/><text x="{left - 6}" y="{y(part) + 4:.1f}" text-anchor="end">{part:.0%}</text>'
        for part in (0, 0.25, 0.5, 0.75, 1)
    ]
    lines += [f'<text x="{x(at):.1f}" y="{height - 8}" text-anchor="middle">{at}</text>' for at in (0, last // 2, last)]
    for seat, column in enumerate(chances.T):
        path = "L".join(f"{x(at):.1f} {y(float(chance)):.1f}" for at, chance in enumerate(column))
        lines.append(f'<path d="M{path}" fill="none" stroke="{_COLOURS[seat]}" stroke-width="2"/>')
    ends = sorted(range(chances.shape[1]), key=lambda seat: -chances[-1, seat])
    for rank, seat in enumerate(ends):
        lines.append(f'<text x="{width - right + 6}" y="{top + 14 + 18 * rank}" fill="{_COLOURS[seat]}">seat {seat}: {chances[-1, seat]:.0%}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="currentColor">{"".join(lines)}</svg>'
    )


def analyse(trace: Trace, iterations: Optional[int] = None, seconds: float = 60, threads: int = 1, honest: bool = False) -> Analysis:
    """Looks back on a game: every position is searched for so many iterations or, without them, all for ``seconds``
    together. ``honest`` judges what each mover could know; otherwise the reviewer sees everything."""
    if not trace.steps:
        raise Error("no move was made: there is nothing to look back on")
    if not 1 <= threads <= 64:
        raise Error("threads are from 1 to 64")
    if iterations is not None and not 1 <= iterations <= 1_000_000:
        raise Error("iterations are from 1 to 1000000")
    searches = len(trace.steps) + (not trace.is_over)
    each_ms = 0 if iterations else max(4, int(1000 * seconds / searches))
    count = len(trace.steps)
    positions = (_library.Position * (count + 1))(*[position._c for position in trace.positions])
    moves = (_library.Move * count)(*[step.move._c() for step in trace.steps])
    seats = (ctypes.c_int8 * count)(*[step.seat for step in trace.steps])
    played = _library.Played(count, *map(ctypes.addressof, (positions, moves, seats)))
    thought = _library.Thought(iterations or 0, each_ms, threads, honest)
    return Analysis(trace, json.loads(_review(trace, played, thought))["moves"])


def _review(trace: Trace, played: "_library.Played", thought: "_library.Thought") -> bytes:
    """The review as JSON. An interrupt from the keyboard ends it between two positions."""
    interrupts: List[KeyboardInterrupt] = []

    def is_stopped(_: int) -> bool:
        try:
            time.sleep(0)  # here Python looks whether there was one
        except KeyboardInterrupt as interrupt:
            interrupts.append(interrupt)
        return bool(interrupts)

    thought.is_stopped = IsStopped(is_stopped)
    found = lib.face_review(trace.game._c, played, thought)
    if interrupts:
        raise interrupts[0]
    if not found:
        raise Error("there is not enough memory")
    try:
        return ctypes.string_at(found)
    finally:
        lib.face_free(found)
