/* What everybody held: only here, when the game is over. */
import type { JSX } from "preact";
import { Chip, Mark } from "../art";
import type { View } from "../engine/engine";
import type { Faces } from "../table/said";
import type { Sitting } from "../sitting";
import { t } from "../words";

interface Secrets extends View {
  hands?: string[][];
  gold?: number[];
  plans?: (string[] | null)[];
}

const planWords = (plan: string[]): string => plan.map((action) => t(`maharaja.action.${action}`)).join(", ");

interface HandsProps {
  sitting: Sitting;
  whole: View;
  names: string[];
  faces: Faces;
}

export const Hands = ({ sitting, whole, names, faces }: HandsProps): JSX.Element | null => {
  const { hands, gold, plans } = whole as Secrets;
  if (!hands && !gold) return null;
  return (
    <section class="box rv-hands" aria-label={t("web.review.hands")}>
      <header>
        <h2>{t("web.review.hands")}</h2>
      </header>
      <ul>
        {names.map((name, seat) => (
          <li key={seat}>
            <Mark seat={seat} name={name} size="s" />
            <span class="sr">{name}</span>
            <span class="chips">
              {hands?.[seat]?.map((card, i) => {
                const face = faces.byName.get(sitting.card(card));
                return face ? <Chip key={i} face={face} /> : <span key={i}>{sitting.card(card)}</span>;
              })}
              {hands && !hands[seat]?.length && "–"}
              {gold && t("web.review.gold", { n: gold[seat]! })}
              {plans?.[seat] && ` · ${planWords(plans[seat])}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
