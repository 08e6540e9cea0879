/*
 * Games of bots up to a typical middle, for pictures and tests: node positions.mjs ARKAD.WASM > positions.json. Each ends
 * where the page's seat is asked for what `asked` says. The moves are kept, as bots may become better.
 */
import { readFileSync } from "node:fs";

/* The first listed move that begins like one of these, the likes of it in order. */
const first = (...begins) => (moves) => begins.flatMap((begin) => moves.filter((move) => move.startsWith(begin)))[0] ?? moves[0];
/* Pyramids grow wide, and are robbed of what they stand on. */
const ruin = (moves) => {
  const extended = moves.filter((move) => /^(build|extend)/.test(move)).sort((a, b) => b.length - a.length)[0];
  return extended ?? first("thief", "steal", "allow", "end", "done", "draw pile")(moves);
};

const wanted = [
  { name: "towers", game: "towers", players: 4, seed: "pictures 3", at: 120, asked: /^build / },
  { name: "byzanz", game: "byzanz", players: 4, seed: "pictures 2", at: 80, asked: /^bid .* .* / },
  { name: "alhambra", game: "alhambra", players: 4, seed: "pictures 4", at: 70, asked: /^buy / },
  { name: "pharaoh", game: "pharaoh", players: 4, seed: "pictures 2", at: 260, asked: /^(extend)/ },
  { name: "maharaja", game: "maharaja", players: 4, seed: "pictures 1", at: 90, asked: /^(palace|house) / },
  { name: "towers-five", game: "towers", players: 5, seed: "five", at: 90, asked: /^bid/ },
  { name: "byzanz-six", game: "byzanz", players: 6, seed: "six", at: 90, asked: /^bid/ },
  { name: "alhambra-six", game: "alhambra", players: 6, seed: "six", at: 110, asked: /^buy / },
  { name: "alhambra-two", game: "alhambra", players: 2, seed: "two", at: 40, asked: /for dummy/ },
  { name: "maharaja-five", game: "maharaja", players: 5, seed: "five", at: 130, asked: /^plan/ },
  { name: "pharaoh-offer", game: "pharaoh", players: 4, seed: "offer", at: 60, asked: /^accept/ },
  { name: "pharaoh-thief", game: "pharaoh", players: 4, seed: "thief", at: 40, asked: /^steal/ },
  { name: "pharaoh-guard", game: "pharaoh", players: 4, seed: "guard", at: 40, asked: /^allow/ },
  { name: "pharaoh-all", game: "pharaoh", players: 4, seed: "all", at: 2, asked: /^decline/, play: first("draw pile", "offer all") },
  { name: "pharaoh-counter", game: "pharaoh", players: 4, seed: "counter", at: 3, asked: /^decline/, play: first("draw pile", "offer 1", "counter") },
  { name: "pharaoh-salvage", game: "pharaoh", players: 3, options: "offers=0", seed: "723", at: 20, asked: /^salvage/, least: 150, play: ruin },
  { name: "byzanz-give", game: "byzanz", players: 4, seed: "give", at: 30, asked: /^give/ },
  { name: "byzanz-market", game: "byzanz", players: 4, seed: "market", at: 50, asked: /^take/ },
  { name: "byzanz-trim", game: "byzanz", players: 3, seed: "trim", at: 20, asked: /^discard/ },
  { name: "maharaja-place", game: "maharaja", players: 4, seed: "place", at: 2, asked: /^place/ },
  { name: "maharaja-auction", game: "maharaja", players: 3, options: "auction=on", seed: "auction", at: 0, asked: /^bid/ },
  { name: "maharaja-choose", game: "maharaja", players: 4, options: "auction=off", seed: "choose", at: 0, asked: /^choose/ },
];

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

const lines = wanted.filter(({ name }) => process.argv.slice(3).every((word) => name.includes(word))).map((one) => {
  const start = Date.now();
  const game = played(one);
  process.stderr.write(`${one.name}: ${game.moves.length} moves, ${Date.now() - start} ms\n`);
  return `  ${JSON.stringify(one.name)}: ${JSON.stringify(game)}`;
});
console.log(`{\n${lines.join(",\n")}\n}`);
