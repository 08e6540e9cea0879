/* A finished game in words: every move, what would have been better, and what the scores are made of. */
import { type Count, type Engine, SPECTATOR } from "../engine/engine";
import type { Step } from "../engine/reviewing";
import { t } from "../words";
import { partText } from "../generic/say";
import { endOf, playAgain, type Played } from "./played";

/* What happened with each move, as one who saw everything says it; the first is move 1. */
export const tell = (engine: Engine, played: Played): string[] =>
  playAgain(engine, played, (game, n) => {
    const made = played.moves[n - 1];
    return made ? game.happened(-1, made[0], made[1]) : "";
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

/* Alhambra's points come in three scorings, held on the way: what each of them brought. */
const scorings = (engine: Engine, played: Played): { letter: string; points: number[] }[] => {
  let held = 0;
  let before: number[] = [];
  const found = playAgain(engine, played, (game) => {
    const { scored, points } = game.view(SPECTATOR) as unknown as { scored: string[]; points: number[] };
    const news = scored.length > held ? [{ letter: scored.at(-1)!, points: points.map((now, i) => now - (before[i] ?? 0)) }] : [];
    held = scored.length;
    before = points;
    return news;
  });
  return found?.flat() ?? [];
};

const partName = (game: string, part: string): string =>
  game === "alhambra" ? t("web.pad.part.alhambra.kind", { letter: "C", kind: t(`alhambra.kind.${part}`) }) : partText(game, part);

const tieValue = (part: string, value: number): number | string => (part === "character" ? t(`maharaja.character.${value}`) : value);

export const partRows = (engine: Engine, played: Played): PartRow[] => {
  const { game, players } = played.setup;
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const counts = endOf(engine, played, (end): Count[] => seats.map((seat) => end.count(-1, seat)));
  if (!counts) return [];
  const held = game === "alhambra" ? scorings(engine, played).slice(0, -1) : [];
  const early = held.map(({ letter, points }): PartRow => ({ label: t("web.alhambra.scored", { letter }), values: points.slice(0, players) }));
  const parts = Object.keys(counts[0]!.parts)
    .filter((part) => part !== "before" && counts.some((count) => count.parts[part]))
    .map((part): PartRow => ({ label: partName(game, part), values: counts.map((count) => count.parts[part]!) }));
  const ties = Object.keys(counts[0]!.ties).map(
    (part): PartRow => ({
      label: partText(game, part),
      values: counts.map((count) => tieValue(part, count.ties[part]!)),
      isTie: true,
    }),
  );
  return [...early, ...parts, ...ties];
};
