/* The five games as the start page shows them; how they may be set up is the engine's to say. */
import type { GameName } from "../engine/engine";
import { t } from "../words";

export interface About {
  name: GameName;
  kind: string; /* data-k: its colours */
  glyphs: [string, string, string];
  players: [fewest: number, most: number];
  first: number; /* players of a first game */
  minutes: number;
}

export const games: About[] = [
  {
    name: "towers",
    kind: "towers-candy",
    glyphs: ["candy", "haunted", "tree"],
    players: [2, 5],
    first: 3,
    minutes: 25,
  },
  {
    name: "byzanz",
    kind: "byzanz-merchant",
    glyphs: ["wine", "merchant", "olives"],
    players: [3, 6],
    first: 4,
    minutes: 35,
  },
  {
    name: "alhambra",
    kind: "building-arcades",
    glyphs: ["pavilion", "arcades", "garden"],
    players: [2, 6],
    first: 3,
    minutes: 35,
  },
  {
    name: "pharaoh",
    kind: "pharaoh-stone",
    glyphs: ["scarab", "pharaoh", "thief"],
    players: [3, 4],
    first: 3,
    minutes: 40,
  },
  {
    name: "maharaja",
    kind: "building-tower",
    glyphs: ["house", "palace", "ch1"],
    players: [2, 5],
    first: 3,
    minutes: 75,
  },
];

export const aboutGame = (name: string | undefined): About | undefined => games.find((game) => game.name === name);

/* Without its second name where there is little room. */
export const nameOf = (game: GameName): string => (game === "alhambra" ? "Alhambra" : t(`game.${game}`));
