/* The sheets of score pads, kept in this browser until they are cleared. */
import { signal, type Signal } from "@preact/signals";
import { pads } from "games:pads";
import type { Engine } from "../engine/engine";
import * as storage from "../storage";
import type { GamePad } from "./game";
import { emptyLine, type Form, formOf, type Line, type Sheet } from "./sheet";

export const padOf = (game: string): GamePad => pads[game] ?? {};

const key = (game: string): string => `pad:${game}`;

/* As many rows as there are owners now. */
const fitted = (line: Line | undefined, form: Form, first: GamePad["first"]): Line =>
  emptyLine(form, first).map((row, owner) => (line?.[owner]?.length === row.length ? line[owner]! : row));

export const fit = (engine: Engine, game: string, sheet: Sheet): Sheet => {
  const { lines: least = 1, end: ending, first } = padOf(game);
  const form = formOf(engine, game, sheet.names.length);
  const count = Math.max(least, sheet.lines.length);
  const lines = Array.from({ length: count }, (_, i) => fitted(sheet.lines[i], form, first));
  const end = ending ? fitted(sheet.end, formOf(engine, ending.pad, sheet.names.length), first) : [];
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
