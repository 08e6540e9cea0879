// The engine as WebAssembly against the native one: games traced by `arkad trace` are dealt and played again from their
// seed; every list, chance, position, view and result must be the same bytes. test_wasm.mjs ARKAD ARKAD.WASM. Prints TAP.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [arkad, file] = process.argv.slice(2);
const clock = (id, precision, at) => {
  new DataView(memory().buffer).setBigUint64(at, process.hrtime.bigint(), true);
  return 0;
};
const module = new WebAssembly.Module(readFileSync(file));
const engine = new WebAssembly.Instance(module, { wasi_snapshot_preview1: { clock_time_get: clock } }).exports;
const memory = () => engine.memory;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

const give = (text) => {
  const bytes = encoder.encode(text);
  new Uint8Array(memory().buffer).set(bytes, engine.wasm_in());
  return bytes.length;
};
const taken = (length) => decoder.decode(new Uint8Array(memory().buffer, engine.wasm_out(), length));
const reason = () => {
  const bytes = new Uint8Array(memory().buffer, engine.wasm_out(), 400);
  return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
};
const native = (...words) =>
  execFileSync(arkad, words, { encoding: "utf-8", maxBuffer: 1 << 30, env: { ...process.env, LC_ALL: "C.UTF-8" } });

let count = 0;
let failures = 0;
const test = (name, run) => {
  count++;
  try {
    run();
    console.log(`ok ${count} - ${name}`);
  } catch (error) {
    failures++;
    console.log(String(error.stack).replace(/^/gm, "# "));
    console.log(`not ok ${count} - ${name}`);
  }
};
const same = (found, expected, what) => {
  if (found !== expected) throw new Error(`${what}: ${found.slice(0, 300)}\ninstead of ${expected.slice(0, 300)}`);
};

const optionText = (options) =>
  Object.entries(options)
    .filter(([name]) => name !== "map")
    .map(([name, value]) => `${name}=${value === true ? "on" : value === false ? "off" : value}`)
    .join(",");

// The text of a key of a JSON line, as it stands there.
const part = (line, key) => {
  const start = line.indexOf(`"${key}":`);
  return start < 0 ? null : line.slice(start + key.length + 3);
};

const replay = (trace) => {
  const lines = trace.trimEnd().split("\n");
  const head = JSON.parse(lines[0]);
  const setup = [head.game, head.players, optionText(head.options), head.seed].join("\n");
  if (engine.wasm_setup(0, give(setup))) throw new Error(reason());
  same(taken(engine.wasm_json(0, -1)), part(lines[0], "state").slice(0, -1), "the deal");
  for (const line of lines.slice(1, -1)) {
    const { n, seat, move, legal } = JSON.parse(line);
    let seats = 0;
    for (const [other, moves] of Object.entries(legal)) {
      seats |= 1 << Number(other);
      same(taken(engine.wasm_list(0, Number(other))), moves.join("\n"), `the list of seat ${other} before move ${n}`);
    }
    same(String(engine.wasm_may_move(0)), String(seats), `who may move before move ${n}`);
    if (engine.wasm_apply(0, seat, give(move))) throw new Error(reason());
    same(taken(engine.wasm_json(0, -1)), part(line, "state").slice(0, -1), `the position after move ${n}`);
    const saved = line.replace(/,"legal":{[^}]*}/, "").replace(/,"state":{.*/, "}");
    same(taken(engine.wasm_line(0, n)), saved, `move ${n} as a line with its chance`);
  }
  same(taken(engine.wasm_result(0)), lines.at(-1), "the result");
};

if (engine._initialize) engine._initialize();
if (engine.wasm_begin()) throw new Error("there is not enough memory");

const games = { towers: [2, 5], byzanz: [3, 6], alhambra: [2, 6], pharaoh: [3, 4], maharaja: [2, 5] };
for (const [game, [fewest, most]] of Object.entries(games))
  for (let players = fewest; players <= most; players++)
    for (const bot of ["random", "wild"])
      test(`${game} for ${players}, ${bot}`, () => {
        for (let seed = 0; seed < 3; seed++)
          replay(native("trace", game, "--players", `${players}`, "--seed", `${seed}`, "--bot", bot));
      });
test("maharaja with its variants", () => replay(native("trace", "maharaja", "--options", "advanced=on", "--seed", "v")));

test("views and memory there and back, for every seat", () => {
  for (const [game, [fewest]] of Object.entries(games)) {
    const lines = native("trace", game, "--seed", "views", "--moves").trimEnd().split("\n");
    const head = JSON.parse(lines[0]);
    engine.wasm_setup(0, give([game, fewest, optionText(head.options), head.seed].join("\n")));
    for (const line of lines.slice(1, 25)) {
      const { seat, move } = JSON.parse(line);
      engine.wasm_apply(0, seat, give(move));
      engine.wasm_setup(1, give([game, fewest, optionText(head.options), head.seed].join("\n")));
      for (let viewer = 0; viewer < fewest; viewer++) {
        const view = taken(engine.wasm_json(0, viewer));
        if (engine.wasm_read(1, viewer, give(view))) throw new Error(reason());
        same(taken(engine.wasm_json(1, viewer)), view, "a view");
        if (engine.wasm_may_move(0) & (1 << viewer))
          same(taken(engine.wasm_list(1, viewer)), taken(engine.wasm_list(0, viewer)), "the list from the view");
      }
    }
  }
});

test("a saved game is judged, and a spoiled one refused", () => {
  const lines = native("trace", "alhambra", "--seed", "judge", "--moves").trimEnd().split("\n");
  engine.wasm_reader_begin();
  for (const line of lines) if (engine.wasm_reader_line(2, give(line)) < 0) throw new Error(reason());
  if (engine.wasm_reader_end()) throw new Error(reason());
  engine.wasm_reader_begin();
  const spoiled = [lines[0], lines[1].replace(/"move":"[^"]*"/, '"move":"take y9 y9"')];
  same(String(spoiled.map((line) => engine.wasm_reader_line(2, give(line))).at(-1)), "-1", "a spoiled game");
});

test("bots choose legal moves from their views", () => {
  for (const [game, [fewest]] of Object.entries(games)) {
    const setup = [game, fewest, "", "ab".repeat(32)].join("\n");
    engine.wasm_setup(0, give(setup));
    for (let turn = 0; turn < 30 && !engine.wasm_is_over(0); turn++) {
      const seat = 31 - Math.clz32(engine.wasm_waits(0) & -engine.wasm_waits(0));
      const length = engine.wasm_bot(0, seat, give("search:40"), 1, turn);
      if (length < 0) throw new Error(reason());
      const move = taken(length);
      if (engine.wasm_apply(0, seat, give(move))) throw new Error(`${game}: ${move}: ${reason()}`);
    }
  }
});

test("words in both languages", () => {
  engine.wasm_setup(0, give(["byzanz", 3, "", "00".repeat(32)].join("\n")));
  engine.wasm_names(0, give("Anna\nBéla\nCili"));
  const seat = 31 - Math.clz32(engine.wasm_waits(0));
  const texts = [0, 1].map((lang) => {
    engine.wasm_lang(lang);
    engine.wasm_check(0, seat, give("bid c9"));
    const refused = reason();
    return [taken(engine.wasm_ask(0, seat)), taken(engine.wasm_choice(0, seat, give("pass"))), refused];
  });
  engine.wasm_lang(0);
  same(texts[0][1], "Pass", "the choice");
  for (let i = 0; i < 3; i++) if (!texts[0][i] || texts[0][i] === texts[1][i]) throw new Error(`${texts}`);
});

test("rubbish is refused with a sentence", () => {
  for (const setup of ["", "nothing\n2\n\n", "towers\n9\n\n" + "00".repeat(32), "towers\n2\nno=1\n" + "00".repeat(32)])
    if (engine.wasm_setup(3, give(setup)) !== -1 || !reason()) throw new Error(setup);
  engine.wasm_setup(3, give("towers\n2\n\n" + "00".repeat(32)));
  for (const move of ["", "x", "bid 99", "\u0000"]) if (engine.wasm_check(3, 0, give(move)) !== -1) throw new Error(move);
  if (engine.wasm_read(3, 0, give("{}")) !== -1) throw new Error("an empty view");
});

console.log(`1..${count}`);
process.exit(failures ? 1 : 0);
