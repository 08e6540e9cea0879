/*
 * The move that I have made and the server has not confirmed yet. It is kept, over a lost connection and over a reload of
 * the page, and sent again with the same number: the server counts it once. If the table has gone on meanwhile without
 * me, it is sent with the next number; if it has gone on differently, the move comes back with the reason.
 */
import { signal } from "@preact/signals";
import { type LogEntry, sentence } from "../api";
import type { Refusal } from "../engine/engine";
import { t } from "../words";
import { line } from "./line";
import type { Room } from "./room";

interface Sent {
  n: number;
  move: string;
}

/* Errors after which it is tried again when the table is sent again. */
const LATER = ["cannot-save", "stopping", "busy", "no-table-now", "not-watched", "hello-first"];
const TIRED_MS = 1500; /* before a move that came too often is sent again */

const wordsOf = (move: string): string => move.split(" ").sort().join(" ");
const isSame = (a: string, b: string): boolean => wordsOf(a) === wordsOf(b);

/* What this tab keeps over a reload; some browsers keep nothing. */
const ofTab = <T>(use: (storage: Storage) => T): T | null => {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
};

export class Sending {
  readonly sent = signal<Sent | null>(null);
  /* Why a move from before the page was reloaded was not made. */
  readonly cameBack = signal<Refusal>(null);
  private done: ((why: Refusal) => void) | null = null;

  constructor(private readonly room: Room) {
    const kept = ofTab((storage) => storage.getItem(this.key()));
    if (kept) this.sent.value = JSON.parse(kept) as Sent;
  }

  private key(): string {
    return `sent:${this.room.code}`;
  }

  private keep(sent: Sent | null): void {
    this.sent.value = sent;
    ofTab((storage) => (sent ? storage.setItem(this.key(), JSON.stringify(sent)) : storage.removeItem(this.key())));
  }

  /* Resolves when it is made, or with the reason why not. */
  send(move: string): Promise<Refusal> {
    if (this.sent.peek()) return Promise.resolve(t("web.online.still-sending"));
    this.keep({ n: this.room.count.peek() + 1, move });
    const settled = new Promise<Refusal>((done) => (this.done = done));
    this.push();
    return settled;
  }

  private push(): void {
    const sent = this.sent.peek()!;
    void line.ask({ do: "move", table: this.room.code, ...sent }).then((answer) => {
      const isOurs = this.sent.peek()?.n === sent.n && this.sent.peek()?.move === sent.move;
      if (!answer || !isOurs) return;
      if (answer.is === "entry") return this.settle(null);
      if (answer.code === "stale") return this.room.watchAgain(); /* and then goOn */
      if (answer.code === "limited") return void setTimeout(() => this.goOn(), TIRED_MS);
      if (!LATER.includes(answer.code ?? "")) this.settle(sentence(answer.message ?? ""));
    });
  }

  private settle(why: Refusal): void {
    this.keep(null);
    if (this.done) this.done(why);
    else this.cameBack.value = why;
    this.done = null;
  }

  /* An entry came: it may be this move, answered to another connection. */
  hear(entry: LogEntry): void {
    const sent = this.sent.peek();
    if (sent && entry.n === sent.n && this.isMine(entry) && isSame(entry.move ?? "", sent.move)) this.settle(null);
  }

  private isMine(entry: LogEntry): boolean {
    return entry.kind === "move" && entry.seat === this.room.seat.peek();
  }

  /* The table was sent again: was the move made, is it to be sent again, or has the table gone on? */
  goOn(): void {
    const sent = this.sent.peek();
    if (!sent || this.room.seat.peek() === null) return;
    const since = this.room.entries.peek().filter((entry) => entry.n >= sent.n);
    const first = since.find((entry) => entry.n === sent.n);
    if (first && this.isMine(first) && isSame(first.move ?? "", sent.move)) return this.settle(null);
    if (since.some((entry) => this.isMine(entry) || entry.kind === "undo")) return this.settle(sentence(t("error.stale")));
    const why = this.room.check(sent.move);
    if (why) return this.settle(why);
    this.keep({ ...sent, n: this.room.count.peek() + 1 });
    this.push();
  }
}
