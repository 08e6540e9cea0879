/* What a game adds to the frame of a table: how its things are drawn and which buttons it offers. */
import type { ComponentChildren, JSX } from "preact";
import type { Face } from "../art";
import type { View } from "../engine/engine";
import type { Sitting } from "../sitting";
import type { Pick, Picks } from "./picks";

/* What a table at the server adds; other tables do not load it. */
export type OnlineParts = typeof import("./online");

/* Everything a game's drawing needs. */
export interface Scene<V = View> {
  sitting: Sitting;
  online: OnlineParts | undefined;
  view: V;
  me: number | null;
  names: string[];
  called: (seat: number) => string; /* in a sentence: by name, or "you" */
  moves: string[]; /* listed for me */
  picks: Picks;
  /* Picks a thing, or drops it; says why not if no move has it. */
  touch: (pick: Pick, why?: string) => void;
  /* Picks exactly these, whatever the listed moves have. */
  choose: (picks: Pick[], why?: string) => void;
  /* Makes a move. */
  play: (move: string) => void;
}

/* What gives the names of cards. */
export interface Namer {
  card(code: string): string;
}

export interface MoveButton {
  move: string; /* made by the button, or what tells it apart if it only opens something */
  onPress?: () => void; /* opens something instead */
  label: ComponentChildren;
  hint?: ComponentChildren; /* what it does, beneath */
  isPrimary?: boolean;
  why?: string | null; /* it cannot be made now, and is told so when it is pressed */
  key?: string; /* a letter */
  isDeskOnly?: boolean; /* a phone offers it elsewhere */
}

/* What may be decided ahead: the first of the moves that is legal is made when the game waits for me. */
export interface AheadOffer {
  label: string;
  moves: string[];
}

export interface SeatTag {
  text: string;
  kind: "" | "gold" | "teal" | "accent";
}

export interface GameTable<V = View> {
  look?: string; /* the class of its styles, g-NAME, if that is not the game's name */
  /* How a card looks, for cards named in the log; null: it is not drawn. */
  face?: (namer: Namer, code: string) => Face | null;
  /* Those that people ask each other for, in the chat. */
  wishes?: string[];
  /* In the header: the round and similar facts. */
  progress: (scene: Scene<V>) => JSX.Element | null;
  /* What an opponent's bay shows below the name. */
  seat: (scene: Scene<V>, seat: number) => JSX.Element;
  tag: (scene: Scene<V>, seat: number) => SeatTag | null;
  /* The points so far; null: nothing is counted before the end. */
  points: (scene: Scene<V>, seat: number) => number | null;
  isOut?: (view: V, seat: number) => boolean;
  court: (scene: Scene<V>) => JSX.Element;
  courtClass: string;
  own: (scene: Scene<V>) => JSX.Element;
  ownClass: string;
  /* Up to five, the likeliest first, by what is picked. */
  buttons: (scene: Scene<V>) => MoveButton[];
  hint?: (scene: Scene<V>) => string | null;
  /* What I may decide ahead, while others move. */
  ahead?: (scene: Scene<V>) => AheadOffer[];
  /* Its hand can be sorted (hand.ts). */
  hasSorting?: boolean;
  /* What a move is about, as data-about has it, if its words do not say so themselves. */
  lights?: (scene: Scene<V>, move: string) => string[];
  /* Where the rules explain a thing, its kind, or a phase ("action sell", "card", "phase auction"): the number of the heading. */
  sections?: Record<string, number>;
}
