"""How fast the games are, beside other libraries' games of hidden hands: python3 python/benchmark.py [--seconds 1] [--write FILE].

Every figure is taken in a fresh process of this Python, by the same loop: as many games as the batch is large, each asked seat
chooses by chance among its legal moves, a game that ends begins anew. What is told are decisions a second of processor time (all
threads together), so a machine that is shared counts less than it would by the clock. "Shown" is with what a learner needs:
the observation of who is asked, and a mask or list of legal moves; otherwise only the list to choose from.

The peers are installed with: pip install -r python/tests/benchmark.txt. Those that are not there are left out.
"""

import argparse
import importlib
import json
import os
import platform
import subprocess
import sys
import time

BATCHES = (1, 32, 1024, 4096)


def rate(step, count, seconds):
    """How often a second something is done, if `step` does it `count` times; after a warm-up."""
    step()
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        step()
        done += count
    return done / spent


class Arkad:
    title = "Arkád"

    def __init__(self, game, players=None):
        import arkad
        import numpy

        self.arkad, self.numpy = arkad, numpy
        self.game, self.players = arkad.Game(game), players
        self.random = numpy.random.default_rng(1)

    def decisions(self, count, is_shown, seconds):
        batch = self.arkad.Batch(self.game, self.players, count, 1, without=("figures",) if is_shown else ("figures", "views", "moves", "masks"))
        return rate(lambda: batch.step(batch.sample(self.random)), count, seconds)

    def in_c(self, count, seconds):
        batch = self.arkad.Batch(self.game, self.players, count, 1)
        return rate(lambda: batch.run(1), count, seconds)

    def position(self):
        position = self.game.deal(self.players, seed=1)
        for _ in range(20):
            seat = position.waits[0]
            position.apply(seat, position.moves(seat)[0])
        return position

    def copies(self, seconds):
        position = self.position()
        return rate(position.copy, 1, seconds)

    def worlds(self, seconds):
        position = self.position()
        view = position.view(position.waits[0])
        return rate(lambda: view.world(1), 1, seconds)


class OpenSpiel:
    title = "OpenSpiel"

    def __init__(self, game):
        import pyspiel

        self.game = pyspiel.load_game(game)
        self.random = __import__("random").Random(1)
        self.has_tensor = self.game.get_type().provides_observation_tensor

    def begin(self):
        state = self.game.new_initial_state()
        self.settle(state)
        return state

    def settle(self, state):
        while state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(self.random.choices(actions, chances)[0])

    def decisions(self, count, is_shown, seconds):
        states = [self.begin() for _ in range(count)]

        def step():
            for at, state in enumerate(states):
                if is_shown:
                    state.observation_tensor() if self.has_tensor else state.information_state_tensor()
                    state.legal_actions_mask()
                state.apply_action(self.random.choice(state.legal_actions()))
                self.settle(state)
                if state.is_terminal():
                    states[at] = self.begin()

        return rate(step, count, seconds)

    def copies(self, seconds):
        return rate(self.begin().clone, 1, seconds)

    def worlds(self, seconds):
        state = self.begin()
        return rate(lambda: state.resample_from_infostate(state.current_player(), self.random.random), 1, seconds)


class PettingZoo:
    title = "PettingZoo"

    def __init__(self, game):
        self.module = importlib.import_module(f"pettingzoo.classic.{game}")
        self.numpy = importlib.import_module("numpy")
        self.random = self.numpy.random.default_rng(1)

    def decisions(self, count, is_shown, seconds):
        if not is_shown:
            return None  # a step always makes the observation
        envs = [self.module.raw_env() for _ in range(count)]
        for at, env in enumerate(envs):
            env.reset(seed=at)

        def step():
            for env in envs:
                shown = env.observe(env.agent_selection)
                env.step(int(self.random.choice(self.numpy.flatnonzero(shown["action_mask"]))))
                if any(env.terminations.values()) or any(env.truncations.values()):
                    env.reset()

        return rate(step, count, seconds)

    def copies(self, seconds):
        env = self.module.raw_env()
        env.reset(seed=1)
        return rate(lambda: __import__("copy").deepcopy(env), 1, seconds)


class RLCard:
    title = "RLCard"

    def __init__(self, game):
        self.rlcard, self.game = importlib.import_module("rlcard"), game
        self.random = __import__("random").Random(1)

    def decisions(self, count, is_shown, seconds):
        if not is_shown:
            return None  # a step always makes the observation
        envs = [self.rlcard.make(self.game, config={"seed": at}) for at in range(count)]
        states = [env.reset()[0] for env in envs]

        def step():
            for at, env in enumerate(envs):
                states[at], _ = env.step(self.random.choice(list(states[at]["legal_actions"])))
                if env.is_over():
                    states[at] = env.reset()[0]

        return rate(step, count, seconds)

    def copies(self, seconds):
        env = self.rlcard.make(self.game)
        env.reset()
        return rate(lambda: __import__("copy").deepcopy(env.game), 1, seconds)


class Pgx:
    title = "pgx"

    def __init__(self, game):
        os.environ["JAX_PLATFORMS"] = "cpu"
        self.jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
        self.env = pgx.make(game)
        self.auto_reset = importlib.import_module("pgx.experimental").auto_reset

    def decisions(self, count, is_shown, seconds):
        if not is_shown:
            return None  # a step always makes the observation
        jax = self.jax
        step_one = self.auto_reset(self.env.step, self.env.init)

        def one(state, key):
            chosen, next_key = jax.random.split(key)
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            actions = jax.random.categorical(chosen, logits, axis=-1)
            return jax.vmap(step_one)(state, actions, jax.random.split(chosen, count)), next_key

        compiled = jax.jit(one)
        now = [jax.jit(jax.vmap(self.env.init))(jax.random.split(jax.random.PRNGKey(0), count)), jax.random.PRNGKey(1)]

        def step():
            now[:] = compiled(*now)
            now[0].observation.block_until_ready()

        return rate(step, count, seconds)


ALL = [
    *((Arkad, game) for game in ("towers", "byzanz", "alhambra", "maharaja", "pharaoh")),
    *((OpenSpiel, game) for game in ("leduc_poker", "liars_dice", "goofspiel", "gin_rummy", "hearts", "skat")),
    *((PettingZoo, game) for game in ("leduc_holdem_v4", "texas_holdem_v4")),
    *((RLCard, game) for game in ("uno", "gin-rummy", "doudizhu", "limit-holdem")),
    *((Pgx, game) for game in ("leduc_holdem", "sparrow_mahjong")),
]


def measure(index, what, seconds):
    """One figure, in this process; None if this library has no such thing."""
    kind, game = ALL[index]
    peer = kind(game)
    name, *words = what.split(":")
    if name == "decisions":
        return peer.decisions(int(words[0]), words[1] == "shown", seconds)
    if name == "in_c":
        return peer.in_c(int(words[0]), seconds) if hasattr(peer, "in_c") else None
    return getattr(peer, name)(seconds) if hasattr(peer, name) else None


def fresh(index, what, seconds):
    """The same in a process of its own."""
    words = [sys.executable, __file__, "--one", str(index), what, "--seconds", str(seconds)]
    env = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(words, capture_output=True, text=True, env=env)
    return json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 and done.stdout else None


def said(number):
    if number is None:
        return "–"
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g} {letter}"
    return f"{number:.3g}"


def table(seconds, batches, tell):
    head = ["library", "game", *(f"shown, {count}" for count in batches), "not shown, 1024", "copies", "worlds", "in C, 1024"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for index, (kind, game) in enumerate(ALL):
        wanted = [*(f"decisions:{count}:shown" for count in batches), "decisions:1024:not", "copies", "worlds", "in_c:1024"]
        if kind is not Arkad:
            wanted.pop()
        found = [fresh(index, what, seconds) for what in wanted]
        if found[0] is None:
            tell(f"{kind.title} {game}: not here")
            continue
        lines.append("| " + " | ".join([kind.title, game, *map(said, found), *([] if kind is Arkad else ["–"])]) + " |")
        tell(lines[-1])
    return lines


def versions():
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for name in ("arkad", "open_spiel", "pettingzoo", "rlcard", "pgx", "jax", "numpy"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            pass
    return ", ".join(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1, help="for each figure")
    parser.add_argument("--batches", type=int, nargs="*", default=BATCHES)
    parser.add_argument("--write", help="a page whose table is replaced")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(measure(int(asked.one[0]), asked.one[1], asked.seconds)))
        return
    load = os.getloadavg()[0]
    lines = table(asked.seconds, asked.batches, lambda line: print(line, file=sys.stderr, flush=True))
    lines += ["", f"{platform.python_implementation()} {platform.python_version()}, {versions()}; {os.cpu_count()} cores, load {load:.1f} when it began, {os.getloadavg()[0]:.1f} at the end."]
    print("\n".join(lines))
    if asked.write:
        with open(asked.write, encoding="utf-8") as page:
            before, _, rest = page.read().partition("<!-- table -->\n")
        after = rest.partition("<!-- end -->")[2]
        with open(asked.write, "w", encoding="utf-8") as page:
            page.write(before + "<!-- table -->\n" + "\n".join(lines) + "\n<!-- end -->" + after)


if __name__ == "__main__":
    main()
