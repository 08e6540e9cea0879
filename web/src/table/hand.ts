/* How the cards of my hand lie: as the game has them, by kind, or by value; the browser keeps which. */
import { handOrder } from "../settings";

/* The number in a card's name; without one it lies last. */
const valueOf = (card: string): number => Number(/\d+/.exec(card)?.[0] ?? 99);

/* The places of the cards in the hand, in the order in which they are shown: what is picked is named by its place. */
export const inOrder = (hand: string[]): number[] => {
  const places = hand.map((_, place) => place);
  return handOrder.value === "value" ? places.sort((a, b) => valueOf(hand[a]!) - valueOf(hand[b]!) || a - b) : places;
};

export const isByKind = (): boolean => handOrder.value === "kind";
