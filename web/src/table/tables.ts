/* What draws each game, with its words and styles: loaded when a table of it is opened, or beforehand. */
import type { GameName } from "../engine/engine";
import { addMore } from "../more";
import { need } from "../words";
import type { GameTable } from "./game";

const modules: Record<GameName, () => Promise<GameTable<never>>> = {
  towers: async () => (await import("../games/towers")).towers,
  byzanz: async () => (await import("../games/byzanz")).byzanz,
  alhambra: async () => (await import("../games/alhambra")).alhambra,
  pharaoh: async () => (await import("../games/pharaoh")).pharaoh,
  maharaja: async () => (await import("../games/maharaja")).maharaja,
};

export const loadTable = async (game: GameName): Promise<GameTable> => {
  const [table] = await Promise.all([modules[game](), need(game), need("more"), addMore()]);
  return table as unknown as GameTable;
};
