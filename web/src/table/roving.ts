/*
 * Arrow keys within a group (a hand, a display, the map): Tab goes past a group in one step, arrows walk in it, by what
 * lies nearest in that direction. On the map they follow the roads: a game says so with data-near, the ids of neighbours.
 */
import { useLayoutEffect } from "preact/hooks";

const GROUPS =
  ".hand, .display, .lot, .yard, .money, .stalls, .skyline.big, .open, .sites, .pha-ways, .pha-sites, .map, .gov, .gov-track, .gov-strip, .mah-actions, .majority, .move-list, .moves, .trade-with, .trade-kinds, .trade-deal, .pyramid.pick, .phrases, .plain-cards, .plain-words, .plain-parts";
const ITEMS = 'button:not([disabled]), a[href], [role="button"]';

const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Item = HTMLElement | SVGElement;

const isShown = (item: Element): boolean => item.getClientRects().length > 0;
const itemsOf = (group: Element): Item[] => [...group.querySelectorAll<Item>(ITEMS)].filter(isShown);
const isOpen = (item: Item): boolean => item.getAttribute("aria-disabled") !== "true";

/* In each group Tab stops at one thing: the last one used, otherwise the first that can be touched. */
const settle = (group: Element, at?: Item): void => {
  const items = itemsOf(group);
  const stop = at ?? items.find((item) => item.dataset["at"] === "" && isOpen(item)) ?? items.find(isOpen) ?? items[0];
  for (const item of items) {
    item.setAttribute("tabindex", item === stop ? "0" : "-1");
    if (item === stop) item.dataset["at"] = "";
    else delete item.dataset["at"];
  }
};

const middle = (item: Element): [number, number] => {
  const { x, y, width, height } = item.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
};

/* How far it is in this direction; sideways distance counts double, what is behind not at all. */
const reach = (from: Element, to: Element, [dx, dy]: [number, number]): number => {
  const [[x, y], [toX, toY]] = [middle(from), middle(to)];
  const along = (toX - x) * dx + (toY - y) * dy;
  const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
  return along > 2 && aside < 2.5 * along ? along + 2 * aside : Infinity;
};

const neighbours = (group: Element, item: Item): Item[] => {
  const near = item.dataset["near"]?.split(" ");
  const items = itemsOf(group).filter((other) => other !== item);
  return near ? items.filter((other) => near.includes(other.dataset["node"] ?? "")) : items;
};

const onKey = (event: KeyboardEvent): void => {
  const way = arrows[event.key];
  const item = (event.target as Element | null)?.closest<Item>(ITEMS);
  const group = item?.closest(GROUPS);
  if (!way || !item || !group || event.ctrlKey || event.altKey || event.metaKey) return;
  const next = neighbours(group, item)
    .map((other) => ({ other, far: reach(item, other, way) }))
    .sort((a, b) => a.far - b.far)[0];
  event.preventDefault();
  if (!next || next.far === Infinity) return;
  settle(group, next.other);
  next.other.focus();
};

/* After every drawing of the table. */
export const useRoving = (): void => {
  useLayoutEffect(() => {
    document.querySelectorAll(GROUPS).forEach((group) => settle(group, undefined));
  });
  useLayoutEffect(() => {
    const onFocus = (event: FocusEvent): void => {
      const item = (event.target as Element).closest<Item>(ITEMS);
      const group = item?.closest(GROUPS);
      if (item && group) settle(group, item);
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("focusin", onFocus);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("focusin", onFocus);
    };
  }, []);
};
