/* What everybody held: only here, when the game is over. */
import type { JSX } from "preact";
import { Chip, Mark } from "../art";
import type { View } from "../engine/engine";
import { isCard, keyText } from "../generic/say";
import { studyOf } from "../generic/study";
import { wordFor } from "../readable";
import type { Sitting } from "../sitting";
import type { Faces } from "../table/said";
import { t } from "../words";

/* What is not a card: an amount of something, or a word (the actions of a plan have words of their own). */
const said = ({ game }: Sitting, key: string, value: unknown): string =>
  typeof value === "number" ? `${keyText(game, key)} ${value}` : wordFor(String(value), `${game}.action.${String(value)}`, `web.view.${String(value)}`);

const Held = ({ sitting, faces, name, value }: { sitting: Sitting; faces: Faces; name: string; value: unknown }): JSX.Element => {
  const all = Array.isArray(value) ? value : value === null ? [] : [value];
  if (!all.length) return <span>–</span>;
  return (
    <>
      {all.map((one, i) => {
        if (!isCard(sitting, one)) return <span key={i}>{said(sitting, name, one)}</span>;
        const face = faces.byName.get(sitting.card(one as string));
        return face ? <Chip key={i} face={face} /> : <span key={i}>{sitting.card(one as string)}</span>;
      })}
    </>
  );
};

interface HandsProps {
  sitting: Sitting;
  whole: View;
  names: string[];
  faces: Faces;
}

export const Hands = ({ sitting, whole, names, faces }: HandsProps): JSX.Element => {
  const secrets = [...studyOf(sitting.game).hands];
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
            {secrets.map((key) => (
              <span key={key} class="chips">
                <Held sitting={sitting} faces={faces} name={key} value={(whole[key] as unknown[])[seat] ?? null} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
};
