/* What happened or why not, in the engine's words, with the cards it names drawn small. */
import type { ComponentChild, JSX } from "preact";
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

/* What follows a card without a blank stays on its line. */
const tailOf = (text: string): string => /^[^\s\p{L}\d]+(?=\s|$)/u.exec(text)?.[0] ?? "";

export const Said = ({ text, faces }: { text: string; faces: Faces }): JSX.Element => {
  const parts = faces.names ? text.split(faces.names) : [text];
  const show = (part: string, i: number): ComponentChild => {
    const face = i % 2 ? faces.byName.get(part) : undefined;
    if (!face) return i % 2 || i === 0 ? part : part.slice(tailOf(part).length);
    return (
      <span key={i} class="whole">
        <Chip face={face} />
        {tailOf(parts[i + 1]!)}
      </span>
    );
  };
  return <>{parts.map(show)}</>;
};
