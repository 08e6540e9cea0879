/* What draws each game, with its words and styles: loaded when a table of it is opened, or beforehand. A game without a
   table of its own is drawn by the generic one. */
import { tables } from "games:tables";
import { addArt } from "../art";
import { isGeneric } from "../developer";
import { addMore } from "../more";
import { need } from "../words";
import type { GameTable } from "./game";

const generic = async (): Promise<GameTable<never>> => (await import("../generic/table")).generic as GameTable<never>;

const drawn = new Set<string>();

const ownTable = async (game: string, load: () => Promise<{ table: GameTable<never>; art: string }>): Promise<GameTable<never>> => {
  const { table, art } = await load();
  if (!drawn.has(game)) addArt(art);
  drawn.add(game);
  return table;
};

export const loadTable = async (game: string): Promise<GameTable> => {
  const own = tables[game];
  const [table] = await Promise.all([own && !isGeneric ? ownTable(game, own) : generic(), need(game), need("more"), addMore()]);
  return table as unknown as GameTable;
};
