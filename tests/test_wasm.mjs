// The engine as WebAssembly against the native one: games traced by `arkad trace` are dealt and played again from their
// seed; every list, chance, position, view and result must be the same bytes, and so must what bots with nets think.
// test_wasm.mjs ARKAD ARKAD.WASM THINKER.WASM MAPS.WASM [TRACE]; with a trace, only that one is played again. Prints TAP.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { catalogues, engineWords } from "../web/words.mjs";

const [arkad, pageFile, thinkerFile, mapsFile, traceFile] = process.argv.slice(2);
const clock = (id, precision, at) => {
  new DataView(memory().buffer).setBigUint64(at, process.hrtime.bigint(), true);
  return 0;
};
const open = (file) => {
  const module = new WebAssembly.Module(readFileSync(file));
  engine = new WebAssembly.Instance(module, { wasi_snapshot_preview1: { clock_time_get: clock } }).exports;
  engine._initialize?.();
};
let engine; /* the page's at first, the workers' from there on where bots think */
open(pageFile);
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

// The text of a key of a JSON line, as it is there.
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

if (traceFile) {
  test("a trace of elsewhere", () => replay(readFileSync(traceFile, "utf-8")));
  console.log("1..1");
  process.exit(failures ? 1 : 0);
}

const texts = catalogues(fileURLToPath(new URL("..", import.meta.url)));
const wordsOf = (code) => engineWords(texts[code], texts.en).join("\n");
const speak = (code) => {
  if (engine.wasm_words(give(wordsOf(code)))) throw new Error(reason());
};

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

test("the map of a game, built in or given", () => {
  const text = readFileSync(new URL("../games/maharaja/rajasthan.map", import.meta.url), "utf-8");
  const setup = ["maharaja", 2, "", "00".repeat(32)].join("\n");
  const mapOf = (...lines) => {
    if (engine.wasm_setup(0, give([setup, ...lines].join("\n")))) throw new Error(reason());
    return JSON.parse(taken(engine.wasm_map(0)));
  };
  const map = mapOf();
  for (const line of text.split("\n")) {
    const [what, id, ...rest] = line.trim().split(/\s+/);
    if (what === "place") {
      const place = map.places.find((other) => other.id === id);
      same([place.x, place.y, place.home || "-", place.name].join(), [rest[0], rest[1], rest[3], rest[4]].join(), line);
    } else if (what === "road") {
      const { from, to, villages, curve } = map.roads[Number(id.slice(1)) - 1];
      const found = [map.places[from].id, map.places[to].id, ...villages.flatMap((n) => [`v${n}`, map.villages[n - 1].join()])];
      same([...found, ...(curve ? ["curve", curve.join()] : [])].join(" "), rest.join(" "), line);
    }
  }
  const other = mapOf(text.replace("map rajasthan", "map mine").replace("Jaipur", "Új város"));
  same(`${other.name} ${other.places[1].name}`, "mine Új város", "the map given");
});

const wheel = new URL("../examples/wheel.map", import.meta.url);

test("a map that is being written", () => {
  const maps = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(mapsFile))).exports;
  maps._initialize?.();
  const put = (typed) => {
    const bytes = encoder.encode(typed);
    new Uint8Array(maps.memory.buffer).set(bytes, maps.maps_in());
    return bytes.length;
  };
  const draft = (typed) => JSON.parse(decoder.decode(new Uint8Array(maps.memory.buffer, maps.maps_out(), maps.maps_draft(put(typed)))));
  const text = readFileSync(wheel, "utf-8");
  same(String(draft(text).why), "null", "a whole map");
  const example = decoder.decode(new Uint8Array(maps.memory.buffer, maps.maps_out(), maps.maps_example()));
  same(example, readFileSync(new URL("../games/maharaja/rajasthan.map", import.meta.url), "utf-8"), "the example");
  const { why, line, places, roads, villages, name } = draft(text.replace("road r2   0  B", 'road r2   0  "').replace(/place C.*/, ""));
  same(why, "line 15: a road leads from a place, 0 or A to G, to another", "the first complaint");
  same([line, name, places[3], roads[1], villages[1], roads.length, places[7].colour].join(), "15,wheel,,,,14,purple", "what is there");
  same(String([maps.maps_words(put("no words")), maps.maps_words(put(wordsOf("hu")))]), "-1,0", "words");
  same(draft('\\"').why.slice(0, 7), "1. sor:", "in Hungarian");
  same(draft("#".repeat(8193)).why, "egy térkép legfeljebb 8192 bájt, minden megjegyzésével együtt", "too long");
});

test("a game on another map, and its file", () => {
  const trace = native("trace", "maharaja", "--map", wheel.pathname, "--seed", "m", "--moves");
  engine.wasm_reader_begin();
  for (const line of trace.trimEnd().split("\n")) if (engine.wasm_reader_line(2, give(line)) < 0) throw new Error(reason());
  engine.wasm_reader_begin();
  same(taken(engine.wasm_head(2)), trace.slice(0, trace.indexOf("\n")), "the head, when the reader has gone on");
  same(JSON.parse(taken(engine.wasm_map(2))).name, "wheel", "its map");
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

const said = () => {
  engine.wasm_setup(0, give(["byzanz", 3, "", "00".repeat(32)].join("\n")));
  engine.wasm_names(0, give("Anna\nBéla\nCili"));
  const seat = 31 - Math.clz32(engine.wasm_waits(0));
  engine.wasm_check(0, seat, give("bid c9"));
  const refused = reason();
  return [refused, taken(engine.wasm_ask(0, seat)), taken(engine.wasm_choice(0, seat, give("pass")))];
};

test("before words are there, what is refused is refused in English, and the rest told by its key", () => {
  const [refused, , choice] = said();
  same(refused, "a word in it names nothing in this game", "refused");
  same(choice, "say.pass", "the choice");
});

test("words in every language", () => {
  const all = Object.keys(texts).flatMap((code) => {
    speak(code);
    return said();
  });
  same(all[2], "Pass", "the choice");
  if (all.includes("") || new Set(all).size < all.length) throw new Error(`${all}`);
});

test("what is no catalogue is refused, and the words before stay", () => {
  speak("en");
  const tooMany = Array.from({ length: 5000 }, (_, i) => `k${String(i).padStart(4, "0")}\tx`).join("\n");
  const nonsense = ["", "\n", "a", "a\t", "\tx", "a\tx\ty\tz", "a\tx\u0000", "b\tx\na\ty", "a\tx\na\ty", "a\tx\n\nb\ty", `why.a\tx\t${"y".repeat(512)}`, tooMany, "x".repeat(1 << 18)];
  for (const text of nonsense) if (engine.wasm_words(give(text)) !== -1 || !reason()) throw new Error(text.slice(0, 40));
  same(said()[2], "Pass", "the words before");
});

test("reasons that go round in a circle end", () => {
  for (const template of ["{why}", "{why} only", "you{why}"]) {
    if (engine.wasm_words(give(`why.a\tx {why}\t${template}`))) throw new Error(reason());
    if (!said()[0]) throw new Error(template);
  }
  speak("en");
});

test("what a score is made of adds up to it", () => {
  for (const [game, [fewest]] of Object.entries(games)) {
    const lines = native("trace", game, "--seed", "parts", "--moves").trimEnd().split("\n");
    engine.wasm_setup(0, give([game, fewest, "", JSON.parse(lines[0]).seed].join("\n")));
    for (const line of lines.slice(1, -1)) engine.wasm_apply(0, JSON.parse(line).seat, give(JSON.parse(line).move));
    const { scores } = JSON.parse(lines.at(-1)).result;
    for (let seat = 0; seat < fewest; seat++) {
      const { parts } = JSON.parse(taken(engine.wasm_count(0, -1, seat)));
      same(String(Object.values(parts).reduce((sum, part) => sum + part, 0)), String(scores[seat]), `${game}, seat ${seat}`);
    }
  }
});

/* What must be so after a move that had a figure, by its verb; `was` and `is` are facts, counts and whole positions around it. */
const comesTrue = {
  demolish: (figure, was, is) => was.parts.fallen - is.parts.fallen === figure,
  bid: (figure, was, is, seat) => [figure, 0].includes(is.facts.bids[seat]) /* 0: it was the last bid, and is paid */,
  buy: (figure, was, is, seat, move) => {
    const paid = [...move.matchAll(/[ybgo](\d)/g)].reduce((sum, [, value]) => sum + Number(value), 0);
    return paid - Number(was.json.yard[Number(move.split(" ")[1]) - 1].slice(1)) === figure;
  },
  take: (figure, was, is, seat) => is.facts.purses[seat].reduce((a, b) => a + b) - was.facts.purses[seat].reduce((a, b) => a + b) === figure,
  build: (figure, was, is, seat) => is.facts.worth[seat].at(-1) === figure,
  extend: (figure, was, is, seat, move) => is.facts.worth[seat][Number(move.split(" ")[1]) - 1] === figure,
  salvage: (figure, was, is, seat) => is.facts.worth[seat].includes(figure) || figure === 0,
  palace: (figure, was, is, seat) => was.json.gold[seat] - is.json.gold[seat] === figure,
};

test("the figure of a move comes true, and facts hide what a view hides", () => {
  const seen = new Set();
  const around = (seat) => ({
    facts: JSON.parse(taken(engine.wasm_facts(0, -1))),
    parts: JSON.parse(taken(engine.wasm_count(0, -1, seat))).parts,
    json: JSON.parse(taken(engine.wasm_json(0, -1))),
  });
  for (const [game, [fewest]] of Object.entries(games)) {
    const lines = native("trace", game, "--seed", "figures", "--moves").trimEnd().split("\n").map((line) => JSON.parse(line));
    engine.wasm_setup(0, give([game, fewest, "", lines[0].seed].join("\n")));
    for (const { seat, move } of lines.slice(1, -1)) {
      const figure = engine.wasm_figure(0, seat, seat, give(move));
      const was = around(seat);
      engine.wasm_apply(0, seat, give(move));
      if (figure === -32768) continue;
      const verb = move.split(" ")[0];
      if (!comesTrue[verb](figure, was, around(seat), seat, move)) throw new Error(`${game}: ${move} was said to be ${figure}`);
      seen.add(`${game} ${verb}`);
    }
  }
  same([...seen].sort().join(), "alhambra buy,alhambra take,byzanz bid,maharaja palace,pharaoh build,pharaoh extend,pharaoh salvage,towers demolish", "verbs with a figure");
  engine.wasm_setup(0, give(["alhambra", 3, "", "0".repeat(64)].join("\n")));
  const facts = JSON.parse(taken(engine.wasm_facts(0, 1)));
  same(JSON.stringify(facts.purses.map((purse) => purse === null)), "[true,false,true]", "purses");
  same(JSON.stringify([0, 1, 2].map((scoring) => facts.rewards[scoring][0])), "[[1],[8,1],[16,8,1]]", "pavilions");
  same(JSON.stringify(facts.rewards[2][5]), "[21,13,6]", "towers at C");
  same(String(engine.wasm_figure(0, 1, 1, give("buy 9 with y1"))), "-32768", "no such move");
  engine.wasm_setup(0, give(["blank", 2, "", "0".repeat(64)].join("\n")));
  same(`${taken(engine.wasm_facts(0, 0))} ${engine.wasm_figure(0, 0, 0, give("done"))}`, "{} -32768", "a game without any");
});

/* What each owner got by all steps of a kind, and what it has more afterwards. */
const gained = (steps, owner) => steps.flatMap(({ rows }) => rows).reduce((sum, [seat, , points]) => sum + (seat === owner ? points : 0), 0);
const isMore = {
  alhambra: (was, is, owner) => is.json.points[owner] - was.json.points[owner],
  maharaja: (was, is, owner, seat) => is.json.gold[owner] - was.json.gold[owner] - (owner !== seat && Object.values(was.json.parts).some(Boolean) ? 2 : 0),
  byzanz: (was, is, owner) => is.sums[owner] - was.sums[owner],
  towers: (was, is, owner) => is.sums[owner] - was.sums[owner],
  pharaoh: (was, is, owner) => is.json.points[owner] - was.json.points[owner],
};

test("the moments of a move add up to what it scored, whoever looks", () => {
  const seen = new Set();
  const around = (players) => ({
    json: JSON.parse(taken(engine.wasm_json(0, -1))),
    sums: Array.from({ length: players }, (_, seat) => Object.values(JSON.parse(taken(engine.wasm_count(0, -1, seat))).parts).reduce((a, b) => a + b, 0)),
  });
  for (const [game, [fewest]] of Object.entries(games)) {
    if (!isMore[game]) continue;
    const lines = native("trace", game, "--seed", "moments", "--moves").trimEnd().split("\n").map((line) => JSON.parse(line));
    engine.wasm_setup(0, give([game, fewest, "", lines[0].seed].join("\n")));
    for (const { seat, move } of lines.slice(1, -1)) {
      const was = around(fewest);
      engine.wasm_apply(0, seat, give(move));
      const is = around(fewest);
      const text = taken(engine.wasm_moments(0, -1, seat, give(move)));
      const steps = JSON.parse(text);
      if (!steps.length) continue;
      for (const { what } of steps) seen.add(`${game} ${what}`);
      same(taken(engine.wasm_moments(0, seat, seat, give(move))), text, "the same from the view of the one who moved");
      if (["market", "in", "out"].includes(steps[0].what)) continue;
      const owners = is.json.owned?.length ?? fewest; /* the dummy is paid, too */
      for (let owner = 0; owner < owners; owner++) same(String(gained(steps, owner)), String(isMore[game](was, is, owner, seat)), `${game}, ${move}: owner ${owner}`);
    }
  }
  same([...seen].sort().join(), "alhambra A,alhambra B,alhambra C,byzanz market,byzanz sale,maharaja judged,pharaoh in,pharaoh level,pharaoh out,pharaoh score,towers roof", "all that is told");
});

test("a proof of the seed is judged", () => {
  const secret = "00".repeat(32);
  const hash = (...parts) => createHash("sha256").update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest("hex");
  const bytes = Buffer.from(secret, "hex");
  const given = "ab".repeat(32);
  const commitment = hash("arkad-commit-1", bytes, "k7wq2m");
  const seed = hash("arkad-seed-1", bytes, "k7wq2m", [1], Buffer.from(given, "hex"), [0]);
  const head = { arkad: 1, game: "towers", players: 2, options: { starter: 0 }, seed };
  const judged = (fair) => {
    engine.wasm_reader_begin();
    if (engine.wasm_reader_line(2, give(JSON.stringify({ ...head, ...fair }))) < 0) throw new Error(reason());
    return engine.wasm_reader_fair();
  };
  const fair = { code: "k7wq2m", commitment, secret, given: [given, null] };
  same(String(judged({})), "0", "no proof");
  same(String(judged({ fair })), "1", "a proof");
  same(String(judged({ fair: { ...fair, commitment: "11".repeat(32) } })), "-1", "another commitment");
  same(reason(), "the secret is not the one that was promised", "why");
  same(String(judged({ fair: { ...fair, given: [null, given] } })), "-1", "another share");
  const drawn = Number(BigInt(`0x${hash("arkad-starter-1", Buffer.from(seed, "hex")).slice(0, 16)}`) % 2n);
  for (const starter of [0, 1]) {
    same(String(judged({ options: { starter }, fair: { ...fair, starter: "drawn" } })), starter === drawn ? "1" : "-1", `starter ${starter}`);
  }
  engine.wasm_setup(2, give(["towers", 2, "starter=drawn", seed].join("\n")));
  same(String(engine.wasm_starter(2)), String(drawn), "drawn by the setup");
});

test("games say how they may be set up", () => {
  same(taken(engine.wasm_games(0)), "towers\nbyzanz\nalhambra\npharaoh\nmaharaja", "offered");
  same(taken(engine.wasm_games(1)).split("\n").at(-1), "blank", "the hidden one");
  same(taken(engine.wasm_game(give("blank"))), '{"title":"Blank","players":[2,4],"cards":["t","h"],"options":[]}', "blank");
  const { cards, ...byzanz } = JSON.parse(taken(engine.wasm_game(give("byzanz"))));
  same(`${cards.length} ${cards[0]} ${cards.at(-1)}`, "25 c1 m", "its cards");
  same(JSON.stringify(byzanz), '{"title":"Byzanz","players":[3,6],"options":[{"name":"starter","kind":"seat","min":0,"max":0,"standard":0}]}', "byzanz");
  const maharaja = JSON.parse(taken(engine.wasm_game(give("maharaja"))));
  same(maharaja.options.map(({ name, kind, standard }) => `${name}:${kind}:${standard}`).join(), "starter:seat:0,short:flag:0,yogi:flag:0,neutral:flag:1,auction:flag:0,home:flag:0,many:flag:0,map:map:0", "maharaja, without its short name");
  const [, , offers] = JSON.parse(taken(engine.wasm_game(give("pharaoh")))).options;
  same(`${offers.name} ${offers.min} ${offers.max} ${offers.standard}`, "offers 0 99 30", "a number");
  same(String(engine.wasm_game(give("chess"))), "-1", "no such game");
});

test("the score pad counts", () => {
  const form = JSON.parse(taken(engine.wasm_pad_form(give("alhambra"), 2)));
  same(`${form.entries.length} ${form.owners} ${form.lines}`, "6 3 3", "the form");
  const sums = JSON.parse(taken(engine.wasm_pad(give("towers\n2\n\n4 3 6 0 0 0 1 1 0 0 2\n1 1 1 1 1 0 0 0 0 1 0"))));
  same(sums.totals.join(), "25,7", "the rulebook's example");
  same(String(engine.wasm_pad(give("maharaja\n2\n\n6 0 0 0 0 0\n6 0 2 0 0 0"))), "-1", "one character twice");
  same(reason(), "two players cannot have the same character", "why");
  same(String(engine.wasm_pad_form(give("chess"), 2)), "-1", "no such pad");
});

test("rubbish is refused with a sentence", () => {
  for (const setup of ["", "nothing\n2\n\n", "towers\n9\n\n" + "00".repeat(32), "towers\n2\nno=1\n" + "00".repeat(32)])
    if (engine.wasm_setup(3, give(setup)) !== -1 || !reason()) throw new Error(setup);
  engine.wasm_setup(3, give("towers\n2\n\n" + "00".repeat(32)));
  for (const move of ["", "x", "bid 99", "\u0000"]) if (engine.wasm_check(3, 0, give(move)) !== -1) throw new Error(move);
  if (engine.wasm_read(3, 0, give("{}")) !== -1) throw new Error("an empty view");
});

/* ---- Where bots think ---- */

open(thinkerFile);
if (engine.wasm_begin()) throw new Error("there is not enough memory");

const netOf = (game) => new URL(`../games/${game}/net.bin`, import.meta.url);
const everyGame = taken(engine.wasm_games(1)).split("\n");

test("nets are taken, and what is none is refused", () => {
  const learn = (game, bytes) => {
    new Uint8Array(memory().buffer).set(bytes, engine.wasm_in());
    return engine.wasm_net(everyGame.indexOf(game), bytes.length);
  };
  same(`${learn("byzanz", encoder.encode("arkad nut"))} ${reason()}`, "-1 this is no net, or one of another version", "no net");
  same(`${learn("none", encoder.encode("arkad net"))} ${reason()}`, "-1 there is no such game", "no game");
  for (const game of Object.keys(games)) if (existsSync(netOf(game)) && learn(game, readFileSync(netOf(game)))) throw new Error(`${game}: ${reason()}`);
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

for (const [name, [fewest]] of Object.entries(games)) test(`${name}: a game is looked back on as arkad analyse does`, () => {
  const trace = native("trace", name, "--seed", "back", "--moves");
  const lines = trace.trimEnd().split("\n").map((line) => JSON.parse(line));
  const analysed = execFileSync(arkad, ["analyse", "-", "--json", "--iterations", "60"], { input: trace, encoding: "utf-8" });
  engine.wasm_setup(0, give([name, fewest, "", lines[0].seed].join("\n")));
  engine.wasm_review_begin(0);
  for (const { seat, move } of lines.slice(1, -1)) {
    engine.wasm_apply(0, seat, give(move));
    engine.wasm_review_move(0);
  }
  const count = lines.length - 2;
  for (let i = count - 1; i >= 0; i--) if (engine.wasm_review_judge(i, 0, 60) < 0) throw new Error(reason());
  same(String(engine.wasm_review_judge(count, 0, 60)), "-1", "a move past the end");
  const found = JSON.parse(taken(engine.wasm_review_finish()));
  const expected = JSON.parse(analysed);
  for (let i = 0; i <= count; i++) same(JSON.stringify(found.moves[i]), JSON.stringify(expected.moves[i]), `step ${i}`);
});

console.log(`1..${count}`);
process.exit(failures ? 1 : 0);
