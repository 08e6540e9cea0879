/* The player's own maps, as the browser keeps them: the texts of map files, by the names in them. */
import { signal } from "@preact/signals";
import { aboutGame, games } from "../games";
import * as storage from "../storage";

const PREFIX = "map:";
const DRAFT = "map-draft";

export const hasMap = (game: string): boolean => aboutGame(game).form.options.some(({ kind }) => kind === "map");
export const gameWithMap = (): string => games().find(({ name }) => hasMap(name))!.name;

const find = (): string[] =>
  storage
    .keys()
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .sort();

export const mapNames = signal<string[]>(find());
addEventListener("storage", () => (mapNames.value = find())); /* another window keeps one, or drops it */

/* undefined: there is none of this name, nor is the built-in one kept here. */
export const mapText = (name: string): string | undefined => storage.read(PREFIX + name) ?? undefined;

/* Whether it will be there when the page is opened again. */
export const keepMap = (name: string, text: string): boolean => {
  storage.keep(PREFIX + name, text);
  mapNames.value = find();
  return !storage.isUnkept(PREFIX + name);
};

export const dropMap = (name: string): void => {
  storage.forget(PREFIX + name);
  mapNames.value = find();
};

/* What is being written stays, too, from one visit to the next. */
export const draft = (): string | null => storage.read(DRAFT);
export const keepDraft = (text: string): void => storage.keep(DRAFT, text);
export const dropDraft = (): void => storage.forget(DRAFT);
