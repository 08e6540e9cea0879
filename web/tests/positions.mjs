/*
 * Games of bots up to a typical middle, for pictures and tests: node positions.mjs THINKER.WASM [GAME...] plays what
 * games/NAME/web/positions.mjs wants and keeps it beside it, in positions.json. Each ends where the page's seat is asked
 * for what `asked` says; `play` chooses the moves instead of a bot. The moves are kept, as bots may become better.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { filesOf, gameOf } from "../games.mjs";

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const clock = (_id, _precision, at) => {
  new DataView(engine.memory.buffer).setBigUint64(at, process.hrtime.bigint(), true);
  return 0;
};
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const engine = new WebAssembly.Instance(module, { wasi_snapshot_preview1: { clock_time_get: clock } }).exports;
engine._initialize?.();
engine.wasm_begin();

const give = (text) => {
  const bytes = encoder.encode(text);
  new Uint8Array(engine.memory.buffer).set(bytes, engine.wasm_in());
  return bytes.length;
};
const taken = (length) => decoder.decode(new Uint8Array(engine.memory.buffer, engine.wasm_out(), Math.max(0, length)));
const seatsOf = (bits) => [0, 1, 2, 3, 4, 5].filter((seat) => (bits >> seat) & 1);

const played = ({ name, game, players, options = "", seed, at, asked, least = 0, play }) => {
  const hex = Buffer.from(`${name} ${seed}`).toString("hex").padEnd(64, "0").slice(0, 64);
  if (engine.wasm_setup(0, give([game, players, options, hex].join("\n")))) throw new Error(`${name}: ${taken(200)}`);
  const moves = [];
  while (!engine.wasm_is_over(0)) {
    const seats = seatsOf(engine.wasm_waits(0));
    const listOf = (seat) => taken(engine.wasm_list(0, seat)).split("\n");
    const me = seats.find((seat) => listOf(seat).length >= least && listOf(seat).some((move) => asked.test(move)));
    if (moves.length >= at && me !== undefined) {
      const bots = Array.from({ length: players }, (_, i) => (i === me ? "me" : "3"));
      return { id: name, setup: { game, players, options, seed: hex }, seat: me, bots, moves, at: 1e12, isOver: false };
    }
    const move = play ? play(listOf(seats[0])) : taken(engine.wasm_bot(0, seats[0], give("3"), seats[0] + 1, moves.length));
    if (engine.wasm_apply(0, seats[0], give(move))) throw new Error(`${name}: ${move}`);
    moves.push([seats[0], move]);
  }
  throw new Error(`${name}: nobody is asked`);
};

const line = (game, one) => {
  const start = Date.now();
  const found = played({ game, ...one });
  process.stderr.write(`${one.name}: ${found.moves.length} moves, ${Date.now() - start} ms\n`);
  return `  ${JSON.stringify(one.name)}: ${JSON.stringify(found)}`;
};

const chosen = process.argv.slice(3);
for (const path of filesOf("positions.mjs")) {
  const game = gameOf(path);
  if (chosen.length && !chosen.includes(game)) continue;
  const { wanted } = await import(path);
  writeFileSync(path.replace(/mjs$/, "json"), `{\n${wanted.map((one) => line(game, one)).join(",\n")}\n}\n`);
}
