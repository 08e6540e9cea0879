"""What lies where in a position, by name: NumPy's structured types, made from the engine's own headers."""

import itertools
from typing import Any, Dict, Iterator, List, NamedTuple, Tuple

import numpy as np

from ._library import lib


class Field(NamedTuple):
    """A field of a position or view: where :attr:`Game.layout` has it, its type and shape there, and what it says. ``path`` has
    dots where fields lie in fields: ``seats.hand`` is ``position.fields["seats"]["hand"]``."""

    path: str
    dtype: np.dtype
    shape: Tuple[int, ...]
    about: str


class _Node:
    """A field on the way to its type."""

    def __init__(self, said: Any, begin: int):
        self.kind, self.size = said.kind.decode(), said.size
        self.offset = said.offset - begin
        self.shape = tuple(said.counts[: said.dimensions])
        self.inside: Dict[str, "_Node"] = {}

    @property
    def dtype(self) -> np.dtype:
        return _type_of(self.inside, self.size) if self.kind == "s" else np.dtype(f"{self.kind}{self.size}")


def _type_of(nodes: Dict[str, _Node], size: int) -> np.dtype:
    types = [(node.dtype, node.shape) if node.shape else node.dtype for node in nodes.values()]
    return np.dtype({"names": list(nodes), "formats": types, "offsets": [node.offset for node in nodes.values()], "itemsize": size})


def read_layout(game: int, size: int) -> Tuple[Tuple[str, ...], Tuple[Field, ...], np.dtype]:
    """The names of a game's phases, its fields, and the type of its positions. A game whose header does not tell them has none."""
    told = lib.fields_of(game)
    if not told:
        return (), (), np.dtype((np.void, size))
    phases = tuple(told[0].phases[at].decode() for at in range(told[0].phase_count))
    top: Dict[str, _Node] = {}
    begins, found = {"": 0}, []
    for said in told[0].list[: told[0].count]:
        path, about = said.path.decode(), said.about.decode()
        above, _, name = path.rpartition(".")
        node = _Node(said, begins[above])
        _inside(top, above)[name] = node
        begins[path] = said.offset
        found.append((path, node, about))
    fields = tuple(Field(path, node.dtype, node.shape, about) for path, node, about in found)
    return phases, fields, _type_of(top, size)


def _inside(nodes: Dict[str, _Node], path: str) -> Dict[str, _Node]:
    for name in filter(None, path.split(".")):
        nodes = nodes[name].inside
    return nodes


def words_of(word_at: Any, game: int) -> Iterator[str]:
    """The words behind the numbers of verbs or cards."""
    for at in itertools.count():
        word = word_at(game, at)
        if word is None:
            return
        yield word.decode()


def flat(shown: np.ndarray) -> np.ndarray:
    """A structured array as numbers, a row each: ``flat(batch.fields)``, or of some fields only,
    ``flat(batch.fields[["round", "bids"]])``."""
    parts: List[np.ndarray] = []
    for name in shown.dtype.names or ():
        part = shown[name]
        if part.dtype.names:
            parts.append(flat(part).reshape(*shown.shape, -1))
        else:
            parts.append(part.reshape(*shown.shape, -1).astype(np.float32))
    return np.concatenate(parts, -1)
