/* A bid decided ahead: the cards that one is ready to lay, and every step up to all of them. */
import type { AheadOffer } from "client/table/game";
import { t } from "client/words";

const CARDS_MAX = 5; /* 31 steps and a pass are as many moves as a list may have */

const valueOf = (card: string): number => Number(card[1]);
const sumOf = (cards: string[]): number => cards.reduce((sum, card) => sum + valueOf(card), 0);

/* Every choice of some of these. */
const choices = (cards: string[]): string[][] => cards.reduce<string[][]>((all, card) => [...all, ...all.map((some) => [...some, card])], [[]]).slice(1);

const bySum = (a: string[], b: string[]): number => sumOf(a) - sumOf(b) || a.length - b.length;

/* The least that is enough is laid, and more of the same cards whenever it takes more. */
const upTo = (cards: string[]): string[] => [...new Set([...choices(cards).sort(bySum).map((some) => `bid ${some.join(" ")}`), "pass"])];

/* By what one would bid at most, with the fewest cards. Of cards that are alike either all or none, so that no other is laid for
   one of them. `goods` in the order of the notation, `laid` what already lies, `high` what is to be beaten. */
export const bidsAhead = (goods: string[], laid: number, high: number, say: (card: string) => string): AheadOffer[] => {
  const best = new Map<number, string[]>();
  for (const cards of choices(goods).sort(bySum)) {
    const isWhole = cards.every((card) => goods.filter((other) => other === card).length === cards.filter((other) => other === card).length);
    if (isWhole && cards.length <= CARDS_MAX && laid + sumOf(cards) > high && !best.has(sumOf(cards))) best.set(sumOf(cards), cards);
  }
  return [...best].map(([sum, cards]) => ({ label: t("web.byzanz.ahead-up-to", { n: laid + sum, cards: cards.map(say).join(", ") }), moves: upTo(cards) }));
};
