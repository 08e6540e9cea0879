/* The view of Oh, Pharaoh!, its cards and its notation of levels. */
import type { Face } from "client/art";
import type { View } from "client/engine/engine";
import type { Namer, Scene } from "client/table/game";
import { t } from "client/words";

/* Bottom level first; "44*": two stones and a joker. */
export interface Pyramid {
  base: number;
  levels: string[];
}

export interface Offer {
  from: number;
  to: number; /* who is to answer now */
  all: boolean;
  give: string[];
  want: string[];
  counter: boolean;
}

export interface Pharaoh extends View {
  turn: number | null;
  turns: number;
  pile: string[] | number;
  discard: string[];
  open: (string | null)[];
  hands: (string[] | number)[];
  pyramids: Pyramid[][];
  points: number[];
  marker: number;
  two: boolean;
  three: boolean;
  last: boolean;
  offers: number;
  offer: Offer | null;
  play: { card: string; from: number; target: number | null; pyramid: number | null; asked: number[]; pharaohs: number[] } | null;
  die: number | null;
  discarded: boolean;
}

export type S = Scene<Pharaoh>;

/* In the order of a hand. */
export const cards = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "T", "X", "P"];
const kinds: Record<string, [kind: string, glyph: string]> = {
  "*": ["joker", "scarab"],
  T: ["thief", "thief"],
  X: ["tax", "tax"],
  P: ["pharaoh", "pharaoh"],
};

export const faceIn = (sitting: Namer, card: string): Face => {
  const [kind, glyph] = kinds[card] ?? [card, `stone-${card}`];
  const label = sitting.card(card);
  const isStone = !kinds[card];
  return { kind: `pharaoh-${kind}`, glyph: `g-${glyph}`, value: isStone ? card : "", word: isStone ? "" : t(`web.pharaoh.word.${card}`), label, code: card };
};

export const faceOf = ({ sitting }: S, card: string): Face => faceIn(sitting, card);

/* What I know of another's hand: at least `still` of the doubtful cards are there besides the certain ones. */
export interface Known {
  certain: string[];
  doubtful: string[];
  still: number;
}

export const knownOf = ({ sitting }: S, seat: number): Known =>
  (sitting.memory()["hands"] as (Known | null)[] | undefined)?.[seat] ?? { certain: [], doubtful: [], still: 0 };

/* Each kind once, with how many there are of it. */
export const counted = (some: string[]): [card: string, count: number][] =>
  cards.map((card): [string, number] => [card, some.filter((other) => other === card).length]).filter(([, count]) => count);

/* The seats after this one, clockwise. */
export const othersFrom = ({ sitting }: S, seat: number): number[] =>
  Array.from({ length: sitting.players - 1 }, (_, i) => (seat + 1 + i) % sitting.players);

export const sorted = (some: string[]): string[] => [...some].sort((a, b) => cards.indexOf(a) - cards.indexOf(b));
export const sizeOf = (hand: string[] | number | undefined): number => (typeof hand === "number" ? hand : (hand?.length ?? 0));
export const handOf = ({ view, me }: S): string[] => (me === null ? [] : (view.hands[me] as string[]));

/* The cards of each level by its number. */
export type Levels = Map<number, string>;

export const levelsOf = (pyramid: Pyramid): Levels => new Map(pyramid.levels.map((level, i) => [pyramid.base + i, level]));

/* "4:44* 5:55" */
export const readLevels = (text: string): Levels =>
  new Map(text.split(" ").map((level) => [Number(level.split(":")[0]), level.split(":")[1]!]));

export const writeLevels = (levels: Levels): string =>
  [...levels].sort(([a], [b]) => a - b).map(([number, level]) => `${number}:${level}`).join(" ");

/* What the engine counts. */
interface Facts {
  worth: number[][]; /* by seat and pyramid */
  fields: [two: number, three: number, last: number]; /* of the track, from which the rules are others */
}

export const factsOf = ({ sitting }: S): Facts => sitting.facts() as Facts;
