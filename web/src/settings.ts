/* What a player has chosen for this browser: kept here, and told to the styles as attributes of the page. */
import { effect, signal, type Signal } from "@preact/signals";
import { keep, read } from "./storage";

const kept = <T extends string>(key: string, values: readonly T[], standard: T): Signal<T> => {
  const stored = read(key) as T | null;
  const setting = signal(stored !== null && values.includes(stored) ? stored : standard);
  effect(() => keep(key, setting.value));
  return setting;
};

const answers = ["on", "off"] as const;
export const themes = ["system", "light", "dark"] as const;
export const paces = ["calm", "normal", "quick"] as const;

export const theme = kept("theme", themes, "system");
export const pace = kept("pace", paces, "normal");
/* Whether touching only picks a thing, and a button makes the move. */
export const confirms = kept("confirms", answers, "on");
/* Patterns and signs beside every colour that means something. */
export const marks = kept("marks", answers, "off");

/* How the cards of a hand lie. */
export const handOrders = ["kind", "value"] as const;
export const handOrder = kept("hand-order", handOrders, "kind");

/* Soft tones for my turn, moves and the end. */
export const sound = kept("sound", answers, "off");

/* Mine at tables on this machine; empty: a guest. */
export const ownName = signal(read("name") ?? "");
effect(() => keep("name", ownName.value));

/* How long a bot's move is shown before the next. */
const pauses = { calm: 1400, normal: 700, quick: 200 } as const;
export const pause = (): Promise<void> => new Promise((done) => setTimeout(done, pauses[pace.peek()]));

effect(() => {
  const page = document.documentElement.dataset;
  if (theme.value === "system") delete page["theme"];
  else page["theme"] = theme.value;
  page["pace"] = pace.value;
  page["marks"] = marks.value;
});
