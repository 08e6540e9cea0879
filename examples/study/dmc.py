"""Deep Monte Carlo on 5 Towers, with PyTorch: dmc.py [--minutes 10] [--out towers.npz].

The net plays all seats of a thousand games at once against itself, now and then a move by chance. When a game is over, every
move of it is told how it ended for whoever made it, and the net learns to say so beforehand. That is all of the method
(as in DouZero): no search, no discount, no critic. At the end it plays against a bot, in whose seat nobody learns.
"""

import argparse
import time

import numpy as np
import torch

import arkad
from players import Learned, describe, describe_moves

FIRST, SECOND = 192, 96


class Net(torch.nn.Module):
    def __init__(self, position, move):
        super().__init__()
        self.of_position, self.of_move = torch.nn.Linear(position, FIRST), torch.nn.Linear(move, FIRST, bias=False)
        self.second, self.last = torch.nn.Linear(FIRST, SECOND), torch.nn.Linear(SECOND, 1)

    def forward(self, position, move):
        layer = torch.relu(self.of_position(position) + self.of_move(move))
        return self.last(torch.relu(self.second(layer)))[:, 0]

    def player(self, stray=0.0, seed=0):
        """The same net as a player; it sees the weights as they change."""
        modules = {"of_position": self.of_position.weight, "of_move": self.of_move.weight, "first": self.of_position.bias}
        modules.update(second=self.second.weight, second_bias=self.second.bias, last=self.last.weight, last_bias=self.last.bias)
        return Learned({name: tensor.detach().numpy() for name, tensor in modules.items()}, stray, seed)


def outcome(batch):
    """How a game that has just ended went for each seat: the win, and a little of how clear it was."""
    scores = batch.scores.astype(np.float32)
    others = np.stack([np.delete(scores, seat, 1).max(1) for seat in range(batch.players)], 1)
    return batch.rewards + 0.5 * np.tanh((scores - others) / 15)


class Memory:
    """The moves of games that are not over yet, step by step."""

    def __init__(self, batch):
        self.batch, self.steps, self.begun = batch, [], np.zeros(batch.count, int)
        self.now = 0

    def note(self, position, move):
        self.steps.append((position.astype(np.float16), move.astype(np.float16), self.batch.seats.astype(np.intp)))
        self.now += 1

    def learned(self):
        """What is known now: positions, moves and outcomes of the games that ended in this step."""
        over = np.flatnonzero(self.batch.ends)
        ended = outcome(self.batch)
        first = self.now - len(self.steps)
        found = []
        for at in range(max(first, self.begun[over].min(initial=self.now)), self.now):
            rows = over[self.begun[over] <= at]
            position, move, seats = self.steps[at - first]
            found.append((position[rows], move[rows], ended[rows, seats[rows]]))
        self.begun[over] = self.now
        del self.steps[: max(0, self.begun.min() - first)]
        return [np.concatenate(parts) for parts in zip(*found)] if found else None


def train(players, minutes, count, seed, tell=print):
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    batch = arkad.Batch("towers", players, count, seed, width=32)
    fields, seats = batch.fields, batch.seats.astype(np.intp)
    net = Net(describe(fields, seats).shape[1], describe_moves(batch.moves[:, 0], np.zeros((count, 5))).shape[1])
    player, memory = net.player(stray=0.2, seed=seed), Memory(batch)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    start = told = time.monotonic()
    games, waiting, size = 0, [], 0
    while (part := (time.monotonic() - start) / 60 / minutes) < 1:
        player.stray = 0.2 * (1 - part) ** 2 + 0.01
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * (1 - 0.95 * part)
        choices, position, move = player.consider(batch)
        memory.note(position, move)
        batch.step(choices)
        if batch.ends.any():
            games += int(batch.ends.sum())
            waiting.append(memory.learned())
            size += len(waiting[-1][2])
        if size > 20_000:
            loss = learn(net, optimizer, waiting)
            waiting, size = [], 0
            if time.monotonic() - told > 20:
                told = time.monotonic()
                tell(f"{told - start:5.0f} s {games:8} games, off by {loss:.3f}")
    tell(f"{games} games, {games / (time.monotonic() - start):.0f} a second")
    return net


def learn(net, optimizer, waiting):
    """Twice through what came in, in an order by chance: playing takes longer than learning."""
    position, move, ended = (torch.from_numpy(np.concatenate(parts)).float() for parts in zip(*waiting))
    losses = []
    for rows in torch.cat([torch.randperm(len(ended)), torch.randperm(len(ended))]).split(512):
        loss = torch.nn.functional.mse_loss(net(position[rows], move[rows]), ended[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return float(np.mean(losses))


def match(player, name, players, games, seed):
    """The share of games that the player wins in one seat against bots in all others, each seat equally often; `share` of 1 is
    what chance brings."""
    game, won = arkad.Game("towers"), 0.0
    bot = arkad.Bot(game, name)
    batch = arkad.Batch(game, players, games, seed, width=32)
    mine, over = np.arange(games) % players, np.zeros(games, bool)
    for number in range(10**6):
        choices = player.choose(batch).astype(np.int64)
        for at in np.flatnonzero((batch.seats != mine) & ~over):
            chosen = bot.choose(batch.view(at), int(batch.seats[at]), seed=number * games + int(at), temper=int(at))
            choices[at] = (batch.moves[at, : batch.counts[at]] == np.frombuffer(chosen.raw, np.uint8)).all(1).argmax()
        choices[over] = -1
        batch.step(choices)
        ended = batch.ends.astype(bool) & ~over
        won += batch.rewards[ended, mine[ended]].sum()
        over |= ended
        if over.all():
            return won / games


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--count", type=int, default=1024, help="games at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=400, help="of each match at the end")
    parser.add_argument("--against", nargs="*", default=["random", "1"])
    parser.add_argument("--out", default="towers.npz")
    asked = parser.parse_args()
    net = train(asked.players, asked.minutes, asked.count, asked.seed)
    player = net.player()
    player.write(asked.out)
    for name in asked.against:
        share = match(player, name, asked.players, asked.games, asked.seed + 1)
        error = 1.96 * (share * (1 - share) / asked.games) ** 0.5
        print(f"against {name}: wins {100 * share:.1f} % ± {100 * error:.1f} of {asked.games} games; chance: {100 / asked.players:.1f} %")


if __name__ == "__main__":
    main()
