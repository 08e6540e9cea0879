"""Who has the advantage of going first? first_player.py [--games 2000] [--bot search:20] [--out first.svg].

Every game is played by the same bot in all seats, so that nothing but the seat makes a difference; which seat begins is an
option of each game. Told is each seat's share of wins, counted from the seat that begins, with its 95 % interval, and drawn.
"""

import argparse
import math

import arkad

COLOURS = ("#2b5c8a", "#c8553d", "#588157", "#8d6a9f", "#b08900", "#5f6b73")


def shares(name, players, games, bot):
    """Shares of wins by turn: 0 is the seat that begins."""
    game = arkad.Game(name)
    options = "starter=0" + (",offers=2" if name == "pharaoh" else "")
    if bot == "random":
        return by_chance(game, players, games, options)
    bots = [arkad.Bot(game, bot)] * players
    won = [0.0] * players
    for seed in range(games):
        result = arkad.play(game.setup(players, options, seed), bots, seed).result
        won = [sum(pair) for pair in zip(won, result.shares)]
    return [wins / games for wins in won]


def by_chance(game, players, games, options):
    """The same with a batch: thousands of games a second."""
    import numpy as np

    batch, random = arkad.Batch(game, players, games, 1, options), np.random.default_rng(1)
    won, over = np.zeros(players), np.zeros(games, bool)
    while not over.all():  # one game a row: counting what ends first would prefer short games
        batch.step(np.where(over, -1, batch.sample(random)))
        won += batch.rewards.sum(0)
        over |= batch.ends.astype(bool)
    return list(won / games)


def interval(share, games):
    """Wilson's, 95 %."""
    z = 1.96
    middle, spread = share + z * z / (2 * games), z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def plot(rows, games):
    """Bars as SVG, with intervals; 1 is a fair share."""
    width, height, gap = 720, 320, 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">']
    out.append('<rect width="100%" height="100%" fill="#fff"/>')
    level = lambda multiple: height - 50 - multiple * 120  # noqa: E731
    out.append(f'<path d="M40 {level(1)}H{width - 10}" stroke="#888" stroke-dasharray="4"/><text x="8" y="{level(1) + 4}">fair</text>')
    group = (width - 60) / len(rows)
    for number, (title, found) in enumerate(rows):
        bar = (group - gap) / len(found)
        for seat, share in enumerate(found):
            x, low, high = 50 + number * group + seat * bar, *interval(share, games)
            top, fair = level(share * len(found)), len(found)
            out.append(f'<rect x="{x:.1f}" y="{top:.1f}" width="{bar - 3:.1f}" height="{level(0) - top:.1f}" fill="{COLOURS[seat]}"/>')
            out.append(f'<path d="M{x + bar / 2 - 1.5:.1f} {level(low * fair):.1f}V{level(high * fair):.1f}" stroke="#222"/>')
        out.append(f'<text x="{50 + number * group:.1f}" y="{height - 28}">{title}</text>')
    legend = "".join(f'<tspan fill="{COLOURS[i]}">{word} </tspan>' for i, word in enumerate(("first", "second", "third", "fourth", "fifth", "sixth")[: max(len(found) for _, found in rows)]))
    out.append(f'<text x="50" y="{height - 8}">{legend}</text></svg>')
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--bot", default="random")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--out", default="first.svg")
    asked = parser.parse_args()
    rows = []
    for game in arkad.games():
        found = shares(game.name, asked.players, asked.games, asked.bot)
        rows.append((game.title, found))
        said = "  ".join(f"{100 * share:5.1f} % ({100 * low:.1f}–{100 * high:.1f})" for share in found for low, high in [interval(share, asked.games)])
        print(f"{game.title:14} {said}", flush=True)
    with open(asked.out, "w", encoding="utf-8") as file:
        file.write(plot(rows, asked.games))


if __name__ == "__main__":
    main()
