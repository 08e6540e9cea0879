/*
 * The engine: the C rules as WebAssembly (src/wasm/exports.c, in a worker thinking.c as well), with texts in and out. It is the only authority on rules;
 * everything here just passes on what it says.
 */

/* A position or view as the notation writes it; each game's module knows its own shape. */
export type View = Record<string, unknown> & { phase: string; scores: number[] | null };

/* What a seat has seen and the table no longer shows, as the engine writes it; empty: nothing. */
export type Memory = Record<string, unknown>;

export interface Setup {
  game: string; /* its name; the engine checks it */
  players: number;
  options: string; /* name=value,name=value; starter=drawn: as the seed says */
  seed: string; /* 64 hexadecimal digits */
  map?: string; /* the text of one that is not built in */
}

/* What can be chosen when a game is set up; a flag is 0 or 1, a seat has no bounds of its own. */
export interface GameOption {
  name: string;
  kind: "flag" | "number" | "seat" | "map";
  min: number;
  max: number;
  standard: number;
}

export interface GameForm {
  title: string;
  cards: string[]; /* as the notation writes them */
  players: [fewest: number, most: number];
  options: GameOption[];
}

export interface Result {
  scores: number[];
  places: number[];
  resigned?: number[]; /* at a server's table: the seats that gave up */
}

/* A step of what a move scored (engine/moment.h): rows are an owner, what it has there, and the points that it gets. */
export interface Step {
  what: string;
  of: string;
  rows: [owner: number, has: number, points: number][];
}

/* What a score is made of, by the engine's names; ties: what decides between equal scores. */
export interface Count {
  parts: Record<string, number>;
  ties: Record<string, number>;
}

export interface Hint {
  chances: number[]; /* 0 to 1, for each seat */
  moves: { move: string; chance: number }[]; /* best first */
}

/* The map that a game is played on; roads lead between places by their index, villages are numbered from 1. */
export interface MapData {
  name: string;
  places: { id: string; name: string; colour: string; x: number; y: number; home: number }[];
  roads: { from: number; to: number; villages: number[]; curve?: [number, number] }[];
  villages: [number, number][];
}

/* The reason, if the engine refuses. */
export type Refusal = string | null;

export const SPECTATOR = 6;
const NO_FIGURE = -32768;
const NOBODY = -1;

type Exports = Record<string, (...values: number[]) => number> & { memory: WebAssembly.Memory };

export class Engine {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private readonly used = new Set<number>();

  private constructor(private readonly c: Exports) {}

  static async load(source: Promise<Response> | BufferSource): Promise<Engine> {
    let memory: WebAssembly.Memory | undefined;
    const clock = (_id: number, _precision: bigint, at: number): number => {
      const now = BigInt(Math.round(performance.now() * 1e6));
      new DataView((memory as WebAssembly.Memory).buffer).setBigUint64(at, now, true);
      return 0;
    };
    const imports = { wasi_snapshot_preview1: { clock_time_get: clock } };
    const { instance } =
      source instanceof Promise
        ? await WebAssembly.instantiateStreaming(source, imports)
        : await WebAssembly.instantiate(source, imports);
    const c = instance.exports as unknown as Exports;
    memory = c.memory;
    c._initialize?.();
    if (c.wasm_begin && c.wasm_begin() !== 0) throw new Error("not enough memory");
    return new Engine(c);
  }

  /* From now on in these words (words.ts); before, it refuses in English. */
  speak(words: string): void {
    if (this.call("wasm_words", this.give(words)) < 0) throw new Error(this.reason());
  }

  /* The names of the games that are offered, or of all, those for developers included. */
  games(isAll = false): string[] {
    return this.take(this.call("wasm_games", Number(isAll))).split("\n");
  }

  /* What a game is called, and how it may be set up. */
  form(game: string): GameForm {
    return JSON.parse(this.take(this.call("wasm_game", this.give(game)))) as GameForm;
  }

  /* The hash by which a share of a table's seed is promised. */
  promise(code: string, bytes: string): string {
    return this.take(this.call("wasm_promise", this.give(`${code}\n${bytes}`)));
  }

  /* A place for one game; give it back with close(). */
  open(): Game {
    let slot = 0;
    while (this.used.has(slot)) slot++;
    this.used.add(slot);
    return new Game(this, slot);
  }

  close(slot: number): void {
    this.used.delete(slot);
  }

  /* The bots' net of a game; only in a worker. */
  learn(game: string, net: Uint8Array): Refusal {
    const status = this.call("wasm_net", this.games(true).indexOf(game), this.put(net));
    return status < 0 ? this.reason() : null;
  }

  give(text: string): number {
    return this.put(this.encoder.encode(text));
  }

  private put(bytes: Uint8Array): number {
    if (bytes.length >= this.c.wasm_in_size!()) throw new Error("too long for the engine");
    new Uint8Array(this.c.memory.buffer, this.c.wasm_in!(), bytes.length).set(bytes);
    return bytes.length;
  }

  call(name: string, ...values: number[]): number {
    return this.c[name]!(...values);
  }

  take(length: number): string {
    if (length < 0) throw new Error(this.reason());
    return this.decoder.decode(new Uint8Array(this.c.memory.buffer, this.c.wasm_out!(), length));
  }

  reason(): string {
    const bytes = new Uint8Array(this.c.memory.buffer, this.c.wasm_out!(), 400);
    return this.decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}

const seatsOf = (bits: number): number[] => [0, 1, 2, 3, 4, 5].filter((seat) => (bits >> seat) & 1);

/* One game in the engine. */
export class Game {
  constructor(
    private readonly engine: Engine,
    private readonly slot: number,
  ) {}

  close(): void {
    this.engine.close(this.slot);
  }

  private refusal(status: number): Refusal {
    return status < 0 ? this.engine.reason() : null;
  }

  private refuses(name: string, text: string, ...before: number[]): Refusal {
    return this.refusal(this.engine.call(name, this.slot, ...before, this.engine.give(text)));
  }

  /* Deals; the position is whole. */
  deal(setup: Setup): Refusal {
    return this.refuses("wasm_setup", [setup.game, setup.players, setup.options, setup.seed, ...(setup.map ? [setup.map] : [])].join("\n"));
  }

  starter(): number {
    return this.engine.call("wasm_starter", this.slot);
  }

  name(names: string[]): void {
    this.engine.call("wasm_names", this.slot, this.engine.give(names.join("\n")));
  }

  /* Puts a view in place of what was there (which becomes the one before). */
  read(view: View, viewer: number): Refusal {
    return this.refuses("wasm_read", JSON.stringify(view), viewer);
  }

  /* What the viewer of that view remembers. */
  remember(memory: Memory): Refusal {
    return this.refuses("wasm_remember", JSON.stringify(memory));
  }

  memory(viewer: number): Memory {
    return JSON.parse(this.engine.take(this.engine.call("wasm_memory", this.slot, viewer))) as Memory;
  }

  view(viewer: number): View {
    return JSON.parse(this.engine.take(this.engine.call("wasm_json", this.slot, viewer))) as View;
  }

  isOver(): boolean {
    return this.engine.call("wasm_is_over", this.slot) !== 0;
  }

  waits(): number[] {
    return seatsOf(this.engine.call("wasm_waits", this.slot));
  }

  /* What is being decided; 0: nothing that could be decided ahead. */
  matter(): number {
    return this.engine.call("wasm_matter", this.slot);
  }

  mayMove(): number[] {
    return seatsOf(this.engine.call("wasm_may_move", this.slot));
  }

  list(seat: number): string[] {
    const text = this.engine.take(this.engine.call("wasm_list", this.slot, seat));
    return text ? text.split("\n") : [];
  }

  check(seat: number, move: string): Refusal {
    return this.refuses("wasm_check", move, seat);
  }

  apply(seat: number, move: string): Refusal {
    return this.refuses("wasm_apply", move, seat);
  }

  /* Whether the mover learned something by the last move: then it cannot be taken back. */
  reveals(): boolean {
    return this.engine.call("wasm_reveals", this.slot) !== 0;
  }

  isSecret(move: string): boolean {
    return this.engine.call("wasm_is_secret", this.slot, this.engine.give(move)) !== 0;
  }

  result(): Result {
    const line = this.engine.take(this.engine.call("wasm_result", this.slot));
    return (JSON.parse(line) as { result: Result }).result;
  }

  ask(seat: number): string {
    return this.engine.take(this.engine.call("wasm_ask", this.slot, seat));
  }

  choice(seat: number, move: string): string {
    return this.engine.take(this.engine.call("wasm_choice", this.slot, seat, this.engine.give(move)));
  }

  /* The last move in words, as the viewer may say it; null: the move was secret; you: the seat that is told, if it is one. */
  happened(viewer: number, seat: number, move: string | null, you: number | null = null): string {
    return this.engine.take(this.engine.call("wasm_happened", this.slot, viewer, seat, this.engine.give(move ?? ""), you ?? NOBODY));
  }

  /* What a thing is and counts now, as the viewer sees it; empty: the game has nothing to say of it. */
  about(viewer: number, kind: string, word: string): string {
    return this.engine.take(this.engine.call("wasm_about", this.slot, viewer, this.engine.give(`${kind} ${word}`)));
  }

  /* What the notation calls `word`, by its name; place: what it would fill in a reason ("place"). */
  thing(place: string, word: string): string {
    return this.engine.take(this.engine.call("wasm_thing", this.slot, this.engine.give(`${place} ${word}`)));
  }

  card(code: string): string {
    return this.engine.take(this.engine.call("wasm_card", this.slot, this.engine.give(code)));
  }

  map(): MapData {
    return JSON.parse(this.engine.take(this.engine.call("wasm_map", this.slot))) as MapData;
  }

  bot(seat: number, name: string, temper: number, seed: number): string {
    return this.engine.take(this.engine.call("wasm_bot", this.slot, seat, this.engine.give(name), temper, seed));
  }

  hint(seat: number, ms: number, seed: number): Hint {
    const [chances, ...moves] = this.engine.take(this.engine.call("wasm_hint", this.slot, seat, ms, seed)).split("\n");
    return {
      chances: chances!.split(" ").map((text) => Number(text) / 1000),
      moves: moves.map((line) => {
        const space = line.indexOf(" ");
        return { chance: Number(line.slice(0, space)) / 1000, move: line.slice(space + 1) };
      }),
    };
  }

  /* What the seat would have if it were counted now, by what the viewer sees. */
  count(viewer: number, seat: number): Count {
    return JSON.parse(this.engine.take(this.engine.call("wasm_count", this.slot, viewer, seat))) as Count;
  }

  /* The number that people say with a move, legal or not; null: there is none. */
  figure(viewer: number, seat: number, move: string): number | null {
    const figure = this.engine.call("wasm_figure", this.slot, viewer, seat, this.engine.give(move));
    return figure === NO_FIGURE ? null : figure;
  }

  /* What follows from the position by the rules, as the viewer sees it; each game's module knows its own shape. */
  facts(viewer: number): object {
    return JSON.parse(this.engine.take(this.engine.call("wasm_facts", this.slot, viewer))) as object;
  }

  /* What the last move scored, step by step. */
  moments(viewer: number, seat: number, move: string): Step[] {
    return JSON.parse(this.engine.take(this.engine.call("wasm_moments", this.slot, viewer, seat, this.engine.give(move)))) as Step[];
  }

  /* ---- Checking a saved game; this one follows it --------------------------------------------------------------------- */

  beginReading(): void {
    this.engine.call("wasm_reader_begin");
  }

  readLine(line: string): Refusal {
    return this.refuses("wasm_reader_line", line);
  }

  /* After the first line: whether the file has a proof of its seed; or why the proof is wrong. */
  proof(): boolean | string {
    const found = this.engine.call("wasm_reader_fair");
    return found < 0 ? this.engine.reason() : found > 0;
  }

  endReading(): Refusal {
    return this.refusal(this.engine.call("wasm_reader_end"));
  }

  /* ---- A saved game, line by line ------------------------------------------------------------------------------------- */

  head(): string {
    return this.engine.take(this.engine.call("wasm_head", this.slot));
  }

  line(number: number): string {
    return this.engine.take(this.engine.call("wasm_line", this.slot, number));
  }

  lastLine(): string {
    return this.engine.take(this.engine.call("wasm_result", this.slot));
  }

  /* ---- Reviews (bots/review.h): begin, then every move after it is applied, then judge in any order -------------------- */

  reviewBegin(): void {
    if (this.engine.call("wasm_review_begin", this.slot) < 0) throw new Error("not enough memory");
  }

  reviewMove(): void {
    if (this.engine.call("wasm_review_move", this.slot) < 0) throw new Error("not enough memory");
  }

  reviewJudge(number: number, ms: number): string {
    return this.engine.take(this.engine.call("wasm_review_judge", number, ms, 0));
  }

  reviewFinish(): string {
    return this.engine.take(this.engine.call("wasm_review_finish"));
  }
}
