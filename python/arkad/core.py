"""Games, positions, views and moves.

Positions are plain bytes that NumPy can look at; copying one is copying a kilobyte. Whatever the rules refuse is an
:class:`Error` with the engine's own sentence.
"""

import ctypes
import hashlib
import json
import os
import threading
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from ._library import (
    JSON_MAX,
    MAP_TEXT_MAX,
    MEMORY_MAX,
    MOVE_SIZE,
    MOVE_TEXT_MAX,
    MOVES_MAX,
    SEED_BYTES,
    SPECTATOR,
    WHY_MAX,
    lib,
)
from . import _library
from .layout import Field, read_layout, words_of

Seed = Union[None, int, str, bytes]


class Error(ValueError):
    """What was asked for is not possible; the text says why, as the engine says it to players."""


def _raise(why: Optional[bytes]) -> None:
    if why is not None:
        raise Error(why.decode())


def _why() -> Any:
    return ctypes.create_string_buffer(WHY_MAX)


def _seats(bits: int) -> List[int]:
    return [seat for seat in range(SPECTATOR) if bits >> seat & 1]


def seed_bytes(seed: Seed) -> bytes:
    """The 32 bytes of a seed: a number, a text as the command line takes it (64 hex digits, or any words, which are hashed),
    the bytes themselves; by chance without one."""
    if seed is None:
        return os.urandom(SEED_BYTES)
    if isinstance(seed, bytes):
        if len(seed) != SEED_BYTES:
            raise Error(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        return seed
    if isinstance(seed, str):
        try:
            raw = bytes.fromhex(seed) if len(seed) == 2 * SEED_BYTES else b""
        except ValueError:
            raw = b""
        return raw or hashlib.sha256(seed.encode()).digest()
    if not 0 <= seed < 1 << (8 * SEED_BYTES):
        raise Error(f"a seed is from 0 to 2**{8 * SEED_BYTES} - 1")
    return int(seed).to_bytes(SEED_BYTES, "little")


class Option(NamedTuple):
    """An option of a game: ``kind`` is flag, number, seat, map or alias (a short name for several flags)."""

    name: str
    kind: str
    min: int
    max: int
    standard: int


class Result(NamedTuple):
    """Scores and places by seat; places count from 1, and tied seats share one."""

    scores: Tuple[int, ...]
    places: Tuple[int, ...]

    @property
    def shares(self) -> Tuple[float, ...]:
        """Of one win, what each seat has: 1 for a sole winner."""
        winners = self.places.count(1)
        return tuple(1 / winners if place == 1 else 0.0 for place in self.places)


class Move:
    """A move: 24 bytes, and the notation's one spelling of it. Moves are equal if their bytes are."""

    __slots__ = ("game", "raw")

    def __init__(self, game: "Game", raw: bytes):
        self.game = game
        self.raw = raw

    def _c(self) -> "_library.Move":
        return _library.Move.from_buffer_copy(self.raw)

    @property
    def is_secret(self) -> bool:
        """Whether others are told only that the seat has moved."""
        return lib.arkad_is_secret(self.game._c, self._c())

    def __str__(self) -> str:
        text = ctypes.create_string_buffer(MOVE_TEXT_MAX)
        lib.arkad_move_write(self.game._c, self._c(), text)
        return text.value.decode()

    def __repr__(self) -> str:
        return f"<{self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.raw == other.raw and self.game is other.game

    def __hash__(self) -> int:
        return hash(self.raw)


class Game:
    """One of the games, by its name: ``Game("towers")``. There is one object for each."""

    _known: Dict[str, "Game"] = {}
    name: str
    title: str
    players_min: int
    players_max: int
    position_size: int  #: bytes
    options: Tuple[Option, ...]
    verbs: Tuple[str, ...]
    cards: Tuple[str, ...]
    phases: Tuple[str, ...]
    fields: Tuple[Field, ...]
    layout: np.dtype

    def __new__(cls, name: str) -> "Game":
        if name not in cls._known:
            found = lib.arkad_game_find(name.encode())
            if not found:
                raise Error(f"there is no game {name!r}; there are {', '.join(_names())}")
            cls._known[name] = super().__new__(cls)
            cls._known[name]._fill(found)
        return cls._known[name]

    def _fill(self, found: int) -> None:
        self._c = found
        self.name = lib.arkad_game_name(found).decode()
        self.title = lib.arkad_game_title(found).decode()
        self.players_min = lib.arkad_players_min(found)
        self.players_max = lib.arkad_players_max(found)
        self.position_size = lib.arkad_position_size(found)
        self.options = tuple(self._options())
        self.verbs = tuple(words_of(lib.fields_verb, found))
        self.cards = tuple(words_of(lib.fields_card, found))
        self.phases, self.fields, self.layout = read_layout(found, self.position_size)

    def _options(self) -> Iterator[Option]:
        kinds = (None, "flag", "number", "seat", "map", "alias")
        at = 0
        while lib.arkad_game_option(self._c, at):
            option = lib.arkad_game_option(self._c, at)[0]
            yield Option(option.name.decode(), kinds[option.kind], option.min, option.max, option.standard)
            at += 1

    def __reduce__(self) -> Any:
        return Game, (self.name,)

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def move_features(self, moves: np.ndarray) -> np.ndarray:
        """Moves by their bytes (…, 24) as numbers: a 1 in the column of the verb (:attr:`verbs`), then the 23 bytes of what the
        move says, in the order in which it is written: cards by their number in :attr:`cards`, counts, seats."""
        verbs = np.eye(len(self.verbs), dtype=np.float32)[moves[..., 0]]
        return np.concatenate((verbs, moves[..., 1:].astype(np.float32)), -1)

    def setup(self, players: Optional[int] = None, options: str = "", seed: Seed = None, map: Optional[str] = None) -> "Setup":
        """How a game is set up: for the fewest players, with every option at its standard, unless said otherwise; ``options``
        as ``"name=value,name=value"``, ``map`` is the text of a map file."""
        return Setup(self, players, options, seed, map)

    def deal(self, players: Optional[int] = None, options: str = "", seed: Seed = None, map: Optional[str] = None) -> "Position":
        """The first position of a game set up that way."""
        return self.setup(players, options, seed, map).deal()

    def move(self, text: str) -> Move:
        """Reads a move; it need not be legal."""
        move, why, written = _library.Move(), _why(), text.encode()
        _raise(lib.arkad_move_read(self._c, written, len(written), move, why))
        return Move(self, bytes(move))


def _names() -> List[str]:
    found = []
    at = 0
    while lib.arkad_game_at(at):
        if not lib.arkad_game_is_hidden(lib.arkad_game_at(at)):
            found.append(lib.arkad_game_name(lib.arkad_game_at(at)).decode())
        at += 1
    return found


def games() -> List[Game]:
    """All games."""
    return [Game(name) for name in _names()]


def languages() -> List[str]:
    """The codes of the languages in which tables and moves can be told."""
    codes = []
    while lib.face_lang_at(len(codes)):
        codes.append(lib.face_lang_at(len(codes)).decode())
    return codes


class Setup:
    """A game's players, options, seed and map: with its moves, all of a game."""

    __slots__ = ("game", "_c", "_map")

    def __init__(self, game: Game, players: Optional[int] = None, options: str = "", seed: Seed = None, map: Optional[str] = None):
        self.game = game
        self._c = _library.Setup()
        self._map = None
        lib.arkad_setup_default(game._c, self._c)
        if players is not None:
            if not game.players_min <= players <= game.players_max:
                raise Error(f"{game.title} is for {game.players_min} to {game.players_max} players, not {players}")
            self._c.players = players
        self._c.seed[:] = seed_bytes(seed)
        if map is not None:
            self._read_map(map)
        _raise(lib.arkad_setup_options(game._c, self._c, options.encode(), _why()))

    def _read_map(self, text: str) -> None:
        written, why = text.encode(), _why()
        if not lib.arkad_has_map(self.game._c):
            raise Error(f"{self.game.title} is not played on a map")
        if len(written) > MAP_TEXT_MAX:
            raise Error(f"a map has {MAP_TEXT_MAX} bytes at most")
        self._map = _library.Map()
        _raise(lib.arkad_map_read(self.game._c, written, len(written), self._map, why))
        self._c.map = ctypes.pointer(self._map)

    @property
    def players(self) -> int:
        return self._c.players

    @property
    def seed(self) -> bytes:
        return bytes(self._c.seed)

    @property
    def options(self) -> Dict[str, int]:
        """The value of every option but the map, by its name."""
        values = {}
        for option, value in zip(self.game.options, self._c.options):
            if option.kind not in ("map", "alias"):
                values[option.name] = value
        return values

    def deal(self) -> "Position":
        position = Position(self)
        _raise(lib.arkad_deal(self.game._c, self._c, position._c, None, _why()))
        return position

    def read_json(self, text: str, viewer: Optional[int] = None, memory: Optional[str] = None) -> "Position":
        """Reads a position, or what a viewer sees, exactly as :meth:`Position.json_text` writes it; ``memory`` is what
        :meth:`Position.memory_text` wrote beside it, without which the seat has forgotten."""
        position, why, written = Position(self), _why(), text.encode()
        _raise(lib.arkad_json_read(self.game._c, self._c, -1 if viewer is None else viewer, written, len(written), position._c, why))
        if memory is not None:
            remembered = memory.encode()
            _raise(lib.arkad_memory_read(self.game._c, position._c, remembered, len(remembered), why))
        return position


class Position:
    """The whole state of a game at one moment, or a view of it: a position with blanks, with which everything works the
    same."""

    __slots__ = ("setup", "_c", "__weakref__")

    def __init__(self, setup: Setup):
        self.setup = setup
        self._c = _library.Position()

    @property
    def game(self) -> Game:
        return self.setup.game

    @property
    def bytes(self) -> np.ndarray:
        """Its bytes, not a copy of them."""
        return np.frombuffer(self._c, np.uint8)[: self.game.position_size]

    @property
    def fields(self) -> np.ndarray:
        """The same by name: ``position.fields["round"]``; :attr:`Game.fields` says what there is. In a view, what the viewer
        cannot see is 0."""
        return self.bytes.view(self.game.layout)[0]

    def copy(self) -> "Position":
        position = Position(self.setup)
        ctypes.pointer(position._c)[0] = self._c
        return position

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game is other.game and bytes(self._c) == bytes(other._c)

    def __hash__(self) -> int:
        return hash(bytes(self._c))

    def __reduce__(self) -> Any:
        return _unpickle, (self.setup.game, bytes(self.setup._c)[: _library.Setup.map.offset], self.setup._map and bytes(self.setup._map), bytes(self._c))

    # ---- What may be done

    @property
    def players(self) -> int:
        return lib.arkad_players(self._c)

    @property
    def is_over(self) -> bool:
        return lib.arkad_is_over(self._c)

    @property
    def waits(self) -> List[int]:
        """The seats that the game waits for."""
        return _seats(lib.arkad_waits(self.game._c, self._c))

    @property
    def may_move(self) -> List[int]:
        """The seats that have a move: those waited for, and those that may move out of turn."""
        return _seats(lib.arkad_may_move(self.game._c, self._c))

    @property
    def turn(self) -> Optional[int]:
        """The seat whose turn it is; others may be asked meanwhile."""
        seat = lib.arkad_turn(self.game._c, self._c)
        return None if seat < 0 else seat

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.players:
            raise Error(f"there is no seat {seat} in a game for {self.players}")
        return seat

    def move_array(self, seat: int) -> np.ndarray:
        """The seat's listed moves as bytes, a row of 24 each: the verb, then what it says."""
        room = _move_room()
        count = lib.arkad_list(self.game._c, self._c, self._seat(seat), room.ctypes.data) if not self.is_over else 0
        return room[:count].copy()

    def moves(self, seat: int) -> List[Move]:
        """The seat's listed moves."""
        return [Move(self.game, row.tobytes()) for row in self.move_array(seat)]

    def _move(self, move: Union[Move, str]) -> Move:
        return self.game.move(move) if isinstance(move, str) else move

    def why_not(self, seat: int, move: Union[Move, str]) -> Optional[str]:
        """Why the seat may not make that move; None if it may."""
        why = lib.arkad_check(self.game._c, self._c, self._seat(seat), self._move(move)._c(), _why())
        return None if why is None else why.decode()

    def apply(self, seat: int, move: Union[Move, str]) -> "Position":
        """Carries out a legal move, here; returns this position."""
        self._apply(seat, self._move(move), None)
        return self

    def _apply(self, seat: int, move: Move, tape: Optional["_library.Tape"]) -> None:
        made = move._c()
        _raise(lib.arkad_check(self.game._c, self._c, self._seat(seat), made, _why()))
        lib.arkad_apply(self.game._c, self._c, seat, made, tape)

    @property
    def result(self) -> Result:
        """Scores and places; before the end, what they would be were it over now."""
        result = _library.Result()
        lib.arkad_result(self.game._c, self._c, result)
        return Result(tuple(result.scores[: self.players]), tuple(result.places[: self.players]))

    # ---- Who sees what

    @property
    def viewer(self) -> Optional[int]:
        """Whose view it is (``SPECTATOR``: what everybody sees); None for a whole position."""
        viewer = int(self.bytes[1])
        return viewer - 1 if viewer else None

    def view(self, viewer: int = SPECTATOR) -> "Position":
        """What a seat, or a spectator, sees."""
        if viewer != SPECTATOR:
            self._seat(viewer)
        if self.viewer not in (None, viewer):
            raise Error("a view cannot be seen from another seat")
        view = Position(self.setup)
        lib.arkad_view(self.game._c, self._c, viewer, view._c)
        return view

    def world(self, seed: Seed = None) -> "Position":
        """A possible world for this view: its blanks filled with what could be there, and a future of its own."""
        if self.viewer is None or self.is_over:
            raise Error("worlds are drawn for a view of a game that goes on")
        world = Position(self.setup)
        lib.arkad_world(self.game._c, self._c, seed_bytes(seed), world._c)
        return world

    # ---- Text

    def json_text(self) -> str:
        text = ctypes.create_string_buffer(JSON_MAX)
        lib.arkad_json_write(self.game._c, self._c, text)
        return text.value.decode()

    def json(self) -> Dict[str, Any]:
        """What it shows, by the names of ``docs/notation.md``."""
        return json.loads(self.json_text())

    def memory_text(self) -> str:
        """What the viewer remembers beyond that, as JSON."""
        text = ctypes.create_string_buffer(MEMORY_MAX)
        lib.arkad_memory_write(self.game._c, self._c, text)
        return text.value.decode()

    def __repr__(self) -> str:
        whose = "" if self.viewer is None else ", seen by everybody" if self.viewer == SPECTATOR else f", seen by seat {self.viewer}"
        state = "over" if self.is_over else f"waits for {self.waits}"
        return f"<{self.game.title} for {self.players}, {state}{whose}>"

    def __str__(self) -> str:
        from .notebook import draw_text

        return draw_text(self)

    def _repr_html_(self) -> str:
        from .notebook import draw_html

        return draw_html(self)


def _unpickle(game: Game, setup: bytes, map: Optional[bytes], position: bytes) -> Position:
    made = Setup(game)
    ctypes.memmove(ctypes.addressof(made._c), setup, len(setup))
    if map:
        made._map = _library.Map.from_buffer_copy(map)
        made._c.map = ctypes.pointer(made._map)
    unpickled = Position(made)
    ctypes.memmove(ctypes.addressof(unpickled._c), position, len(position))
    return unpickled


_rooms = threading.local()


def _move_room() -> np.ndarray:
    """Space for the longest list, made once for each thread."""
    if not hasattr(_rooms, "room"):
        _rooms.room = np.zeros((MOVES_MAX, MOVE_SIZE), np.uint8)
    return _rooms.room
