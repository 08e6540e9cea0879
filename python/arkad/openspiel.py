"""The games for OpenSpiel: importing this module registers ``arkad_towers``, ``arkad_byzanz`` and so on.

    game = pyspiel.load_game("arkad_towers(players=3)")

Parameters are ``players``, ``options``, ``width`` (how many moves are offered) and ``deals``. Chance is one node at the
beginning, where one of ``deals`` seeds is drawn; all that chance brings later follows from it and is hidden, like the order of
a pile. So whoever searches should resample: ``resample_from_infostate`` gives a state that looks the same to a player and in
which everything that player cannot know is drawn anew, the future included. Players who choose together do so one after the
other, unseen. Returns are a player's share of the win less a fair one: they add up to zero.

An information state is all that a player has seen: a hash of its views so far, one after the other.
"""

import ctypes
import hashlib
from typing import Any, Dict, List, Optional, Tuple

import numpy as np
import pyspiel

from ._asked import move_of, offered
from .core import Game, Position, games

GAME_LENGTH_MAX = 100_000  # moves; no game is as long
_STANDARD = {"players": 0, "options": "", "width": 256, "deals": 1000}


def _type_of(game: Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"arkad_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players_max,
        min_num_players=game.players_min,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**_STANDARD, "players": game.players_min},
    )


class ArkadGame(pyspiel.Game):
    """A game of Arkád, as OpenSpiel knows games."""

    def __init__(self, game: Game, params: Optional[Dict[str, Any]] = None):
        chosen = {**_STANDARD, "players": game.players_min, **(params or {})}
        self.arkad, self.players, self.options = game, int(chosen["players"]), str(chosen["options"])
        self.width, self.deals = int(chosen["width"]), int(chosen["deals"])
        game.setup(self.players, self.options)  # or it says what is wrong
        info = pyspiel.GameInfo(
            num_distinct_actions=self.width,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-1.0 / self.players,
            max_utility=1 - 1.0 / self.players,
            utility_sum=0.0,
            max_game_length=GAME_LENGTH_MAX,
        )
        super().__init__(_type_of(game), info, params or {})

    def new_initial_state(self) -> "ArkadState":
        return ArkadState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "ArkadObserver":
        is_recalling = iig_obs_type is not None and iig_obs_type.perfect_recall
        return ArkadObserver(self.arkad.position_size, is_recalling)


class ArkadState(pyspiel.State):
    """A position, and what every player has seen on the way to it."""

    def __init__(self, game: ArkadGame):
        super().__init__(game)
        self._position: Optional[Position] = None
        self._seen: Tuple[Tuple[bytes, bytes], ...] = ((b"", b""),) * game.players  # the last view, and a hash of all

    # What follows is OpenSpiel's interface.

    def current_player(self) -> int:
        if self._position is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self._position.is_over else self._position.waits[0]

    def _moves(self, player: int) -> np.ndarray:
        return offered(self._position, player, self.get_game().width)

    def _legal_actions(self, player: int) -> List[int]:
        return list(range(len(self._moves(player))))

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        if self._position is None:
            self._position = game.arkad.deal(game.players, game.options, action)
        else:
            player = self.current_player()
            self._position.apply(player, move_of(self._position, self._moves(player), action))
        self._note()

    def _note(self) -> None:
        """A view is seen once, however often nothing changes in it."""
        views = (self._position.view(player).bytes.tobytes() for player in range(len(self._seen)))
        self._seen = tuple((last, all) if last == view else (view, hashlib.sha256(all + view).digest()) for (last, all), view in zip(self._seen, views))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(move_of(self._position, self._moves(player), action))

    def is_terminal(self) -> bool:
        return self._position is not None and self._position.is_over

    def returns(self) -> List[float]:
        if not self.is_terminal():
            return [0.0] * len(self._seen)
        return [share - 1 / len(self._seen) for share in self._position.result.shares]

    def resample_from_infostate(self, player: int, sampler: Any) -> "ArkadState":
        """Another state that looks the same to this player."""
        state = self.clone()
        if self._position is not None and not self._position.is_over:
            seed = b"".join(int(sampler() * 256).to_bytes(1, "little") for _ in range(32))
            state._position = self._position.view(player).world(seed)
        return state

    def __str__(self) -> str:
        return "before the deal" if self._position is None else self._position.json_text()


class ArkadObserver:
    """What a player sees: the bytes of its view; with perfect recall, as a string only, a hash of all that it has seen."""

    def __init__(self, size: int, is_recalling: bool):
        self._is_recalling = is_recalling
        self.tensor = None if is_recalling else np.zeros(size, np.float32)
        self.dict = {} if is_recalling else {"view": self.tensor}

    def set_from(self, state: ArkadState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = 0 if state._position is None else state._position.view(player).bytes

    def string_from(self, state: ArkadState, player: int) -> str:
        if state._position is None:
            return "before the deal"
        if self._is_recalling:
            return state._seen[player][1].hex()
        return state._position.view(player).json_text()


def _register(game: Game) -> None:
    """OpenSpiel lets go of what makes a game when Python has ended already: it is kept for ever."""

    def make(params: Optional[Dict[str, Any]] = None) -> ArkadGame:
        return ArkadGame(game, params)

    ctypes.pythonapi.Py_IncRef(ctypes.py_object(make))
    pyspiel.register_game(_type_of(game), make)


for _game in games():
    _register(_game)
