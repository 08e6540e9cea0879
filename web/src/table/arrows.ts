/* Arrows go from thing to thing within a group, to the nearest one that way; Tab goes past the whole group. */

const GROUPS =
  ".hand, .skyline.big, .display, .lot, .stalls, .yard, .money, .open, .sites, .pha-ways, .map, .gov-track, .gov-strip, .mah-actions, .move-list, .trade-cards, .trade-kinds, .majority";
const THINGS = "button, a[href], [role=button]";

const ways: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Thing = HTMLElement | SVGElement;

const middle = (thing: Thing): [number, number] => {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

const thingsOf = (group: Element): Thing[] =>
  [...group.querySelectorAll<Thing>(THINGS)].filter((thing) => thing.getClientRects().length > 0);

/* What lies aside counts double, so that a row is walked along. */
const nearest = (from: Thing, others: Thing[], [dx, dy]: [number, number]): Thing | undefined => {
  const [x, y] = middle(from);
  const far = (thing: Thing): number => {
    const [ox, oy] = middle(thing);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    return ahead > 1 && aside <= 2 * ahead ? ahead + 2 * aside : Infinity;
  };
  const distances = others.map((thing) => ({ thing, distance: far(thing) }));
  return distances.filter(({ distance }) => distance < Infinity).sort((a, b) => a.distance - b.distance)[0]?.thing;
};

/* Whether the key was an arrow that moved the focus. Tab only jumps to the group's end and then goes on by itself. */
export const moveFocus = (event: KeyboardEvent): boolean => {
  const from = document.activeElement as Thing | null;
  const group = from?.closest(GROUPS);
  if (!from || !group || !from.matches(THINGS)) return false;
  const things = thingsOf(group);
  if (event.key === "Tab") {
    (event.shiftKey ? things[0] : things.at(-1))?.focus({ preventScroll: true });
    return false;
  }
  const way = ways[event.key];
  const next = way && nearest(from, things, way);
  if (!way) return false;
  next?.focus();
  event.preventDefault();
  return true;
};
