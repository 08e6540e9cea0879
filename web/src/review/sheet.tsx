/* A finished game on one sheet of paper: seen only when the page is printed. */
import type { JSX } from "preact";
import { Mark } from "../art";
import type { Result } from "../engine/engine";
import { nameOf } from "../games";
import { optionsText } from "../online/rows";
import { clockText } from "../online/time";
import { numberText } from "../readable";
import { readOptions } from "../setup-text";
import { t } from "../words";
import { inPlaces, Parts } from "./panels";
import type { Played } from "./played";
import type { PartRow } from "./story";

const valueOf = (text: string): boolean | number | string => (text === "on" ? true : text === "off" ? false : Number.isNaN(Number(text)) ? text : Number(text));

/* The options, with the map that is not built in. */
const settings = ({ setup }: Played): string =>
  optionsText({ game: setup.game, options: Object.fromEntries(Object.entries(readOptions(setup.options)).map(([name, text]) => [name, valueOf(text)])) });

const facts = (played: Played): string[] => {
  const when = played.when && new Date(played.when).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
  const { table } = played;
  return [when, t("web.n-moves", { n: played.moves.length }), table && clockText(table.clock), table?.rated && t("web.online.rated"), settings(played)].filter((fact): fact is string => !!fact);
};

export const PrintedSheet = ({ played, result, names, rows }: { played: Played; result: Result; names: string[]; rows: PartRow[] }): JSX.Element => {
  const order = inPlaces(result);
  return (
    <section class="rv-sheet" aria-hidden="true">
      <h1>{nameOf(played.setup.game)}</h1>
      <p>{facts(played).join(" · ")}</p>
      <ol>
        {order.map((seat) => (
          <li key={seat}>
            <span>{result.places[seat]}</span>
            <Mark seat={seat} name={names[seat]!} />
            <b>{names[seat]}</b>
            <b>{numberText(result.scores[seat]!)}</b>
          </li>
        ))}
      </ol>
      {result.resigned && <p>{t("web.review.resigned")}</p>}
      {rows.length > 0 && <Parts rows={rows} order={order} names={names} />}
      <p class="rv-sheet-from">Arkád{played.table && ` · ${location.origin}/review/${played.id}`}</p>
    </section>
  );
};
