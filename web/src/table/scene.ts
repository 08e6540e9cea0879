/* A table being played at: what is picked, refused, hinted and opened, and what touches and keys do to it. */
import { type Signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Hint } from "../engine/engine";
import { nameOf } from "../games";
import { confirms } from "../settings";
import type { Sitting } from "../sitting";
import { t } from "../words";
import { announcement } from "./announce";
import { buttonsOf, press } from "./bar";
import { type Topic, topicInFocus } from "./explain";
import type { GameTable, OnlineParts, Scene } from "./game";
import { type Pick, Picks } from "./picks";
import type { SheetName } from "./sheets";
import { useTurn } from "./turn";

export interface Play {
  scene: Scene;
  refusal: Signal<string | null>;
  hint: Signal<Hint | null>;
  sheet: Signal<SheetName | null>;
  topic: Signal<Topic | null>; /* being explained */
  told: Signal<string | null>; /* the move of the log that is pointed at */
  rules: Signal<number | null>; /* the section that is open beside the table */
  askHint: () => void;
  undo: () => void;
}

/* Picks a thing, or drops it. Where moves are not confirmed, the last thing picked makes the move. */
const touchWith = (sitting: Sitting, picks: Picks, refusal: Signal<string | null>, play: (move: string) => void) => (pick: Pick, why?: string): void => {
  refusal.value = null;
  if (picks.has(pick)) return picks.drop(pick);
  if (!picks.add(pick, sitting.moves.value)) return void (refusal.value = why ?? sitting.instead?.() ?? t("web.no-move-has-that"));
  const only = confirms.value === "off" ? picks.only(sitting.moves.value) : null;
  if (only) play(only);
};

export const useScene = (sitting: Sitting, online: OnlineParts | undefined): Play => {
  const picks = useMemo(() => new Picks(), [sitting]);
  const refusal = useSignal<string | null>(null);
  const hint = useSignal<Hint | null>(null);
  const sheet = useSignal<SheetName | null>(null);
  const topic = useSignal<Topic | null>(null);
  const rules = useSignal<number | null>(null);
  const told = useSignal<string | null>(null);
  const toldOf = useRef<Pick[] | null>(null); /* what was picked when it was refused */
  const names = useComputed(() => sitting.people.value.map((person) => person.name));
  const answered = (why: string | null): void => {
    refusal.value = why;
    if (why) announcement.value = why;
    document.getElementById("bar")?.focus();
  };
  const play = (move: string): void => {
    hint.value = null;
    sheet.value = null;
    void sitting.play(move).then((why) => {
      picks.clear(); /* until then what was picked shows what was sent */
      answered(why);
    });
  };
  const scene: Scene = {
    sitting,
    online,
    view: sitting.view.value,
    me: sitting.seat,
    names: names.value,
    called: (seat) => (seat === sitting.seat && sitting.people.value[seat]!.kind === "me" ? t("say.you.named") : names.value[seat]!),
    moves: sitting.moves.value,
    picks,
    play,
    choose: (picked, why) => {
      toldOf.current = picked;
      refusal.value = why ?? null;
      picks.picked.value = picked;
    },
    touch: touchWith(sitting, picks, refusal, play),
  };
  useSignalEffect(() => {
    const picked = picks.picked.value;
    if (picked.length && picked !== toldOf.current) refusal.value = null; /* the next touch ends it */
  });
  return {
    scene,
    refusal,
    hint,
    sheet,
    topic,
    told,
    rules,
    askHint: () => void sitting.hint().then((found) => (hint.value = found)),
    undo: () => void sitting.undo().then(answered),
  };
};

/* When I am asked something else, what was picked, refused and hinted is gone, and my turn is told. */
export const useQuestions = ({ scene, refusal, hint }: Play): void => {
  const { sitting, picks } = scene;
  const state = sitting.state.value;
  const moveCount = sitting.log.value.length;
  const seen = useRef(-1);
  const askedBefore = useRef("");
  const wasMine = useRef(false); /* a lost connection changes nothing about it */
  if (state !== "lost") wasMine.current = state === "yours";
  useTurn(nameOf(sitting.game), wasMine.current);
  useEffect(() => {
    if (state === "sent" || state === "lost") return; /* what is picked is kept */
    if (seen.current === moveCount && state !== "over") return;
    seen.current = moveCount;
    const asked = `${state} ${sitting.moves.value.join("\n")}`;
    if (asked === askedBefore.current) return; /* another moved meanwhile: I am asked the same, what I picked stays */
    askedBefore.current = asked;
    refusal.value = null;
    hint.value = null;
    picks.clear();
    if (state === "yours") announcement.value = `${t("web.your-turn")}. ${sitting.ask()}`;
  }, [state, moveCount]);
};

/* Enter picks the focused thing if it is not picked yet, or presses the focused button; anywhere else it confirms. */
const confirmsWith = (target: EventTarget | null): boolean =>
  !(target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) || target.getAttribute("aria-pressed") === "true";

const openKeys: Record<string, SheetName> = { "?": "keys", l: "log" };

/* Whether the key meant something here. */
const pressed = ({ scene, refusal, sheet, topic, rules, askHint, undo }: Play, table: GameTable, key: string, target: EventTarget | null): boolean => {
  const { sitting, picks } = scene;
  const buttons = buttonsOf(scene, table);
  const primary = buttons.find((button) => button.isPrimary);
  const lettered = buttons.find((button) => button.key === key);
  if (key === "escape") picks.clear(), (sheet.value = null), (refusal.value = null), (rules.value = null);
  else if (document.querySelector("dialog[open]")) return false;
  else if (key === "enter" && primary && confirmsWith(target)) press(primary, scene);
  else if (lettered) press(lettered, scene);
  else if (key === "m" && scene.moves.length) sheet.value = "all";
  else if (key === "h" && sitting.state.value === "yours" && sitting.hasHints) askHint();
  else if (key === "u" && sitting.canUndo.value) undo();
  else if (key === "c" && sitting.room) sheet.value = "chat";
  else if (key === "i") topic.value = topicInFocus();
  else if (openKeys[key]) sheet.value = openKeys[key];
  else return false;
  return true;
};

export const useKeys = (play: Play, table: GameTable): void =>
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      if (pressed(play, table, event.key.toLowerCase(), event.target)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
