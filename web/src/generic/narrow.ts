/*
 * A move put together word by word. Words that were chosen one after the other are picks of the zone `path`; things that
 * were touched on the table are the others, in any order. Both narrow the listed moves down.
 */
import type { Scene } from "../table/game";
import { contains, type Pick } from "../table/picks";

const PATH = "path";
export const FEW = 4; /* up to this many moves are simply offered in the bar */

export const pathOf = (picks: Pick[]): string[] => picks.filter((pick) => pick.zone === PATH).map((pick) => pick.word);
const touchedIn = (picks: Pick[]): string[] => picks.filter((pick) => pick.zone !== PATH).map((pick) => pick.word);

const fits = (move: string, path: string[], touched: string[]): boolean => {
  const words = move.split(" ");
  return path.every((word, i) => words[i] === word) && contains(words, touched);
};

export const narrowed = (moves: string[], picks: Pick[]): string[] => {
  const [path, touched] = [pathOf(picks), touchedIn(picks)];
  return moves.filter((move) => fits(move, path, touched));
};

export const picksNow = ({ picks }: Scene): Pick[] => picks.picked.value;
export const movesLeft = (scene: Scene): string[] => narrowed(scene.moves, picksNow(scene));

/* The words that all remaining moves continue with: nothing is asked where there is no choice. */
export const settled = (moves: string[], path: string[]): string[] => {
  const whole = [...path];
  for (;;) {
    const next = new Set(moves.map((move) => move.split(" ")[whole.length]));
    const [word] = next;
    if (next.size !== 1 || word === undefined) return whole;
    whole.push(word);
  }
};

export interface Step {
  word: string;
  moves: string[]; /* what is left after it */
}

/* What may come next, each with the moves it leaves; a move may also be whole already. */
export const stepsFrom = (scene: Scene): { path: string[]; steps: Step[]; whole: string | null } => {
  const moves = movesLeft(scene);
  const path = settled(moves, pathOf(picksNow(scene)));
  const steps = new Map<string, string[]>();
  for (const move of moves) {
    const word = move.split(" ")[path.length];
    if (word !== undefined) steps.set(word, [...(steps.get(word) ?? []), move]);
  }
  const text = path.join(" ");
  return { path, steps: [...steps].map(([word, left]) => ({ word, moves: left })), whole: moves.includes(text) ? text : null };
};

export const choosePath = (scene: Scene, path: string[]): void =>
  scene.choose([...path.map((word, place) => ({ zone: PATH, place, word })), ...picksNow(scene).filter((pick) => pick.zone !== PATH)]);

/* One word back; what was touched goes with the last. */
export const stepBack = (scene: Scene): void => {
  const path = pathOf(picksNow(scene));
  scene.choose(path.slice(0, -1).map((word, place) => ({ zone: PATH, place, word })));
};

/* Why no move has this word, as the engine says of the likeliest attempt. */
const whyNot = (scene: Scene, word: string): string | undefined => {
  const begun = settled(scene.moves, pathOf(picksNow(scene)));
  const start = begun.length ? begun.join(" ") : scene.moves[0]?.split(" ")[0];
  return (start && scene.sitting.check(`${start} ${word}`)) ?? undefined;
};

export const isOffered = (scene: Scene, word: string): boolean => scene.moves.some((move) => move.split(" ").includes(word));

/* A thing on the table is touched: picked in addition to the others, or instead of them, or dropped again. */
export const touch = (scene: Scene, pick: Pick): void => {
  const now = picksNow(scene);
  if (scene.picks.has(pick)) return scene.choose(now.filter((other) => other.zone !== pick.zone || other.place !== pick.place));
  const ways = [[...now, pick], [...now.filter((other) => other.zone === PATH), pick], [pick]];
  const way = ways.find((picks) => narrowed(scene.moves, picks).length);
  if (way) scene.choose(way);
  else scene.touch(pick, whyNot(scene, pick.word));
};
