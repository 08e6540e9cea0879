/* A lesson as a sitting: the table is the real one, but only the step's moves are listed, and the others' are written down. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import type { Count, Engine, Game, Hint, MapData, Memory, Refusal, Result, View } from "../engine/engine";
import { ownName, pause } from "../settings";
import type { Entry, Person, Sitting, State } from "../sitting";
import { lang, t } from "../words";
import { LEARNER, type Lesson, type Made, PLAYERS, type Step } from "./lesson";
import { LessonPanel } from "./panel";

export class LessonSitting implements Sitting {
  readonly game;
  readonly players = PLAYERS;
  readonly options = "";
  readonly hasHints = false;
  readonly seat = LEARNER;
  readonly people;
  readonly state;
  readonly view = signal<View>({ phase: "", scores: null });
  readonly waits = signal<number[]>([]);
  readonly moves = signal<string[]>([]);
  readonly log = signal<Entry[]>([]);
  readonly result = signal<Result | null>(null);
  readonly canUndo = signal(false);
  readonly at = signal(0); /* the step */
  private readonly isBusy = signal(false); /* while the others move */
  private readonly table: Game;
  private readonly stop: () => void;
  private made: Made[][] = []; /* by step */
  private isLeft = false;

  constructor(
    engine: Engine,
    readonly lesson: Lesson,
  ) {
    this.game = lesson.game;
    this.table = engine.open();
    this.people = computed(() => this.seats());
    this.state = computed<State>(() => this.stateNow());
    this.stop = effect(() => {
      lang.value; /* in which the log is told */
      this.people.value; /* whose names stand in the log */
      this.begin();
    });
  }

  get step(): Step {
    return this.lesson.steps[this.at.value]!;
  }

  private seats(): Person[] {
    const me: Person = { name: ownName.value.trim() || t("web.guest"), kind: "me" };
    return [me, ...this.lesson.names.map((name): Person => ({ name, kind: "bot" }))];
  }

  private stateNow(): State {
    if (this.isBusy.value || !this.step.moves) return "waiting";
    return this.waits.value.includes(LEARNER) ? "yours" : "free";
  }

  /* Deals and plays everything again. */
  private begin(): void {
    this.table.deal({ game: this.game, players: PLAYERS, options: "", seed: this.lesson.seed });
    this.table.name(this.people.peek().map((person) => person.name));
    this.log.value = [];
    for (const made of this.lesson.before) this.apply(made);
    for (const made of this.made.flat()) this.apply(made);
    this.show();
  }

  private apply([seat, move]: Made): void {
    const wrong = this.table.apply(seat, move);
    if (wrong) throw new Error(`${this.game}, ${move}: ${wrong}`);
    const shown = seat !== LEARNER && this.table.isSecret(move) ? null : move;
    const entries = this.log.peek();
    const isOwn = seat === LEARNER;
    const text = this.table.happened(LEARNER, seat, shown, LEARNER);
    this.log.value = [...entries, { n: entries.length + 1, seat, move: shown, text, isOwn }];
  }

  private show(): void {
    batch(() => {
      const { moves } = this.step;
      this.view.value = this.table.view(LEARNER);
      this.waits.value = moves || this.isBusy.peek() ? this.table.waits() : [];
      this.moves.value = moves && !this.isBusy.peek() ? moves : [];
    });
  }

  /* What the step's move brings: the others' answers, one after the other, and the next step. */
  private async goOn(): Promise<void> {
    this.isBusy.value = true;
    for (const made of this.step.then ?? []) {
      this.show();
      await pause();
      if (this.isLeft) return;
      this.made[this.at.peek()]!.push(made);
      this.apply(made);
    }
    batch(() => {
      this.isBusy.value = false;
      this.at.value++;
      this.show();
    });
  }

  /* Reads on, where there is nothing to do. */
  next = (): void => {
    this.made[this.at.peek()] = [];
    void this.goOn();
  };

  back = (): void => {
    if (this.isBusy.peek() || !this.at.peek()) return;
    batch(() => {
      this.at.value--;
      this.made = this.made.slice(0, this.at.peek());
      this.begin();
    });
  };

  ask = (): string => {
    if (this.step.moves || this.isBusy.value) return this.table.ask(LEARNER);
    return t(this.at.value === this.lesson.steps.length - 1 ? "web.learn.done" : "web.learn.read-on");
  };

  choice = (move: string): string => this.table.choice(LEARNER, move);
  card = (code: string): string => this.table.card(code);
  about = (kind: string, word: string): string => this.table.about(LEARNER, kind, word);
  thing = (place: string, word: string): string => this.table.thing(place, word);
  count = (seat: number): Count => this.table.count(LEARNER, seat);
  figure = (move: string): number => this.table.figure(LEARNER, LEARNER, move) ?? 0;
  facts = (): object => this.table.facts(LEARNER);
  map = (): MapData => this.table.map();
  memory = (): Memory => this.table.memory(LEARNER);

  /* The engine's reason, or that the lesson is about another move. */
  check = (move: string): Refusal => {
    const wrong = this.table.check(LEARNER, move);
    const { moves } = this.step;
    return wrong || !moves || moves.includes(move) ? wrong : this.instead();
  };

  /* What the step is about, where something else was touched that the rules would allow. */
  instead = (): string => t("web.learn.another", { move: this.choice(this.step.moves![0]!) });

  async play(move: string): Promise<Refusal> {
    const refusal = this.check(move);
    if (refusal) return refusal;
    this.made[this.at.peek()] = [[LEARNER, move]];
    this.apply([LEARNER, move]);
    void this.goOn();
    return null;
  }

  undo = (): Promise<Refusal> => Promise.resolve(t("web.no-undo"));
  hint = (): Promise<Hint> => Promise.resolve({ chances: [], moves: [] });
  panel = (): JSX.Element => <LessonPanel sitting={this} />;

  leave(): void {
    this.isLeft = true;
    this.stop();
    this.table.close();
  }
}
