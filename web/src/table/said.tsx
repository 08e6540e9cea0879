/* What happened, in the engine's words, with the cards it names drawn small. */
import type { JSX } from "preact";
import { Chip, type Face } from "../art";

export interface Faces {
  byName: Map<string, Face>;
  names: RegExp | null; /* any of them, as a word of its own */
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export const facesByName = (faces: Face[]): Faces => {
  const byName = new Map(faces.map((face) => [face.label, face]));
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
