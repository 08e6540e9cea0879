/*
 * The games as the start page shows them. Which there are, how they are called and how they may be set up is the engine's
 * to say, which the page's build has asked; a game that nothing more is known of is shown with a plain arch.
 */
import { forms } from "games:forms";
import { looks } from "games:looks";
import { offersAll } from "./developer";
import type { GameForm } from "./engine/engine";
import { knows, t } from "./words";

/* look.json of its folder, and whether there is a lesson. */
export interface Look {
  kind: string; /* data-k: its colours */
  glyphs: [string, string, string];
  first: number; /* players of a first game */
  minutes: number;
  short?: string; /* without its second name, where there is little room */
  isUsual?: boolean; /* what dialogs begin with */
  hasLesson: boolean;
  hasCover: boolean;
}

/* Whether the start page has it, and whether there is a score pad for it. */
export interface Offer {
  isOffered: boolean;
  hasPad: boolean;
}

export interface About extends Partial<Look> {
  name: string;
  form: GameForm & Partial<Offer>;
  kind: string;
  glyphs: [string, string, string];
  first: number;
}

const FIRST_PLAYERS = 3;

const aboutForm = (name: string, form: About["form"]): About => {
  const [fewest, most] = form.players;
  const first = Math.min(most, Math.max(fewest, FIRST_PLAYERS));
  return { kind: "plain", glyphs: ["arch", "arch", "arch"], first, ...looks[name], name, form };
};

const all = new Map(Object.entries(forms).map(([name, form]) => [name, aboutForm(name, form)]));
const offered = [...all.values()].filter(({ form }) => form.isOffered || offersAll);

export const games = (): About[] => offered;
export const isGame = (name: string | undefined): name is string => name !== undefined && all.has(name);
export const usualGame = (): string => (offered.find((game) => game.isUsual) ?? offered[0]!).name;

/* A game that only the server knows is named by what the server calls it. */
export const aboutGame = (name: string): About =>
  all.get(name) ?? aboutForm(name, { title: name, players: [FIRST_PLAYERS, FIRST_PLAYERS], cards: [], options: [] });

export const nameOf = (name: string): string => {
  const { short, form } = aboutGame(name);
  return short ?? (knows(`game.${name}`) ? t(`game.${name}`) : form.title);
};
