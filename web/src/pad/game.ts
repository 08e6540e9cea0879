/* What a game adds to its score pad (pad.tsx of its folder). Without it everything is counted once, at the end. */
import type { JSX } from "preact";
import type { Engine } from "../engine/engine";
import type { FieldProps } from "./fields";
import type { Entry, Form, Line, PadName, Sheet } from "./sheet";

export interface PadProps {
  engine: Engine;
  game: string;
  sheet: Sheet;
  names: string[]; /* of the players */
  change: (sheet: Sheet) => void;
}

/* Several lines, of which one is shown. */
export interface Tabs {
  title: (line: number) => string;
  /* What a line begins with after another one: when it is added, or first shown if there are always as many. */
  begin: (before: Line, form: Form) => Line;
  add?: () => string; /* says what another line is; as many as the engine counts */
  hasSubtotals?: boolean;
}

/* Another sheet of the engine, for the end. */
export interface EndSheet {
  pad: PadName;
  title: () => string;
  total: () => string;
}

export interface GamePad {
  Body?: (props: PadProps) => JSX.Element; /* instead of everything below */
  lines?: number; /* on an empty pad; one if it does not say */
  tabs?: Tabs;
  end?: EndSheet;
  total?: () => string; /* what the sum is of, if not of points */
  label?: (name: string) => string | undefined; /* of entries and parts, where it is not web.pad.part.GAME.NAME */
  face?: (name: string) => { kind: string; glyph: string } | undefined;
  beside?: Record<string, { of: string; glyph: string }>; /* entries that stand in the cell of another one */
  first?: (entry: Entry, owner: number) => number; /* before anything is counted; else as little as there can be */
  field?: (props: FieldProps) => JSX.Element | null; /* what is not a count */
}
