"""The games for PettingZoo: ``env`` for agents that act in turn, ``parallel_env`` for agents that act together.

An agent is a seat. It is shown its view's bytes, its offered moves and a mask of them; an action is the number of an offered
move. Rewards come at the end: each winner's share of 1.

In the AEC environment one agent is asked at a time: of the seats that the game waits for the lowest. Choices that are made at
the same time are made one after the other, unseen, since views do not show them.

In the parallel environment every agent acts in every step. Those that the game waits for choose a move; the others have one
action, to wait (number 0, with no move behind it). If a choice ends the waiting for others before their turn in the same step,
as when an offer to all is accepted, theirs are dropped.
"""

from typing import Any, Dict, List, Optional

import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ._asked import move_of, offered, shown, spaces_of
from ._library import MOVE_SIZE
from .batch import DEFAULT_WIDTH
from .core import Game


class _Seats:
    """What both environments share: the game, its agents, its spaces."""

    def __init__(self, game: str, players: Optional[int], options: str, width: int, render_mode: Optional[str]):
        self.game = Game(game)
        self.width = width
        self.options = options
        self.render_mode = render_mode
        setup = self.game.setup(players, options)
        self.metadata = {"name": f"arkad_{game}_v0", "render_modes": ["ansi", "human"], "is_parallelizable": True}
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.players)]
        self.agents: List[str] = []
        space, actions = spaces_of(self.game.position_size, width)
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: actions for agent in self.possible_agents}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _deal(self, seed: Optional[int]) -> None:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.position = self.game.deal(len(self.agents), self.options, self._random.bytes(32))

    def _offered(self, seat: int) -> np.ndarray:
        """None but to those that the game waits for."""
        return offered(self.position, seat, self.width) if seat in self.position.waits else np.zeros((0, MOVE_SIZE), np.uint8)

    def _shares(self) -> Dict[str, float]:
        return dict(zip(self.possible_agents, self.position.result.shares))

    def render(self) -> Optional[str]:
        """The table as a spectator sees it."""
        drawn = str(self.position.view())
        if self.render_mode == "human":
            print(drawn)
        return drawn if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


class raw_env(_Seats, AECEnv):
    """Without the usual wrappers: an action with no move behind it is an error."""

    def __init__(self, game: str = "towers", players: Optional[int] = None, options: str = "", width: int = DEFAULT_WIDTH, render_mode: Optional[str] = None):
        AECEnv.__init__(self)
        _Seats.__init__(self, game, players, options, width, render_mode)

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, dict] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """The next agent, and what it may choose from."""
        self._seat = self.position.waits[0]
        self._moves = self._offered(self._seat)
        self.agent_selection = self.possible_agents[self._seat]

    def observe(self, agent: str) -> Dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        is_asked = agent == self.agent_selection and not self.position.is_over
        return shown(self.position, seat, self._moves if is_asked else self._moves[:0], self.width)

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.apply(self._seat, move_of(self.position, self._moves, int(action)))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.position.is_over:
            self.rewards = self._shares()
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._ask()
        self._accumulate_rewards()
        self._deads_step_first()


def env(**arguments: Any) -> AECEnv:
    """A game in which agents act in turn: ``env(game="byzanz", players=4)``. An illegal action ends it, with a reward of
    -1."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class parallel_env(_Seats, ParallelEnv):
    """A game in which all agents act in every step; those that are not asked can only wait. An action of one that is asked
    with no move behind it ends the game, with a reward of -1 for that agent."""

    def __init__(self, game: str = "towers", players: Optional[int] = None, options: str = "", width: int = DEFAULT_WIDTH, render_mode: Optional[str] = None):
        _Seats.__init__(self, game, players, options, width, render_mode)

    def _observations(self) -> Dict[str, Dict[str, np.ndarray]]:
        self._moves = [self._offered(seat) for seat in range(len(self.possible_agents))]
        told = {agent: shown(self.position, seat, self._moves[seat], self.width) for seat, agent in enumerate(self.possible_agents)}
        for seat, agent in enumerate(self.possible_agents):
            if not len(self._moves[seat]):
                told[agent]["action_mask"][0] = 1
        return {agent: told[agent] for agent in self.agents}

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> Any:
        self._deal(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def _without_move(self, actions: Dict[str, int]) -> List[str]:
        """The asked agents whose actions have no move behind them."""
        asked = [(self.possible_agents[seat], len(self._moves[seat])) for seat in self.position.waits]
        return [agent for agent, count in asked if not 0 <= actions.get(agent, -1) < count]

    def _make(self, actions: Dict[str, int]) -> None:
        for seat in self.position.waits:
            if seat in self.position.waits:  # still
                action = int(actions[self.possible_agents[seat]])
                self.position.apply(seat, move_of(self.position, self._moves[seat], action))

    def step(self, actions: Dict[str, int]) -> Any:
        agents, wrong = self.agents, self._without_move(actions)
        if not wrong:
            self._make(actions)
        is_over = bool(wrong) or self.position.is_over
        rewards = self._shares() if self.position.is_over else {agent: -1.0 if agent in wrong else 0.0 for agent in agents}
        told = self._observations()
        if is_over:
            self.agents = []
        ends, cuts = dict.fromkeys(agents, is_over), dict.fromkeys(agents, False)
        return told, rewards, ends, cuts, {agent: {} for agent in agents}
