/* Starts games against bots on this machine. */
import type { About } from "./games";
import { keep, newGame, withStarter } from "./saved";
import { go } from "./route";

export interface Wish {
  game: string;
  players: number;
  options: string;
  level: number;
  starter: number | null; /* clockwise from me, who am 0; null: drawn */
  map?: string | undefined; /* the text of one of the player's own */
}

const FIRST_LEVEL = 2;

export const play = ({ game, players, options, level, starter, map }: Wish): void => {
  const saved = newGame(game, players, options, level, map);
  saved.setup.options = withStarter(game, options, starter === null ? "drawn" : (saved.seat + starter) % players);
  keep(saved);
  go(`/play/${saved.id}`);
};

/* A first game: with the best number of players, against bots that can be beaten. */
export const playNow = ({ name, first }: About): void => play({ game: name, players: first, options: "", level: FIRST_LEVEL, starter: null });
