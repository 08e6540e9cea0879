// What the games add to the page: games/list names them, and whatever lies in games/NAME/web is found here. Every part is
// optional: look.json, art.svg, cover.svg, colours.css, styles.css, table.tsx, lesson.ts, pad.tsx, story.ts, moments.tsx.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

export const folder = fileURLToPath(new URL("../games", import.meta.url));
export const games = readFileSync(join(folder, "list"), "utf-8").trim().split("\n");

const pathOf = (game, file) => join(folder, game, "web", file);
const having = (file) => games.filter((game) => existsSync(pathOf(game, file)));
const read = (game, file) => readFileSync(pathOf(game, file), "utf-8");

// The files of one name, of all games that have it.
export const filesOf = (file) => having(file).map((game) => pathOf(game, file));

// What bots have learned.
export const nets = () => games.map((game) => ({ game, path: join(folder, game, "net.bin") })).filter(({ path }) => existsSync(path));

export const gameOf = (path) => basename(join(path, "../.."));

// All scripts of a game.
export const scriptsOf = (game) => {
  const web = join(folder, game, "web");
  return existsSync(web) ? readdirSync(web).filter((name) => /\.tsx?$/.test(name)).map((name) => join(web, name)) : [];
};

/* ---- Modules ---- */

const looks = () => {
  const [looking, teaching] = [having("look.json"), having("lesson.ts")];
  const covered = having("cover.svg");
  const look = (game) => ({
    ...(looking.includes(game) && JSON.parse(read(game, "look.json"))),
    hasLesson: teaching.includes(game),
    hasCover: covered.includes(game),
  });
  return Object.fromEntries(games.map((game) => [game, look(game)]));
};

// { game: what its file exports }, all of them at once.
const together = (name, file, exported) => {
  const owners = having(file);
  const imports = owners.map((game) => `import { ${exported} as ${game} } from ${JSON.stringify(pathOf(game, file))};`);
  return `${imports.join("\n")}\nexport const ${name} = { ${owners.join(", ")} };`;
};

// { game: what loads its table and pictures }.
const tables = () => {
  const load = (game) => `${game}: () => import("table:${game}")`;
  return `export const tables = { ${having("table.tsx").map(load).join(", ")} };`;
};

// The positions that a game's rules have pictures of; its texts have the same in every language.
const picturesOf = (game) => {
  const texts = readdirSync(join(folder, game)).filter((name) => /^rules\.\w+\.md$/.test(name));
  const named = texts.map((name) => [...readFileSync(join(folder, game, name), "utf-8").matchAll(/^<!-- picture (\S+) (\S+):/gm)].map(([, position, part]) => `${position} ${part}`));
  texts.forEach((name, i) => {
    if (`${named[i]}` !== `${named[0]}`) throw new Error(`games/${game}: ${name} has other pictures than ${texts[0]}`);
  });
  return [...new Set(named.flat().map((words) => words.split(" ")[0]))];
};

const positions = (game) => {
  const all = having("positions.json").includes(game) ? JSON.parse(read(game, "positions.json")) : {};
  const chosen = picturesOf(game);
  for (const name of chosen) if (!all[name]) throw new Error(`games/${game}/web/positions.json has no ${name}, of which the rules have a picture`);
  return `export default ${JSON.stringify(Object.fromEntries(chosen.map((name) => [name, all[name]])))};`;
};

// { game: what loads the positions that its rules have pictures of }.
const pictures = () => {
  const load = (game) => `${game}: () => import("pictures:${game}")`;
  return `export const pictures = { ${games.filter((game) => picturesOf(game).length).map(load).join(", ")} };`;
};

// Symbols and patterns by their names.
const drawn = (svg) => Object.fromEntries([...svg.matchAll(/<(\w+) id="([^"]+)"[^]*?<\/\1>/g)].map(([text, , id]) => [id, text]));

// Those of all games; the page holds them together, so none may have the name of another.
const drawings = () => {
  const all = {};
  for (const game of having("art.svg"))
    for (const [id, text] of Object.entries(drawn(read(game, "art.svg")))) {
      if (id in all) throw new Error(`games/${game}/web/art.svg: another game has ${id}`);
      all[id] = text;
    }
  return all;
};

// Glyphs stand in words, and on pages that no table belongs to; the other drawings of a game come with its table.
const isGlyph = (id) => id.startsWith("g-");

// The games' glyphs with our own pictures: those that the start page shows, or the others.
const art = (shared, isFirst) => {
  const all = drawings();
  const svg = readFileSync(new URL(`art/${shared}.svg`, import.meta.url), "utf-8");
  const first = new Set(Object.values(looks()).flatMap(({ glyphs = [] }) => glyphs.map((glyph) => `g-${glyph}`)));
  for (const id of first) if (isFirst && !(id in all) && !(id in drawn(svg))) throw new Error(`a look.json of the games names ${id}, which no art.svg has`);
  const chosen = Object.keys(all).filter((id) => isGlyph(id) && first.has(id) === isFirst);
  return `export default ${JSON.stringify(svg.replace("</svg>", `${chosen.map((id) => all[id]).join("")}</svg>`))};`;
};

const sheet = (symbols) => `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;

const ownArt = (game) => {
  const own = having("art.svg").includes(game) ? drawn(read(game, "art.svg")) : {};
  return sheet(Object.keys(own).filter((id) => !isGlyph(id)).map((id) => own[id]));
};

// The covers as symbols, and the drawings that they are made of.
const covers = () => {
  const all = drawings();
  const used = new Set();
  const collect = (svg) => {
    for (const [, id] of svg.matchAll(/href="#([^"]+)"/g)) if (!used.has(id)) used.add(id) && collect(all[id]);
    return svg;
  };
  const inner = (game) => collect(read(game, "cover.svg")).replace(/^<svg[^>]*>|<\/svg>\s*$/g, "").trim();
  const symbols = having("cover.svg").map((game) => `<symbol id="cover-${game}" viewBox="0 0 200 128">${inner(game)}</symbol>`);
  return `export default ${JSON.stringify(sheet([...[...used].map((id) => all[id]), ...symbols]))};`;
};

const modules = {
  looks: () => `export const looks = ${JSON.stringify(looks())};`,
  tables,
  moments: () => together("moments", "moments.tsx", "moments"),
  lessons: () => together("lessons", "lesson.ts", "lesson"),
  pads: () => together("pads", "pad.tsx", "pad"),
  stories: () => together("stories", "story.ts", "story"),
  art: () => art("art", true),
  cards: () => art("cards", false),
  covers,
  pictures,
};

// For esbuild: "games:forms" (what the engine says of the games), "games:looks", "games:tables" and so on; "table:NAME", the
// table of one game, loaded when it is opened.
export const plugin = (forms = {}) => ({
  name: "games",
  setup(build) {
    build.onResolve({ filter: /^games:/ }, ({ path }) => ({ path: path.slice(6), namespace: "games" }));
    build.onResolve({ filter: /^table:/ }, ({ path }) => ({ path: path.slice(6), namespace: "table" }));
    build.onResolve({ filter: /^pictures:/ }, ({ path }) => ({ path: path.replace(":", "-"), namespace: "pictures" })); // which names the file
    build.onLoad({ filter: /./, namespace: "pictures" }, ({ path }) => ({ contents: positions(path.slice("pictures-".length)) }));
    build.onLoad({ filter: /./, namespace: "games" }, ({ path }) => ({ contents: path === "forms" ? `export const forms = ${JSON.stringify(forms)};` : modules[path](), resolveDir: folder }));
    build.onLoad({ filter: /./, namespace: "table" }, ({ path }) => ({
      contents: `export { table } from ${JSON.stringify(pathOf(path, "table.tsx"))};\nexport const art = ${JSON.stringify(ownArt(path))};`,
      resolveDir: folder,
    }));
  },
});
