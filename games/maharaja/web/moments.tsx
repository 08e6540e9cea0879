/* Those whom the maharaja found in his city, by their places. */
import { t } from "client/words";
import type { GameMoments } from "client/table/moment";

export const moments: GameMoments = {
  title: ({ sitting }, [first]) => t("web.moment.maharaja.judged", { place: sitting.thing("place", first!.of) }),
  name: (_, __, at) => t("web.moment.place", { n: at + 1 }),
  has: (_, n) => t("web.moment.maharaja.has", { n }),
};
