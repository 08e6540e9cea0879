/* A tower that got its roof. */
import { t } from "client/words";
import type { GameMoments } from "client/table/moment";

export const moments: GameMoments = {
  title: () => t("web.moment.towers.roof"),
  name: ({ sitting }, { of }) => sitting.thing("tower", of),
  has: (_, n) => t("web.moment.towers.storeys", { n }),
};
