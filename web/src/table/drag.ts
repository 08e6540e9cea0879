/*
 * Dragging, beside tapping: a card that is dragged from the hand to the court, or from the court to one's own place, is
 * picked, as if it had been touched; where something that can be touched lies under it, that is touched as well. A button
 * still makes the move.
 */
import { useLayoutEffect } from "preact/hooks";

const CARDS = ":is(.hand, .floor) button.card:not([aria-disabled=true])";
const ZONES = ".floor, .own, .bar";
const FAR = 10; /* px: less is a touch */

interface Drag {
  card: HTMLElement;
  ghost: HTMLElement | null;
  x: number;
  y: number;
}

/* What follows the finger. */
const ghostOf = (card: HTMLElement): HTMLElement => {
  const { left, top, width, height } = card.getBoundingClientRect();
  const ghost = card.cloneNode(true) as HTMLElement;
  ghost.classList.add("flight", "dragged");
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.querySelector(".app")!.append(ghost);
  return ghost;
};

const drop = ({ card }: Drag, x: number, y: number): void => {
  const under = document.elementFromPoint(x, y);
  const zone = under?.closest(ZONES);
  if (!zone || zone.contains(card)) return;
  if (card.getAttribute("aria-pressed") !== "true") card.click();
  const target = under!.closest<HTMLElement>(".floor [role=button], .floor button, .own button");
  if (target && target !== card && target.getAttribute("aria-disabled") !== "true") target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
};

export const useDrag = (): void =>
  useLayoutEffect(() => {
    let drag: Drag | null = null;
    const onDown = (event: PointerEvent): void => {
      const card = (event.target as Element).closest<HTMLElement>(CARDS);
      drag = card && event.isPrimary && event.button === 0 ? { card, ghost: null, x: event.clientX, y: event.clientY } : null;
    };
    const onMove = (event: PointerEvent): void => {
      if (!drag) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.ghost && Math.hypot(dx, dy) < FAR) return;
      drag.ghost ??= ghostOf(drag.card);
      drag.ghost.style.transform = `translate(${dx}px, ${dy}px)`;
    };
    const end = (): void => {
      drag?.ghost?.remove();
      drag = null;
    };
    const onUp = (event: PointerEvent): void => {
      if (!drag?.ghost) return end();
      const done = drag;
      end();
      /* the click that may follow belongs to the drag */
      const swallow = (click: Event): void => (click.stopPropagation(), click.preventDefault());
      if (document.elementFromPoint(event.clientX, event.clientY)?.closest("button") === done.card) return;
      drop(done, event.clientX, event.clientY);
      document.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 0);
    };
    document.addEventListener("pointerdown", onDown);
    document.addEventListener("pointermove", onMove);
    document.addEventListener("pointerup", onUp);
    document.addEventListener("pointercancel", end);
    return () => {
      end();
      document.removeEventListener("pointerdown", onDown);
      document.removeEventListener("pointermove", onMove);
      document.removeEventListener("pointerup", onUp);
      document.removeEventListener("pointercancel", end);
    };
  }, []);
