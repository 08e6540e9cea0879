/*
 * A finished game to review: one of this browser's (/review/local-ID), one that somebody sent as a link
 * (/review/shared#…, the whole game is in the link), or a server's table (/review/CODE).
 */
import { get, type TableInfo } from "../api";
import type { Engine, Game, Result, Setup } from "../engine/engine";
import { peopleOf } from "../local";
import { savedGame, type SavedGame } from "../saved";
import { me, meet } from "../online/me";
import { optionText, seatName } from "../online/seat";
import type { Person } from "../sitting";
import { t } from "../words";

export interface Played {
  id: string; /* of its address, and of its analysis */
  setup: Setup;
  moves: [number, string][];
  me: number | null;
  when: number | null; /* it was over, or went on last; null: not known */
  bots: string[] | null; /* by seat, of a game on one machine; "me" where the person sat */
  table: TableInfo | null; /* of a server's */
  lines: string[] | null; /* of a server's: the saved game as it came */
}

/* The seat that is told the game, in the second person; a game that came in a link was somebody else's. */
export const youIn = ({ id, me }: Played): number | null => (id === SHARED ? null : me);

/* Why there is nothing to look at. */
export class NothingPlayed extends Error {}

const LOCAL = "local-";
const SHARED = "shared";

const ofLocal = (id: string, saved: SavedGame): Played => ({
  id,
  setup: saved.setup,
  moves: saved.moves,
  me: saved.seat,
  when: saved.at,
  bots: saved.bots,
  table: null,
  lines: null,
});

/* ---- In a link --------------------------------------------------------------------------------------------------------- */

type Packed = Pick<SavedGame, "setup" | "moves" | "seat" | "bots">;

const through = async (bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair)).arrayBuffer());

export const pack = async ({ setup, moves, me, bots }: Played): Promise<string> => {
  const packed: Packed = { setup, moves, seat: me ?? 0, bots: bots ?? [] };
  const bytes = await through(new TextEncoder().encode(JSON.stringify(packed)), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

const unpack = async (text: string): Promise<Played> => {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  const json = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  const { setup, moves, seat, bots } = JSON.parse(json) as Packed;
  return { id: SHARED, setup, moves, me: seat, when: null, bots, table: null, lines: null };
};

/* ---- From a server ------------------------------------------------------------------------------------------------------ */

interface Head {
  game: Setup["game"];
  players: number;
  options: TableInfo["options"];
  seed: string;
  map?: string;
}

const ofTable = async (code: string): Promise<Played> => {
  const table = await get<TableInfo>(`/tables/${encodeURIComponent(code)}`);
  if (table.state !== "over") throw new NothingPlayed(t("web.review.not-over"));
  const answer = await fetch(`/api/1/tables/${encodeURIComponent(code)}/game`, { credentials: "same-origin" });
  if (!answer.ok) throw new NothingPlayed(t("web.no-such-table"));
  const lines = (await answer.text()).trimEnd().split("\n");
  const head = JSON.parse(lines[0]!) as Head;
  const moves = lines
    .slice(1)
    .map((line) => JSON.parse(line) as { seat?: number; move?: string })
    .flatMap(({ seat, move }): [number, string][] => (seat === undefined || move === undefined ? [] : [[seat, move]]));
  if (!me.peek()) await meet();
  const own = me.peek()?.id;
  const seat = table.seats.findIndex((other) => other.kind === "person" && own !== undefined && other.account === own);
  return {
    id: code,
    setup: { game: head.game, players: head.players, options: optionText(head.options), seed: head.seed, ...(head.map ? { map: head.map } : {}) },
    moves,
    me: seat < 0 ? null : seat,
    when: table.ended_at,
    bots: null,
    table,
    lines,
  };
};

export const load = async (id: string): Promise<Played> => {
  if (id === "shared" && location.hash.length > 1)
    return unpack(location.hash.slice(1)).catch(() => Promise.reject(new NothingPlayed(t("web.review.bad-link"))));
  if (!id.startsWith(LOCAL)) return ofTable(id);
  const saved = savedGame(id.slice(LOCAL.length));
  if (!saved) throw new NothingPlayed(t("web.review.not-here"));
  return ofLocal(id, saved);
};

/* ---- What is in it ------------------------------------------------------------------------------------------------------ */

export const peopleAt = ({ table, bots, me: seatOfMine }: Played): Person[] => {
  if (bots) return peopleOf(bots);
  return table!.seats.map((seat, at): Person => ({
    name: seatName(table!.seats, at),
    kind: seat.kind === "bot" ? "bot" : at === seatOfMine ? "me" : "person",
  }));
};

/* Plays it in a game of its own, calling `see` after the deal (0) and after every move; null if it cannot be played. */
export const playAgain = <T>(engine: Engine, played: Played, see: (game: Game, n: number) => T, upTo = played.moves.length): T[] | null => {
  const game = engine.open();
  try {
    if (game.deal(played.setup)) return null;
    game.name(peopleAt(played).map((person) => person.name));
    const seen = [see(game, 0)];
    for (const [i, [seat, move]] of played.moves.slice(0, upTo).entries()) {
      if (game.apply(seat, move)) return null;
      seen.push(see(game, i + 1));
    }
    return seen;
  } finally {
    game.close();
  }
};

/* The saved game as `arkad check` takes it. */
export const linesOf = (engine: Engine, played: Played): string[] => {
  if (played.lines) return played.lines;
  const lines = playAgain(engine, played, (game, n) => (n === 0 ? game.head() : game.line(n))) ?? [];
  const last = endOf(engine, played, (game) => (game.isOver() ? game.lastLine() : null));
  return last ? [...lines, last] : lines;
};

/* What `see` finds when all moves are made. */
export const endOf = <T>(engine: Engine, played: Played, see: (game: Game) => T): T | null =>
  playAgain(engine, played, (game, n) => (n === played.moves.length ? see(game) : null))?.at(-1) ?? null;

/* Of a server's table: as it ended for people (who resigned is last); else as it was played. */
export const resultOf = (engine: Engine, played: Played): Result | null =>
  played.table?.result ?? endOf(engine, played, (game) => (game.isOver() ? game.result() : null));
