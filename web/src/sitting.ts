/*
 * One game as somebody sits at it (or watches it): what the page shows and what can be done, wherever it is played: on
 * this machine against bots (local.ts) or at a server's table (remote.ts).
 */
import type { ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Count, Hint, MapData, Memory, Refusal, Result, View } from "./engine/engine";
import type { Room } from "./online/room";

export interface Person {
  name: string;
  kind: "me" | "person" | "bot";
  isAway?: boolean;
  isHere?: boolean;
}

export interface Entry {
  n: number;
  seat: number | null; /* null: of nobody in particular */
  text: string;
  move?: string | null; /* as the notation writes it, if it stands and I may know it */
  isOwn?: boolean; /* my move, told to me: "You" stands before it */
}

/* yours: waited for me; free: a move out of turn; sent: not yet saved. */
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
  readonly reviewId?: string; /* where it is looked back on when it is over: /review/… */
  readonly hasHints: boolean; /* none where people play against each other */
  readonly room?: Room; /* at a server's table */
  /* In the page's language. */
  ask(): string;
  choice(move: string): string;
  card(code: string): string;
  check(move: string): Refusal;
  /* What a seat would have, were it counted now by what I see. */
  count(seat: number): Count;
  /* The number that people say with a move, legal or not (src/engine/game.h); 0 if there is none. */
  figure(move: string): number;
  /* What follows from the position by the rules. */
  facts(): object;
  map(): MapData; /* of Maharaja */
  memory(): Memory; /* my seat's */
  /* Resolves when the move is made (and kept), or with the reason why not. */
  play(move: string): Promise<Refusal>;
  undo(): Promise<Refusal>;
  hint(): Promise<Hint>;
  leave(): void;
  /* What stands beside the table of a lesson. */
  panel?(): JSX.Element;
}
