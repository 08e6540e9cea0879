/* How the cards of my hand lie: as the game has them, by kind, or by value; the browser keeps which. */
import { handOrder } from "../settings";

/* The number in a card's name; without one it lies last. */
const rankOf = (card: string, isHighFirst: boolean): number => {
  const value = Number(/\d+/.exec(card)?.[0] ?? Infinity);
  return isHighFirst && Number.isFinite(value) ? -value : value;
};

/* The places of the cards in the hand, in the order in which they are shown: what is picked is named by its place. Where
   kinds are numbers, the highest value comes first. */
export const inOrder = (hand: string[], isHighFirst = false): number[] => {
  const places = hand.map((_, place) => place);
  const ranks = hand.map((card) => rankOf(card, isHighFirst));
  const compare = (a: number, b: number): number => (ranks[a] === ranks[b] ? a - b : ranks[a]! - ranks[b]!);
  return handOrder.value === "value" ? places.sort(compare) : places;
};

export const isByKind = (): boolean => handOrder.value === "kind";
