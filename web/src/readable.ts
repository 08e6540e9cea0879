/* Words for what only the engine knows: those of the catalogues if there are any, else its own name made readable; numbers. */
import { knows, t } from "./words";

/* demolished_now: Demolished now */
export const readable = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/* With a minus sign, not a hyphen. */
export const numberText = (value: number | string | null | undefined): string => String(value ?? "").replace("-", "−");

/* The first of the keys that has a text. */
export const wordFor = (name: string, ...keys: string[]): string => {
  const key = keys.find(knows);
  return key === undefined ? readable(name) : t(key);
};

export const optionTitle = (game: string, name: string): string =>
  wordFor(name, `web.option.${game}.${name}`, `web.option.any.${name}`);
