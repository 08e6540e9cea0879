/* The pad of Alhambra: three scorings of six kinds of buildings. */
import type { GamePad } from "client/pad/game";
import { t } from "client/words";

const kinds: Record<string, string> = { P: "pavilion", S: "seraglio", A: "arcades", C: "chambers", G: "garden", T: "tower" };
const SCORINGS = ["A", "B", "C"];

export const pad: GamePad = {
  lines: SCORINGS.length,
  tabs: {
    title: (line) => t("web.alhambra.scored", { letter: SCORINGS[line]! }),
    begin: (before) => before, /* buildings only come */
    hasSubtotals: true,
  },
  label: (name) => t(`alhambra.kind.${name}`),
  face: (name) => (kinds[name] ? { kind: `building-${kinds[name]}`, glyph: `g-${kinds[name]}` } : undefined),
};
