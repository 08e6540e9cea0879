/*
 * Who I am at the server. Nobody at first: a guest account is made when one is needed, so that playing on this machine
 * needs none. Tabs of one browser share the cookie, and tell each other when it changes.
 */
import { effect, signal } from "@preact/signals";
import { type Account, get, patch, post, Refused, remove } from "../api";
import { forget, keep, read } from "../storage";
import { lang } from "../words";
import { line } from "./line";

const KEY = "who"; /* my number, as far as this browser knows: the cookie itself cannot be read */

export const me = signal<Account | null>(null);
/* Whether the server was asked, if there was a reason to. */
export const isKnown = signal(read(KEY) === null);

const become = (account: Account | null): void => {
  if (account?.id !== me.peek()?.id) line.restart(account !== null);
  me.value = account;
  isKnown.value = true;
  if (account) keep(KEY, account.id);
  else forget(KEY);
};

/* Asks the server who I am, if this browser was somebody before. */
export const meet = async (): Promise<void> => {
  if (read(KEY) === null) return become(null);
  try {
    become(await get<Account>("/me"));
  } catch (error) {
    if (error instanceof Refused && error.status === 401) become(null);
  }
};

/* Whoever I am already, else a guest. */
export const comeIn = async (): Promise<Account> => {
  if (!me.peek()) become(await post<Account>("/guest", { lang: lang.peek() }));
  return me.peek()!;
};

/* ---- Accounts ------------------------------------------------------------------------------------------------------------ */

/* The guest that I am keeps its games. */
export const signUp = async (name: string, password: string, email: string): Promise<void> => {
  await comeIn();
  become(await post<Account>("/account", email ? { name, password, email } : { name, password }));
};

export const signIn = async (name: string, password: string): Promise<void> =>
  become(await post<Account>("/login", { name, password }));

export const signOut = async (everywhere: boolean): Promise<void> => {
  await post("/logout", everywhere ? { everywhere } : {});
  become(null);
};

export const change = async (changes: { name?: string; email?: string | null; lang?: string }): Promise<void> =>
  become(await patch<Account>("/me", changes));

export const changePassword = (old: string, fresh: string): Promise<void> => post("/password", { old, new: fresh });

export const goOnVacation = async (days: number): Promise<void> => become(await post<Account>("/vacation", { days }));
export const endVacation = async (): Promise<void> => become(await remove<Account>("/vacation"));

export const deleteAccount = async (password: string): Promise<void> => {
  await remove("/me", me.peek()?.kind === "guest" ? {} : { password });
  become(null);
};

/* ---- In step -------------------------------------------------------------------------------------------------------------- */

window.addEventListener("storage", (event) => {
  if (event.key === KEY) void meet();
});

/* The server speaks to me as the page does. */
effect(() => {
  const account = me.value;
  if (account && account.lang !== lang.value) change({ lang: lang.value }).catch(() => undefined);
});

line.onStranger = () => void meet();
