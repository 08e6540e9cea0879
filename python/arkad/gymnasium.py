"""The games for Gymnasium: one seat against bots, and many games of one seat at once.

What is shown and what an action is are as in :mod:`arkad.pettingzoo`; the reward comes at the end and is the seat's share of
the win. An action with no move behind it ends the game with a reward of -1, and ``info["why"]`` says so.
"""

from typing import Any, Callable, Dict, Optional, Sequence, Tuple, Union

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from ._asked import move_of, offered, shown, spaces_of
from .batch import DEFAULT_WIDTH, Batch
from .bots import Bot
from .core import Game, games

Shown = Dict[str, np.ndarray]
LOST = -1.0  # the reward for an action with no move behind it


class SeatEnv(gymnasium.Env):
    """One seat of a game; bots sit on the others: ``SeatEnv("towers", players=3, bots=["1", "2"])``. Where who sits is not
    said, seat 0 is the agent's."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str = "towers",
        players: Optional[int] = None,
        bots: Union[str, Sequence[str]] = "random",
        seat: int = 0,
        options: str = "",
        width: int = DEFAULT_WIDTH,
        render_mode: Optional[str] = None,
    ):
        self.game = Game(game)
        self.options, self.width, self.seat, self.render_mode = options, width, seat, render_mode
        self.players = self.game.setup(players, options).players
        others = self.players - 1
        names = [bots] * others if isinstance(bots, str) else list(bots)
        if len(names) != others or not 0 <= seat < self.players:
            raise ValueError(f"a game for {self.players} has a seat from 0 to {others} and {others} bots, not seat {seat} and {len(names)}")
        opened = iter([Bot(self.game, name) for name in names])
        self.bots = [None if at == seat else next(opened) for at in range(self.players)]
        self.observation_space, self.action_space = spaces_of(self.game.position_size, width)

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) -> Tuple[Shown, dict]:
        super().reset(seed=seed)
        self.position = self.game.deal(self.players, self.options, self.np_random.bytes(32))
        self._let_others_move()
        return self._shown(), {}

    def _let_others_move(self) -> None:
        """Until the agent is asked; of several that choose together it is asked first."""
        while not self.position.is_over and self.seat not in self.position.waits:
            other = self.position.waits[0]
            dice = int(self.np_random.integers(1 << 62))
            self.position.apply(other, self.bots[other].choose(self.position, other, seed=dice, temper=other))

    def _shown(self) -> Shown:
        self._moves = offered(self.position, self.seat, self.width)
        return shown(self.position, self.seat, self._moves, self.width)

    def step(self, action: int) -> Tuple[Shown, float, bool, bool, dict]:
        if not 0 <= action < len(self._moves):
            return self._shown(), LOST, True, False, {"why": f"no move {action} is offered; there are {len(self._moves)}"}
        self.position.apply(self.seat, move_of(self.position, self._moves, int(action)))
        self._let_others_move()
        is_over = self.position.is_over
        return self._shown(), self.position.result.shares[self.seat] if is_over else 0.0, is_over, False, {}

    def render(self) -> Optional[str]:
        return str(self.position.view(self.seat)) if self.render_mode == "ansi" else None


Choose = Callable[[Batch], np.ndarray]


class SeatVectorEnv(VectorEnv):
    """Many games, one seat of each; ``others`` chooses for whoever else is asked: it is handed the :class:`arkad.Batch` and
    returns a number for every game. Without it the others move by chance. A game that ends begins anew in the same step."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str = "towers",
        players: Optional[int] = None,
        num_envs: int = 64,
        seat: int = 0,
        options: str = "",
        width: int = DEFAULT_WIDTH,
        threads: int = 1,
        others: Optional[Choose] = None,
    ):
        self.game, self.options, self.width, self.threads, self.seat = Game(game), options, width, threads, seat
        self.players = self.game.setup(players, options).players
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat} in a game for {self.players}")
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = spaces_of(self.game.position_size, width)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self.others = others or (lambda batch: batch.sample(self.np_random))

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) -> Tuple[Shown, dict]:
        super().reset(seed=seed)
        dealt = int(self.np_random.integers(1 << 62))
        self.batch = Batch(self.game, self.players, self.num_envs, dealt, self.options, self.width, self.threads)
        self._settle(np.zeros(self.num_envs), np.zeros(self.num_envs, bool))
        return self._shown(), {}

    def _settle(self, rewards: np.ndarray, ends: np.ndarray) -> None:
        """Lets the others move until the agent is asked everywhere, and notes which games ended meanwhile."""
        while (is_other := self.batch.seats != self.seat).any():
            self.batch.step(np.where(is_other, self.others(self.batch), -1))
            self._note(rewards, ends)

    def _note(self, rewards: np.ndarray, ends: np.ndarray) -> None:
        rewards += self.batch.rewards[:, self.seat]
        ends |= self.batch.ends.astype(bool)

    def _shown(self) -> Shown:
        return {
            "observation": self.batch.views.copy(),
            "moves": self.batch.moves * self.batch.masks[:, :, None],
            "action_mask": self.batch.masks.astype(np.int8),
        }

    def step(self, actions: np.ndarray) -> Tuple[Shown, np.ndarray, np.ndarray, np.ndarray, dict]:
        actions = np.asarray(actions)
        rewards, ends = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        wrong = (actions < 0) | (actions >= np.minimum(self.batch.counts, self.width))
        self.batch.step(np.where(wrong, -1, actions))
        self._note(rewards, ends)
        self.batch.restart(wrong)
        self._settle(rewards, ends)
        rewards[wrong], ends[wrong] = LOST, True
        return self._shown(), rewards, ends, np.zeros(self.num_envs, bool), {}


def register() -> None:
    """Makes the games known to ``gymnasium.make`` as ``arkad/NAME-v0``."""
    for game in games():
        name = f"arkad/{game.name}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point="arkad.gymnasium:SeatEnv", kwargs={"game": game.name})
