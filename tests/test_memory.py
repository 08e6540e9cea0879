"""What a seat has seen stays true in every possible world: test_memory.py LIBARKAD_SHARED [GAMES]. Prints TAP.

An observer of its own, written against the rules and not against the engine, sits beside every seat, notes what that
seat could see, and looks at possible worlds drawn from the seat's view: no world may contradict the notes.
"""

import collections
import ctypes
import json
import random
import sys

Counter = collections.Counter
arkad = ctypes.CDLL(sys.argv[1])
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 6
POSITION, MOVE, JSON_MAX, WHY, MOVES = 1024, 24, 8192, 320, 65536

arkad.arkad_game_find.restype = ctypes.c_void_p
for function in ("arkad_deal", "arkad_setup_options"):
    getattr(arkad, function).restype = ctypes.c_char_p


class Setup(ctypes.Structure):
    _fields_ = [
        ("players", ctypes.c_uint8),
        ("options", ctypes.c_uint8 * 9),
        ("seed", ctypes.c_uint8 * 32),
        ("map", ctypes.c_void_p),
    ]


class Game:
    """One game, played through the library."""

    def __init__(self, name, players, options, seed):
        self.game = ctypes.c_void_p(arkad.arkad_game_find(name.encode()))
        self.players = players
        setup, why = Setup(), ctypes.create_string_buffer(WHY)
        arkad.arkad_setup_default(self.game, ctypes.byref(setup))
        setup.players = players
        setup.seed[0], setup.seed[1] = seed % 256, seed // 256
        assert arkad.arkad_setup_options(self.game, ctypes.byref(setup), options.encode(), why) is None, why.value
        self.position = ctypes.create_string_buffer(POSITION)
        assert arkad.arkad_deal(self.game, ctypes.byref(setup), self.position, None, why) is None, why.value
        self.moves = ctypes.create_string_buffer(MOVE * MOVES)

    def is_over(self):
        return arkad.arkad_is_over(self.position) & 255

    def state(self, position=None):
        text = ctypes.create_string_buffer(JSON_MAX)
        arkad.arkad_json_write(self.game, position or self.position, text)
        return json.loads(text.value)

    def draw_move(self, dice):
        """A seat that may move and one of its moves, as bytes and text; trades less often than all else."""
        seats = arkad.arkad_may_move(self.game, self.position)
        seat = dice.choice([seat for seat in range(self.players) if seats >> seat & 1])
        count = arkad.arkad_list(self.game, self.position, seat, self.moves)
        moves = [self.moves.raw[MOVE * i : MOVE * (i + 1)] for i in range(count)]
        chosen = dice.choice(moves)
        for _ in range(4):
            if not self.spell(chosen).startswith(("offer", "counter", "end")):
                break
            chosen = dice.choice(moves)
        return seat, chosen, self.spell(chosen)

    def spell(self, move):
        text = ctypes.create_string_buffer(512)
        arkad.arkad_move_write(self.game, move, text)
        return text.value.decode()

    def apply(self, seat, move):
        arkad.arkad_apply(self.game, self.position, seat, move, None)

    def world(self, seat, number):
        view, world = ctypes.create_string_buffer(POSITION), ctypes.create_string_buffer(POSITION)
        arkad.arkad_view(self.game, self.position, seat, view)
        arkad.arkad_world(self.game, view, bytes([number % 256, number // 256 % 256]) + bytes(30), world)
        return self.state(world)


def hands(state):
    return [Counter(hand) for hand in state["hands"]]


class Byzanz:
    """Everything that enters or leaves a hand does so in the open."""

    def __init__(self, state, seat):
        self.seat, self.known = seat, [Counter() for _ in state["hands"]]

    def see(self, mover, text, before, after):
        for seat, (old, new) in enumerate(zip(hands(before), hands(after))):
            self.known[seat] = self.known[seat] - (old - new) + (new - old)
            self.known[seat] &= new

    def judge(self, state, world):
        for seat, hand in enumerate(hands(world)):
            assert not self.known[seat] - hand, f"seat {seat} was seen to hold {self.known[seat]}, and holds {hand}"
        assert world["hands"][self.seat] == state["hands"][self.seat]


class Alhambra:
    """Every card in a hand was seen by all; A lies in the second fifth of the pile and B in the fourth."""

    def __init__(self, state, seat):
        cards = len(state["pile"]) - 2
        sizes = [cards // 5 + (i < cards % 5) for i in range(5)]
        sizes[1] += 1
        sizes[3] += 1
        self.total = cards + 2
        starts = [sum(sizes[:i]) for i in range(6)]
        self.range = {"A": (starts[1], starts[2]), "B": (starts[3], starts[4])}
        self.drawn, self.is_first = 0, True

    def see(self, mover, text, before, after):
        if len(after["pile"]) > len(before["pile"]):
            self.is_first = False

    def judge(self, state, world):
        assert world["hands"] == state["hands"], "hands are known"
        assert Counter(world["pile"]) == Counter(state["pile"]), "the pile is known but for its order"
        assert Counter(world["buildings"]) == Counter(state["buildings"]), "so are the buildings"
        for card, (start, end) in self.range.items():
            if card in world["pile"]:
                assert self.is_first
                depth = self.total - 1 - world["pile"].index(card)
                assert start <= depth < end, f"{card} lies at {depth}, not from {start} to {end}"


class Maharaja:
    """Gold moves in the open; only plans are hidden."""

    def __init__(self, state, seat):
        self.seat = seat

    def see(self, mover, text, before, after):
        pass

    def judge(self, state, world):
        for key in state:
            if key != "plans":
                assert world[key] == state[key], f"{key} is known"
        for seat, plan in enumerate(state["plans"]):
            is_known = plan is None or seat == self.seat or state["turn"] == seat or state["acted"][seat]
            if is_known:
                assert world["plans"][seat] == plan, "a plan that was shown is known"
            else:
                assert len(world["plans"][seat]) == 2


class Notes:
    """What somebody knows of a hand: cards that are there, and older ones of which some may have gone unseen."""

    def __init__(self):
        self.certain, self.older, self.still = Counter(), Counter(), 0

    def gain(self, cards):
        self.certain += cards

    def lose(self, cards):
        for card in cards.elements():
            if self.certain[card]:
                self.certain -= Counter([card])
            elif self.older[card]:
                self.older -= Counter([card])
                self.still -= 1

    def lose_unseen(self):
        self.still = max(self.still, 0) + self.certain.total() - 1
        self.older, self.certain = (self.older if self.still else Counter()) + self.certain, Counter()

    def show(self, cards):
        more = cards - self.certain
        self.lose(more & self.older)
        self.certain |= cards

    def fits(self, hand):
        rest = hand - self.certain
        return not self.certain - hand and (rest & self.older).total() >= self.still

    def __str__(self):
        return f"{dict(self.certain)} and {self.still} of {dict(self.older)}"


class Pharaoh:
    """Cards come and go in the open, except for draws from the pile and for taxes, which two seats see."""

    def __init__(self, state, seat):
        self.seat, self.notes = seat, [Notes() for _ in state["hands"]]

    def see(self, mover, text, before, after):
        verb, *words = text.split()
        if text == "draw pile" or (verb == "done" and before["phase"] == "end"):
            return  # drawn unseen
        if verb in ("offer", "counter"):
            self.notes[mover].show(Counter(words[-3].split(",")))
        elif verb in ("tax", "pharaoh", "allow"):
            self.see_guard(mover, verb, before, after)
        else:
            for notes, old, new in zip(self.notes, hands(before), hands(after)):
                notes.lose(old - new)
                notes.gain(new - old)

    def see_guard(self, mover, verb, before, after):
        collector, spent = before["turn"], {"tax": "X", "pharaoh": "P"}.get(verb)
        if spent:
            self.notes[mover].lose(Counter([spent]))
        is_tax = verb == "tax" or before["play"]["card"] == "X"
        if not is_tax or after["play"] is not None:
            return
        for seat, (old, new) in enumerate(zip(hands(before), hands(after))):
            lost = old - new - Counter([spent] if seat == mover and spent else [])
            if seat == collector or not lost:
                continue
            if self.seat == collector:
                self.notes[seat].lose(lost)
            elif self.seat == seat:
                self.notes[collector].gain(lost)
            else:
                self.notes[seat].lose_unseen()

    def judge(self, state, world):
        assert world["hands"][self.seat] == state["hands"][self.seat]
        for seat, notes in enumerate(self.notes):
            if seat != self.seat:
                assert notes.fits(hands(state)[seat]), f"the observer is wrong: {notes}"
                assert notes.fits(hands(world)[seat]), f"seat {seat} was seen to hold {notes}, and holds {world['hands'][seat]}"


SETTINGS = [
    ("byzanz", Byzanz, range(3, 7), ""),
    ("alhambra", Alhambra, range(2, 7), ""),
    ("maharaja", Maharaja, range(2, 6), "advanced=on,many=on"),
    ("maharaja", Maharaja, range(2, 6), ""),
    ("pharaoh", Pharaoh, range(3, 5), "offers=3"),
    ("pharaoh", Pharaoh, range(3, 5), "offers=0"),
]


def play(name, observer, players, options, seed):
    game, dice = Game(name, players, options, seed), random.Random(seed)
    state = game.state()
    observers = [observer(state, seat) for seat in range(players)]
    number = 0
    while not game.is_over():
        seat, move, text = game.draw_move(dice)
        before = state
        game.apply(seat, move)
        number += 1
        state = game.state()
        if game.is_over():
            break
        for watching in observers:
            watching.see(seat, text, before, state)
        if number % 7 == 0:
            for place, watching in enumerate(observers):
                watching.judge(state, game.world(place, number))


def main():
    count = failed = 0
    for name, observer, players, options in SETTINGS:
        for number in players:
            wrong = ""
            for seed in range(1, GAMES + 1):
                try:
                    play(name, observer, number, options, seed)
                except AssertionError as error:
                    wrong = f"game {seed}: {error}"
                    break
            count += 1
            failed += bool(wrong)
            if wrong:
                print("#", wrong)
            print("not ok" if wrong else "ok", count, "-", name, "for", number, options, flush=True)
    print(f"1..{count}")
    return failed > 0


sys.exit(main())
