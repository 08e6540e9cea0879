/* Made by words.mjs. */
declare module "words:parts" {
  export const languages: Record<string, string>; /* in their own words, by code */
  export const parts: Record<string, Record<string, () => Promise<{ default: Record<string, string>; engine: string[] }>>>;
}

declare module "words:rules" {
  export const rules: Record<string, Record<string, () => Promise<{ default: string }>>>;
}

/* Made by games.mjs from what lies in games/NAME/web; each by the names of the games that have such a part. */
declare module "games:forms" {
  export const forms: Record<string, import("client/engine/engine").GameForm & import("client/games").Offer>;
}
declare module "games:looks" {
  export const looks: Partial<Record<string, Partial<import("client/games").Look>>>;
}
declare module "games:tables" {
  export const tables: Partial<Record<string, () => Promise<{ table: import("client/table/game").GameTable<never>; art: string }>>>;
}
declare module "games:moments" {
  export const moments: Partial<Record<string, import("client/table/moment").GameMoments<never>>>;
}
declare module "games:lessons" {
  export const lessons: Partial<Record<string, import("client/learn/lesson").Lesson>>;
}
declare module "games:pads" {
  export const pads: Partial<Record<string, import("client/pad/game").GamePad>>;
}
declare module "games:stories" {
  export const stories: Partial<Record<string, import("client/review/story").GameStory>>;
}
declare module "games:pictures" {
  export const pictures: Partial<Record<string, () => Promise<{ default: Record<string, import("client/saved").SavedGame> }>>>;
}
/* Pictures and the games' glyphs: those of the start page, and all others; and the games' covers. */
declare module "games:art" {
  const svg: string;
  export default svg;
}
declare module "games:cards" {
  const svg: string;
  export default svg;
}
declare module "games:covers" {
  const svg: string;
  export default svg;
}

declare module "*.md" {
  const text: string;
  export default text;
}
