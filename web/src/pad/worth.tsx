/* What the counts of a pad are worth, part by part, by the engine's own scoring. */
import type { JSX } from "preact";
import { Icon, Mark } from "../art";
import { partText } from "../generic/say";
import { numberText } from "../readable";
import { knows, t } from "../words";
import type { GamePad } from "./game";
import type { Form, PadName, Sums } from "./sheet";

/* ---- Words ------------------------------------------------------------------------------------------------------------- */

/* Who has no name has a number. */
export const initialOf = (name: string, owner: number): string => (name === t("web.pad.player", { n: owner + 1 }) ? String(owner + 1) : name);

export const labelOf = (own: GamePad, game: string, name: string): string => own.label?.(name) ?? partText(game, name);

export const Label = ({ own, game, name }: { own: GamePad; game: string; name: string }): JSX.Element => {
  const face = own.face?.(name);
  return (
    <>
      {face && (
        <span class="pad-glyph" data-k={face.kind}>
          <Icon name={face.glyph} />
        </span>
      )}
      {labelOf(own, game, name)}
    </>
  );
};

/* ---- What it is worth ------------------------------------------------------------------------------------------------------ */

const number = (value: number): string => (value ? numberText(value) : "–");

const Place = ({ place }: { place: number }): JSX.Element => (
  <span class={`place-no ${place === 1 ? "first" : ""}`}>{place}</span>
);

const first = (sums: Sums, names: string[]): string => {
  const winners = names.filter((_, i) => sums.places[i] === 1);
  const score = sums.totals[sums.places.indexOf(1)] ?? 0;
  return t(winners.length > 1 ? "web.pad.first-shared" : "web.pad.first", { names: winners.join(", "), score });
};

interface WorthProps {
  pad: PadName;
  form: Form;
  names: string[];
  sums: Sums;
  line: number;
  subtotal?: string | null; /* of this line, where there are several */
  total: string;
  label?: (part: string) => string; /* without: no parts are shown */
}

/* The parts of one line, and the totals of all of them. */
export const Worth = (props: WorthProps): JSX.Element => {
  const { pad, form, names, sums, line, label } = props;
  const how = `web.pad.how.${pad}`;
  const parts = sums.lines[line] ?? [];
  const isCounted = sums.totals.some((total) => total !== 0);
  const hasPlaces = isCounted && sums.places.some((place) => place > 0);
  return (
    <section class="box pad-worth" aria-label={t("web.pad.worth")} aria-live="polite">
      <div class="parts-scroll" tabIndex={0} role="group" aria-label={t("web.pad.worth")}>
        <table class="score-parts" style={`--n:${names.length}`}>
          <thead>
            <tr>
              <td />
              {names.map((name, owner) => (
                <th key={owner} scope="col">
                  <Mark seat={owner} name={initialOf(name, owner)} size="s" />
                  <span class="who">{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {label &&
              form.parts.map((part, i) => (
                <tr key={part}>
                  <th scope="row">{label(part)}</th>
                  {names.map((_, owner) => (
                    <td key={owner}>{number(parts[owner]?.[i] ?? 0)}</td>
                  ))}
                </tr>
              ))}
          </tbody>
          <tfoot>
            {props.subtotal && (
              <tr class="sub">
                <th scope="row">{props.subtotal}</th>
                {names.map((_, owner) => (
                  <td key={owner}>{parts[owner]?.reduce((sum, part) => sum + part, 0)}</td>
                ))}
              </tr>
            )}
            <tr>
              <th scope="row">{props.total}</th>
              {names.map((_, owner) => (
                <td key={owner}>{sums.totals[owner]}</td>
              ))}
            </tr>
            {hasPlaces && (
              <tr>
                <th scope="row">{t("web.pad.place")}</th>
                {names.map((_, owner) => (
                  <td key={owner}>{sums.places[owner] ? <Place place={sums.places[owner]!} /> : "–"}</td>
                ))}
              </tr>
            )}
          </tfoot>
        </table>
      </div>
      {hasPlaces && <p class="pad-first">{first(sums, names)}</p>}
      {knows(how) && <p class="quiet small">{t(how)}</p>}
    </section>
  );
};
