// One script of the many small ones that the page cannot begin without: each file on its own costs a phone a part of a
// round trip. esbuild splits by who needs what and cannot be told otherwise, so what it wrote is bundled once more, and
// whoever imports from a part is told its new name there.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { build } from "esbuild";

// What a part exports as `name` is exported by all together as this.
const nameIn = (part, name) => `${part.replace(/\W/g, "_")}_${name}`;

const entry = (parts, exportsOf) =>
  parts
    .map((part) => {
      const names = exportsOf(part).map((name) => `${name} as ${nameIn(part, name)}`);
      return names.length ? `export { ${names.join(", ")} } from "./${part}";` : `import "./${part}";`;
    })
    .join("\n");

// The parts are in, everything else stays outside.
const inside = (out, parts) => ({
  name: "inside",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\// }, ({ path }) => (parts.includes(basename(path)) ? { path: resolve(out, path) } : { path, external: true }));
  },
});

const renamed = (names, part) =>
  names
    .split(",")
    .map((name) => name.trim().split(" as "))
    .map(([from, to = from]) => `${nameIn(part, from)} as ${to}`)
    .join();

const told = (text, parts, merged) =>
  text.replace(/import(?:\{([^}]*)\}from)?"\.\/([\w-]+\.js)"/g, (whole, names, part) => {
    if (!parts.includes(part)) return whole;
    return names === undefined ? `import"./${merged}"` : `import{${renamed(names, part)}}from"./${merged}"`;
  });

// Puts the parts of the folder `out` in the place of one file, and gives its name.
export const merge = async (out, parts, exportsOf, options) => {
  const stdin = { contents: entry(parts, exportsOf), resolveDir: resolve(out), loader: "js" };
  const { outputFiles } = await build({ ...options, stdin, plugins: [inside(out, parts)] });
  const [{ text }] = outputFiles;
  const merged = `first-${createHash("sha256").update(text).digest("hex").slice(0, 10)}.js`;
  for (const part of parts) rmSync(resolve(out, part));
  for (const file of readdirSync(out).filter((name) => name.endsWith(".js"))) {
    const path = resolve(out, file);
    const changed = told(readFileSync(path, "utf-8"), parts, merged);
    const left = parts.find((part) => changed.includes(part));
    if (left) throw new Error(`${file} still asks for ${left}`);
    writeFileSync(path, changed);
  }
  writeFileSync(resolve(out, merged), text);
  return merged;
};
