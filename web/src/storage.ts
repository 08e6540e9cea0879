/*
 * What the browser keeps for this page. That may be blocked or full: then things are kept only until the page is closed,
 * and `trouble` says so, until everything is kept again.
 */
import { signal } from "@preact/signals";

/* no: nothing can be kept here; full: there was no more room. */
export const trouble = signal<null | "no" | "full">(null);

const unkept = new Map<string, string>();

const isThere = (): boolean => {
  try {
    localStorage.length;
    return true;
  } catch {
    return false;
  }
};
const hasStorage = isThere();

export const read = (key: string): string | null => unkept.get(key) ?? (hasStorage ? localStorage.getItem(key) : null);

export const keep = (key: string, text: string): void => {
  try {
    localStorage.setItem(key, text);
    unkept.delete(key);
    if (trouble.peek() && !unkept.size) trouble.value = null;
  } catch {
    unkept.set(key, text);
    trouble.value = hasStorage ? "full" : "no";
  }
};

export const forget = (key: string): void => {
  unkept.delete(key);
  if (hasStorage) localStorage.removeItem(key);
};

/* Whether something of this kind would be lost now. */
export const isUnkept = (prefix: string): boolean => [...unkept.keys()].some((key) => key.startsWith(prefix));

export const keys = (): string[] => [...new Set([...unkept.keys(), ...(hasStorage ? Object.keys(localStorage) : [])])];
