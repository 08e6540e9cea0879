/* What the picked cards of the hand can become: the engine judges every way to lay them into levels. */
import type { Levels, S } from "./view";
import { readLevels, writeLevels } from "./view";

export interface Way {
  move: string;
  pyramid: number | null; /* extended; null: a new one */
  levels: Levels; /* laid */
  worth: number; /* then */
}

const LAST = 9;

/* Every way to give so many jokers a number. */
const jokerWays = (count: number, from = 1): number[][] =>
  count === 0
    ? [[]]
    : Array.from({ length: LAST - from + 1 }, (_, i) => from + i).flatMap((number) =>
        jokerWays(count - 1, number).map((rest) => [number, ...rest]),
      );

const layings = (picked: string[]): Levels[] => {
  const stones = picked.filter((card) => card !== "*");
  return jokerWays(picked.length - stones.length).map((jokers) => {
    const levels: Levels = new Map();
    for (const stone of stones) levels.set(Number(stone), (levels.get(Number(stone)) ?? "") + stone);
    for (const number of jokers) levels.set(number, `${levels.get(number) ?? ""}*`);
    return levels;
  });
};

export const areStones = (picked: string[]): boolean => picked.length > 0 && picked.every((card) => !"TXP".includes(card));

export const waysOf = ({ sitting, view, me }: S, picked: string[]): Way[] => {
  if (me === null || !areStones(picked)) return [];
  const own = view.pyramids[me] ?? [];
  const ways: Omit<Way, "worth">[] = [];
  for (const levels of layings(picked)) {
    const text = writeLevels(levels);
    own.forEach((_, i) => ways.push({ move: `extend ${i + 1} ${text}`, pyramid: i, levels }));
    ways.push({ move: `build ${text}`, pyramid: null, levels });
  }
  return ways
    .filter((way) => !sitting.check(way.move))
    .map((way) => ({ ...way, worth: sitting.figure(way.move) }))
    .sort((a, b) => b.worth - a.worth);
};

/* Why the picked cards can be laid nowhere: the engine's word on the likeliest attempt, jokers beside a stone. */
export const whyNot = ({ sitting, view, me }: S, picked: string[]): string | null => {
  if (me === null || !areStones(picked)) return null;
  const stone = picked.find((card) => card !== "*") ?? "1";
  const levels: Levels = new Map();
  for (const card of picked) {
    const number = Number(card === "*" ? stone : card);
    levels.set(number, (levels.get(number) ?? "") + card);
  }
  const refusals = [`build ${writeLevels(levels)}`, `extend 1 ${writeLevels(levels)}`].map((move) => sitting.check(move));
  return view.pyramids[me]?.length ? refusals[1]! : refusals[0]!;
};

/* Own moves of the list that name levels: salvage 4:44* 5:5. */
export const levelsIn = (move: string): Levels => readLevels(move.slice(move.indexOf(" ") + 1));
