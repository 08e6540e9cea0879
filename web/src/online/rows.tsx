/* Tables of the server as rows of the start page. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { remove, type Seat, type TableInfo } from "../api";
import { Icon, Mark, Tag } from "../art";
import { aboutGame, nameOf } from "../games";
import { optionTitle } from "../readable";
import { seatName } from "./seat";
import { t } from "../words";
import { askOver, dueAt, mySeat, waitsForMe } from "./lobby";
import { me } from "./me";
import { clockText, dayText, endText, spanText } from "./time";

const Badge = ({ table }: { table: TableInfo }): JSX.Element => {
  const about = aboutGame(table.game);
  return (
    <span class="badge" data-k={about.kind}>
      <svg aria-hidden="true">
        <use href={`#g-${about.glyphs[1]}`} />
      </svg>
    </span>
  );
};

const Chair = ({ seat, at, name }: { seat: Seat; at: number; name: string }): JSX.Element => {
  if (seat.kind === "person") return <Mark seat={at} name={name} size="s" />;
  return <span class={`chair ${seat.kind === "open" ? "" : seat.kind}`}>{seat.kind === "bot" && <Icon name="i-bot" />}</span>;
};

/* Who sits where, at a glance; in words for those who cannot see it. */
const Chairs = ({ table }: { table: TableInfo }): JSX.Element => {
  const names = table.seats.map((_, at) => seatName(table.seats, at));
  return (
    <span class="chairs">
      <span class="sr">{names.join(", ")}</span>
      {table.seats.map((seat, at) => (
        <Chair key={at} seat={seat} at={at} name={names[at]!} />
      ))}
    </span>
  );
};

const isFree = (seat: Seat): boolean => seat.kind === "open" || (seat.kind === "invited" && !seat.name);

const freeSeats = (table: TableInfo): number => table.seats.filter((seat) => seat.kind === "open").length;

/* By whom, how fast, and whatever else one should know before sitting down. */
const facts = (table: TableInfo): string =>
  [table.owner, clockText(table.clock), table.rated ? t("web.online.rated") : null, table.options["starter"] === "drawn" ? null : starterText(table), optionsText(table)].filter(Boolean).join(" · ");

const valueText = (game: string, name: string, value: boolean | number | string): string => {
  const title = name === "map" ? t("web.maps.map") : optionTitle(game, name);
  if (value === true) return title;
  return `${title}: ${value === false ? t("web.no") : value === 0 ? t("web.none") : value}`;
};

/* The options that differ from the standard; who starts is shown beside them. */
export const optionsText = ({ game, options: { starter: _, ...others } }: Pick<TableInfo, "game" | "options">): string =>
  Object.entries(others)
    .map(([name, value]) => valueText(game, name, value))
    .join(" · ");

/* Who starts: by chance before the cards are dealt, then, or if it was settled before, by name. */
export const starterText = ({ game, options: { starter = 0 }, seats }: TableInfo): string => {
  const at = Number(starter);
  const name = (): string => (isFree(seats[at]!) ? t("web.online.seat-n", { n: at + 1 }) : seatName(seats, at));
  return `${optionTitle(game, "starter")}: ${starter === "drawn" ? t("web.starter.drawn") : name()}`;
};

export const OpenRow = ({ table, onSit }: { table: TableInfo; onSit: () => void }): JSX.Element => {
  const free = freeSeats(table);
  return (
    <li class="trow">
      <Badge table={table} />
      <span class="grow">
        <b>{nameOf(table.game)}</b>
        <span class="quiet small">{facts(table)}</span>
      </span>
      <Chairs table={table} />
      <Tag kind={free ? "ok" : ""}>{t("web.online.n-free", { n: free })}</Tag>
      {free ? (
        <button type="button" class="btn" aria-label={`${t("web.online.sit-down")}: ${nameOf(table.game)}, ${table.owner}`} onClick={onSit}>
          {t("web.online.sit-down")}
        </button>
      ) : (
        <a class="btn" href={`/table/${table.code}`}>
          {t("web.online.watch")}
        </a>
      )}
    </li>
  );
};

/* ---- Mine ---------------------------------------------------------------------------------------------------------------- */

/* That it is my turn, and how long it still is. */
const turnText = (table: TableInfo): string => {
  const due = dueAt(table);
  return due === null ? t("web.your-turn") : t("web.online.your-turn-for", { time: spanText(due - Date.now()) });
};

/* Whom it waits for. */
const awaitedText = (table: TableInfo): string => {
  const at = table.waits?.[0];
  if (at === undefined) return t("web.online.in-play");
  const seat = table.seats[at]!;
  const name = seatName(table.seats, at);
  return seat.kind === "person" && seat.vacation_until ? t("web.online.is-on-vacation", { name, day: dayText(seat.vacation_until) }) : t("web.online.thinks", { name });
};

const StateTag = ({ table }: { table: TableInfo }): JSX.Element => {
  const seat = mySeat(table);
  if (table.state === "over") {
    const place = table.result?.places[seat];
    return <Tag kind="ok">{place ? t("web.you-came", { n: place }) : t("web.over")}</Tag>;
  }
  if (table.seats[seat]?.kind === "invited") return <Tag kind="accent">{t("web.online.you-are-invited")}</Tag>;
  if (table.state === "open") return <Tag>{t("web.online.n-free", { n: freeSeats(table) })}</Tag>;
  return waitsForMe(table) ? <Tag kind="accent">{turnText(table)}</Tag> : <Tag>{awaitedText(table)}</Tag>;
};

/* Takes a game against bots off the list; a running one is not lost by one touch. */
export const Forget = ({ name, isOver, onForget }: { name: string; isOver: boolean; onForget: () => void }): JSX.Element => {
  const isAsked = useSignal(false);
  return isAsked.value ? (
    <button type="button" class="btn danger forget" onClick={onForget} onBlur={() => (isAsked.value = false)} ref={(key) => key?.focus()}>
      {t("web.forget-sure")}
    </button>
  ) : (
    <button
      type="button"
      class="btn plain square forget"
      aria-label={`${t("web.forget")}: ${name}`}
      title={t("web.forget")}
      onClick={() => (isOver ? onForget() : (isAsked.value = true))}
    >
      <Icon name="i-x" />
    </button>
  );
};

/* Whether I alone play there, against bots, and it is mine to remove. */
const isAgainstBots = (table: TableInfo): boolean =>
  table.state !== "open" && table.owner === me.value?.name && table.seats.every((seat, at) => seat.kind === "bot" || at === mySeat(table));

const drop = (table: TableInfo): void => void remove(`/tables/${table.code}`).then(askOver).catch(() => undefined);

export const MyRow = ({ table }: { table: TableInfo }): JSX.Element => {
  const others = table.seats.flatMap((seat, at) => (at === mySeat(table) || isFree(seat) ? [] : [seatName(table.seats, at)]));
  const isOver = table.state === "over";
  const when = new Date(table.ended_at ?? 0).toLocaleDateString(document.documentElement.lang);
  return (
    <li class="trow">
      <Badge table={table} />
      <span class="grow">
        <b>{nameOf(table.game)}</b>
        <span class="quiet small">
          {[...others, isOver ? when : clockText(table.clock), table.ends_at ? endText(table.ends_at) : null].filter(Boolean).join(" · ")}
        </span>
      </span>
      <StateTag table={table} />
      <a class={`btn ${waitsForMe(table) ? "primary" : ""}`} href={isOver ? `/review/${table.code}` : `/table/${table.code}`}>
        {t(isOver ? "web.review.look-back" : "web.continue")}
      </a>
      {isAgainstBots(table) && <Forget name={nameOf(table.game)} isOver={isOver} onForget={() => drop(table)} />}
    </li>
  );
};
