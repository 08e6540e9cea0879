/*
 * What just happened, shown briefly: cards fly from where they were to where they are, numbers that changed light up. The
 * table is drawn at once and never waits: what flies are copies over it, and any touch ends them all.
 *
 * Games need not know of this. Before a new view is drawn, everything with a data-c (what a card is) is noted with its
 * place; afterwards cards of the same code are paired, nearest first. What has no pair came out of a pile or somebody's
 * hand, or went to somebody. Pieces of a drawing have a name of their own, data-fly, and move themselves.
 */
import { effect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { pace } from "../settings";
import type { Sitting } from "../sitting";

interface Thing {
  code: string;
  box: DOMRect;
  element: HTMLElement;
  copy: HTMLElement; /* as it looked then: the element may show another card now */
}

interface Picture {
  things: Thing[];
  pieces: Map<string, DOMRect>;
  numbers: string[];
}

const MOVE_MS = 260;
const REVEAL_MS = 420;
const APART_MS = 60;
const ALL_MS = 700;
const OUTLINE_MS = 2000;
const EASE = "cubic-bezier(.2, .7, .2, 1)";
const NEAR_PX = 14; /* a picked card is lifted less than that */
const NUMBERS = ".standing li > b, .facts b, .sums dd, .mah-facts b, .pile b, .majority tfoot td";
/* Cards that only represent others: offers, and what is composed. */
const STILL = ".pha-event, .pha-trade, dialog";
const paces = { calm: 1.5, normal: 1, quick: 0.6 } as const;

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/* ---- Before and after ----------------------------------------------------------------------------------------------- */

const isSeen = (box: DOMRect): boolean => box.width > 0 && box.bottom > 0 && box.top < innerHeight;

const look = (app: HTMLElement): Picture => ({
  things: [...app.querySelectorAll<HTMLElement>(":is(.card, .mini)[data-c]")].flatMap((element) => {
    const box = element.getBoundingClientRect();
    return isSeen(box) && !element.closest(STILL) ? [{ code: element.dataset["c"]!, box, element, copy: element.cloneNode(true) as HTMLElement }] : [];
  }),
  pieces: new Map([...app.querySelectorAll<HTMLElement>("[data-fly]")].map((piece) => [piece.dataset["fly"]!, piece.getBoundingClientRect()])),
  numbers: [...app.querySelectorAll(NUMBERS)].map((number) => number.textContent ?? ""),
});

const distance = (a: DOMRect, b: DOMRect): number => Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);

/* Pairs of equal cards, nearest first; those that stayed where they were are left out. */
const pair = (before: Thing[], after: Thing[]): { moved: [Thing, Thing][]; gone: Thing[]; come: Thing[] } => {
  const gone = new Set(before);
  const come = new Set(after);
  const close = before
    .flatMap((from) => after.filter((to) => to.code === from.code).map((to) => ({ from, to, far: distance(from.box, to.box) })))
    .sort((a, b) => a.far - b.far);
  const moved: [Thing, Thing][] = [];
  for (const { from, to, far } of close) {
    if (!gone.has(from) || !come.has(to)) continue;
    gone.delete(from);
    come.delete(to);
    if (far > NEAR_PX) moved.push([from, to]);
  }
  return { moved, gone: [...gone], come: [...come] };
};

/* ---- Flying ----------------------------------------------------------------------------------------------------------- */

const running = new Set<Animation>();

const run = (element: Element, frames: Keyframe[], ms: number, delay_ms: number, ended?: () => void): void => {
  const factor = paces[pace.peek()];
  const animation = element.animate(frames, { duration: ms * factor, delay: delay_ms * factor, easing: EASE, fill: "backwards" });
  running.add(animation);
  const end = (): void => {
    running.delete(animation);
    ended?.();
  };
  animation.addEventListener("finish", end);
  animation.addEventListener("cancel", end);
};

const finish = (): void => {
  for (const animation of [...running]) animation.finish();
};

const shift = (from: DOMRect, to: DOMRect): string =>
  `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width}, ${from.height / to.height})`;

/* A copy that lies over the page exactly where the box is. */
const laid = (copy: HTMLElement, box: DOMRect): HTMLElement => {
  copy.removeAttribute("data-look");
  copy.removeAttribute("aria-pressed");
  copy.setAttribute("aria-hidden", "true");
  copy.setAttribute("inert", "");
  copy.classList.add("flight");
  Object.assign(copy.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(copy);
  return copy;
};

/* To a place where the card lies now. It is not seen there before it has arrived. */
const flyIn = (from: DOMRect, to: Thing, ms: number, delay_ms: number, opacity = 1): void => {
  const copy = laid(to.copy, to.box);
  run(to.element, [{ opacity: 0 }, { opacity: 0 }], ms, delay_ms);
  run(copy, [{ transform: shift(from, to.box), opacity }, { transform: "none" }], ms, delay_ms, () => copy.remove());
};

/* To somebody, where it is not seen any more. */
const flyOut = (from: Thing, to: DOMRect | null, delay_ms: number): void => {
  const copy = laid(from.copy, from.box);
  const end = to ? shift(to, from.box) : "translateY(-24px)";
  run(copy, [{ transform: "none" }, { transform: end, opacity: 0 }], MOVE_MS, delay_ms, () => copy.remove());
};

/* ---- Who and where ------------------------------------------------------------------------------------------------------ */

const boxOf = (app: HTMLElement, selector: string): DOMRect | null => {
  const element = app.querySelector(selector);
  return element && isSeen(element.getBoundingClientRect()) ? element.getBoundingClientRect() : null;
};

/* Where the last move's seat gathers things of this kind: a tower, a wall, or just its mark. */
const placeOf = (app: HTMLElement, seat: number | null, isMine: boolean, kind: string): DOMRect | null => {
  const place = isMine ? ".own" : `.seat[data-seat="${seat}"]`;
  return boxOf(app, `${place} [data-k="${kind}"]:not(.card, .mini)`) ?? (isMine ? null : boxOf(app, `${place} .mark`));
};

const originOf = (app: HTMLElement, thing: Thing): DOMRect | null => {
  const seat = thing.element.closest<HTMLElement>(".seat")?.dataset["seat"];
  return seat === undefined ? boxOf(app, ".pile .card") : boxOf(app, `.seat[data-seat="${seat}"] .mark`);
};

const movePieces = (app: HTMLElement, before: Map<string, DOMRect>): Element[] =>
  [...app.querySelectorAll<SVGGraphicsElement>("[data-fly]")].filter((piece) => {
    const from = before.get(piece.dataset["fly"]!);
    const to = piece.getBoundingClientRect();
    const scale = 1 / (piece.getScreenCTM?.()?.a ?? 1);
    if (from && distance(from, to) < NEAR_PX) return false;
    const start = from ? { transform: `translate(${(from.x - to.x) * scale}px, ${(from.y - to.y) * scale}px)` } : { opacity: 0 };
    if (!isStill.matches) run(piece, [start, { transform: "none", opacity: 1 }], REVEAL_MS, 0);
    return true;
  });

const lightNumbers = (app: HTMLElement, before: string[]): void => {
  const numbers = [...app.querySelectorAll(NUMBERS)];
  if (numbers.length !== before.length) return;
  numbers.forEach((number, i) => {
    if (number.textContent !== before[i]) run(number, [{ backgroundColor: "var(--gold)" }, { backgroundColor: "transparent" }], REVEAL_MS, 0);
  });
};

/* Without motion: what changed has a frame for a while. */
const outline = (changed: Element[]): void => {
  for (const element of changed) element.setAttribute("data-changed", "");
  setTimeout(() => changed.forEach((element) => element.removeAttribute("data-changed")), OUTLINE_MS);
};

const show = (app: HTMLElement, before: Picture, seat: number | null, isMine: boolean): void => {
  const after = look(app);
  const { moved, gone, come } = pair(before.things, after.things);
  const pieces = movePieces(app, before.pieces);
  const elsewhere = moved.filter(([from, to]) => from.element.parentElement !== to.element.parentElement);
  if (isStill.matches) return outline([...elsewhere.map(([, to]) => to.element), ...come.map((thing) => thing.element), ...pieces]);
  const count = moved.length + come.length + gone.length;
  const apart = Math.min(APART_MS, (ALL_MS - MOVE_MS) / Math.max(1, count));
  let n = 0;
  for (const [from, to] of moved) flyIn(from.box, to, MOVE_MS, apart * n++);
  for (const thing of gone) flyOut(thing, placeOf(app, seat, isMine, thing.element.dataset["k"] ?? ""), apart * n++);
  for (const thing of come) flyIn(originOf(app, thing) ?? thing.box, thing, REVEAL_MS, apart * n++, 0.2);
  lightNumbers(app, before.numbers);
};

/* ---- For the frame of a table --------------------------------------------------------------------------------------------- */

export const useMotion = (sitting: Sitting): void => {
  const before = useRef<Picture | null>(null);
  const app = (): HTMLElement | null => document.querySelector<HTMLElement>(".app");
  useLayoutEffect(() => {
    /* A signal runs its effects before the page is redrawn. */
    const stop = effect(() => {
      sitting.view.value;
      finish();
      const table = app();
      before.current = table && look(table);
    });
    addEventListener("pointerdown", finish);
    addEventListener("keydown", finish);
    return () => {
      stop();
      finish();
      removeEventListener("pointerdown", finish);
      removeEventListener("keydown", finish);
    };
  }, [sitting]);
  const view = sitting.view.value;
  const last = useRef(view);
  useLayoutEffect(() => {
    const table = app();
    if (last.current === view || !table || !before.current) return;
    last.current = view;
    const seat = sitting.log.peek().at(-1)?.seat ?? null;
    if (!document.hidden) show(table, before.current, seat, seat === sitting.seat);
    before.current = null;
  }, [view]);
};
