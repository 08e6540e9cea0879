/* What is in a view, in words: keys and words of the notation by the catalogues (web.view.GAME.NAME, web.view.NAME), cards by
   their names. */
import type { Sitting } from "../sitting";
import { aboutGame } from "../games";
import { wordFor } from "../readable";

export const keyText = (game: string, key: string): string => wordFor(key, `web.view.${game}.${key}`, `web.view.${key}`);

/* What a score is made of. */
export const partText = (game: string, part: string): string =>
  wordFor(part, `web.pad.part.${game}.${part}`, `web.view.${game}.${part}`, `web.view.${part}`);

export const isCard = ({ game }: Sitting, word: unknown): boolean =>
  typeof word === "string" && aboutGame(game).form.cards.includes(word);

/* A number can be a seat, a place or a card: it is shown as it is. */
export const wordText = (sitting: Sitting, word: string): string => {
  if (/^\d+$/.test(word)) return word;
  if (isCard(sitting, word)) return sitting.card(word);
  return /^\w+$/.test(word) && !/\d/.test(word) && word.length > 2 ? keyText(sitting.game, word) : word;
};

/* Cards whose names begin with the same letters are of one kind, and have one colour. */
export const TINTS = 8;
export const tintOf = ({ game }: Sitting, card: string): number => {
  const kinds = [...new Set(aboutGame(game).form.cards.map((code) => code.replace(/\d+$/, "")))];
  return Math.max(0, kinds.indexOf(card.replace(/\d+$/, ""))) % TINTS;
};
