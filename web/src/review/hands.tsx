/* What everybody held: only here, when the game is over. */
import type { JSX } from "preact";
import { Chip, type Face, Mark } from "../art";
import type { GameName, View } from "../engine/engine";
import type { Sitting } from "../sitting";
import { t } from "../words";

const byzanz: Record<string, string> = { c: "cloth", s: "spice", w: "wine", f: "flour", o: "olives", t: "timber", m: "merchant" };
const money: Record<string, string> = { y: "yellow", b: "blue", g: "green", o: "orange" };
const specials: Record<string, [kind: string, glyph: string]> = {
  "*": ["joker", "scarab"],
  T: ["thief", "thief"],
  X: ["tax", "tax"],
  P: ["pharaoh", "pharaoh"],
};

const faceOf = (game: GameName, card: string, label: string): Face => {
  const first = card[0]!;
  const value = card.slice(1);
  if (game === "byzanz") return { kind: `byzanz-${byzanz[first]}`, glyph: `g-${byzanz[first]}`, value, label };
  if (game === "alhambra") return { kind: `money-${money[first]}`, glyph: `g-coin-${first}`, value, label };
  const [kind, glyph] = specials[card] ?? ["stone", "stone"];
  return { kind: `pharaoh-${kind}`, glyph: `g-${glyph}`, value: specials[card] ? "" : card, label };
};

interface Secrets extends View {
  hands?: string[][];
  gold?: number[];
  plans?: (string[] | null)[];
}

const planWords = (plan: string[]): string => plan.map((action) => t(`maharaja.action.${action}`)).join(", ");

export const Hands = ({ sitting, whole, names }: { sitting: Sitting; whole: View; names: string[] }): JSX.Element | null => {
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
              {hands?.[seat]?.map((card, i) => <Chip key={i} face={faceOf(sitting.game, card, sitting.card(card))} />)}
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
