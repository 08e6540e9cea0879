/* My games at the server that wait for me, wherever I am on the page: how many, and the way to the next. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../art";
import { nameOf } from "../games";
import { t } from "../words";
import { dueAt, followMine, waitingTables } from "./lobby";
import { spanText } from "./time";

/* The most urgent of those that wait for me, but for the one where I am. */
export const nextTable = (here?: string): string | null => {
  const next = waitingTables.value.find((table) => table.code !== here);
  return next ? `/table/${next.code}` : null;
};

/* `isFed`: the page keeps the lists up to date by itself. */
export const Elsewhere = ({ here, isFed = false }: { here?: string | undefined; isFed?: boolean }): JSX.Element | null => {
  useEffect(() => (isFed ? undefined : followMine()), [here, isFed]);
  const waiting = waitingTables.value.filter((table) => table.code !== here);
  const next = waiting[0];
  if (!next) return null;
  const due = dueAt(next);
  const says = [t("web.n-wait", { n: waiting.length }), nameOf(next.game), due === null ? null : spanText(due - Date.now())];
  const label = says.filter(Boolean).join(" · ");
  return (
    <a class="btn elsewhere" href={`/table/${next.code}`} aria-label={label} title={label}>
      <Icon name="i-clock" />
      <b class="num">{waiting.length}</b>
    </a>
  );
};
