"""Arkád for study: five building-and-bidding games behind one engine, in Python.

    >>> import arkad
    >>> position = arkad.Game("towers").deal(players=3, seed="evening")
    >>> seat = position.waits[0]
    >>> position.apply(seat, position.moves(seat)[0])

docs/python.md is a walk through it.
"""

from ._library import SPECTATOR
from .analysis import Analysis, Turn, analyse
from .batch import Batch
from .bots import Bot
from .core import Error, Game, Move, Option, Position, Result, Setup, games, languages, seed_bytes
from .layout import Field, flat
from .trace import Step, Trace, play

__version__ = "0.1.0"
__all__ = [
    "SPECTATOR",
    "Analysis",
    "Batch",
    "Bot",
    "Error",
    "Field",
    "Game",
    "Move",
    "Option",
    "Position",
    "Result",
    "Setup",
    "Step",
    "Trace",
    "Turn",
    "analyse",
    "flat",
    "games",
    "languages",
    "play",
    "seed_bytes",
]
