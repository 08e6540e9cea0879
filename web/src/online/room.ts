/*
 * A table at the server, as it is told over the socket: who sits where, the log, the position as I see it, clocks, chat,
 * questions. It knows no game: remote.ts puts the positions into the engine.
 */
import { batch, computed, effect, signal } from "@preact/signals";
import { type Ask, type ChatLine, type EntryMessage, type LogEntry, type Message, sentence, type SeatClock, type TableInfo, type TableMessage } from "../api";
import type { Memory, Refusal, View } from "../engine/engine";
import { keep, read } from "../storage";
import { lang, t } from "../words";
import { connection, line } from "./line";
import { comeIn, me } from "./me";
import { Sending } from "./sending";
import { promiseOf, shareOf } from "./share";

/* Clocks as they were when they were told. */
export interface Clocks {
  seats: (SeatClock | null)[];
  at: number; /* by performance.now() */
}

/* A position as I see it. */
export interface Shown {
  view: View;
  waits: number[];
  memory: Memory | undefined;
}

/* What the room is told is handed on to whoever plays here. */
export interface Player {
  /* A new position; says what happened if it came by that move. */
  show(shown: Shown, entry: LogEntry | null): string | undefined;
  check(move: string): Refusal;
}

/* Whom I do not want to read, at any table. */
export const muted = signal<string[]>(JSON.parse(read("muted") ?? "[]") as string[]);
effect(() => keep("muted", JSON.stringify(muted.value)));

const TRIES = 5;

export class Room {
  readonly info = signal<TableInfo | null>(null);
  /* Why there is no table here. */
  readonly problem = signal<{ code: string; message: string } | null>(null);
  readonly entries = signal<LogEntry[]>([]);
  readonly count = signal(0); /* of entries; the next one has the number after it */
  readonly waits = signal<number[]>([]);
  readonly isDealt = signal(false);
  readonly isPaused = signal(false);
  readonly isHurried = signal(false); /* bots think for less time than usual */
  readonly ask = signal<Ask | null>(null);
  readonly clocks = signal<Clocks | null>(null);
  readonly ahead = signal<string[]>([]); /* the moves that I decided ahead */
  readonly chat = signal<ChatLine[]>([]);
  readonly read = signal(0); /* lines that were seen */
  readonly talk = computed(() => this.chat.value.filter((said) => !muted.value.includes(said.name)));
  /* Mine; null: I watch. */
  readonly seat = computed(() => {
    const id = me.value?.id;
    const at = this.info.value?.seats.findIndex((seat) => seat.kind === "person" && seat.account === id) ?? -1;
    return at < 0 ? null : at;
  });
  readonly sending: Sending;
  private player: Player | null = null;
  private position: Shown | null = null;
  private spoken: string | null = null; /* the language in which the log was told */
  private readonly ends: (() => void)[] = [];

  constructor(readonly code: string) {
    this.sending = new Sending(this);
    let isLeft = false;
    this.ends.push(() => void (isLeft = true));
    const join = (): void => {
      if (isLeft) return;
      this.ends.push(
        line.join(
          (message) => this.hear(message),
          () => this.watch(),
        ),
      );
    };
    const fail = (error: unknown): void => {
      if (!isLeft) this.problem.value = { code: "unreachable", message: String(error) };
    };
    comeIn().then(join, fail);
    this.ends.push(this.watchAgainWhenMoved(), this.comeInAgain());
  }

  /* Whoever signs out in another tab watches as a guest. */
  private comeInAgain(): () => void {
    let was: string | undefined;
    return effect(() => {
      const id = me.value?.id;
      if (was && !id) void comeIn().catch(() => undefined);
      was = id;
    });
  }

  /* Whoever has sat down or stood up sees another table: other chat, other cards. */
  private watchAgainWhenMoved(): () => void {
    let known: number | null | undefined;
    return effect(() => {
      const seat = this.info.value ? this.seat.value : undefined;
      if (known !== undefined && seat !== undefined && seat !== known) this.watch();
      known = seat;
    });
  }

  /* From now on positions go there, the one of now first. */
  seatPlayer(player: Player): void {
    this.player = player;
    if (this.position) player.show(this.position, null);
  }

  private watch(): void {
    const isSame = this.spoken === lang.peek();
    this.spoken = lang.peek();
    const since = isSame ? this.count.peek() : 0;
    void line.ask({ do: "watch", table: this.code, since, memory: true, words: true }).then((answer) => {
      if (answer?.is === "error") this.problem.value = { code: answer.code ?? "", message: sentence(answer.message ?? "") };
    });
  }

  leave(): void {
    line.send({ do: "unwatch", table: this.code });
    for (const end of this.ends) end();
  }

  /* ---- What the server says ------------------------------------------------------------------------------------------ */

  private hear(message: Message): void {
    const about = message.table as string | TableInfo | undefined;
    if ((typeof about === "object" ? about.code : about) !== this.code) return;
    if (message.is === "table") this.take(message as unknown as TableMessage);
    if (message.is === "seats") this.info.value = { ...this.mapKnown(), ...(about as TableInfo) };
    if (message.is === "chat") this.chat.value = [...this.chat.value, message as unknown as ChatLine];
    if (message.is === "ahead") this.ahead.value = message["moves"] as string[];
    if (message.is === "promise") this.promise(message["commitment"] as string);
    if (message.is === "give") this.give(message["commitment"] as string, message["promises"] as (string | null)[]);
    if (message.is === "entry") this.add(message as unknown as EntryMessage);
  }

  /* It is sent once, and does not change. */
  private mapKnown(): Pick<TableInfo, "map"> {
    const map = this.info.peek()?.map;
    return map ? { map } : {};
  }

  private promise(commitment: string): void {
    const hash = promiseOf(this.code, commitment, this.info.peek()?.options["starter"] === "drawn");
    if (hash) line.send({ do: "promise", table: this.code, hash });
  }

  private give(commitment: string, promises: (string | null)[]): void {
    const bytes = shareOf(this.code, commitment, promises);
    if (bytes) line.send({ do: "give", table: this.code, bytes });
  }

  private take(message: TableMessage): void {
    batch(() => {
      this.problem.value = null;
      this.info.value = message.table;
      this.chat.value = message.chat;
      this.isPaused.value = message.paused;
      this.isHurried.value = message.hurried ?? false;
      this.ask.value = message.asks[0] ?? null;
      this.ahead.value = message.ahead ?? [];
      this.takeClocks(message.clocks);
      const first = message.entries[0]?.n ?? message.n + 1;
      this.entries.value = [...this.entries.peek().filter((entry) => entry.n < first), ...message.entries];
      this.count.value = message.n;
      if (message.view) this.show({ view: message.view, waits: message.waits, memory: message.memory }, null);
    });
    this.sending.goOn();
  }

  private add(message: EntryMessage): void {
    if (message.n <= this.count.peek()) return;
    if (message.n > this.count.peek() + 1) return this.watch(); /* something was missed */
    batch(() => {
      const { entry } = message;
      this.count.value = message.n;
      this.takeClocks(message.clocks ?? null);
      if (message.waits) this.waits.value = message.waits;
      if (entry.by === "bot" || entry.by === "clock") this.isHurried.value = message.hurried ?? false;
      const { view, waits = [], memory } = message;
      const text = view && this.show({ view, waits, memory }, entry);
      this.entries.value = [...this.entries.peek(), text ? { ...entry, text } : entry];
      this.settle(entry);
    });
    this.sending.hear(message.entry);
  }

  /* What an entry changes apart from the position. */
  private settle(entry: LogEntry): void {
    const asked = this.ask.peek();
    if (entry.kind === "pause" || entry.kind === "resume") this.isPaused.value = entry.kind === "pause";
    if (entry.kind === "ask") this.ask.value = { n: entry.n, seat: entry.seat!, what: entry.what!, of: entry.of! };
    else if (entry.kind === "answer" && asked && entry.yes)
      this.ask.value = { ...asked, of: asked.of.filter((seat) => seat !== entry.seat) };
    else if (entry.kind === "answer") this.ask.value = null;
    else if (entry.kind === "move" && asked?.what === "undo") this.ask.value = null;
    else if (asked && entry.kind === asked.what) this.ask.value = null;
  }

  private takeClocks(seats: (SeatClock | null)[] | null): void {
    if (seats) this.clocks.value = { seats, at: performance.now() };
  }

  private show(shown: Shown, entry: LogEntry | null): string | undefined {
    this.position = shown;
    this.waits.value = shown.waits;
    this.isDealt.value = true;
    return this.player?.show(shown, entry);
  }

  check(move: string): Refusal {
    return this.player?.check(move) ?? null;
  }

  /* ---- What I do ------------------------------------------------------------------------------------------------------ */

  /* Something that becomes an entry, but a move: asked again with the next number if the table has gone on meanwhile. */
  async act(what: string, more: Record<string, unknown> = {}): Promise<Refusal> {
    for (let i = 0; i < TRIES; i++) {
      const answer = await line.ask({ do: what, table: this.code, n: this.count.peek() + 1, ...more });
      if (!answer) return t("web.online.not-sent");
      if (answer.is !== "error") return null;
      if (answer.code !== "stale") return sentence(answer.message ?? "");
    }
    return t("web.online.not-sent");
  }

  /* Moves for when the game waits for me; they are meant for the table as I see it, and so are not sent again. */
  async decide(moves: string[]): Promise<Refusal> {
    const answer = await line.ask({ do: "ahead", table: this.code, n: this.count.peek() + 1, moves });
    if (!answer) return t("web.online.not-sent");
    return answer.is === "error" ? sentence(answer.message ?? "") : null;
  }

  /* In my own words, or in those of the catalogue, which everyone reads in their language. */
  async say(what: { text: string } | { phrase: string; card?: string }): Promise<Refusal> {
    const answer = await line.ask({ do: "chat", table: this.code, ...what });
    if (!answer) return t("web.online.not-sent");
    return answer.is === "error" ? sentence(answer.message ?? "") : null;
  }

  mute(name: string, yes: boolean): void {
    muted.value = yes ? [...muted.value, name] : muted.value.filter((other) => other !== name);
    line.send({ do: "mute", table: this.code, name, yes });
  }

  watchAgain(): void {
    if (connection.peek() === "on") this.watch();
  }
}
