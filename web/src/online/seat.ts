/* A table's seats and options in words, wherever tables are listed. */
import type { Seat, TableInfo } from "../api";
import { writeOptions } from "../setup-text";
import { t } from "../words";

export const optionText = (options: TableInfo["options"]): string =>
  writeOptions(Object.fromEntries(Object.entries(options).map(([name, value]) => [name, value === true ? "on" : value === false ? "off" : String(value)])));

/* Bots by their level, numbered if there are several of it: as the server calls them. */
const botName = (seats: Seat[], at: number, level: number): string => {
  const alike = seats.flatMap((seat, i) => (seat.kind === "bot" && seat.level === level ? [i] : []));
  return alike.length > 1 ? `${t(`level.${level}`)} ${alike.indexOf(at) + 1}` : t(`level.${level}`);
};

/* Who sits there, in a word. */
export const seatName = (seats: Seat[], at: number): string => {
  const seat = seats[at]!;
  if (seat.kind === "bot") return botName(seats, at, seat.level);
  if (seat.kind === "open") return t("web.free-seat");
  return seat.name ?? t(seat.kind === "person" ? "server.gone" : "web.online.kept-seat");
};
