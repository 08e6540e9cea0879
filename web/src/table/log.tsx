/* What happened: the whole log, and on a phone its last line. */
import type { JSX } from "preact";
import { Mark } from "../art";
import type { Entry, Sitting } from "../sitting";
import { t } from "../words";
import { type Faces, Said } from "./said";

/* Whom a line of the log is about. */
const Subject = ({ entry, names }: { entry: Entry; names: string[] }): JSX.Element | null =>
  entry.seat === null ? null : <b>{entry.isOwn ? t("web.you") : names[entry.seat]}</b>;

export interface LogProps {
  sitting: Sitting;
  names: string[];
  faces: Faces;
}

export const Log = ({ sitting, names, faces }: LogProps): JSX.Element => {
  const entries = sitting.log.value;
  return (
    <section class="box log" aria-label={t("web.log")}>
      <header>
        <h2>{t("web.log")}</h2>
      </header>
      <ol tabIndex={0} aria-label={t("web.log")} ref={(list) => void list?.scrollTo(0, list.scrollHeight)}>
        {entries.map((entry, i) => (
          <li
            key={entry.n}
            data-seat={entry.seat ?? undefined}
            class={`${entry.seat === null ? "all" : ""} ${i === entries.length - 1 ? "now" : ""}`}
          >
            <Subject entry={entry} names={names} /> <Said text={entry.text} faces={faces} />
          </li>
        ))}
      </ol>
    </section>
  );
};

export const Ticker = ({ sitting, names, faces }: LogProps): JSX.Element => {
  const last = sitting.log.value.at(-1);
  return (
    <div class="ticker" role="status">
      {last && (
        <>
          {last.seat !== null && <Mark seat={last.seat} name={names[last.seat]!} size="s" />}
          <span>
            <Subject entry={last} names={names} /> <Said text={last.text} faces={faces} />
          </span>
        </>
      )}
    </div>
  );
};
