// The words of the page and of the engine it runs: of the catalogues only those that are asked for, in parts
// that are loaded when they are needed: the start page's, those of each game, of the lessons and of maps, and `more`, which
// comes with whatever else is loaded later. A key belongs to a game or the lessons if only their files ask for it.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { folder as gamesFolder, games, scriptsOf } from "./games.mjs";

// The catalogues by their codes, English first, each with the words of all games: the English ones where a game lacks the
// language. (tools/catalogue.py looks whether they go together.)
export const catalogues = (root) => {
  const at = (...path) => join(root, ...path);
  const read = (file) => JSON.parse(readFileSync(file, "utf-8"));
  const codes = readdirSync(at("data/lang")).map((name) => name.replace(".json", "")).sort((one, other) => Number(other === "en") - Number(one === "en") || (one < other ? -1 : 1));
  const listed = readFileSync(at("games/list"), "utf-8").trim().split("\n");
  const wordsOf = (game, code) => [code, "en"].map((one) => at("games", game, `words.${one}.json`)).find((file) => existsSync(file));
  const files = (code) => [at("data/lang", `${code}.json`), ...listed.map((game) => wordsOf(game, code)).filter(Boolean)];
  return Object.fromEntries(codes.map((code) => [code, Object.assign({}, ...files(code).map(read))]));
};

// By the files that ask: those of this folder are named from src/, a game's end with games/NAME/web/FILE.
const parts = {
  learn: /^learn\/|\/web\/lesson\./,
  after: /^(review|pad)\/|\/web\/(pad|story)\./,
  maps: /^maps\/(page|drawing)\b/,
  explain: /^table\/about\b/,
  moments: /^table\/moment\b|\/web\/moments\./,
  ...Object.fromEntries(games.map((game) => [game, new RegExp(`/games/${game}/web/`)])),
};

// Whole keys, and the beginnings of those that the page puts together.
const asked = (source) => [
  ...[...source.matchAll(/"([a-z]+\.[\w.-]+)"/g)].map(([, key]) => ({ key, isWhole: true })),
  ...[...source.matchAll(/`([a-z]+\.[\w.-]*)\$\{/g)].map(([, key]) => ({ key, isWhole: false })),
];

const scripts = (folder, under = "") =>
  readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const name = under ? `${under}/${entry.name}` : entry.name;
    return entry.isDirectory() ? scripts(folder, name) : /\.tsx?$/.test(name) ? [name] : [];
  });

// What a script brings with it: the files it imports, and theirs. What is imported as a type, or later, is not among them.
const closure = (folder, name, found = new Set()) => {
  if (found.has(name)) return found;
  found.add(name);
  const source = readFileSync(join(folder, name), "utf-8");
  for (const [, path] of source.matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)";/gm)) {
    const base = posix.join(posix.dirname(name), path);
    const file = [`${base}.ts`, `${base}.tsx`].find((candidate) => existsSync(join(folder, candidate)));
    if (file) closure(folder, file, found);
  }
  return found;
};

const partOf = (file, start) =>
  start.has(file) ? "page" : (Object.keys(parts).find((part) => parts[part].test(file)) ?? "more");

// Where a key is that two parts ask for: with the one that is loaded first.
const shared = (one, other) => (one === other ? one : [one, other].includes("page") ? "page" : "more");

// The part of each key: { key: part }. Stops the build if a key that is asked for is in no catalogue.
const sorted = (folder, keys) => {
  const found = new Map();
  const start = closure(folder, "main.tsx");
  const families = new Set(keys.map((key) => key.split(".")[0]));
  const ofGames = games.flatMap(scriptsOf).map((path) => relative(folder, path));
  for (const name of [...scripts(folder), ...ofGames]) {
    const part = partOf(name, start);
    for (const { key, isWhole } of asked(readFileSync(join(folder, name), "utf-8"))) {
      const meant = keys.filter((other) => (isWhole ? other === key : other.startsWith(key)));
      if (!meant.length && families.has(key.split(".")[0])) throw new Error(`${name}: no catalogue has ${key}`);
      for (const one of meant) found.set(one, found.has(one) ? shared(found.get(one), part) : part);
    }
  }
  return found;
};

/* ---- The engine's words ---- */

// What the engine says in the browser: of games, and why something is refused.
const spoken = new RegExp(`^(?:say|game|level|word|${games.join("|")}|why(?!\\.(?:play|program|serve|store|tools)\\.))\\.`);
const later = { fair: "after", pad: "after", trace: "after", map: "maps" };
const enginePart = (key) => {
  if (/^\w+\.(about|now)\./.test(key)) return "explain";
  const family = key.replace(/^why\./, "").split(".")[0];
  return games.includes(family) ? family : (later[family] ?? "more");
};

// Where the engine looks up its own English: whole reasons, and words that stand in their places.
const places = (texts) => Object.keys(texts).flatMap((key) => (key.startsWith("why.") ? [...texts[key].matchAll(/\{([a-z_]+)/g)].map(([, name]) => name) : []));
const lookedUp = (english) => new RegExp(`^(?:why|word|${[...new Set(places(english))].join("|")})\\.`);

// A part's words for the engine (or all of them), as src/lang/load.h describes them. In English there is nothing to look up.
export const engineWords = (texts, english, name) => {
  const isEnglish = texts === english;
  const isLookedUp = lookedUp(english);
  const line = (key) => [key, texts[key], ...(!isEnglish && isLookedUp.test(key) ? [english[key]] : [])].join("\t");
  const isNeeded = (key) => spoken.test(key) && (!name || enginePart(key) === name) && !(isEnglish && /^(?:why|word)\./.test(key));
  return Object.keys(texts).filter(isNeeded).sort().map(line);
};

/* ---- The parts ---- */

// The rules texts, as modules that are loaded when they are asked for: { game: { code: () => import(...) } }.
const rulesModule = () => {
  const texts = (game) => readdirSync(join(gamesFolder, game)).filter((file) => /^rules\.\w+\.md$/.test(file));
  const load = (game, file) => `${file.split(".")[1]}: () => import(${JSON.stringify(join(gamesFolder, game, file))})`;
  return `export const rules = {${games.map((game) => `${game}: {${texts(game).map((file) => load(game, file)).join(", ")}}`).join(", ")}};`;
};

// For esbuild: "words:parts" is the languages by their names and what loads each part in each of them, "words:words-en-page"
// one part, "words:rules" what loads the rules texts.
export const words = (sources, texts) => ({
  name: "words",
  setup(build) {
    const languages = Object.keys(texts);
    const part = sorted(sources, Object.keys(texts.en));
    build.onResolve({ filter: /^words:/ }, ({ path }) => ({ path: path.slice(6), namespace: "words" }));
    build.onLoad({ filter: /^parts$/, namespace: "words" }, () => {
      const isSaid = (name) => [...part.values()].includes(name) || engineWords(texts.en, texts.en, name).length > 0;
      const names = ["page", "more", ...Object.keys(parts)].filter(isSaid); /* a game may have none */
      const loads = (code) => names.map((name) => `${name}: () => import("words:words-${code}-${name}")`).join(", ");
      const called = languages.map((code) => `${code}: ${JSON.stringify(texts[code]["language.name"])}`);
      const loaded = languages.map((code) => `${code}: {${loads(code)}}`);
      return { contents: `export const languages = {${called.join(", ")}}; export const parts = {${loaded.join(", ")}};` };
    });
    build.onLoad({ filter: /^rules$/, namespace: "words" }, () => ({ contents: rulesModule(), resolveDir: gamesFolder }));
    build.onLoad({ filter: /^words-/, namespace: "words" }, ({ path }) => {
      const [, code, name] = path.split("-");
      const chosen = Object.entries(texts[code]).filter(([key]) => part.get(key) === name);
      const engine = engineWords(texts[code], texts.en, name);
      return { contents: `export default ${JSON.stringify(Object.fromEntries(chosen))}; export const engine = ${JSON.stringify(engine)}` };
    });
  },
});
