/* A finished game in words: every move, what would have been better, and what the scores are made of. */
import { stories } from "games:stories";
import type { Count, Engine } from "../engine/engine";
import type { Step } from "../engine/reviewing";
import { partText } from "../generic/say";
import { endOf, playAgain, type Played, youIn } from "./played";

/* What happened with each move, as one who saw everything says it; the first is move 1. */
export const tell = (engine: Engine, played: Played): string[] =>
  playAgain(engine, played, (game, n) => {
    const made = played.moves[n - 1];
    return made ? game.happened(-1, made[0], made[1], youIn(played)) : "";
  })?.slice(1) ?? [];

/* The move that would have been better there, as something to choose. */
export const better = (engine: Engine, played: Played, step: Step): string => {
  const said = playAgain(engine, played, (game, n) => (n === step.n ? game.choice(step.seat!, step.best!) : ""), step.n);
  return said?.at(-1) ?? step.best ?? "";
};

/* ---- What the scores are made of --------------------------------------------------------------------------------------- */

export interface PartRow {
  label: string;
  values: (number | string)[]; /* by seat */
  isTie?: boolean; /* does not count, but decides between equals */
}

/* What a game has to say of it (story.ts of its folder). */
export interface GameStory {
  early?: (engine: Engine, played: Played) => PartRow[]; /* what was scored before the end */
  part?: (part: string) => string; /* what a part is called, if not web.pad.part.GAME.NAME */
  tie?: (part: string, value: number) => number | string;
}

export const partRows = (engine: Engine, played: Played): PartRow[] => {
  const { game, players } = played.setup;
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const counts = endOf(engine, played, (end): Count[] => seats.map((seat) => end.count(-1, seat)));
  if (!counts) return [];
  const story = stories[game] ?? {};
  const early = story.early?.(engine, played) ?? [];
  const parts = Object.keys(counts[0]!.parts)
    .filter((part) => part !== "before" && counts.some((count) => count.parts[part]))
    .map((part): PartRow => ({ label: story.part?.(part) ?? partText(game, part), values: counts.map((count) => count.parts[part]!) }));
  const ties = Object.keys(counts[0]!.ties).map(
    (part): PartRow => ({
      label: partText(game, part),
      values: counts.map(({ ties }) => story.tie?.(part, ties[part]!) ?? ties[part]!),
      isTie: true,
    }),
  );
  return [...early, ...parts, ...ties];
};
