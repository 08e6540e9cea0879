/* A scoring, kind by kind. */
import { t } from "client/words";
import type { GameMoments } from "client/table/moment";

const kinds: Record<string, string> = { P: "pavilion", S: "seraglio", A: "arcades", C: "chambers", G: "garden", T: "tower" };

export const moments: GameMoments = {
  title: (_, [first]) => t("web.alhambra.scored", { letter: first!.what }),
  name: (_, { of }) => t(`alhambra.kind.${of}`),
  picture: (_, { of }) => (
    <svg class="vignette" data-k={`building-${kinds[of]}`}>
      <use href={`#s-building-${kinds[of]}`} />
    </svg>
  ),
  has: (_, has) => `×${has}`,
  owner: () => t("alhambra.dummy"),
};
