/* What happened: the whole log, and on a phone its last line. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
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
  onPoint?: (move: string | null) => void; /* lights up what a line speaks of; null: nothing any more */
  onBack?: ((n: number) => void) | undefined;
}

/* A line with the way back to its moment, if there is one. */
const Line = ({ entry, names, faces, onBack }: LogProps & { entry: Entry }): JSX.Element => {
  const said = (
    <>
      <Subject entry={entry} names={names} /> <Said text={entry.text} faces={faces} />
    </>
  );
  if (!onBack) return said;
  return (
    <button type="button" class="moment" title={t("web.back.show")} onClick={() => onBack(entry.n)}>
      {said}
    </button>
  );
};

export const Log = (props: LogProps): JSX.Element => {
  const { sitting, onPoint } = props;
  const entries = sitting.log.value;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [entries.length]);
  return (
    <section class="box log" aria-label={t("web.log")}>
      <header>
        <h2>{t("web.log")}</h2>
      </header>
      <ol tabIndex={0} aria-label={t("web.log")} ref={list}>
        {entries.map((entry, i) => (
          <li
            key={entry.n}
            data-seat={entry.seat ?? undefined}
            class={`${entry.seat === null ? "all" : ""} ${i === entries.length - 1 ? "now" : ""}`}
            onPointerEnter={() => onPoint?.(entry.move ?? null)}
            onPointerLeave={() => onPoint?.(null)}
            onFocusCapture={() => onPoint?.(entry.move ?? null)}
            onBlurCapture={() => onPoint?.(null)}
          >
            <Line {...props} entry={entry} />
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
