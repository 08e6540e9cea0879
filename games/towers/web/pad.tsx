/* The pad of 5 Towers: the heights of towers, each with its roof beside it. */
import type { GamePad } from "client/pad/game";
import { t } from "client/words";

const kinds: Record<string, string> = { c: "candy", h: "haunted", t: "tree", j: "junk", s: "sand" };
const roofs = Object.fromEntries(Object.keys(kinds).map((kind) => [`${kind}-roof`, { of: kind, glyph: "g-roof" }]));

export const pad: GamePad = {
  label: (name) => {
    if (kinds[name]) return t(`towers.kind.${name}`);
    return roofs[name] && t("web.pad.roof-of", { kind: t(`towers.kind.${roofs[name].of}`) });
  },
  face: (name) => (kinds[name] ? { kind: `towers-${kinds[name]}`, glyph: `g-${kinds[name]}` } : undefined),
  beside: roofs,
};
