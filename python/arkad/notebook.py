"""Tables as text and as HTML, for notebooks and logs: what the terminal draws, without widgets or scripts."""

import ctypes
import html
from typing import TYPE_CHECKING, List, Optional, Sequence

import numpy as np

from . import _library
from ._library import SAY_MAX, SPECTATOR, lib
from .core import Error, Position, languages

if TYPE_CHECKING:
    from .trace import Step, Trace

_CELL = np.dtype([("glyph", "S8"), ("ink", "u1"), ("is_reversed", "u1"), ("is_marked", "u1")])
HEIGHT, WIDTH = 24, 80

# By the number of the ink; the seats' colours are those of the product.
_COLOURS = (
    *("inherit", "#8a7d8a", "inherit", "#155d66", "#2c6839", "#a1252b", "#a33d27"),
    *("#b0302f", "#c2601c", "#a67c00", "#2c7a3d", "#1f5fa8", "#6a479c", "#7a5230", "#6b6470", "#8b8378"),
    *("#b0432a", "#17687a", "#b07f10", "#6a479c", "#3d7437", "#3f4956"),
)
_STRONG, _TITLE = 2, 3
_STYLE = "font-family:monospace;line-height:1.25;white-space:pre;overflow-x:auto;margin:0"


def seat_names(players: int, names: Optional[Sequence[str]] = None) -> List[str]:
    """The names that were given, or plain ones."""
    if names is None:
        return [f"seat {seat}" for seat in range(players)]
    if len(names) != players:
        raise Error(f"{players} play, and there are {len(names)} names")
    return [name.replace("\n", " ") for name in names]


def _table(position: Position, lang: str, names: Optional[Sequence[str]]) -> "_library.Table":
    if lang not in languages():
        raise Error(f"there is no language {lang!r}; there are {', '.join(languages())}")
    viewer = SPECTATOR if position.viewer is None else position.viewer
    written = "\n".join(seat_names(position.players, names)).encode()
    return _library.Table(position.game._c, ctypes.pointer(position.setup._c), ctypes.pointer(position._c), viewer, lang.encode(), written)


def _draw(position: Position, lang: str, names: Optional[Sequence[str]]) -> np.ndarray:
    cells = np.zeros((HEIGHT, WIDTH), _CELL)
    lib.face_draw(_table(position, lang, names), HEIGHT, WIDTH, cells.ctypes.data)
    return cells


def draw_text(position: Position, lang: str = "en", names: Optional[Sequence[str]] = None) -> str:
    """The table as lines of text."""
    rows = ("".join(cell.decode() for cell in row["glyph"]).rstrip() for row in _draw(position, lang, names))
    return "\n".join(rows).rstrip()


def _span(text: str, cell: np.void) -> str:
    escaped = html.escape(text)
    ink, is_reversed = int(cell["ink"]), bool(cell["is_reversed"])
    if not ink and not is_reversed and not cell["is_marked"]:
        return escaped
    colour = _COLOURS[ink] if ink < len(_COLOURS) else "inherit"
    style = f"background:{'#5b4f5c' if colour == 'inherit' else colour};color:#fff" if is_reversed else f"color:{colour}"
    style += ";font-weight:bold" if ink in (_STRONG, _TITLE) else ""
    style += ";text-decoration:underline" if cell["is_marked"] else ""
    return f'<span style="{style}">{escaped}</span>'


def _row_html(row: np.ndarray) -> str:
    """Cells that look alike stand in one span."""
    looks = row[["ink", "is_reversed", "is_marked"]]
    starts = [0] + [at for at in range(1, len(row)) if looks[at] != looks[at - 1]] + [len(row)]
    return "".join(_span("".join(cell.decode() for cell in row["glyph"][a:b]), row[a]) for a, b in zip(starts, starts[1:]))


def draw_html(position: Position, lang: str = "en", names: Optional[Sequence[str]] = None) -> str:
    """The table as HTML."""
    rows = "\n".join(_row_html(row) for row in _draw(position, lang, names))
    return f'<pre style="{_STYLE}">{rows}</pre>'


def say(step: "Step", lang: str = "en", names: Optional[Sequence[str]] = None) -> str:
    """What a move of a game did, as a sentence."""
    text = ctypes.create_string_buffer(SAY_MAX)
    lib.face_say(_table(step.before, lang, names), step.seat, step.move._c(), step.after._c, text)
    return f"{seat_names(step.before.players, names)[step.seat]} {text.value.decode()}"


def replay_html(trace: "Trace", lang: str = "en", names: Optional[Sequence[str]] = None) -> str:
    """A whole game: its moves in words, each of which opens the table it led to."""
    moves = "".join(
        f"<details><summary>{number}. {html.escape(say(step, lang, names))}</summary>{draw_html(step.after, lang, names)}</details>"
        for number, step in enumerate(trace.steps, 1)
    )
    return f"<div><b>{html.escape(repr(trace)[1:-1])}</b>{draw_html(trace.position, lang, names)}{moves}</div>"
