/*
 * One person's time at a table, playing or watching: what the page shows and what can be done, wherever the game is played: on
 * this machine against bots (local.ts) or at a server's table (remote.ts).
 */
import type { ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Count, Hint, MapData, Memory, Refusal, Result, Step, View } from "./engine/engine";
import type { Room } from "./online/room";

export interface Person {
  name: string;
  kind: "me" | "person" | "bot";
  isAway?: boolean;
  isHere?: boolean;
  vacationUntil?: number;
}

export interface Entry {
  n: number;
  seat: number | null; /* null: about nobody in particular */
  text: string;
  move?: string | null; /* as the notation writes it, if it was not taken back and I may know it */
  isOwn?: boolean; /* my move, told to me: "You" comes before it */
}

/* Moves decided ahead, at a server's table: the first that is legal is made when the game waits for me. */
export interface Ahead {
  readonly moves: ReadonlySignal<string[]>;
  /* Whether anything can be decided ahead just now. */
  isOpen(): boolean;
  /* None: nothing. */
  decide(moves: string[]): Promise<Refusal>;
}

/* yours: the game waits for me; free: a move out of turn; sent: not yet saved. */
export type State = "yours" | "free" | "waiting" | "sent" | "lost" | "over" | "watching";

export interface Sitting {
  readonly game: string;
  readonly players: number;
  readonly options: string; /* name=value,name=value */
  readonly seat: number | null; /* mine; null: a spectator */
  readonly people: ReadonlySignal<Person[]>;
  readonly view: ReadonlySignal<View>;
  readonly waits: ReadonlySignal<number[]>;
  readonly moves: ReadonlySignal<string[]>; /* my listed moves */
  readonly log: ReadonlySignal<Entry[]>;
  readonly state: ReadonlySignal<State>;
  readonly result: ReadonlySignal<Result | null>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly reviewId?: string; /* where it is reviewed when it is over: /review/… */
  readonly hasHints: boolean; /* none where people play against each other */
  readonly room?: Room; /* at a server's table */
  readonly ahead?: Ahead; /* there, for whoever plays */
  /* In the page's language. */
  ask(): string;
  choice(move: string): string;
  card(code: string): string;
  about(kind: string, word: string): string; /* what a thing is, and what it counts now */
  thing(place: string, word: string): string; /* a place, for instance, by its name */
  check(move: string): Refusal;
  /* What a seat would have if it were counted now, by what I see. */
  count(seat: number): Count;
  /* The number that people say with a move, legal or not (src/engine/game.h); 0 if there is none. */
  figure(move: string): number;
  /* What follows from the position by the rules. */
  facts(): object;
  /* What the last move, a seat's, scored step by step; without: it is not told here. */
  moments?(seat: number, move: string): Step[];
  /* The same game once more, where no server arranges it. */
  again?(): void;
  map(): MapData; /* of a game that has one */
  memory(): Memory; /* my seat's */
  /* Resolves when the move is made (and kept), or with the reason why not. */
  play(move: string): Promise<Refusal>;
  undo(): Promise<Refusal>;
  hint(): Promise<Hint>;
  leave(): void;
  /* The same table as it was after an entry of the log, to look at; without: it cannot be shown again. */
  past?(n: number): Promise<Sitting>;
  /* In a lesson: what to do instead of something else that would be allowed. */
  instead?(): string;
  /* What is beside the table of a lesson. */
  panel?(): JSX.Element;
}
