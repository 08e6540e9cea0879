/* What stands on a score pad; what it is worth, the engine says. */
import type { Engine } from "../engine/engine";
import type { GamePad } from "./game";

/* The engine's pads (src/pad): of a game, and GAME-end if the end is counted on another sheet. */
export type PadName = string;

export interface Entry {
  name: string;
  min: number;
  max: number;
  together: number; /* of all owners; 0: no limit */
}

export interface Form {
  entries: Entry[];
  parts: string[];
  lines: number;
  owners: number; /* players, and a dummy */
  players: [fewest: number, most: number];
}

export interface Sums {
  lines: number[][][]; /* parts by line and owner */
  totals: number[];
  places: number[];
  marker: number;
}

/* A line is what was counted once: for each owner its entries. */
export type Line = number[][];

export interface Sheet {
  names: string[];
  options: string;
  lines: Line[];
  end: Line; /* on its own sheet */
}

export const formOf = (engine: Engine, pad: PadName, players: number): Form =>
  JSON.parse(engine.take(engine.call("wasm_pad_form", engine.give(pad), players))) as Form;

/* What the sheet comes to, or why it is impossible. */
export const sumsOf = (engine: Engine, pad: PadName, players: number, options: string, lines: Line[]): Sums | string => {
  const rows = lines.flatMap((line) => line.map((row) => row.join(" ")));
  const length = engine.call("wasm_pad", engine.give([pad, players, options, ...rows].join("\n")));
  return length < 0 ? engine.reason() : (JSON.parse(engine.take(length)) as Sums);
};

/* Nothing counted. */
export const emptyLine = (form: Form, first: NonNullable<GamePad["first"]> = ({ min }) => min): Line =>
  Array.from({ length: form.owners }, (_, owner) => form.entries.map((entry) => first(entry, owner)));
