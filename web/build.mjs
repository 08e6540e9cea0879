// Bundles the client: node build.mjs ARKAD.WASM OUT_DIR. Everything but index.html has its hash in its name.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [wasm, out] = process.argv.slice(2);
const here = fileURLToPath(new URL(".", import.meta.url));
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const put = (name, content) => {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  const file = `${basename(name, extname(name))}-${hash}${extname(name)}`;
  writeFileSync(join(out, file), content);
  return file;
};

const options = { bundle: true, minify: true, format: "esm", target: "es2022", write: false, logLevel: "warning" };
const wasmFile = put("arkad.wasm", readFileSync(wasm));
const worker = await build({ ...options, entryPoints: [join(here, "src/engine/worker.ts")] });
const workerFile = put("worker.js", worker.outputFiles[0].contents);
writeFileSync(join(out, "icon.svg"), readFileSync(join(here, "art/icon.svg")));
const styles = ["tokens", "components", "games", "lobby", "review", "client", "towers", "alhambra", "pharaoh", "maharaja", "pages", "afterwards", "pad"];
/* The dark colours a second time, for those who choose them on a light system. */
const dark = /:root:not\(\[data-theme=light\]\) (\{[^}]*\})/.exec(readFileSync(join(here, "styles/tokens.css"), "utf-8"))[1];
const contents = [...styles.map((name) => `@import "./styles/${name}.css";`), `:root[data-theme=dark] ${dark}`].join("\n");
const css = await build({ ...options, stdin: { contents, resolveDir: here, loader: "css" } });
const cssFile = put("arkad.css", css.outputFiles[0].contents);
await build({
  ...options,
  write: true,
  splitting: true,
  outdir: out,
  entryPoints: [{ in: join(here, "src/main.tsx"), out: "main" }],
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".svg": "text", ".md": "text" },
  define: { WASM: JSON.stringify(`/${wasmFile}`), WORKER: JSON.stringify(`/${workerFile}`) },
  metafile: true,
}).then((result) => {
  const main = basename(Object.keys(result.metafile.outputs).find((name) => result.metafile.outputs[name].entryPoint?.endsWith("src/main.tsx")));
  const page = readFileSync(join(here, "index.html"), "utf-8");
  writeFileSync(join(out, "index.html"), page.replace("CSS", cssFile).replace("MAIN", main).replace("WASM", wasmFile));
});
