declare module "*.svg" {
  const text: string;
  export default text;
}

/* Made by words.mjs. */
declare module "words:parts" {
  type Part = "page" | "more" | "towers" | "byzanz" | "alhambra" | "pharaoh" | "maharaja" | "learn" | "after" | "maps";
  export const languages: Record<string, string>; /* in their own words, by code */
  export const parts: Record<string, Record<Part, () => Promise<{ default: Record<string, string>; engine: string[] }>>>;
}

declare module "words:rules" {
  export const rules: Record<string, Record<string, () => Promise<{ default: string }>>>;
}

declare module "*.md" {
  const text: string;
  export default text;
}
