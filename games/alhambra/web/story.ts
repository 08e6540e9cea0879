/* What the scores are made of: points come in three scorings, and only the last is counted at the end. */
import { type Engine, SPECTATOR } from "client/engine/engine";
import { playAgain, type Played } from "client/review/played";
import type { GameStory } from "client/review/story";
import { t } from "client/words";

/* What each scoring brought. */
const scorings = (engine: Engine, played: Played): { letter: string; points: number[] }[] => {
  let held = 0;
  let before: number[] = [];
  const found = playAgain(engine, played, (game) => {
    const { scored, points } = game.view(SPECTATOR) as unknown as { scored: string[]; points: number[] };
    const news = scored.length > held ? [{ letter: scored.at(-1)!, points: points.map((now, i) => now - (before[i] ?? 0)) }] : [];
    held = scored.length;
    before = points;
    return news;
  });
  return found?.flat() ?? [];
};

export const story: GameStory = {
  early: (engine, played) =>
    scorings(engine, played)
      .slice(0, -1)
      .map(({ letter, points }) => ({ label: t("web.alhambra.scored", { letter }), values: points.slice(0, played.setup.players) })),
  part: (part) => t("web.pad.part.alhambra.kind", { letter: "C", kind: t(`alhambra.kind.${part}`) }),
};
