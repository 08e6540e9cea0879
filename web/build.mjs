// Bundles the client: node build.mjs ARKAD.WASM THINKER.WASM MAPS.WASM OUT_DIR. Everything but index.html, the manifest and the service worker has
// its hash in its name. Each file that brotli makes smaller has its brotli form beside it, NAME.br.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";
import * as games from "./games.mjs";
import { merge } from "./merge.mjs";
import { catalogues, words } from "./words.mjs";

const [wasm, thinkerWasm, mapsWasm, out] = process.argv.slice(2);
const here = fileURLToPath(new URL(".", import.meta.url));
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const text = (name) => readFileSync(join(here, name), "utf-8");
const put = (name, content) => {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  const file = `${basename(name, extname(name))}-${hash}${extname(name)}`;
  writeFileSync(join(out, file), content);
  return file;
};

/* The games' scripts lie outside this folder: "client/" is src/, and packages are found here. */
const packages = Object.keys(JSON.parse(text("package.json")).dependencies).map((name) => [name, join(here, "node_modules", name)]);
const alias = { client: join(here, "src"), ...Object.fromEntries(packages) };
const options = { bundle: true, minify: true, format: "esm", charset: "utf8", target: "es2022", write: false, logLevel: "warning", alias };
const wasmFile = put("arkad.wasm", readFileSync(wasm));
const thinkerFile = put("thinker.wasm", readFileSync(thinkerWasm));
const nets = games.nets().map(({ game, path }) => [game, `/${put(`${game}.bin`, readFileSync(path))}`]);
const mapsFile = put("maps.wasm", readFileSync(mapsWasm));
const define = { THINKER_WASM: JSON.stringify(`/${thinkerFile}`), NETS: JSON.stringify(Object.fromEntries(nets)) };
const worker = await build({ ...options, define, entryPoints: [join(here, "src/engine/worker.ts")] });
const workerFile = put("worker.js", worker.outputFiles[0].contents);
const reviewer = await build({ ...options, define, entryPoints: [join(here, "src/engine/reviewing.ts")] });
const reviewerFile = put("reviewer.js", reviewer.outputFiles[0].contents);
const icon = text("art/icon.svg");
writeFileSync(join(out, "icon.svg"), icon);
/* The same with a dot: it is my turn. */
writeFileSync(join(out, "icon-turn.svg"), icon.replace("</svg>", '<circle cx="37" cy="11" r="9" fill="#a33d27" stroke="#fff" stroke-width="4"/></svg>'));
for (const picture of ["icon-192.png", "icon-512.png", "icon-maskable.png"]) writeFileSync(join(out, picture), readFileSync(join(here, "art", picture)));

/* What is said before there are words, in every language. */
const texts = catalogues(join(here, ".."));
const inAll = (key, join, say = (words) => words) => Object.entries(texts).map(([code, words]) => say(words[key], code)).join(join);
const paragraph = (words, code) => `<p lang="${code}">${words}</p>`;
writeFileSync(join(out, "manifest.webmanifest"), text("manifest.webmanifest").replace("ABOUT", inAll("web.about", " ")));

/* ---- Styles: those of every page, and those that come with the first other one ---- */

const own = (...names) => names.map((name) => `./styles/${name}.css`);
const ofGames = (file) => games.filesOf(file).map((path) => relative(here, path));
const styles = [...own("tokens"), ...ofGames("colours.css"), ...own("components", "lobby", "client", "pages", "offline", "online")];
const moreStyles = [
  ...own("review", "afterwards", "pad", "maps", "games", "motion", "generic", "learn", "explain", "moments", "sizes"),
  ...ofGames("styles.css"),
  ...own("keys"),
];
/* The dark colours a second time, for those who choose them on a light system. */
const dark = /:root:not\(\[data-theme="?light"?\]\) (\{[^}]*\})/.exec(text("styles/tokens.css"))[1];
const bundle = async (file, paths, more = "") => {
  const contents = [...paths.map((path) => `@import "${path}";`), more].join("\n");
  const css = await build({ ...options, stdin: { contents, resolveDir: here, loader: "css" } });
  return put(file, css.outputFiles[0].contents);
};
const cssFile = await bundle("arkad.css", styles, `:root[data-theme=dark] ${dark}`);
const moreCssFile = await bundle("more.css", moreStyles);

/* ---- What the page knows of the games before their engine is here: the engine itself is asked ---- */

const { outputFiles: [asked] } = await build({ ...options, entryPoints: [join(here, "src/engine/engine.ts")] });
const { Engine } = await import(`data:text/javascript;base64,${Buffer.from(asked.contents).toString("base64")}`);
const engine = await Engine.load(readFileSync(wasm));
const formOf = (name) => {
  const form = engine.form(name);
  const hasPad = engine.call("wasm_pad_form", engine.give(name), form.players[0]) >= 0;
  return { ...form, isOffered: engine.games().includes(name), hasPad };
};
const forms = Object.fromEntries(engine.games(true).map((name) => [name, formOf(name)]));

/* ---- Scripts ---- */

const { metafile } = await build({
  ...options,
  write: true,
  splitting: true,
  outdir: out,
  entryPoints: [{ in: join(here, "src/main.tsx"), out: "main" }],
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".md": "text" },
  plugins: [words(join(here, "src"), texts), games.plugin(forms)],
  define: {
    WASM: JSON.stringify(`/${wasmFile}`),
    MAPS_WASM: JSON.stringify(`/${mapsFile}`),
    WORKER: JSON.stringify(`/${workerFile}`),
    REVIEWER: JSON.stringify(`/${reviewerFile}`),
    MORE_CSS: JSON.stringify(`/${moreCssFile}`),
  },
  metafile: true,
});

/* What main.js cannot begin without is fetched together with it. */
const main = Object.keys(metafile.outputs).find((name) => metafile.outputs[name].entryPoint?.endsWith("src/main.tsx"));
const chunks = metafile.outputs[main].imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));
const exportsOf = (chunk) => Object.entries(metafile.outputs).find(([path]) => basename(path) === chunk)[1].exports;
const first = await merge(out, chunks, exportsOf, options);
const page = text("index.html")
  .replace("CSS", cssFile)
  .replace("MAIN", basename(main))
  .replace("ABOUT", inAll("web.about", " "))
  .replace("FAILED", inAll("web.failed", "\n", paragraph))
  .replace("AGAIN", inAll("web.failed.again", " – ", (words, code) => `<span lang="${code}">${words}</span>`))
  .replace("NO-SCRIPT", inAll("web.no-script", "\n", paragraph));
writeFileSync(join(out, "index.html"), page.replace("<script", `<link rel="modulepreload" href="/${first}">\n<script`));

/* ---- The service worker keeps everything, of languages those that are spoken; its version changes with any of it ---- */

const files = readdirSync(out).filter((name) => !/\.(png|webmanifest)$/.test(name));
const paths = (names) => names.map((name) => `/${name}`);
const isOf = (name, code) => name.startsWith(`words-${code}-`) || new RegExp(`^\\w+\\.${code}-`).test(name);
const codes = Object.keys(texts);
const spoken = Object.fromEntries(codes.map((code) => [code, paths(files.filter((name) => isOf(name, code)))]));
const shared = paths(files.filter((name) => !codes.some((code) => isOf(name, code))));
const version = createHash("sha256").update(files.join("\n")).update(page).digest("hex").slice(0, 10);
const kept = { FILES: JSON.stringify(shared), LANGUAGES: JSON.stringify(spoken), VERSION: JSON.stringify(version) };
const service = await build({ ...options, define: kept, entryPoints: [join(here, "src/offline/sw.ts")] });
writeFileSync(join(out, "sw.js"), service.outputFiles[0].contents);

/* ---- Brotli ---- */

for (const name of readdirSync(out)) {
  const data = readFileSync(join(out, name));
  const packed = brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: data.length } });
  if (packed.length < 0.9 * data.length) writeFileSync(join(out, `${name}.br`), packed);
}
