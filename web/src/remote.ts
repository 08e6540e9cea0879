/*
 * A game at a server's table. The server's log is the truth; what it sends goes into the engine as views, which lists my
 * moves, checks what I try and says what happened. A move is sent with the number it will have: sent again after a lost
 * connection it counts once.
 */
import { batch, computed, effect, signal } from "@preact/signals";
import { connection, line, type ChatLine, type LogEntry, type Message, type SeatClock, type TableInfo, type TableMessage } from "./api";
import { SPECTATOR, type Engine, type Game, type Hint, type MapData, type Refusal, type Result, type View } from "./engine/engine";
import { keepPromise, promised } from "./review/promise";
import type { Entry, Person, Sitting, State } from "./sitting";
import { lang, t } from "./words";

const ZEROS = "0".repeat(64);

export const optionText = (options: TableInfo["options"]): string =>
  Object.entries(options)
    .filter(([name]) => name !== "map")
    .map(([name, value]) => `${name}=${value === true ? "on" : value === false ? "off" : value}`)
    .join(",");

const randomHex = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class RemoteSitting implements Sitting {
  readonly game;
  readonly players;
  readonly options;
  readonly seat;
  readonly people;
  readonly state;
  readonly reviewId: string;
  readonly info = signal<TableInfo>(null as unknown as TableInfo);
  readonly view = signal<View>({ phase: "", scores: null });
  readonly waits = signal<number[]>([]);
  readonly moves = signal<string[]>([]);
  readonly log = signal<Entry[]>([]);
  readonly result = signal<Result | null>(null);
  readonly canUndo = signal(false);
  readonly clocks = signal<(SeatClock | null)[]>([]);
  readonly chat = signal<ChatLine[]>([]);
  private readonly isSending = signal(false);
  private readonly table: Game;
  private readonly ends: (() => void)[] = [];
  private count = 0; /* entries of the log that are here */

  constructor(engine: Engine, first: TableMessage) {
    const info = first.table as TableInfo;
    this.game = info.game;
    this.players = info.players;
    this.options = optionText(info.options);
    this.seat = first.seat;
    this.reviewId = info.code;
    this.info.value = info;
    this.table = engine.open();
    this.table.deal({ game: info.game, players: info.players, options: this.options, seed: ZEROS });
    this.people = computed(() => this.info.value.seats.map((seat, i) => this.person(seat, i)));
    this.state = computed<State>(() => this.stateNow());
    this.ends.push(
      effect(() => {
        engine.speak(lang.value);
        this.table.name(this.people.value.map((person) => person.name));
      }),
      line.join(
        (message) => this.hear(message),
        () => line.send({ do: "watch", table: info.code, since: this.count }),
      ),
    );
    this.take(first);
  }

  private person(seat: TableInfo["seats"][number], at: number): Person {
    if (seat.kind === "person")
      return {
        name: at === this.seat ? t("web.you") : seat.name,
        kind: at === this.seat ? "me" : "person",
        isAway: seat.is_away,
        isHere: seat.is_here,
      };
    if (seat.kind === "bot") return { name: `${t(`level.${seat.level}`)} ${at + 1}`, kind: "bot" };
    return { name: t("web.free-seat"), kind: "person" };
  }

  private stateNow(): State {
    if (this.result.value) return "over";
    if (connection.value !== "on") return "lost";
    if (this.isSending.value) return "sent";
    if (this.seat === null) return "watching";
    if (this.waits.value.includes(this.seat)) return "yours";
    return this.moves.value.length ? "free" : "waiting";
  }

  /* ---- What the server says ------------------------------------------------------------------------------------------ */

  private hear(message: Message): void {
    const code = this.info.peek().code;
    const about = message.table as string | TableInfo | undefined;
    if (typeof about === "object" ? about.code !== code : about !== code) return;
    if (message.is === "table") this.take(message as TableMessage);
    if (message.is === "seats") this.info.value = about as TableInfo;
    if (message.is === "chat") this.chat.value = [...this.chat.value, message as unknown as ChatLine];
    if (message.is === "give") this.give(code, message["commitment"] as string);
    if (message.is === "entry") this.add(message as unknown as { n: number; entry: LogEntry; view?: View; waits: number[] });
  }

  /* My share of the seed; what was promised before it is kept, for the review to compare. */
  private give(code: string, commitment: string): void {
    const bytes = promised(code)?.bytes ?? randomHex();
    keepPromise(code, { commitment, bytes });
    line.send({ do: "give", table: code, bytes });
  }

  private take(message: TableMessage): void {
    batch(() => {
      this.info.value = message.table as TableInfo;
      if (message.chat) this.chat.value = message.chat;
      if (message.clocks) this.clocks.value = message.clocks;
      const known = message.entries
        .filter(({ n }) => n > this.count)
        .flatMap(({ n, entry }) => (entry.text ? [{ n, seat: entry.seat ?? 0, text: entry.text }] : []));
      this.log.value = [...this.log.value, ...known];
      this.count = message.n;
      if (message.view) this.show(message.view, message.waits);
    });
  }

  private add(message: { n: number; entry: LogEntry; view?: View; waits: number[]; clocks?: (SeatClock | null)[] }): void {
    if (message.n <= this.count) return;
    batch(() => {
      this.count = message.n;
      this.isSending.value = false;
      if (message.clocks) this.clocks.value = message.clocks;
      if (message.view) this.show(message.view, message.waits);
      const { kind, seat = 0, move } = message.entry;
      const text =
        kind === "move" ? this.table.happened(this.viewer(), seat, move ?? null) : t(`web.entry.${kind}`, { n: message.entry.to ?? 0 });
      this.log.value = [...this.log.value, { n: message.n, seat, text }];
      this.canUndo.value = kind === "move" && seat === this.seat;
      if (kind === "over") this.result.value = message.entry.result ?? null;
    });
  }

  private viewer(): number {
    return this.seat ?? SPECTATOR;
  }

  private show(view: View, waits: number[]): void {
    this.table.read(view, view.phase === "over" ? -1 : this.viewer());
    this.view.value = view;
    this.waits.value = waits;
    const mayMove = this.seat !== null && this.table.mayMove().includes(this.seat);
    this.moves.value = mayMove ? this.table.list(this.seat!) : [];
    if (this.info.value.result) this.result.value = this.info.value.result;
  }

  /* ---- What I do ------------------------------------------------------------------------------------------------------ */

  ask = (): string => this.table.ask(this.seat ?? this.waits.value[0] ?? 0);
  choice = (move: string): string => this.table.choice(this.seat ?? 0, move);
  card = (code: string): string => this.table.card(code);
  check = (move: string): Refusal => this.table.check(this.seat ?? 0, move);
  map = (): MapData => this.table.map();

  private async say(what: string, more: Record<string, unknown> = {}): Promise<Refusal> {
    this.isSending.value = true;
    const answer = await line.ask({ do: what, table: this.info.peek().code, n: this.count + 1, ...more });
    this.isSending.value = false;
    return answer?.is === "error" ? (answer.message ?? answer.code ?? "") : null;
  }

  play(move: string): Promise<Refusal> {
    const refusal = this.check(move);
    return refusal ? Promise.resolve(refusal) : this.say("move", { move });
  }

  undo(): Promise<Refusal> {
    return this.say("undo");
  }

  talk(text: string): void {
    line.send({ do: "chat", table: this.info.peek().code, text });
  }

  async hint(): Promise<Hint> {
    return this.table.hint(this.viewer(), 300, Date.now() & 0xffff);
  }

  leave(): void {
    line.send({ do: "unwatch", table: this.info.peek().code });
    for (const end of this.ends) end();
    this.table.close();
  }
}
