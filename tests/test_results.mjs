// What the page says of the end of a game, for every way in which games end: test_results.mjs WEB. Prints TAP.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [web] = process.argv.slice(2);
const { build } = await import(pathToFileURL(createRequire(join(web, "package.json")).resolve("esbuild")));
const bundle = await build({ entryPoints: [join(web, "src/table/result.ts")], bundle: true, format: "esm", write: false });
const { endingOf } = await import(`data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString("base64")}`);

const played = (scores, places, resigned) => ({ scores, places, ...(resigned ? { resigned } : {}) });
const ends = [
  ["played out, I won", played([36, 20], [1, 2]), 0, true, "web.you-won", [], [], 36],
  ["played out, another won", played([36, 20], [1, 2]), 1, true, "web.winner", [0], [], 36],
  ["played out, seen by a spectator", played([36, 20], [1, 2]), null, true, "web.winner", [0], [], 36],
  ["a tie of others", played([9, 30, 30], [3, 1, 1]), 0, true, "web.winners", [1, 2], [], 30],
  ["a tie that I am in", played([9, 30, 30], [3, 1, 1]), 1, true, "web.result.you-share", [2], [], 30],
  ["the other of two resigned, with more points", played([0, 36], [1, 2], [1]), 0, false, "web.result.you-by-resigning", [1], [], 0],
  ["I resigned against one", played([0, 36], [1, 2], [1]), 1, false, "web.result.you-resigned", [0], [], 0],
  ["one of two resigned, seen by a spectator", played([0, 36], [1, 2], [1]), null, false, "web.result.by-resigning", [0], [1], 0],
  ["one of three resigned, a bot played on, I won with fewer points", played([12, 40, 9], [1, 3, 2], [1]), 0, true, "web.you-won", [], [], 12],
  ["everybody left a bot", played([5, 2, 7], [3, 2, 1], [0, 1]), 0, false, "web.result.you-resigned", [2], [], 7],
  ["everybody left two bots that are level", played([5, 7, 7], [3, 1, 1], [0]), 0, false, "web.result.you-resigned", [1, 2], [], 7],
];
console.log(`1..${ends.length}`);
let failures = 0;
for (const [i, [name, result, me, isPlayedOut, key, names, others, score]] of ends.entries()) {
  const ending = endingOf(result, me, isPlayedOut);
  const isRight = ending.key === key && ending.score === score && ending.names.join() === names.join() && (ending.key !== "web.result.by-resigning" || ending.others.join() === others.join());
  if (!isRight) failures++, console.log(`# ${JSON.stringify(ending)}`);
  console.log(`${isRight ? "ok" : "not ok"} ${i + 1} - ${name}`);
}
process.exit(failures ? 1 : 0);
