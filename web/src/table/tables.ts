/* What draws each game, with its words and styles: loaded when a table of it is opened, or beforehand. A game without a
   table of its own is drawn by the generic one. */
import { isGeneric } from "../developer";
import { addMore } from "../more";
import { need, type Part } from "../words";
import type { GameTable } from "./game";

const modules: Partial<Record<string, () => Promise<GameTable<never>>>> = {
  towers: async () => (await import("../games/towers")).towers,
  byzanz: async () => (await import("../games/byzanz")).byzanz,
  alhambra: async () => (await import("../games/alhambra")).alhambra,
  pharaoh: async () => (await import("../games/pharaoh")).pharaoh,
  maharaja: async () => (await import("../games/maharaja")).maharaja,
};

const generic = async (): Promise<GameTable<never>> => (await import("../generic/table")).generic as GameTable<never>;

export const loadTable = async (game: string): Promise<GameTable> => {
  const own = modules[game];
  const [table] = await Promise.all([(isGeneric ? generic : (own ?? generic))(), own && need(game as Part), need("more"), addMore()]);
  return table as unknown as GameTable;
};
