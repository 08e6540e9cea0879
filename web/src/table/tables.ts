/* What draws each game, with its words and styles: loaded when a table of it is opened, or beforehand. A game without a
   table of its own is drawn by the generic one. */
import { tables } from "games:tables";
import { isGeneric } from "../developer";
import { addMore } from "../more";
import { need } from "../words";
import type { GameTable } from "./game";

const generic = async (): Promise<GameTable<never>> => (await import("../generic/table")).generic as GameTable<never>;

export const loadTable = async (game: string): Promise<GameTable> => {
  const own = tables[game];
  const [table] = await Promise.all([(isGeneric ? generic : (own ?? generic))(), need(game), need("more"), addMore()]);
  return table as unknown as GameTable;
};
