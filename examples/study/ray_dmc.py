"""Deep Monte Carlo on many machines, with Ray: ray_dmc.py [--workers 2] [--minutes 5] [--address auto].

Workers play a batch of games against themselves with the weights that they were given last, and hand in the moves of the
games that ended, with how they ended; one learner takes what comes, learns, and gives them its weights. Without --address Ray
is started on this machine for this run.
"""

import argparse
import time

import numpy as np
import ray

import arkad
from dmc import Memory, Net, learn, match
from players import Learned, describe, describe_moves


@ray.remote(num_cpus=1)
class Worker:
    def __init__(self, number, count):
        self.batch = arkad.Batch("towers", 2, count, number, width=32)
        self.memory, self.number = Memory(self.batch), number

    def play(self, weights, stray, steps):
        """So many steps; what is known of games that ended meanwhile."""
        player, found = Learned(weights, stray, self.number), []
        for _ in range(steps):
            choices, position, move = player.consider(self.batch)
            self.memory.note(position, move)
            self.batch.step(choices)
            if self.batch.ends.any():
                found.append(self.memory.learned())
        return [np.concatenate(parts) for parts in zip(*found)] if found else None


def train(workers, minutes, count, steps=20):
    import torch

    torch.manual_seed(1)
    torch.set_num_threads(1)
    sample = arkad.Batch("towers", 2, 1, width=32)
    position = describe(sample.fields, sample.seats.astype(np.intp)).shape[1]
    net = Net(position, describe_moves(sample.moves[:, 0], np.zeros((1, 5))).shape[1])
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    crew = {worker.play.remote(net.player().weights, 0.2, steps): worker for worker in (Worker.remote(number, count) for number in range(workers))}
    start, handed_in = time.monotonic(), [0] * workers
    numbers = {worker: number for number, worker in enumerate(crew.values())}
    while (part := (time.monotonic() - start) / 60 / minutes) < 1 or not all(handed_in):
        (done,), _ = ray.wait(list(crew))
        worker, found = crew.pop(done), ray.get(done)
        crew[worker.play.remote(net.player().weights, 0.2 * (1 - min(part, 1)) + 0.01, steps)] = worker
        if found:
            learn(net, optimizer, [found])
            handed_in[numbers[worker]] += len(found[2])
    print(f"moves handed in by each worker: {' '.join(map(str, handed_in))}")
    return net


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--count", type=int, default=256, help="games at once, of each worker")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--address")
    parser.add_argument("--out", default="towers.npz")
    asked = parser.parse_args()
    ray.init(address=asked.address, num_cpus=None if asked.address else asked.workers, include_dashboard=False, logging_level="warning")
    player = train(asked.workers, asked.minutes, asked.count).player()
    ray.shutdown()
    player.write(asked.out)
    print(f"against random: wins {100 * match(player, 'random', 2, asked.games, 2):.1f} % of {asked.games} games")


if __name__ == "__main__":
    main()
