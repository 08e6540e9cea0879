/*
 * What can be learned of a game from its views and moves alone: which lists have one entry per seat, what others do not see,
 * and how one answers where things can be decided ahead. A game is played with all seats taken, by moves from here and
 * there, and whatever held all the way through is believed. (With fewer seats a list of cards can have as many entries as
 * there are players by chance; with all of them, and to the end of a game, it does not.)
 */
import { type Engine, type Game, SPECTATOR, type View } from "../engine/engine";
import { pageEngine } from "../engine/page";

export interface Study {
  bySeat: Set<string>;
  hands: Set<string>; /* of those: what only its owner sees */
  piles: Set<string>; /* nobody sees what is in them, only how much */
  answers: Set<string>; /* moves of one word of those who were not the first to move in a matter (arkad_matter) */
}

const MOVES = 150;
const SEED = "5".repeat(64);
const SCATTER = 7919; /* a prime */
const known = new Map<string, Study>();

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const lookAt = (study: Study, whole: View, seen: View, players: number): void => {
  for (const [key, value] of Object.entries(seen)) {
    if (!Array.isArray(value) || value.length !== players) study.bySeat.delete(key);
    if (Array.isArray(value) && !isSame(value, whole[key])) study.hands.add(key);
    if (typeof value === "number" && Array.isArray(whole[key])) study.piles.add(key);
  }
};

/* The matter that is being decided, and who moved first in it. */
interface Begun {
  matter: number;
  seat: number;
}

const listen = (study: Study, game: Game, begun: Begun): Begun => {
  const [matter, [seat = 0]] = [game.matter(), game.waits()];
  if (matter !== begun.matter) return { matter, seat };
  if (matter && seat !== begun.seat) for (const move of game.list(seat)) if (!move.includes(" ")) study.answers.add(move);
  return begun;
};

const playOn = (game: Game, n: number): void => {
  const seat = game.waits()[0]!;
  const moves = game.list(seat);
  game.apply(seat, moves[(n * SCATTER) % moves.length]!);
};

const learn = (engine: Engine, name: string): Study => {
  const players = engine.form(name).players[1];
  const game = engine.open();
  game.deal({ game: name, players, options: "", seed: SEED });
  const study: Study = { bySeat: new Set(Object.keys(game.view(SPECTATOR))), hands: new Set(), piles: new Set(), answers: new Set() };
  let begun: Begun = { matter: 0, seat: 0 };
  for (let n = 0; n < MOVES && !game.isOver(); n++) {
    lookAt(study, game.view(-1), game.view(SPECTATOR), players);
    begun = listen(study, game, begun);
    playOn(game, n);
  }
  game.close();
  study.hands = new Set([...study.hands].filter((key) => study.bySeat.has(key)));
  return study;
};

export const studyOf = (name: string): Study => {
  const study = known.get(name) ?? learn(pageEngine(), name);
  known.set(name, study);
  return study;
};
