/* A sale, and the stalls of a market that opens. */
import { Minis } from "client/art";
import type { View } from "client/engine/engine";
import { t } from "client/words";
import type { GameMoments } from "client/table/moment";

export const moments: GameMoments<View & { market: string[] }> = {
  title: (_, [first]) => t(first!.what === "sale" ? "web.moment.byzanz.sale" : "web.moment.byzanz.market"),
  name: ({ sitting }, { what, of }) => (what === "sale" ? t("web.moment.byzanz.kept", { card: sitting.card(of) }) : t(`byzanz.kind.${of}`)),
  picture: ({ sitting, view }, { what, of }, { face }) => {
    const cards = what === "sale" ? [of] : view.market.filter((card) => card.startsWith(of));
    return <Minis faces={cards.flatMap((card) => face?.(sitting, card) ?? [])} />;
  },
};
