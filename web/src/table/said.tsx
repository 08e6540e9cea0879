/* What happened or why not, in the engine's words, with the cards it names drawn small. */
import type { JSX } from "preact";
import { Chip, type Face } from "../art";

export interface Faces {
  byName: Map<string, Face>;
  names: RegExp | null; /* any of them, as a word of its own */
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/* By their names, and as the notation writes them if that cannot be anything else (c4, not 4). */
export const facesByName = (codes: string[], faceOf: (code: string) => Face): Faces => {
  const byName = new Map(codes.map((code): [string, Face] => [faceOf(code).label, faceOf(code)]));
  for (const code of codes) if (/^[a-z]\d+$/i.test(code)) byName.set(code, faceOf(code));
  const longestFirst = [...byName.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const names = longestFirst.length ? new RegExp(`(?<![\\p{L}\\d])(${longestFirst.join("|")})(?![\\p{L}\\d])`, "u") : null;
  return { byName, names };
};

export const Said = ({ text, faces }: { text: string; faces: Faces }): JSX.Element => (
  <>
    {(faces.names ? text.split(faces.names) : [text]).map((part, i) => {
      const face = i % 2 ? faces.byName.get(part) : undefined;
      return face ? <Chip key={i} face={face} /> : part;
    })}
  </>
);
