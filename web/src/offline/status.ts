/*
 * What the player should know about this page and the network: offline or not, whether a new version waits, whether the
 * browser keeps what it is given.
 */
import { computed, signal } from "@preact/signals";
import { isUnkept, trouble } from "../storage";

/* unreachable: there is a network, but the server does not answer. */
export const network = signal<"on" | "offline" | "unreachable">(navigator.onLine ? "on" : "offline");
/* Set while a new version is ready: loads it. */
export const newVersion = signal<(() => void) | null>(null);

/* A server has shown something else than it promised before a deal. */
export const unfair = signal(false);

const RETRY_MS = 20_000;
let retry: ReturnType<typeof setTimeout> | undefined;

/* What a request has shown; while nothing answers, the server is asked now and then. */
export const heard = (isAnswered: boolean): void => {
  clearTimeout(retry);
  network.value = isAnswered ? "on" : navigator.onLine ? "unreachable" : "offline";
  if (!isAnswered) retry = setTimeout(() => void ask(), RETRY_MS);
};

export const ask = async (): Promise<void> => {
  try {
    heard((await fetch("/health", { cache: "no-store" })).ok);
  } catch {
    heard(false);
  }
};

addEventListener("online", () => void ask());
addEventListener("offline", () => heard(false));
/* A game that could not be kept is not lost silently. */
addEventListener("beforeunload", (event) => {
  if (isUnkept("game:")) event.preventDefault();
});

export type Word = "new" | "offline" | "unreachable" | "full" | "no" | "unfair";

/* What there is to say, the most urgent first. */
export const said = computed<Word[]>(() => [
  ...(unfair.value ? (["unfair"] as const) : []),
  ...(trouble.value ? [trouble.value] : []),
  ...(network.value === "on" ? [] : [network.value]),
  ...(newVersion.value ? (["new"] as const) : []),
]);
