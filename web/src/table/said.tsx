/* What happened or why not, in the engine's words, with the cards it names drawn small. */
import type { JSX } from "preact";
import { Chip, type Face } from "../art";
import { aboutGame } from "../games";
import type { GameTable, Namer } from "./game";

export interface Faces {
  byName: Map<string, Face>;
  names: RegExp | null; /* any of them, as a word of its own */
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/* Of every card that the game's table draws: by their names, and as the notation writes them if that cannot be anything
   else (c4, not 4). */
export const facesAt = (game: string, namer: Namer, { face }: GameTable): Faces => {
  const byName = new Map<string, Face>();
  for (const code of face ? aboutGame(game).form.cards : []) {
    const found = face!(namer, code);
    if (!found) continue;
    byName.set(found.label, found);
    if (/^[a-z]\d+$/i.test(code)) byName.set(code, found);
  }
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
