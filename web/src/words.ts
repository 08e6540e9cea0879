/* The words of the page, from the catalogues that the whole program shares (data/lang). */
import { computed, signal } from "@preact/signals";
import en from "../../data/lang/en.json";
import type { Lang } from "./engine/engine";

type Catalogue = Record<string, string>;
export type Fills = Record<string, string | number>;

const catalogues: Partial<Record<Lang, Catalogue>> = { en };

/* The languages of the page in their own words. */
export const languages: Record<Lang, string> = { en: "English", hu: "magyar" };

const stored = (): Lang | null => {
  const code = localStorage.getItem("lang");
  return code === "en" || code === "hu" ? code : null;
};

export const lang = signal<Lang>("en");
const catalogue = computed<Catalogue>(() => catalogues[lang.value] ?? en);

export const speak = async (code: Lang): Promise<void> => {
  if (!catalogues[code]) catalogues[code] = (await import("../../data/lang/hu.json")).default;
  lang.value = code;
  localStorage.setItem("lang", code);
  document.documentElement.lang = code;
};

export const speakAtFirst = (): Promise<void> =>
  speak(stored() ?? (navigator.languages.some((code) => code.startsWith("hu")) ? "hu" : "en"));

const isVowel = (text: string): boolean => /^[\s("']*([aáeéiíoóöőuúüű]|[15](?!\d)|1\d{3}(?!\d)|5\d*)/i.test(text);

/* Fills {name}, {n|card|cards} and {a:name} (the Hungarian article), as src/lang/lang.c does. */
const fill = (text: string, fills: Fills): string =>
  text.replace(/\{(?:([aA]):)?([a-z_]+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g, (place, article, name, one, many) => {
    const value = fills[name as string];
    if (value === undefined) return place as string;
    if (one !== undefined) return value === 1 ? (one as string) : (many as string);
    return article ? `${article as string}${isVowel(String(value)) ? "z" : ""} ${value}` : String(value);
  });

export const t = (key: string, fills: Fills = {}): string => fill(catalogue.value[key] ?? `[${key}]`, fills);
