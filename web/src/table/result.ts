/* How a game ended, as a sentence: by places and seats, for a game that was played out or given up. */
import type { Result } from "../engine/engine";

export interface Ending {
  key: string;
  names: number[]; /* the seats that the sentence names */
  others: number[]; /* those that it names beside them */
  score: number; /* of the winners */
}

const seatsAt = (result: Result, place: number): number[] => result.places.flatMap((at, seat) => (at === place ? [seat] : []));

export const endingOf = (result: Result, me: number | null, isPlayedOut: boolean): Ending => {
  const winners = seatsAt(result, 1);
  const others = winners.filter((seat) => seat !== me);
  const resigned = result.resigned ?? [];
  const score = result.scores[winners[0]!]!;
  const hasWon = others.length < winners.length;
  if (!isPlayedOut && hasWon) return { key: "web.result.you-by-resigning", names: resigned, others, score };
  if (!isPlayedOut && me !== null && resigned.includes(me)) return { key: "web.result.you-resigned", names: winners, others: [], score };
  if (!isPlayedOut) return { key: "web.result.by-resigning", names: winners, others: resigned, score };
  if (hasWon) return { key: others.length ? "web.result.you-share" : "web.you-won", names: others, others: [], score };
  return { key: winners.length > 1 ? "web.winners" : "web.winner", names: winners, others: [], score };
};
