/*
 * A game against bots on this machine. It is its setup and its moves, kept after every move; positions are made again from
 * them. Bots think in the worker and are shown what their seat sees.
 */
import { batch, computed, effect, signal } from "@preact/signals";
import type { Count, Engine, Game, Hint, MapData, Memory, Refusal, Result, Step, View } from "./engine/engine";
import type { Thinker } from "./engine/thinker";
import { keep, PREFIX, savedGame, type SavedGame } from "./saved";
import { ownName, pause } from "./settings";
import type { Entry, Person, Sitting, State } from "./sitting";
import { play } from "./start";
import { lang, t } from "./words";

/* Bots think in one window only, if a game is open in several. Browsers allow this over TLS and on localhost. */
const alone = async (name: string, run: () => Promise<void>): Promise<void> => {
  if ("locks" in navigator) await navigator.locks.request(name, run);
  else await run();
};

/* Who sits there: bots by their level, numbered where there are several of one. */
export const peopleOf = (bots: string[]): Person[] => {
  const counts = new Map<string, number>();
  return bots.map((bot) => {
    if (bot === "me") return { name: ownName.value.trim() || t("web.guest"), kind: "me" };
    const count = (counts.get(bot) ?? 0) + 1;
    counts.set(bot, count);
    const isAlone = bots.filter((other) => other === bot).length === 1;
    return { name: isAlone ? t(`level.${bot}`) : `${t(`level.${bot}`)} ${count}`, kind: "bot" };
  });
};

export class LocalSitting implements Sitting {
  readonly game;
  readonly players;
  readonly options;
  readonly seat;
  readonly people;
  readonly view = signal<View>({ phase: "", scores: null });
  readonly waits = signal<number[]>([]);
  readonly moves = signal<string[]>([]);
  readonly log = signal<Entry[]>([]);
  readonly result = signal<Result | null>(null);
  readonly canUndo = signal(false);
  readonly hasHints = true;
  readonly reviewId: string;
  readonly state;
  private readonly table: Game;
  private readonly stop: () => void;
  private isLeft = false;
  private isAsked = false;

  constructor(
    private readonly engine: Engine,
    private readonly thinker: Thinker,
    private readonly saved: SavedGame,
  ) {
    this.game = saved.setup.game;
    this.players = saved.setup.players;
    this.options = saved.setup.options;
    this.seat = saved.seat;
    this.reviewId = `local-${saved.id}`;
    this.table = engine.open();
    this.people = computed(() => peopleOf(this.saved.bots));
    this.state = computed<State>(() => this.stateNow());
    this.stop = effect(() => {
      lang.value; /* in which the log is told */
      this.people.value; /* whose names are in the log */
      this.begin();
    });
    addEventListener("storage", this.follow);
  }

  /* The same game in another window has gone on: so does this one. */
  private follow = (event: StorageEvent): void => {
    const other = event.key === PREFIX + this.saved.id ? savedGame(this.saved.id) : null;
    if (!other) return;
    Object.assign(this.saved, other);
    this.begin();
  };

  private stateNow(): State {
    if (this.result.value) return "over";
    if (this.waits.value.includes(this.seat)) return "yours";
    return this.moves.value.length ? "free" : "waiting";
  }

  /* Deals and plays everything again, so that the log is in the present language. */
  private begin(): void {
    this.table.deal(this.saved.setup);
    this.table.name(this.people.peek().map((person) => person.name));
    const entries: Entry[] = [];
    for (const [seat, move] of this.saved.moves) {
      this.table.apply(seat, move);
      entries.push(this.entry(entries.length + 1, seat, move));
    }
    this.show(entries);
    this.keep(this.saved.at);
    void this.letBotsMove();
  }

  private entry(n: number, seat: number, move: string): Entry {
    const isHidden = seat !== this.seat && this.table.isSecret(move) && !this.table.isOver();
    const isOwn = seat === this.seat;
    const shown = isHidden ? null : move;
    return { n, seat, isOwn, move: shown, text: this.table.happened(this.seat, seat, shown, this.seat) };
  }

  private show(entries: Entry[]): void {
    batch(() => {
      this.view.value = this.table.view(this.seat);
      this.waits.value = this.table.waits();
      this.moves.value = this.table.mayMove().includes(this.seat) ? this.table.list(this.seat) : [];
      this.log.value = entries;
      this.result.value = this.table.isOver() ? this.table.result() : null;
      this.canUndo.value = this.undoable();
    });
  }

  private keep(at = Date.now()): void {
    this.saved.at = at;
    this.saved.isOver = this.table.isOver();
    this.saved.isMyTurn = this.table.waits().includes(this.seat);
    if (this.saved.isOver) this.saved.place = this.table.result().places[this.seat]!;
    keep(this.saved);
  }

  private move(seat: number, move: string): Refusal {
    const refusal = this.table.apply(seat, move);
    if (refusal) return refusal;
    this.saved.moves.push([seat, move]);
    this.keep();
    this.show([...this.log.value, this.entry(this.saved.moves.length, seat, move)]);
    return null;
  }

  private async letBotsMove(): Promise<void> {
    if (this.isAsked) return;
    this.isAsked = true;
    await alone(`bots:${this.saved.id}`, () => this.moveBots());
    this.isAsked = false;
  }

  private async moveBots(): Promise<void> {
    for (;;) {
      const seat = this.table.waits().find((waited) => waited !== this.seat);
      if (seat === undefined || this.isLeft) break;
      const count = this.saved.moves.length;
      const { setup, moves } = this.saved;
      const rest = pause();
      const thought = { setup, moves: [...moves], seat };
      const choice = await this.thinker.choose(thought, this.saved.bots[seat]!);
      await rest;
      if (this.isLeft) return;
      if (this.saved.moves.length === count) this.move(seat, choice); /* otherwise the game has gone on: ask again */
    }
  }

  /* My last move, while nobody has moved since and it showed me nothing new. */
  private undoable(): boolean {
    return this.saved.moves.at(-1)?.[0] === this.seat && !this.table.isOver() && !this.table.reveals();
  }

  ask = (): string => this.table.ask(this.seat);
  choice = (move: string): string => this.table.choice(this.seat, move);
  card = (code: string): string => this.table.card(code);
  about = (kind: string, word: string): string => this.table.about(this.seat, kind, word);
  thing = (place: string, word: string): string => this.table.thing(place, word);
  count = (seat: number): Count => this.table.count(this.seat, seat);
  figure = (move: string): number => this.table.figure(this.seat, this.seat, move) ?? 0;
  facts = (): object => this.table.facts(this.seat);
  moments = (seat: number, move: string): Step[] => this.table.moments(this.seat, seat, move);
  map = (): MapData => this.table.map();
  memory = (): Memory => this.table.memory(this.seat);
  check = (move: string): Refusal => this.table.check(this.seat, move);

  async play(move: string): Promise<Refusal> {
    const refusal = this.move(this.seat, move);
    if (!refusal) void this.letBotsMove();
    return refusal;
  }

  async undo(): Promise<Refusal> {
    if (!this.undoable()) return t("web.no-undo");
    this.saved.moves.pop();
    this.keep();
    this.begin();
    return null;
  }

  hint(): Promise<Hint> {
    const { setup, moves } = this.saved;
    return this.thinker.hint({ setup, moves: [...moves], seat: this.seat });
  }

  again(): void {
    const { setup, bots } = this.saved;
    const level = Number(bots.find((bot) => bot !== "me"));
    play({ game: setup.game, players: setup.players, options: setup.options, level, starter: null, map: setup.map });
  }

  async past(n: number): Promise<Sitting> {
    const { ReplaySitting } = await import("./review/replay");
    const { setup, moves, seat, bots } = this.saved;
    const played = { id: this.reviewId, setup, moves: moves.slice(0, n), me: seat, when: null, bots, table: null, lines: null };
    return new ReplaySitting(this.engine, played, seat, signal(n), signal(false));
  }

  leave(): void {
    this.isLeft = true;
    removeEventListener("storage", this.follow);
    this.stop();
    this.table.close();
  }
}
