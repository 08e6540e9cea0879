/* What stands on a score pad, kept in this browser until it is cleared; what it is worth, the engine says. */
import { signal, type Signal } from "@preact/signals";
import type { Engine } from "../engine/engine";
import * as storage from "../storage";

/* The engine's pads (src/pad): Maharaja has two, for a judged city and for the end. */
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
  owners: number; /* players, and Alhambra's dummy */
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
  end: Line; /* Maharaja's */
}

export const formOf = (engine: Engine, pad: PadName, players: number): Form =>
  JSON.parse(engine.take(engine.call("wasm_pad_form", engine.give(pad), players))) as Form;

export const hasPad = (engine: Engine, game: string): boolean => {
  const { players } = engine.form(game);
  return engine.call("wasm_pad_form", engine.give(game), players[0]) >= 0;
};

/* What the sheet comes to, or why it cannot be. */
export const sumsOf = (engine: Engine, pad: PadName, players: number, options: string, lines: Line[]): Sums | string => {
  const rows = lines.flatMap((line) => line.map((row) => row.join(" ")));
  const length = engine.call("wasm_pad", engine.give([pad, players, options, ...rows].join("\n")));
  return length < 0 ? engine.reason() : (JSON.parse(engine.take(length)) as Sums);
};

/* Nothing counted; characters, which everybody has, are dealt out. */
export const emptyRow = (form: Form, owner: number): number[] =>
  form.entries.map((entry) => (entry.name === "character" ? owner + 1 : entry.min));

export const emptyLine = (form: Form): Line => Array.from({ length: form.owners }, (_, owner) => emptyRow(form, owner));

/* ---- Kept ---------------------------------------------------------------------------------------------------------------- */

const key = (game: string): string => `pad:${game}`;

/* As many rows as there are owners now. */
const fitted = (line: Line | undefined, form: Form): Line =>
  emptyLine(form).map((row, owner) => (line?.[owner]?.length === row.length ? line[owner]! : row));

const firstLines: Record<string, number> = { towers: 1, byzanz: 1, alhambra: 3, pharaoh: 0, maharaja: 1 };

export const fit = (engine: Engine, game: string, sheet: Sheet): Sheet => {
  const form = formOf(engine, game, sheet.names.length);
  const count = Math.max(firstLines[game] ?? 1, sheet.lines.length);
  const lines = Array.from({ length: count }, (_, i) => fitted(sheet.lines[i], form));
  const end = game === "maharaja" ? fitted(sheet.end, formOf(engine, "maharaja-end", sheet.names.length)) : [];
  return { ...sheet, lines, end };
};

export const fresh = (engine: Engine, game: string, names: string[]): Sheet => fit(engine, game, { names, options: "", lines: [], end: [] });

const isSheet = (found: unknown): found is Sheet => {
  const sheet = found as Partial<Sheet> | null;
  return Array.isArray(sheet?.names) && Array.isArray(sheet.lines) && typeof sheet.options === "string";
};

export const stored = (engine: Engine, game: string, count: number): Signal<Sheet> => {
  const names = Array.from({ length: count }, () => "");
  try {
    const found: unknown = JSON.parse(storage.read(key(game)) ?? "null");
    if (isSheet(found)) return signal(fit(engine, game, found));
  } catch {
    /* what cannot be read is as good as nothing */
  }
  return signal(fresh(engine, game, names));
};

export const keepSheet = (game: string, sheet: Sheet): void => storage.keep(key(game), JSON.stringify(sheet));
export const isKept = (game: string): boolean => storage.read(key(game)) !== null;
export const dropSheet = (game: string): void => storage.forget(key(game));
