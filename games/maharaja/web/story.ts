/* What decides between equals, in words: the characters have names. */
import type { GameStory } from "client/review/story";
import { t } from "client/words";

export const story: GameStory = {
  tie: (part, value) => (part === "character" ? t(`maharaja.character.${value}`) : value),
};
