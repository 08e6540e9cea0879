/* The words of the page and of its engine, from the catalogues that the whole program shares. They come in parts: the page's own,
   and those of what is loaded later (words.mjs). */
import { batch, signal } from "@preact/signals";
import { languages, parts } from "words:parts";
import { keep, read } from "./storage";

interface Catalogue {
  page: Record<string, string>;
  engine: string; /* as it reads them */
}
export type Lang = string; /* the code of one of the languages */
export type Part = string; /* page, more and those of words.mjs; a game is one, if it has words of its own */
export type Fills = Record<string, string | number>;

export { languages };

export const lang = signal<Lang>("en");
const catalogue = signal<Catalogue>({ page: {}, engine: "" });
const needed = new Map<Part, Promise<void>>([["page", Promise.resolve()]]);

/* All parts that are needed, including those that become necessary meanwhile. */
const load = async (code: Lang): Promise<Catalogue> => {
  const loaded = await Promise.all([...needed.keys()].map((part) => parts[code]![part]!()));
  if (loaded.length < needed.size) return load(code);
  const page = Object.assign({}, ...loaded.map((part) => part.default)) as Catalogue["page"];
  return { page, engine: loaded.flatMap((part) => part.engine).sort().join("\n") };
};

/* Others who need the words get them before the page changes. */
const speakers = new Set<(words: string) => void>();
const take = (words: Catalogue, code: Lang): void => {
  for (const tell of words.engine ? speakers : []) tell(words.engine);
  batch(() => {
    catalogue.value = words;
    lang.value = code;
  });
};

/* Gives an engine its words from now on. */
export const speakThrough = (tell: (words: string) => void): void => {
  speakers.add(tell);
  if (catalogue.peek().engine) tell(catalogue.peek().engine);
};

/* The words of a part as well, from now on. */
export const need = (part: Part): Promise<void> => {
  if (!(part in parts[lang.peek()]!)) return Promise.resolve();
  const add = async (): Promise<void> => {
    try {
      const code = lang.peek();
      const words = await load(code);
      if (code === lang.peek()) take(words, code); /* another language was loaded with this part */
    } catch (error) {
      needed.delete(part); /* to be tried again */
      throw error;
    }
  };
  if (!needed.has(part)) {
    needed.set(part, Promise.resolve());
    needed.set(part, add());
  }
  return needed.get(part)!;
};

const kept = (): Lang | null => {
  const code = read("lang");
  return code && code in languages ? code : null;
};

export const speak = async (code: Lang): Promise<void> => {
  const words = await load(code).catch((error: unknown) => {
    catalogue.value = { ...catalogue.peek() }; /* where it was chosen, the one that is spoken is shown again */
    throw error;
  });
  take(words, code);
  keep("lang", code);
  document.documentElement.lang = code;
};

const browsers = (): Lang | undefined => navigator.languages.map((code) => code.split("-")[0]!).find((code) => code in languages);

export const speakAtFirst = (): Promise<void> => speak(kept() ?? browsers() ?? "en");

const isVowel = (text: string): boolean => /^[\s("']*([aáeéiíoóöőuúüű]|[15](?!\d)|1\d{3}(?!\d)|5\d*)/i.test(text);

/* Fills {name}, {n|card|cards} and {a:name} (the Hungarian article), as src/lang/lang.c does. */
const fill = (text: string, fills: Fills): string =>
  text.replace(/\{(?:([aA]):)?([a-z_]+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g, (place, article, name, one, many) => {
    const value = fills[name as string];
    if (value === undefined) return place as string;
    if (one !== undefined) return value === 1 ? (one as string) : (many as string);
    return article ? `${article as string}${isVowel(String(value)) ? "z" : ""} ${value}` : String(value);
  });

/* What comes after the dot in a family of keys, in the order of the catalogue. */
export const namesIn = (family: string): string[] =>
  Object.keys(catalogue.value.page).flatMap((key) => (key.startsWith(`${family}.`) ? [key.slice(family.length + 1)] : []));

export const knows = (key: string): boolean => key in catalogue.value.page;

export const t = (key: string, fills: Fills = {}): string => fill(catalogue.value.page[key] ?? `[${key}]`, fills);
