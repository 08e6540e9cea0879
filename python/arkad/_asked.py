"""What a seat that is asked is shown, in the same form as a :class:`arkad.Batch` shows it."""

from typing import Any, Dict

import numpy as np

from ._library import MOVE_SIZE
from .core import Move, Position


def offered(position: Position, seat: int, width: int) -> np.ndarray:
    """The moves that a seat may choose from by number: all that are listed or, of more than ``width``, a spread of them."""
    listed = position.move_array(seat)
    if len(listed) <= width:
        return listed
    return listed[np.arange(width) * (len(listed) - 1) // max(width - 1, 1)]


def shown(position: Position, seat: int, moves: np.ndarray, width: int) -> Dict[str, np.ndarray]:
    """The seat's view, its moves, and a mask of those there are."""
    padded = np.zeros((width, MOVE_SIZE), np.uint8)
    padded[: len(moves)] = moves
    mask = np.zeros(width, np.int8)
    mask[: len(moves)] = 1
    return {"observation": position.view(seat).bytes.copy(), "moves": padded, "action_mask": mask}


def move_of(position: Position, moves: np.ndarray, number: int) -> Move:
    return Move(position.game, moves[number].tobytes())


def spaces_of(position_size: int, width: int) -> Any:
    """The same as Gymnasium's spaces: of what is shown, and of choices."""
    from gymnasium import spaces

    shown_space = spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (position_size,), np.uint8),
            "moves": spaces.Box(0, 255, (width, MOVE_SIZE), np.uint8),
            "action_mask": spaces.Box(0, 1, (width,), np.int8),
        }
    )
    return shown_space, spaces.Discrete(width)
