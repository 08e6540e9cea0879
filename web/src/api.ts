/*
 * The server: requests for what is asked once, one WebSocket for what goes on (docs/protocol.md). The socket comes back
 * by itself; whoever watches something is told again from where they were.
 */
import { signal } from "@preact/signals";
import { heard } from "./offline/status";
import type { GameName, Result, View } from "./engine/engine";

export interface Account {
  id: string;
  name: string;
  kind: "guest" | "person" | "program";
  lang: string;
  email?: string;
  settings?: Record<string, unknown>;
  ratings: Record<string, { rating: number; deviation: number; games: number }>;
}

export type Seat =
  | { kind: "open" }
  | { kind: "invited"; invite?: string }
  | { kind: "bot"; level: number }
  | { kind: "person"; name: string; account: string; is_away: boolean; is_here: boolean; rating?: number };

export interface Clock {
  kind: "none" | "live" | "days";
  move_ms?: number;
  bank_ms?: number;
}

export interface TableInfo {
  code: string;
  game: GameName;
  options: Record<string, boolean | number | string>;
  players: number;
  state: "open" | "playing" | "over" | "dropped";
  public: boolean;
  rated: boolean;
  lang: string;
  clock: Clock;
  owner: string;
  created_at: number;
  started_at?: number;
  ended_at?: number;
  seats: Seat[];
  commitment: string;
  rematch?: string;
  result?: Result;
  proof?: { secret: string; given: (string | null)[]; seed: string };
}

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

const request = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const headers: Record<string, string> = { "X-Arkad": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await fetch(`/api/1${path}`, init).catch((error: unknown) => {
    heard(false);
    throw error;
  });
  heard(true);
  if (answer.status === 204) return undefined as T;
  const json = (await answer.json()) as T & { error?: { code: string; message: string } };
  if (!answer.ok) throw new Refused(answer.status, json.error?.code ?? "unknown", json.error?.message ?? answer.statusText);
  return json;
};

export const get = <T>(path: string): Promise<T> => request("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => request("POST", path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => request("PATCH", path, body);
export const remove = <T>(path: string, body?: unknown): Promise<T> => request("DELETE", path, body);

/* ---- The socket ------------------------------------------------------------------------------------------------------ */

export type Message = { is: string; re?: number; table?: unknown; code?: string; message?: string } & Record<string, unknown>;
type Listener = (message: Message) => void;

/* off: nobody wants it; the second in which it is tried again, while it is lost. */
export const connection = signal<"off" | "trying" | "on" | "lost" | "trouble">("off");
export const triesAgainAt = signal(0);

const WAITS_S = [1, 2, 3, 5, 8, 15, 30];

class Line {
  private socket: WebSocket | null = null;
  private readonly listeners = new Set<Listener>();
  private readonly greetings = new Set<() => void>();
  private readonly waiting = new Map<number, Listener>();
  private next = 1;
  private failures = 0;

  /* Hears every message; `greet` is called whenever the connection is new. Returns what ends it. */
  join(listener: Listener, greet: () => void): () => void {
    this.listeners.add(listener);
    this.greetings.add(greet);
    if (connection.peek() === "on") greet();
    else this.open();
    return () => {
      this.listeners.delete(listener);
      this.greetings.delete(greet);
    };
  }

  send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /* Asks, and resolves with the answer; null if the connection was lost before it came. */
  ask(message: Record<string, unknown>): Promise<Message | null> {
    const id = this.next++;
    return new Promise((done) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return done(null);
      this.waiting.set(id, done);
      this.send({ ...message, id });
    });
  }

  private open(): void {
    if (this.socket) return;
    connection.value = "trying";
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/1`);
    this.socket = socket;
    socket.addEventListener("open", () => this.send({ do: "hello" }));
    socket.addEventListener("message", (event: MessageEvent<string>) => this.hear(JSON.parse(event.data) as Message));
    socket.addEventListener("close", () => this.lose());
  }

  private hear(message: Message): void {
    if (message.is === "hello") {
      this.failures = 0;
      connection.value = "on";
      for (const greet of this.greetings) greet();
    }
    if (message.is === "trouble") connection.value = "trouble";
    if (message.is === "well") connection.value = "on";
    if (message.re !== undefined) this.waiting.get(message.re)?.(message);
    if (message.re !== undefined) this.waiting.delete(message.re);
    for (const listener of this.listeners) listener(message);
  }

  private lose(): void {
    this.socket = null;
    for (const done of this.waiting.values()) done(null as unknown as Message);
    this.waiting.clear();
    if (!this.greetings.size) {
      connection.value = "off";
      return;
    }
    const wait_s = WAITS_S[Math.min(this.failures++, WAITS_S.length - 1)]!;
    connection.value = "lost";
    triesAgainAt.value = Date.now() + 1000 * wait_s;
    setTimeout(() => this.open(), 1000 * wait_s);
  }
}

export const line = new Line();

/* ---- Entries of a table's log ------------------------------------------------------------------------------------------ */

export interface LogEntry {
  kind: "start" | "move" | "ask" | "answer" | "undo" | "pause" | "resume" | "away" | "back" | "over";
  at: number;
  seat?: number;
  move?: string | null;
  by?: "person" | "bot" | "clock";
  what?: "undo" | "pause";
  ask?: number;
  yes?: boolean;
  to?: number;
  why?: string;
  text?: string; /* in words, in entries that come without a view */
  result?: Result;
}

export interface SeatClock {
  left_ms: number;
  bank_ms: number;
  runs: boolean;
}

export interface TableMessage extends Message {
  table: TableInfo & string;
  n: number;
  seat: number | null;
  view: View;
  waits: number[];
  clocks: (SeatClock | null)[];
  entries: { n: number; entry: LogEntry }[];
  chat: ChatLine[];
}

export interface ChatLine {
  channel: "table" | "spectators";
  name: string;
  at: number;
  text: string;
}
