"""The shared library, as ctypes sees it. Nothing outside this package uses this module."""

import ctypes as c
import sysconfig
from pathlib import Path

SEATS_MAX, OPTIONS_MAX, POSITION_MAX, MOVES_MAX, MOVE_SIZE = 6, 9, 1024, 65536, 24
MOVE_TEXT_MAX, JSON_MAX, MEMORY_MAX, WHY_MAX, SAY_MAX, MAP_TEXT_MAX = 512, 8192, 4096, 320, 1024, 8192
LINE_MAX, EVENTS_MAX, CARDS_MAX, SEED_BYTES = 1 << 22, 16, 112, 32
SPECTATOR = SEATS_MAX


class Option(c.Structure):
    _fields_ = [("name", c.c_char_p), ("kind", c.c_uint8), ("min", c.c_uint8), ("max", c.c_uint8), ("standard", c.c_uint8)]


class Map(c.Structure):
    _fields_ = [("name", c.c_char * 32), ("bytes", c.c_uint64 * (1024 // 8))]


class Setup(c.Structure):
    _fields_ = [("players", c.c_uint8), ("options", c.c_uint8 * OPTIONS_MAX), ("seed", c.c_uint8 * SEED_BYTES), ("map", c.POINTER(Map))]


class Position(c.Structure):
    _fields_ = [("bytes", c.c_uint64 * (POSITION_MAX // 8))]


class Move(c.Structure):
    _fields_ = [("bytes", c.c_uint8 * MOVE_SIZE)]


class Event(c.Structure):
    _fields_ = [(name, c.c_uint8) for name in ("kind", "seat", "value", "seen_by", "count")] + [("cards", c.c_uint8 * CARDS_MAX)]


class Tape(c.Structure):
    _fields_ = [("is_playing", c.c_uint8), ("count", c.c_uint8), ("next", c.c_uint8), ("wrong", c.c_char_p), ("events", Event * EVENTS_MAX)]


class Result(c.Structure):
    _fields_ = [("scores", c.c_int16 * SEATS_MAX), ("places", c.c_uint8 * SEATS_MAX)]


class Step(c.Structure):
    _fields_ = [
        ("number", c.c_int),
        ("seat", c.c_int),
        ("move", c.POINTER(Move)),
        ("tape", c.POINTER(Tape)),
        ("before", c.POINTER(Position)),
        ("room", c.POINTER(Move)),
        ("after", c.POINTER(Position)),
    ]


class Fair(c.Structure):
    _fields_ = [
        ("code", c.c_char * 16),
        ("commitment", c.c_uint8 * SEED_BYTES),
        ("secret", c.c_uint8 * SEED_BYTES),
        ("has_promises", c.c_bool),
        ("has_promised", c.c_bool * SEATS_MAX),
        ("has_given", c.c_bool * SEATS_MAX),
        ("promised", c.c_uint8 * SEED_BYTES * SEATS_MAX),
        ("given", c.c_uint8 * SEED_BYTES * SEATS_MAX),
        ("starting", c.c_uint8),
    ]


class Reader(c.Structure):
    _fields_ = [
        ("map", c.POINTER(Map)),
        ("game", c.c_void_p),
        ("setup", Setup),
        ("position", Position),
        ("tape", Tape),
        ("move", Move),
        ("seat", c.c_int),
        ("lines", c.c_int),
        ("moves", c.c_int),
        ("has_seed", c.c_bool),
        ("has_result", c.c_bool),
        ("has_fair", c.c_bool),
        ("own_map", Map),
        ("fair", Fair),
        ("gives_lists", c.c_bool),
        ("gives_states", c.c_bool),
        ("why", c.c_char * WHY_MAX),
        ("listed", Move * MOVES_MAX),
        ("was_given", c.c_bool * MOVES_MAX),
        ("json", c.c_char * JSON_MAX),
    ]


class Table(c.Structure):
    _fields_ = [
        ("game", c.c_void_p),
        ("setup", c.POINTER(Setup)),
        ("view", c.POINTER(Position)),
        ("viewer", c.c_int),
        ("lang", c.c_char_p),
        ("names", c.c_char_p),
    ]


class Played(c.Structure):
    _fields_ = [("moves", c.c_int), ("positions", c.c_void_p), ("made", c.c_void_p), ("seats", c.c_void_p)]


IsStopped = c.CFUNCTYPE(c.c_bool, c.c_int)


class Thought(c.Structure):
    _fields_ = [("iterations", c.c_uint32), ("time_ms", c.c_uint32), ("threads", c.c_int), ("is_honest", c.c_bool), ("is_stopped", IsStopped)]


class Rows(c.Structure):
    _fields_ = [(name, c.c_void_p) for name in ("views", "moves", "masks", "figures", "counts", "seats", "rewards", "scores", "ends")]


class Field(c.Structure):
    _fields_ = [("path", c.c_char_p), ("about", c.c_char_p), ("kind", c.c_char)] + [("dimensions", c.c_uint8)] + [(name, c.c_uint16) for name in ("offset", "size")] + [("counts", c.c_uint16 * 3)]


class Fields(c.Structure):
    _fields_ = [("game", c.c_void_p), ("list", c.POINTER(Field)), ("count", c.c_int), ("phases", c.POINTER(c.c_char_p)), ("phase_count", c.c_int)]


def _load():
    """The library lies beside the package, where the wheel put it."""
    places = [Path(__file__).parents[1], Path(sysconfig.get_path("platlib"))]
    for place in places:
        for name in ("libarkad.so", "libarkad.dylib"):
            path = place / ".arkad.mesonpy.libs" / name
            if path.exists():
                return c.CDLL(str(path))
    raise ImportError(f"the library of arkad is in none of {', '.join(map(str, places))}: install the package, as docs/python.md says")


lib = _load()

_game, _text, _why, _n = c.c_void_p, c.c_char_p, c.c_char_p, c.c_int
_position, _move, _setup = c.POINTER(Position), c.POINTER(Move), c.POINTER(Setup)

_FUNCTIONS = {
    "arkad_game_at": (_game, _n),
    "arkad_game_find": (_game, _text),
    "arkad_game_name": (_text, _game),
    "arkad_game_title": (_text, _game),
    "arkad_game_is_hidden": (c.c_bool, _game),
    "arkad_players_min": (_n, _game),
    "arkad_players_max": (_n, _game),
    "arkad_position_size": (c.c_size_t, _game),
    "arkad_game_option": (c.POINTER(Option), _game, _n),
    "arkad_verb_count": (_n, _game),
    "arkad_setup_default": (None, _game, _setup),
    "arkad_setup_options": (_text, _game, _setup, _text, _why),
    "arkad_has_map": (c.c_bool, _game),
    "arkad_map_read": (_text, _game, _text, c.c_size_t, c.POINTER(Map), _why),
    "arkad_deal": (_text, _game, _setup, _position, c.POINTER(Tape), _why),
    "arkad_players": (_n, _position),
    "arkad_is_over": (c.c_bool, _position),
    "arkad_waits": (c.c_uint, _game, _position),
    "arkad_turn": (_n, _game, _position),
    "arkad_may_move": (c.c_uint, _game, _position),
    "arkad_list": (_n, _game, _position, _n, c.c_void_p),
    "arkad_check": (_text, _game, _position, _n, _move, _why),
    "arkad_apply": (None, _game, _position, _n, _move, c.POINTER(Tape)),
    "arkad_result": (None, _game, _position, c.POINTER(Result)),
    "arkad_laws": (_text, _game, _position, _why),
    "arkad_view": (None, _game, _position, _n, _position),
    "arkad_world": (None, _game, _position, _text, _position),
    "arkad_is_secret": (c.c_bool, _game, _move),
    "arkad_move_write": (c.c_size_t, _game, _move, _text),
    "arkad_move_read": (_text, _game, _text, c.c_size_t, _move, _why),
    "arkad_json_write": (c.c_size_t, _game, _position, _text),
    "arkad_json_read": (_text, _game, _setup, _n, _text, c.c_size_t, _position, _why),
    "arkad_memory_write": (c.c_size_t, _game, _position, _text),
    "arkad_memory_read": (_text, _game, _position, _text, c.c_size_t, _why),
    "arkad_trace_head": (c.c_size_t, _game, _setup, _position, _text, c.c_size_t),
    "arkad_trace_move": (c.c_size_t, _game, c.POINTER(Step), _text, c.c_size_t),
    "arkad_trace_result": (c.c_size_t, _game, _position, _text, c.c_size_t),
    "arkad_reader_line": (_text, c.POINTER(Reader), _text, c.c_size_t),
    "arkad_reader_end": (_text, c.POINTER(Reader)),
    "face_bot_open": (c.c_void_p, _game, _text, _why),
    "face_bot_close": (None, c.c_void_p),
    "face_bot_choose": (None, c.c_void_p, _position, _n, c.c_uint64, c.c_uint64, _move),
    "face_draw": (None, c.POINTER(Table), _n, _n, c.c_void_p),
    "face_say": (None, c.POINTER(Table), _n, _move, _position, _text),
    "face_lang_at": (_text, _n),
    "face_review": (c.c_void_p, _game, c.POINTER(Played), c.POINTER(Thought)),
    "face_free": (None, c.c_void_p),
    "fields_of": (c.POINTER(Fields), _game),
    "fields_verb": (_text, _game, _n),
    "fields_card": (_text, _game, _n),
    "batch_open": (c.c_void_p, _game, _n, _text, _n, _n, c.c_uint64, c.POINTER(Rows)),
    "batch_close": (None, c.c_void_p),
    "batch_deal": (_text, c.c_void_p, _n, _n, _why),
    "batch_check": (_text, c.c_void_p, _n, _n, c.c_void_p, c.c_void_p, c.POINTER(_n), _why),
    "batch_step": (None, c.c_void_p, _n, _n, c.c_void_p, c.c_void_p),
    "batch_run": (None, c.c_void_p, _n, _n, _n),
}

for _name, (_result, *_arguments) in _FUNCTIONS.items():
    _function = getattr(lib, _name)
    _function.restype = _result
    _function.argtypes = _arguments
