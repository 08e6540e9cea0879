/* Starts games against bots on this machine. */
import type { GameName } from "./engine/engine";
import type { About } from "./games/about";
import { keep, newGame } from "./saved";
import { go } from "./route";

export interface Wish {
  game: GameName;
  players: number;
  options: string;
  level: number;
}

const FIRST_LEVEL = 2;

export const play = ({ game, players, options, level }: Wish): void => {
  const saved = newGame(game, players, options, level);
  keep(saved);
  go(`/play/${saved.id}`);
};

/* A first game: as many as it is best with, bots that leave a chance. */
export const playNow = ({ name, first }: About): void => play({ game: name, players: first, options: "", level: FIRST_LEVEL });
