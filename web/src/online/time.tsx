/* Clocks: how they are set, in words, and how they run. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Clock } from "../api";
import { Icon } from "../art";
import { announcement } from "../table/announce";
import { t } from "../words";
import type { Clocks, Room } from "./room";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LOW_MS = 15_000;
const TICK_MS = 250;

/* Redraws the component regularly, as long as it is wanted. */
export const useTicks = (isWanted: boolean, ms = TICK_MS): void => {
  const [, set] = useState(0);
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(() => set((count) => count + 1), ms);
    return () => clearInterval(timer);
  }, [isWanted, ms]);
};

/* 0:42, 3 h, 2 days. */
export const spanText = (ms: number): string => {
  if (ms >= 2 * DAY) return t("web.online.days", { n: Math.floor(ms / DAY) });
  if (ms >= HOUR) return t("web.online.hours", { n: Math.floor(ms / HOUR) });
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

export const dayText = (at: number): string => new Date(at).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });

/* When a table ends that everybody has left. */
export const endText = (at: number): string =>
  t("web.online.ends", { when: new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) });

/* How a table's clock is set: "3 min a move". */
export const clockText = (clock: Clock): string => {
  const ms = clock.move_ms ?? 0;
  if (clock.kind === "none") return t("web.online.no-clock");
  if (ms % DAY === 0) return t("web.online.days-a-move", { n: ms / DAY });
  if (ms % HOUR === 0) return t("web.online.hours-a-move", { n: ms / HOUR });
  if (ms % MINUTE === 0) return t("web.online.minutes-a-move", { n: ms / MINUTE });
  return t("web.online.seconds-a-move", { n: Math.round(ms / 1000) });
};

interface Left {
  left: number; /* of this move */
  bank: number; /* beside it */
  runs: boolean;
}

const leftOf = (clocks: Clocks | null, seat: number): Left | null => {
  const clock = clocks?.seats[seat];
  if (!clock) return null;
  const ran = clock.runs ? performance.now() - clocks!.at : 0;
  const left = Math.max(0, clock.left_ms - ran);
  return { left, bank: Math.max(0, clock.bank_ms - Math.max(0, ran - clock.left_ms)), runs: clock.runs };
};

/* A seat's clock while it runs: the time for the move, then what is in reserve. Red when little is left of all. */
export const Timer = ({ room, seat, isMine = false }: { room: Room; seat: number; isMine?: boolean }): JSX.Element | null => {
  const runs = room.clocks.value?.seats[seat]?.runs ?? false;
  useTicks(runs);
  const time = leftOf(room.clocks.value, seat);
  const isLow = time !== null && time.left + time.bank < LOW_MS;
  useEffect(() => {
    if (isLow && isMine && runs) announcement.value = t("web.online.last-seconds", { n: LOW_MS / 1000 });
  }, [isLow, isMine, runs]);
  if (!time || !runs) return null;
  const shown = time.left > 0 ? time.left : time.bank;
  return (
    <span class={`timer ${isLow ? "low" : ""}`} role="timer" aria-label={t("web.online.time-left", { time: spanText(shown) })}>
      <Icon name="i-clock" />
      {spanText(shown)}
      {time.left > 0 && time.bank > 0 && <small class="quiet">+{spanText(time.bank)}</small>}
    </span>
  );
};
