/* The server's REST requests (docs/protocol.md), and the shapes of what it sends. What happens live comes over the
   socket: online/line.ts. */
import type { Memory, Result, View } from "./engine/engine";
import { heard } from "./offline/status";
import { lang, t } from "./words";

export interface Account {
  id: string;
  name: string;
  kind: "guest" | "person" | "program";
  lang: string;
  email?: string | null;
  settings?: Record<string, unknown>;
  ratings: Record<string, { rating: number; deviation: number; games: number }>;
  vacation?: { until: number | null; left: number }; /* of a person */
}

export interface PersonSeat {
  kind: "person";
  name: string | null; /* null: the account is gone */
  account: string;
  is_away: boolean;
  is_here: boolean;
  vacation_until?: number;
  is_program?: boolean;
  rating?: number;
  rating_before?: number;
  rating_after?: number;
}

export type Seat =
  | { kind: "open" }
  | { kind: "invited"; invite?: string; name?: string | null; account?: string }
  | { kind: "bot"; level: number }
  | PersonSeat;

export interface Clock {
  kind: "none" | "live" | "days";
  move_ms?: number;
  bank_ms?: number;
}

export interface TableInfo {
  code: string;
  game: string;
  options: Record<string, boolean | number | string>;
  map?: string; /* the text of one that is not built in; not in lists, nor when seats change */
  players: number;
  state: "open" | "playing" | "over" | "dropped";
  public: boolean;
  rated: boolean;
  lang: string;
  clock: Clock;
  owner: string | null;
  created_at: number | null;
  started_at: number | null;
  ended_at: number | null;
  seats: Seat[];
  commitment: string;
  waits?: number[]; /* in lists */
  until?: (number | null)[]; /* in lists, with a clock: when those it waits for run out of time */
  ends_at?: number; /* everybody has left, and then it ends */
  rematch?: string;
  result?: Result;
  proof?: { secret: string; promised: (string | null)[]; given: (string | null)[]; seed: string };
}

export interface LogEntry {
  n: number;
  at: number;
  kind: "start" | "move" | "ask" | "answer" | "undo" | "pause" | "resume" | "away" | "back" | "vacation" | "over";
  seat?: number;
  move?: string | null;
  by?: "person" | "bot" | "clock";
  what?: "undo" | "pause" | "resume";
  of?: number[];
  ask?: number;
  yes?: boolean;
  to?: number;
  why?: "left" | "clock" | "resigned";
  until?: number | null; /* of vacation */
  text?: string; /* a move in words */
  result?: Result;
  left_out?: number[]; /* of start: persons whose share is not in the seed */
}

export interface SeatClock {
  left_ms: number;
  bank_ms: number;
  runs: boolean;
}

export interface Ask {
  n: number;
  seat: number;
  what: "undo" | "pause" | "resume";
  of: number[];
}

export interface ChatLine {
  channel: "table" | "spectators";
  name: string;
  at: number;
  text: string;
}

/* ---- Requests ---------------------------------------------------------------------------------------------------------- */

/* What the server refused, in words. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/* There was no answer, or not one of this server. */
export class Unreachable extends Error {}

/* Reasons begin in lower case and have no full stop, because they are also used inside other sentences. */
export const sentence = (text: string): string =>
  text && text[0]!.toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");

/* What went wrong, as a sentence for people. */
export const whyNot = (error: unknown): string =>
  error instanceof Refused ? sentence(error.message) : t(error instanceof Unreachable ? "web.online.no-server" : "web.online.not-understood");

const send = async (method: string, path: string, body: unknown): Promise<{ answer: Response; json: unknown }> => {
  const headers: Record<string, string> = { "X-Arkad": "1", "Accept-Language": lang.peek() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers, credentials: "same-origin", cache: "no-store" };
  if (body !== undefined) init.body = JSON.stringify(body);
  try {
    const answer = await fetch(`/api/1${path}`, init);
    return { answer, json: answer.status === 204 ? undefined : await answer.json() };
  } catch {
    throw new Unreachable();
  }
};

const request = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  try {
    const { answer, json } = await send(method, path, body);
    heard(true);
    if (answer.ok) return json as T;
    const error = (json as { error?: { code: string; message: string } } | undefined)?.error;
    throw new Refused(answer.status, error?.code ?? "unknown", error?.message ?? t("web.online.not-understood"));
  } catch (error) {
    if (error instanceof Unreachable) heard(false);
    throw error;
  }
};

export const get = <T>(path: string): Promise<T> => request("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => request("POST", path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => request("PATCH", path, body);
export const remove = <T>(path: string, body: unknown = {}): Promise<T> => request("DELETE", path, body);

/* ---- Messages of the socket -------------------------------------------------------------------------------------------- */

export type Message = { is: string; re?: number; table?: unknown; code?: string; message?: string } & Record<string, unknown>;

/* The answer to watching a table. */
export interface TableMessage {
  table: TableInfo;
  n: number;
  seat: number | null;
  view: View | null;
  waits: number[];
  memory?: Memory;
  paused: boolean;
  hurried?: boolean;
  ahead?: string[]; /* what I decided ahead */
  asks: Ask[];
  clocks: (SeatClock | null)[] | null;
  entries: LogEntry[];
  chat: ChatLine[];
}

export interface EntryMessage {
  table: string;
  n: number;
  entry: LogEntry;
  view?: View;
  waits?: number[];
  hurried?: boolean;
  memory?: Memory;
  clocks?: (SeatClock | null)[];
}
