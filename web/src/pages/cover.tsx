/* The picture that a game is known by: a small scene under an arch; of a game that has none, its glyphs. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { About } from "../games";
import { addCovers } from "../more";

const places: [x: number, y: number, size: number][] = [[28, 74, 42], [70, 46, 60], [130, 74, 42]];

export const Cover = ({ game }: { game: About }): JSX.Element => {
  useEffect(() => void (game.hasCover && addCovers().catch(() => {})), [game]);
  return (
    <svg class="scene" viewBox="0 0 200 128" data-k={game.kind} aria-hidden="true">
      <path class="vault" d="M0 128V92A100 88 0 0 1 200 92v36z" />
      {game.hasCover ? (
        <use href={`#cover-${game.name}`} />
      ) : (
        game.glyphs.map((glyph, i) => <use key={i} href={`#g-${glyph}`} x={places[i]![0]} y={places[i]![1]} width={places[i]![2]} height={places[i]![2]} />)
      )}
    </svg>
  );
};
