/* Games on this machine, as the browser keeps them: each is its setup and its moves. */
import type { Setup } from "./engine/engine";
import { aboutGame } from "./games";
import { readOptions, writeOptions } from "./setup-text";
import * as storage from "./storage";

export interface SavedGame {
  id: string;
  setup: Setup;
  seat: number;
  bots: string[]; /* by seat; "me" where the person sits */
  moves: [number, string][];
  at: number;
  isOver: boolean;
  isMyTurn?: boolean;
  place?: number; /* mine, when it is over */
}

export const PREFIX = "game:";

/* null: there is none, or what is there is not one of ours. */
export const savedGame = (id: string): SavedGame | null => {
  try {
    const game = JSON.parse(storage.read(PREFIX + id) ?? "null") as SavedGame | null;
    return game?.setup && Array.isArray(game.moves) ? game : null;
  } catch {
    return null;
  }
};

export const savedGames = (): SavedGame[] =>
  storage
    .keys()
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => savedGame(key.slice(PREFIX.length)) ?? [])
    .sort((a, b) => b.at - a.at);

export const keep = (game: SavedGame): void => storage.keep(PREFIX + game.id, JSON.stringify(game));
export const forget = (id: string): void => {
  storage.forget(PREFIX + id);
  storage.forget(`review:local-${id}`);
};

/* A seat, or drawn: then the engine takes it from the seed. A game may have nobody who starts. */
export const withStarter = (game: string, options: string, starter: number | "drawn"): string => {
  const hasStarter = aboutGame(game).form.options.some(({ name }) => name === "starter");
  const { starter: _, ...others } = readOptions(options);
  return writeOptions({ ...(hasStarter ? { starter: String(starter) } : {}), ...others });
};

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const newGame = (game: Setup["game"], players: number, options: string, level: number, map?: string): SavedGame => {
  const seed = hex(crypto.getRandomValues(new Uint8Array(32)));
  const seat = crypto.getRandomValues(new Uint8Array(1))[0]! % players;
  const bots = Array.from({ length: players }, (_, i) => (i === seat ? "me" : String(level)));
  const id = seed.slice(0, 8);
  return { id, setup: { game, players, options, seed, ...(map ? { map } : {}) }, seat, bots, moves: [], at: Date.now(), isOver: false };
};
