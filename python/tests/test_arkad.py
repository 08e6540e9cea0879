"""The package, installed from its wheel: test_arkad.py ARKAD TREE. Prints TAP. ARKAD is the program, whose games must be the
same byte for byte."""

import copy
import json
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest

import numpy as np

TREE = pathlib.Path(sys.argv.pop())
ARKAD = sys.argv.pop()
sys.path.insert(0, str(TREE / "tests"))

import tap  # noqa: E402

import arkad  # noqa: E402
from arkad import notebook  # noqa: E402

GAMES = [game.name for game in arkad.games()]


def at_random(game, players=None, options="", seed=0, moves=10**9):
    """A game played by chance, as far as that."""
    random = np.random.default_rng(seed)
    trace = arkad.Trace(arkad.Game(game).setup(players, options, seed))
    while not trace.is_over and len(trace.steps) < moves:
        position = trace.position
        seat = int(random.choice(position.may_move))
        listed = position.moves(seat)
        trace.apply(seat, listed[random.integers(len(listed))])
    return trace


class EveryGame(unittest.TestCase):
    def test_positions_are_the_program_s_byte_for_byte(self):
        for game in GAMES:
            with self.subTest(game):
                written = subprocess.run([ARKAD, "trace", game, "--seed", "python", "--bot", "wild"], capture_output=True, text=True, check=True).stdout
                trace = arkad.Trace.parse(written)
                self.assertEqual("\n".join(trace.lines(positions=True)) + "\n", written)
                played = arkad.Trace(trace.setup)
                for step in trace.steps:
                    self.assertEqual(played.apply(step.seat, str(step.move)), step.after)

    def test_a_saved_game_is_accepted_by_the_program(self):
        for game in GAMES:
            with self.subTest(game):
                saved = "\n".join(at_random(game, seed=5, moves=40).lines()) + "\n"
                self.assertEqual(subprocess.run([ARKAD, "check", "-"], input=saved, text=True, capture_output=True).returncode, 0)

    def test_positions_there_and_back(self):
        for game in GAMES:
            position = at_random(game, seed=1, moves=25).position
            with self.subTest(game):
                for other in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
                    self.assertEqual(position, other)
                    self.assertFalse(np.shares_memory(position.bytes, other.bytes))
                view = position.view(position.waits[0])
                again = position.setup.read_json(view.json_text(), view.viewer, view.memory_text())
                self.assertEqual(view, again)
                self.assertEqual(json.loads(view.json_text()), view.json())

    def test_bytes_are_the_position_s_own(self):
        position = arkad.Game("towers").deal(seed=1)
        bytes_of, before = position.bytes, position.copy()
        position.apply(position.waits[0], position.moves(position.waits[0])[0])
        self.assertTrue((bytes_of == position.bytes).all())
        self.assertFalse((bytes_of == before.bytes).all())

    def test_fields_are_what_the_json_says(self):
        for game in GAMES:
            trace = at_random(game, seed=6, moves=50)
            for position in trace.positions:
                fields, said = position.fields, position.json()
                self.assertEqual(fields["players"], position.players)
                self.assertEqual(position.game.phases[fields["phase"]], said["phase"])
                self.assertEqual(int(fields["turn"]) - 1, -1 if position.turn is None else position.turn)
                if "round" in said:
                    self.assertEqual(fields["round"], said["round"])
            with self.subTest(game):
                self.assertEqual(position.game.layout.itemsize, position.game.position_size)
                self.assertTrue(all(field.about for field in position.game.fields if field.path != "seats"))
                self.assertTrue(np.shares_memory(position.bytes, fields))

    def test_hands_by_name(self):
        byzanz = arkad.Game("byzanz").deal(4, seed=1)
        for seat, hand in enumerate(byzanz.json()["hands"]):
            held = byzanz.view(seat).fields["seats"]["hand"]
            self.assertEqual([byzanz.game.cards[card] for card in held[seat] if card], hand)
            self.assertFalse(np.delete(held, seat, 0).any())
        pharaoh = arkad.Game("pharaoh").deal(seed=1).view(0)
        self.assertEqual(int(pharaoh.fields["seats"]["hand"][0].sum()), int(pharaoh.fields["hand_count"][0]))
        maharaja = arkad.Game("maharaja").deal(3, seed=1)
        self.assertEqual(maharaja.view(1).fields["seats"]["gold"].tolist(), [0, 15, 0, 0, 0])

    def test_nothing_hidden_is_shown(self):
        """A possible world looks the same from its seat: view, moves, drawing."""
        for game in GAMES:
            for step in at_random(game, seed=3, moves=60).steps:
                seat = step.before.waits[0]
                view = step.before.view(seat)
                world = view.world(seed=7)
                with self.subTest(f"{game}, {step.move}"):
                    self.assertEqual(world.view(seat), view)
                    self.assertTrue((world.move_array(seat) == view.move_array(seat)).all())
                    self.assertEqual(str(world.view(seat)), str(view))

    def test_bots_play_whole_games(self):
        for game in GAMES:
            setup = arkad.Game(game).setup(seed=2)
            bots = [arkad.Bot(setup.game, name) for name in ("search:10", "wild", "random")]
            trace = arkad.play(setup, (bots * 2)[: setup.players])
            with self.subTest(game):
                self.assertTrue(trace.is_over)
                self.assertEqual(sum(trace.result.shares), 1)
                self.assertEqual(trace.position, arkad.play(setup, (bots * 2)[: setup.players]).position)

    def test_a_notebook_shows_positions_games_and_analyses(self):
        for game in GAMES:
            trace = at_random(game, seed=4, moves=12)
            with self.subTest(game):
                for lang in arkad.languages():
                    names = ["Anna & Béla", "<b>", "c", "d", "e", "f"][: trace.setup.players]
                    shown = notebook.replay_html(trace, lang, names)
                    self.assertNotIn("<b>&", shown)
                    self.assertEqual(shown.count("<details>"), 12)
                    self.assertIn("Anna &amp; Béla", shown)
                analysis = arkad.analyse(trace, iterations=5)
                self.assertEqual(analysis.chances.shape, (13, trace.setup.players))
                self.assertIn("<svg", analysis._repr_html_())


class Reference(unittest.TestCase):
    def test_the_page_is_what_the_docstrings_say(self):
        made = subprocess.run([sys.executable, TREE / "python/reference.py"], capture_output=True, text=True, check=True).stdout
        written = (TREE / "docs/python-reference.md").read_text(encoding="utf-8")
        self.assertTrue(made == written, "python3 python/reference.py > docs/python-reference.md makes it anew")

    def test_the_tour_of_the_page(self):
        """The first steps of docs/python.md, as they stand there."""
        page = (TREE / "docs/python.md").read_text(encoding="utf-8")
        first, second, *_ = page.split("```python\n")[1:]
        code = first.split("```")[0] + second.split("```")[0].replace('"3", "2", "2", "wild"', '"search:5", "1", "1", "wild"').replace("=200", "=3")
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue(pathlib.Path(folder, "evening.jsonl").exists())


class Refusals(unittest.TestCase):
    def refused(self, sentence, call, *words, **named):
        with self.assertRaises(arkad.Error) as caught:
            call(*words, **named)
        self.assertIn(sentence, str(caught.exception))

    def test_every_wrong_thing_has_a_sentence(self):
        towers = arkad.Game("towers")
        position = towers.deal(3, seed=1)
        seat = position.waits[0]
        before = position.copy()
        self.refused("there is no game 'chess'", arkad.Game, "chess")
        self.refused("2 to 5 players, not 9", towers.deal, 9)
        self.refused("", towers.deal, 2, "starter=9")
        self.refused("", towers.deal, 2, "nonsense=1")
        self.refused("not played on a map", towers.deal, 2, map="x")
        self.refused("", arkad.Game("maharaja").deal, 2, map="x")
        self.refused("32 bytes", towers.deal, seed=b"short")
        self.refused("a seed is from 0", towers.deal, seed=-1)
        self.refused("", towers.move, "fly away")
        self.refused("the bidding is not over", position.apply, seat, "build h9")
        self.refused("there is no seat 3", position.apply, 3, "pass")
        self.refused("there is no seat -1", position.view, -1)
        self.refused("from another seat", position.view(0).view, 1)
        self.refused("a view", position.world)
        self.refused("no such bot", arkad.Bot, towers, "6")
        self.refused("no such bot", arkad.Bot, towers, "exec:true")
        self.refused("this bot plays", arkad.Bot(towers, 1).choose, arkad.Game("byzanz").deal(), 0)
        self.refused("has no move now", arkad.Bot(towers, 1).choose, position, (seat + 1) % 3)
        self.refused("line 1", arkad.Trace.parse, "not a game\n")
        self.refused("no game", arkad.Trace.parse, "")
        self.refused("no move was made", arkad.analyse, arkad.Trace(towers.setup()))
        self.assertEqual(position, before)


class Batches(unittest.TestCase):
    def test_the_same_games_one_by_one(self):
        """Every row is what the engine says of that game, and threads change nothing."""
        for game in GAMES:
            one = arkad.Batch(game, count=24, seed=9, width=40)
            three = arkad.Batch(game, count=24, seed=9, width=40, threads=3)
            random = np.random.default_rng(0)
            for step in range(60):
                for name in ("views", "counts", "seats", "rewards", "scores", "ends", "masks"):
                    self.assertTrue((getattr(one, name) == getattr(three, name)).all(), f"{game}: {name} after {step}")
                at = step % 24
                view, seat = one.view(at), int(one.seats[at])
                listed = view.move_array(seat)
                self.assertEqual(one.counts[at], len(listed))
                self.assertEqual(one.masks[at].sum(), min(len(listed), 40))
                offered = {row.tobytes() for row in one.moves[at, : min(len(listed), 40)]}
                self.assertEqual(len(offered), min(len(listed), 40))
                self.assertLessEqual(offered, {row.tobytes() for row in listed})
                choices = one.sample(random)
                one.step(choices)
                three.step(one_bytes(three, choices) if step % 2 else choices)

    def test_what_is_shown_does_not_depend_on_what_is_hidden(self):
        for game in GAMES:
            batch = arkad.Batch(game, count=64, seed=4)
            random = np.random.default_rng(4)
            for _ in range(30):
                batch.step(batch.sample(random))
                view = batch.view(0)
                seat = int(batch.seats[0])
                self.assertEqual(view.viewer, seat)
                self.assertEqual(view.world(seed=1).view(seat), view)

    def test_views_by_name_and_moves_as_numbers(self):
        for game in GAMES:
            batch = arkad.Batch(game, count=16, seed=2, without=())
            random = np.random.default_rng(2)
            for _ in range(25):
                batch.step(batch.sample(random))
            with self.subTest(game):
                self.assertTrue(np.shares_memory(batch.fields, batch.views))
                self.assertTrue((batch.fields["viewer"] == batch.seats + 1).all())
                self.assertEqual(batch.layout, batch.view(3).fields.dtype)
                numbers = arkad.flat(batch.fields)
                self.assertEqual(len(numbers), 16)
                self.assertEqual(numbers[:, 1].tolist(), (batch.seats + 1).tolist())
                features = batch.game.move_features(batch.moves)
                for number in range(min(3, batch.counts[0])):
                    verb = batch.game.verbs[int(features[0, number, : len(batch.game.verbs)].argmax())]
                    self.assertTrue(str(batch.move(0, number)).startswith(verb))
                self.assertTrue((batch.figures[batch.masks == 0] == -32768).all())
        towers = arkad.Batch("towers", count=1, without=())
        self.assertEqual(towers.game.phases[towers.fields["phase"][0]], "bid")

    def test_figures_are_told(self):
        """An offer to pay says by how much it is too high."""
        batch = arkad.Batch("alhambra", count=64, seed=1, without=())
        random = np.random.default_rng(1)
        seen = set()
        for _ in range(40):
            batch.step(batch.sample(random))
            seen |= set(batch.figures[batch.masks == 1].tolist())
        self.assertIn(0, seen)
        self.assertTrue(max(seen) > 0)

    def test_games_end_and_begin_anew(self):
        for game in GAMES:
            batch = arkad.Batch(game, count=32, seed=1, options="offers=0" if game == "pharaoh" else "")
            random = np.random.default_rng(1)
            ended = 0
            for _ in range(2000):
                batch.step(batch.sample(random))
                over = batch.ends.astype(bool)
                ended += over.sum()
                self.assertTrue(np.allclose(batch.rewards.sum(1), over))
            self.assertGreater(ended, 0, game)

    def test_the_caller_s_arrays_are_used(self):
        views, seats = np.zeros((8, arkad.Game("towers").position_size), np.uint8), np.zeros(8, np.int8)
        batch = arkad.Batch("towers", count=8, arrays={"views": views, "seats": seats}, without=("masks",))
        self.assertIs(batch.views, views)
        self.assertTrue(views.any())
        with self.assertRaises(AttributeError):
            batch.masks

    def test_a_wrong_choice_moves_nothing(self):
        batch = arkad.Batch("byzanz", count=16, seed=3, threads=2)
        before = batch.views.copy()
        choices = np.zeros(16, np.int32)
        choices[11] = batch.counts[11]
        with self.assertRaisesRegex(arkad.Error, "game 11: no move of this number"):
            batch.step(choices)
        with self.assertRaisesRegex(arkad.Error, "choices are 16 numbers"):
            batch.step(np.zeros(3))
        with self.assertRaisesRegex(arkad.Error, "game 0: "):
            batch.step(np.full((16, 24), 255, np.uint8))
        for wrong in (np.full(16, 1 << 32), np.full(16, 0.5), np.full((16, 24), 256)):
            with self.assertRaisesRegex(arkad.Error, "whole numbers"):
                batch.step(wrong)
        batch.step(np.full(16, -1))
        self.assertTrue((batch.views == before).all())
        for wrong in ({"count": 0}, {"seed": -1}, {"players": 9}, {"options": "x"}, {"arrays": {"views": np.zeros(3)}}, {"without": ("seats",)}):
            with self.assertRaises(arkad.Error):
                arkad.Batch("byzanz", **wrong)


def one_bytes(batch, choices):
    """The bytes of the moves that were chosen by number."""
    return batch.moves[np.arange(batch.count), choices]


tap.run()
