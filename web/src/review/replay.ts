/* A finished game as a table that nobody plays at: how it was after some move, seen by some seat. */
import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { type Count, SPECTATOR, type Engine, type Game, type Hint, type MapData, type Memory, type Refusal, type Result, type View } from "../engine/engine";
import { studyOf } from "../generic/study";
import type { Entry, Sitting, State } from "../sitting";
import { lang, t } from "../words";
import { peopleAt, type Played, youIn } from "./played";

export class ReplaySitting implements Sitting {
  readonly game;
  readonly players;
  readonly options;
  readonly people;
  readonly view = signal<View>({ phase: "", scores: null });
  readonly whole = signal<View>({ phase: "", scores: null }); /* everybody's hands */
  readonly waits = signal<number[]>([]);
  readonly moves = signal<string[]>([]);
  readonly log = signal<Entry[]>([]);
  readonly result = signal<Result | null>(null);
  readonly canUndo = signal(false);
  readonly hasHints = false;
  readonly state = computed<State>(() => (this.result.value ? "over" : "watching"));
  private readonly table: Game;
  private readonly ends: (() => void)[] = [];
  private made = 0;

  constructor(
    engine: Engine,
    private readonly played: Played,
    readonly seat: number | null,
    private readonly at: ReadonlySignal<number>,
    private readonly showsAll: ReadonlySignal<boolean>,
  ) {
    this.game = played.setup.game;
    this.players = played.setup.players;
    this.options = played.setup.options;
    this.people = computed(() => peopleAt(played));
    this.table = engine.open();
    this.ends.push(
      effect(() => {
        lang.value; /* in which the log is told */
        this.showsAll.value; /* the log says more or less */
        this.begin(this.people.value.map((person) => person.name));
        this.follow(this.at.peek());
      }),
      effect(() => this.follow(this.at.value)),
    );
  }

  private begin(names: string[]): void {
    this.table.deal(this.played.setup);
    this.table.name(names);
    this.made = 0;
    this.log.value = [];
  }

  /* Forward move by move; backward from the deal. */
  private follow(at: number): void {
    if (at < this.made) this.begin(this.people.peek().map((person) => person.name));
    const entries = [...this.log.peek()];
    while (this.made < at) {
      const [seat, move] = this.played.moves[this.made]!;
      if (this.table.apply(seat, move)) break;
      const isHidden = this.isHidden(seat, move);
      const isOwn = seat === youIn(this.played);
      entries.push({ n: ++this.made, seat, move: isHidden ? null : move, text: this.happened(seat, move, isHidden), isOwn });
    }
    this.show(entries);
  }

  private isHidden(seat: number, move: string): boolean {
    return !this.showsAll.peek() && seat !== this.seat && this.table.isSecret(move) && !this.table.isOver();
  }

  private happened(seat: number, move: string, isHidden: boolean): string {
    const viewer = this.showsAll.peek() ? -1 : (this.seat ?? SPECTATOR);
    return this.table.happened(viewer, seat, isHidden ? null : move, youIn(this.played));
  }

  private show(entries: Entry[]): void {
    const whole = this.table.view(-1);
    const view = this.table.view(this.seat ?? SPECTATOR);
    for (const secret of this.showsAll.peek() ? studyOf(this.game).hands : []) view[secret] = whole[secret];
    batch(() => {
      this.whole.value = whole;
      this.view.value = view;
      this.waits.value = this.table.waits();
      this.log.value = entries;
      this.result.value = this.resultNow();
    });
  }

  /* A server's table may have ended before the game was played out. */
  private resultNow(): Result | null {
    const ended = this.made === this.played.moves.length ? this.played.table?.result : null;
    return ended ?? (this.table.isOver() ? this.table.result() : null);
  }

  ask = (): string => this.table.ask(this.table.waits()[0] ?? 0);
  choice = (move: string): string => this.table.choice(this.table.waits()[0] ?? 0, move);
  card = (code: string): string => this.table.card(code);
  about = (kind: string, word: string): string => this.table.about(this.seat ?? SPECTATOR, kind, word);
  thing = (place: string, word: string): string => this.table.thing(place, word);
  count = (seat: number): Count => this.table.count(this.seat ?? SPECTATOR, seat);
  figure = (move: string): number => this.table.figure(this.seat ?? SPECTATOR, this.seat ?? 0, move) ?? 0;
  facts = (): object => this.table.facts(this.seat ?? SPECTATOR);
  map = (): MapData => this.table.map();
  memory = (): Memory => (this.seat === null ? {} : this.table.memory(this.seat));
  check = (): Refusal => t("web.over");
  play = (): Promise<Refusal> => Promise.resolve(t("web.over"));
  undo = (): Promise<Refusal> => Promise.resolve(t("web.no-undo"));
  hint = (): Promise<Hint> => Promise.reject(new Error("the game is over"));

  leave(): void {
    for (const end of this.ends) end();
    this.table.close();
  }
}
