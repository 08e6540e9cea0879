declare module "*.svg" {
  const text: string;
  export default text;
}

/* Made by words.mjs. */
declare module "words:parts" {
  type Part = "page" | "more" | "towers" | "byzanz" | "alhambra" | "pharaoh" | "maharaja" | "learn" | "after" | "maps";
  export const parts: Record<"en" | "hu", Record<Part, () => Promise<{ default: Record<string, string>; engine: string[] }>>>;
}

declare module "*.md" {
  const text: string;
  export default text;
}
