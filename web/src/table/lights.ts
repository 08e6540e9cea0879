/* Lights up on the table what a move is about: the bot's hint, or the line of the log that is pointed at. */
import { useEffect } from "preact/hooks";
import type { GameTable, Scene } from "./game";
import { wordsOf } from "./picks";

const KINDS = ["card", "place", "token", "stall", "tower", "character"];

/* Cards may be written together, by level: 3:33 are two of them. */
const thingsIn = (word: string): string[] => (word.includes(":") ? [...word.split(":")[1]!] : [word]);

/* As often as the move names it; what lies in my own place first. */
const findAll = (app: Element, about: string, count: number): Element[] =>
  [".own", ".floor", ".seats"].flatMap((part) => [...app.querySelectorAll(`${part} [data-about="${CSS.escape(about)}"]`)]).slice(0, count);

const lit = (app: Element, scene: Scene, table: GameTable, move: string): Element[] => {
  const counts = new Map<string, number>();
  for (const about of table.lights?.(scene, move) ?? wordsOf(move).flatMap(thingsIn).flatMap((word) => KINDS.map((kind) => `${kind} ${word}`)))
    counts.set(about, (counts.get(about) ?? 0) + 1);
  return [...counts].flatMap(([about, count]) => findAll(app, about, count));
};

/* Until it is another move, or none. The table may be drawn anew meanwhile. */
export const useLights = (scene: Scene, table: GameTable, move: string | null, mark: string): void =>
  useEffect(() => {
    const app = document.querySelector(".app");
    if (!app || !move) return;
    const light = (): void => lit(app, scene, table, move).forEach((thing) => thing.setAttribute(mark, ""));
    const watcher = new MutationObserver(light);
    watcher.observe(app, { childList: true, subtree: true });
    light();
    return () => {
      watcher.disconnect();
      app.querySelectorAll(`[${mark}]`).forEach((thing) => thing.removeAttribute(mark));
    };
  }, [move]);
