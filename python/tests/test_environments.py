"""The environments pass the tests of the libraries that they are for: test_environments.py TREE. Prints TAP."""

import contextlib
import io
import pathlib
import sys
import unittest
import warnings

TREE = pathlib.Path(sys.argv.pop())
sys.path.insert(0, str(TREE / "tests"))

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
import pyspiel  # noqa: E402
import tap  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test  # noqa: E402

import arkad  # noqa: E402
import arkad.gymnasium  # noqa: E402
import arkad.openspiel  # noqa: E402, F401
import arkad.pettingzoo  # noqa: E402

GAMES = [game.name for game in arkad.games()]
OPTIONS = {"pharaoh": "offers=2"}  # played by chance, people would bargain for thousands of moves


def quietly(call, *words, **named):
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return call(*words, **named)


class PettingZoo(unittest.TestCase):
    def test_its_own_tests(self):
        for game in GAMES:
            with self.subTest(game):
                quietly(api_test, arkad.pettingzoo.env(game=game), num_cycles=100)
                quietly(parallel_api_test, arkad.pettingzoo.parallel_env(game=game), num_cycles=100)
                quietly(seed_test, lambda: arkad.pettingzoo.env(game=game), 50)
                quietly(parallel_seed_test, lambda: arkad.pettingzoo.parallel_env(game=game), 50)
                quietly(render_test, lambda **how: arkad.pettingzoo.env(game=game, **how))

    def test_whole_games(self):
        for game in GAMES:
            env = arkad.pettingzoo.env(game=game, options=OPTIONS.get(game, ""))
            env.reset(seed=3)
            rewards = dict.fromkeys(env.possible_agents, 0.0)
            for agent in env.agent_iter():
                shown, reward, is_over, _, _ = env.last()
                rewards[agent] += reward
                env.step(None if is_over else env.action_space(agent).sample(shown["action_mask"]))
            self.assertAlmostEqual(sum(rewards.values()), 1, msg=game)

    def test_choices_made_together_are_unseen(self):
        env = arkad.pettingzoo.parallel_env(game="maharaja", players=3)
        shown, _ = env.reset(seed=1)
        while len(env.position.waits) < 2:
            shown, *_ = env.step({agent: int(np.flatnonzero(told["action_mask"])[0]) for agent, told in shown.items()})
        first, second = env.position.waits[:2]
        before = env.position.view(second)
        env.position.apply(first, env.position.moves(first)[0])
        changed = np.flatnonzero(before.bytes != env.position.view(second).bytes)
        self.assertLessEqual(len(changed), 2)  # that the first has chosen, not what


class Gymnasium(unittest.TestCase):
    def test_its_own_checker(self):
        arkad.gymnasium.register()
        for game in GAMES:
            with self.subTest(game):
                quietly(check_env, gymnasium.make(f"arkad/{game}-v0", bots="wild").unwrapped)

    def test_an_illegal_action_is_lost(self):
        env = arkad.gymnasium.SeatEnv("towers")
        env.reset(seed=1)
        _, reward, is_over, _, info = env.step(env.width - 1)
        self.assertEqual((reward, is_over), (-1, True))
        self.assertIn("is offered", info["why"])

    def test_many_games_of_one_seat(self):
        for game in GAMES:
            env = arkad.gymnasium.SeatVectorEnv(game, num_envs=12, options=OPTIONS.get(game, ""), seat=1)
            shown, _ = env.reset(seed=5)
            random = np.random.default_rng(5)
            total, ended = 0.0, 0
            for _ in range(400):
                self.assertTrue((env.batch.seats == 1).all())
                self.assertTrue(env.single_observation_space.contains({name: array[0] for name, array in shown.items()}))
                shown, rewards, ends, _, _ = env.step(env.batch.sample(random))
                self.assertTrue((rewards[~ends] == 0).all())
                total, ended = total + rewards.sum(), ended + ends.sum()
            self.assertGreater(ended, 0, game)
            self.assertTrue(0 <= total <= ended)
            _, rewards, ends, _, _ = env.step(np.full(12, env.width - 1))
            self.assertTrue((rewards[ends] <= 0).all() and ends.any())


class OpenSpiel(unittest.TestCase):
    def load(self, game, **parameters):
        return pyspiel.load_game(f"arkad_{game}", {"options": OPTIONS.get(game, ""), **parameters})

    def test_its_own_tests(self):
        for game in GAMES:
            with self.subTest(game):
                pyspiel.random_sim_test(self.load(game), num_sims=1, serialize=False, verbose=False)

    def test_resampling_shows_a_player_the_same(self):
        random = np.random.default_rng(2)
        for game in GAMES:
            state = self.load(game).new_initial_state()
            for _ in range(30):
                if state.is_terminal():
                    break
                player = max(state.current_player(), 0)
                other = state.resample_from_infostate(player, random.random)
                self.assertEqual(other.information_state_string(player), state.information_state_string(player))
                self.assertEqual(other.observation_string(player), state.observation_string(player))
                self.assertEqual(other.legal_actions(), state.legal_actions())
                state.apply_action(int(random.choice(state.legal_actions())))

    def test_its_algorithms_run(self):
        """Search on resampled states; it stops after a few moves, which is enough to have gone through all of it."""
        for game in GAMES:
            state = self.load(game, width=16).new_initial_state()
            state.apply_action(1)
            searcher = ismcts.ISMCTSBot(
                game=state.get_game(), uct_c=1, max_simulations=4, evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), max_world_samples=1
            )
            self.assertIn(searcher.step(state), state.legal_actions())


tap.run()
