// The first lessons, played through the engine: test_lessons.mjs ARKAD.WASM WEB. Prints TAP.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { catalogues } from "../web/words.mjs";

const [wasm, web] = process.argv.slice(2);
const { build } = await import(pathToFileURL(createRequire(join(web, "package.json")).resolve("esbuild")));
const { plugin } = await import(pathToFileURL(join(web, "games.mjs")));
const entry = 'export { lessons } from "games:lessons"; export { LEARNER, PLAYERS } from "./src/learn/lesson"; export { Engine } from "./src/engine/engine";';
const bundle = await build({ stdin: { contents: entry, resolveDir: web, loader: "ts" }, bundle: true, format: "esm", write: false, plugins: [plugin()] });
const url = `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString("base64")}`;
const { lessons, LEARNER, PLAYERS, Engine } = await import(url);
const engine = await Engine.load(readFileSync(wasm));
const words = catalogues(join(web, "..")).en;

let count = 0;
let failures = 0;
const check = (isRight, name) => {
  count++;
  if (!isRight) failures++;
  console.log(`${isRight ? "ok" : "not ok"} ${count} - ${name}`);
};
const wrong = (table, [seat, move]) => table.apply(seat, move);

for (const [game, lesson] of Object.entries(lessons)) {
  const table = engine.open();
  const refused = table.deal({ game, players: PLAYERS, options: "", seed: lesson.seed });
  const faults = refused ? [refused] : lesson.before.flatMap((made) => wrong(table, made) ?? []);
  for (const { text, moves = [], then = [] } of lesson.steps) {
    if (!words[text]) faults.push(`no words ${text}`);
    if (moves.length && !table.mayMove().includes(LEARNER)) faults.push(`${text}: it is not the learner's turn`);
    // What the table offers can be found on it: lessons use listed moves only.
    for (const move of moves) if (!table.list(LEARNER).includes(move)) faults.push(`${text}: ${move} is not listed`);
    if (moves.length) faults.push(...[wrong(table, [LEARNER, moves[0]])].filter(Boolean));
    for (const made of then) {
      const why = wrong(table, made);
      if (why) faults.push(`${text}: ${made.join(" ")}: ${why}`);
    }
  }
  for (const fault of faults) console.log(`# ${fault}`);
  check(faults.length === 0, `the lesson of ${game} can be played as it is written`);
  const guided = lesson.steps.filter((step) => step.moves).length;
  check(guided >= 4 && guided <= 7, `the lesson of ${game} has four to seven moves: ${guided}`);
  check(!lesson.steps.at(-1).moves, `the lesson of ${game} ends with a word`);
  table.close();
}
console.log(`1..${count}`);
process.exit(failures ? 1 : 0);
