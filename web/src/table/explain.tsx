/*
 * Explanations at hand: what a thing at the table is, and what it counts now, in the engine's words. Things say what they
 * are about with data-about ("card c4", "place v13", "action bid", "number pile", "points 2"). Resting on one with a
 * mouse shows a tip; a long press or the key i opens a sheet, which leads to the section of the rules and to everything else
 * that lies on the table, so that nothing needs a pointer. What it says (about.tsx) is loaded when it is first asked.
 */
import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { later } from "../later";
import { need } from "../words";
import type { AboutProps } from "./about";
import type { GameTable, Scene } from "./game";

export interface Topic {
  about: string; /* kind and word; empty: what is asked */
  label: string; /* what the thing calls itself on the page */
}

const REST_MS = 450; /* until a tip is shown */
const PRESS_MS = 500; /* a long press */
const STEADY_PX = 10; /* a finger that moves more than that scrolls */

const loadAbout = async (): Promise<typeof import("./about")> => {
  const [about] = await Promise.all([import("./about"), need("explain")]);
  return about;
};

export const About = later<AboutProps>("about", () => loadAbout().then(({ About }) => About));
export const RulesBeside = later<{ game: string; section: number; onClose: () => void }>("rules-beside", () =>
  import("./rules-beside").then(({ RulesBeside }) => RulesBeside),
);
const TipShown = later<{ scene: Scene; tip: Tip }>("tip", () => loadAbout().then(({ TipShown }) => TipShown));

/* The heading, by its number in the text, that a thing is explained under: its own, that of its kind, or that of the phase. */
export const sectionOf = ({ view }: Scene, { sections = {} }: GameTable, about: string): number =>
  sections[about] ?? sections[about.split(" ")[0]!] ?? sections[`phase ${view.phase}`] ?? 0;

/* As it is read aloud, or what is written on it, without keys and remarks. */
const labelOf = (thing: Element): string => {
  const spoken = thing.getAttribute("aria-label") ?? thing.querySelector(":scope > title")?.textContent;
  if (spoken) return spoken;
  const written = thing.cloneNode(true) as Element;
  for (const remark of written.querySelectorAll("kbd, small, [aria-hidden]")) remark.remove();
  const texts = document.createTreeWalker(written, NodeFilter.SHOW_TEXT);
  const parts: string[] = [];
  while (texts.nextNode()) parts.push(texts.currentNode.nodeValue!.trim());
  return parts.filter(Boolean).join(" ");
};

export const topicOf = (thing: Element): Topic => ({ about: thing.getAttribute("data-about")!, label: labelOf(thing) });

/* ---- Pointers and keys --------------------------------------------------------------------------------------------------- */

const thingAt = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest("[data-about]") : null);

export interface Tip extends Topic {
  x: number;
  y: number;
  isAbove: boolean;
}

const tipAt = (thing: Element): Tip => {
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  const isAbove = bottom > innerHeight * 0.6;
  return { ...topicOf(thing), x: (left + right) / 2, y: isAbove ? top - 8 : bottom + 8, isAbove };
};

/* Mouse: a tip while it rests on something. */
const useHover = (tip: Signal<Tip | null>): void =>
  useEffect(() => {
    let timer = 0;
    const hide = (): void => {
      clearTimeout(timer);
      tip.value = null;
    };
    const over = (event: PointerEvent): void => {
      hide();
      const thing = event.pointerType === "mouse" && !document.querySelector("dialog[open]") ? thingAt(event.target) : null;
      if (thing) timer = setTimeout(() => thing.isConnected && (tip.value = tipAt(thing)), REST_MS);
    };
    const ends = ["pointerdown", "keydown", "scroll"] as const;
    document.addEventListener("pointerover", over);
    for (const end of ends) document.addEventListener(end, hide, true);
    return () => {
      hide();
      document.removeEventListener("pointerover", over);
      for (const end of ends) document.removeEventListener(end, hide, true);
    };
  }, []);

/* Touch: a finger that stays where it is opens the sheet, and what it lies on is not picked. */
const useLongPress = (open: (topic: Topic) => void): void =>
  useEffect(() => {
    let timer = 0;
    let from = { x: 0, y: 0 };
    const stop = (): void => clearTimeout(timer);
    const swallow = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const down = (event: PointerEvent): void => {
      stop();
      const thing = event.pointerType === "touch" ? thingAt(event.target) : null;
      if (!thing) return;
      from = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        document.addEventListener("click", swallow, { capture: true, once: true });
        document.addEventListener("pointerdown", () => document.removeEventListener("click", swallow, true), { capture: true, once: true });
        open(topicOf(thing));
      }, PRESS_MS);
    };
    const move = (event: PointerEvent): void => {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STEADY_PX) stop();
    };
    const menu = (event: Event): void => {
      if (thingAt(event.target) && matchMedia("(pointer: coarse)").matches) event.preventDefault();
    };
    const listeners: [string, (event: never) => void][] = [["pointerdown", down], ["pointermove", move], ["pointerup", stop], ["pointercancel", stop], ["contextmenu", menu]];
    for (const [name, listener] of listeners) document.addEventListener(name, listener as EventListener);
    return () => {
      stop();
      for (const [name, listener] of listeners) document.removeEventListener(name, listener as EventListener);
    };
  }, []);

/* The key i: what has the focus, else what the mouse is on, else what is asked. */
export const topicInFocus = (): Topic => {
  const thing = thingAt(document.activeElement) ?? [...document.querySelectorAll(".app [data-about]:hover")].at(-1);
  return thing ? topicOf(thing) : { about: "", label: "" };
};

/* What a mouse and a finger ask. */
export const Tips = ({ scene, onOpen }: { scene: Scene; onOpen: (topic: Topic) => void }): JSX.Element | null => {
  const tip = useSignal<Tip | null>(null);
  useHover(tip);
  useLongPress(onOpen);
  return tip.value && <TipShown scene={scene} tip={tip.value} />;
};
