/* What the counts of a pad are worth, part by part, by the engine's own scoring. */
import type { JSX } from "preact";
import { Icon, Mark } from "../art";
import { t } from "../words";
import type { Form, PadName, Sums } from "./sheet";

/* ---- Words ------------------------------------------------------------------------------------------------------------- */

const buildings: Record<string, string> = { P: "pavilion", S: "seraglio", A: "arcades", C: "chambers", G: "garden", T: "tower" };
const towers: Record<string, string> = { c: "candy", h: "haunted", t: "tree", j: "junk", s: "sand" };

/* Who has no name has a number. */
export const initialOf = (name: string, owner: number): string => (name === t("web.pad.player", { n: owner + 1 }) ? String(owner + 1) : name);

export const labelOf = (pad: PadName, name: string): string => {
  if (pad === "alhambra") return t(`alhambra.kind.${name}`);
  if (pad === "towers" && towers[name]) return t(`towers.kind.${name}`);
  return t(`web.pad.part.${pad.replace("-end", "")}.${name}`);
};

export const Label = ({ pad, name }: { pad: PadName; name: string }): JSX.Element => {
  const kind = pad === "alhambra" ? buildings[name] : pad === "towers" ? towers[name] : undefined;
  return (
    <>
      {kind && (
        <span class="pad-glyph" data-k={`${pad === "towers" ? "towers" : "building"}-${kind}`}>
          <Icon name={`g-${kind}`} />
        </span>
      )}
      {labelOf(pad, name)}
    </>
  );
};

/* ---- What it is worth ------------------------------------------------------------------------------------------------------ */

const number = (value: number): string => (value ? String(value).replace("-", "−") : "–");

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
  hasParts?: boolean;
}

/* The parts of one line, and the totals of all of them. */
export const Worth = (props: WorthProps): JSX.Element => {
  const { pad, form, names, sums, line } = props;
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
            {props.hasParts !== false &&
              form.parts.map((part, i) => (
                <tr key={part}>
                  <th scope="row">{labelOf(pad, part)}</th>
                  {names.map((_, owner) => (
                    <td key={owner}>{part === "character" ? parts[owner]?.[i] : number(parts[owner]?.[i] ?? 0)}</td>
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
      <p class="quiet small">{t(`web.pad.how.${pad}`)}</p>
    </section>
  );
};
