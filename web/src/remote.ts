/*
 * A game at a server's table. The server's log is the truth; the positions it tells go into the engine as views, which
 * lists my moves, checks what I try and says what happened.
 */
import { batch, computed, effect, signal } from "@preact/signals";
import type { LogEntry, Seat } from "./api";
import { type Count, SPECTATOR, type Engine, type Game, type Hint, type MapData, type Memory, type Refusal, type Result, type Step, type View } from "./engine/engine";
import { connection } from "./online/line";
import type { Room, Shown } from "./online/room";
import { optionText, seatName } from "./online/seat";
import { dayText } from "./online/time";
import type { Ahead, Entry, Person, Sitting, State } from "./sitting";
import { t } from "./words";

const ZEROS = "0".repeat(64);
const HINT_MS = 400;

/* An entry of the log in words; the subject comes before it: a name, or "You". */
const entryText = (entry: LogEntry, names: string[], me: number | null): string => {
  const you = Number(entry.seat === me);
  const called = (seat: number): string => (seat === me ? t("say.you.named") : names[seat]!);
  if (entry.kind === "start" && entry.left_out?.length) return t("web.entry.start-without", { names: entry.left_out.map(called).join(", ") });
  if (entry.kind === "move") return entry.text ?? t("web.entry.moved", { you });
  if (entry.kind === "ask") return t(`web.entry.ask-${entry.what}`, { you });
  if (entry.kind === "answer") return t(entry.yes ? "web.entry.agrees" : "web.entry.refuses", { you });
  if (entry.kind === "away") return t(`web.entry.away-${entry.why}`, { you });
  if (entry.kind === "vacation") return entry.until ? t("web.entry.vacation", { you, day: dayText(entry.until) }) : t("web.entry.vacation-over", { you });
  return t(`web.entry.${entry.kind}`, { you });
};

/* The moves that were taken back: an undo goes back to the position after some entry. */
const undone = (entries: LogEntry[]): Set<number> => {
  const gone = new Set<number>();
  for (const undo of entries)
    if (undo.kind === "undo") for (let n = undo.to! + 1; n < undo.n; n++) gone.add(n);
  return gone;
};

export class RemoteSitting implements Sitting {
  readonly game;
  readonly players;
  readonly options;
  readonly seat;
  readonly people;
  readonly log;
  readonly state;
  readonly canUndo;
  readonly result;
  readonly waits;
  readonly hasHints;
  readonly ahead?: Ahead;
  readonly view = signal<View>({ phase: "", scores: null });
  readonly moves = signal<string[]>([]);
  private readonly table: Game;
  private readonly stop: () => void;

  /* The cards are dealt, and who sits where is settled. */
  constructor(
    engine: Engine,
    readonly room: Room,
  ) {
    const info = room.info.peek()!;
    this.game = info.game;
    this.players = info.players;
    this.options = optionText(info.options);
    this.seat = room.seat.peek();
    this.waits = room.waits;
    this.table = engine.open();
    this.table.deal({ game: info.game, players: info.players, options: this.options, seed: ZEROS, ...(info.map ? { map: info.map } : {}) });
    this.people = computed(() => room.info.value!.seats.map((seat, i) => this.person(seat, i)));
    this.log = computed<Entry[]>(() => {
      const gone = undone(room.entries.value);
      return room.entries.value.map((entry) => ({
        n: entry.n,
        seat: entry.seat ?? null,
        move: gone.has(entry.n) ? null : (entry.move ?? null),
        text: entryText(entry, this.people.value.map((person) => person.name), this.seat),
        isOwn: this.seat !== null && entry.seat === this.seat,
      }));
    });
    this.result = computed<Result | null>(() => room.info.value!.result ?? room.entries.value.at(-1)?.result ?? null);
    this.canUndo = computed(() => this.undoable());
    this.hasHints = info.seats.every((seat, i) => seat.kind === "bot" || i === this.seat) && !info.rated;
    this.state = computed<State>(() => this.stateNow());
    if (this.seat !== null) this.ahead = { moves: room.ahead, isOpen: () => this.table.matter() > 0, decide: (moves) => room.decide(moves) };
    this.stop = effect(() => this.table.name(this.people.value.map((person) => person.name)));
    room.seatPlayer(this);
  }

  private person(seat: Seat, at: number): Person {
    const name = seatName(this.room.info.value!.seats, at);
    if (seat.kind !== "person") return { name, kind: seat.kind === "bot" ? "bot" : "person" };
    const vacation = seat.vacation_until ? { vacationUntil: seat.vacation_until } : {};
    return { name, kind: at === this.seat ? "me" : "person", isAway: seat.is_away, isHere: seat.is_here, ...vacation };
  }

  private isAway(): boolean {
    return this.seat !== null && this.people.value[this.seat]!.isAway === true;
  }

  private stateNow(): State {
    if (this.result.value) return "over";
    if (connection.value !== "on") return "lost";
    if (this.seat === null) return "watching";
    if (this.room.sending.sent.value) return "sent";
    if (this.room.isPaused.value || this.isAway()) return "waiting";
    if (this.waits.value.includes(this.seat)) return "yours";
    return this.moves.value.length ? "free" : "waiting";
  }

  /* Whether my move was the last. The server knows whether it can be taken back, and asks the others if it must. */
  private undoable(): boolean {
    if (this.result.value || this.seat === null || this.isAway() || this.room.ask.value) return false;
    const last = this.room.entries.value.findLast((entry) => entry.kind === "move" || entry.kind === "undo");
    return last?.kind === "move" && last.seat === this.seat;
  }

  /* ---- Positions ------------------------------------------------------------------------------------------------------ */

  private viewer(): number {
    return this.seat ?? SPECTATOR;
  }

  show({ view, waits, memory }: Shown, entry: LogEntry | null): string | undefined {
    const isOver = view.phase === "over";
    this.table.read(view, isOver ? -1 : this.viewer());
    if (memory && !isOver) this.table.remember(memory); /* hints and trades are better with it */
    batch(() => {
      this.view.value = view;
      const mayMove = this.seat !== null && !isOver && (waits.includes(this.seat) || this.table.mayMove().includes(this.seat));
      this.moves.value = mayMove ? this.table.list(this.seat!) : [];
    });
    if (entry?.kind !== "move") return undefined;
    return this.table.happened(this.viewer(), entry.seat!, entry.move ?? null, this.seat);
  }

  /* ---- What I do ------------------------------------------------------------------------------------------------------ */

  ask = (): string => this.table.ask(this.seat ?? this.waits.value[0] ?? 0);
  choice = (move: string): string => this.table.choice(this.seat ?? 0, move);
  card = (code: string): string => this.table.card(code);
  about = (kind: string, word: string): string => this.table.about(this.viewer(), kind, word);
  thing = (place: string, word: string): string => this.table.thing(place, word);
  check = (move: string): Refusal => (this.seat === null ? t("web.watching") : this.table.check(this.seat, move));
  count = (seat: number): Count => this.table.count(this.viewer(), seat);
  figure = (move: string): number => this.table.figure(this.viewer(), this.seat ?? 0, move) ?? 0;
  facts = (): object => this.table.facts(this.viewer());
  moments = (seat: number, move: string): Step[] => this.table.moments(this.viewer(), seat, move);
  map = (): MapData => this.table.map();
  memory = (): Memory => (this.seat === null ? {} : this.table.memory(this.seat));

  play(move: string): Promise<Refusal> {
    const refusal = this.check(move);
    return refusal ? Promise.resolve(refusal) : this.room.sending.send(move);
  }

  undo(): Promise<Refusal> {
    return this.room.act("undo");
  }

  async hint(): Promise<Hint> {
    return this.table.hint(this.viewer(), HINT_MS, Date.now() & 0xffff);
  }

  leave(): void {
    this.stop();
    this.table.close();
  }
}
