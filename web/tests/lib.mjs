/*
 * What the tests in a browser share: a server on a free port with a fresh data file, Chromium, pages that note everything
 * that goes wrong in them, and players who finish any game by clicks or by keys alone. A test file is called as
 * `node test_x.mjs ARKAD` and prints TAP.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, firefox } from "playwright-core";
import { filesOf, gameOf } from "../games.mjs";

export const arkad = process.argv[2] ?? "build/arkad";
export const languages = readdirSync(new URL("../../data/lang", import.meta.url)).map((name) => name.replace(".json", ""));
export const games = filesOf("table.tsx").map(gameOf);
export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/* Longer than anything takes on a slow machine; nothing waits this long unless it is broken. */
const PATIENCE = 60_000;

/* ---- Tests --------------------------------------------------------------------------------------------------------- */

const planned = [];
export const test = (name, run) => planned.push({ name, run });

export const same = (found, expected, what = "found") => {
  const [a, b] = [found, expected].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
};
/* That there are `expected` of them, now or as soon as the page has drawn what was last done. */
export const counts = async (locator, expected, what = "counted") => {
  const end = Date.now() + PATIENCE / 4;
  let found;
  while ((found = await locator.count()) !== expected && Date.now() < end) await sleep(20);
  same(found, expected, what);
};
export const ensure = (fact, what) => {
  if (!fact) throw new Error(what);
};
export const none = (list, what) => {
  const all = [...new Set(list)];
  if (all.length) throw new Error(`${what}:\n${all.slice(0, 12).join("\n")}${all.length > 12 ? `\n(${all.length} in all)` : ""}`);
};

/* Runs what was planned, `together` at a time (games wait more than they work), and ends the process. Words after the
   program's name on the command line choose tests by a part of their name. */
export const run = async ({ together = 1 } = {}) => {
  const words = process.argv.slice(3);
  const chosen = planned.filter(({ name }) => words.every((word) => name.includes(word)));
  console.log(`1..${chosen.length}`);
  let failures = 0;
  let next = 0;
  const results = [];
  let printed = 0;
  const tell = (number, lines) => {
    results[number] = lines;
    while (results[printed + 1]) console.log(results[++printed].join("\n")); /* TAP wants them in order */
  };
  const work = async () => {
    while (next < chosen.length) {
      const number = ++next;
      const { name, run: body } = chosen[number - 1];
      const start = Date.now();
      try {
        await body();
        tell(number, [`ok ${number} - ${name}`, `# ${((Date.now() - start) / 1000).toFixed(1)} s`]);
      } catch (error) {
        failures++;
        tell(number, [String(error.stack ?? error).replace(/^/gm, "# "), `not ok ${number} - ${name}`]);
      }
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  await finish();
  process.exit(failures ? 1 : 0);
};

/* ---- The server ----------------------------------------------------------------------------------------------------- */

const opened = [];
export const finish = async () => {
  for (const close of opened.splice(0).reverse()) await close();
};
/* Nothing stays behind, however a program ends. */
process.on("uncaughtException", (error) => {
  console.error(error);
  void finish().then(() => process.exit(1));
});

/* `arkad serve` on a free port; stop() closes it, kill() ends it at once, and start() opens it again at the same place. */
export class House {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "arkad-web-"));
    this.port = 0;
  }

  static async open() {
    const house = new House();
    opened.push(() => house.close());
    await house.start();
    return house;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async start() {
    const words = ["serve", "--listen", `127.0.0.1:${this.port}`, "--data", join(this.folder, "arkad.db"), "--limits", "off"];
    this.program = spawn(arkad, words, { stdio: ["ignore", "pipe", "pipe"] });
    this.ended = new Promise((done) => this.program.once("exit", done));
    this.program.stdout.resume();
    const said = [];
    for await (const line of createInterface({ input: this.program.stderr })) {
      said.push(line);
      const [, port] = /127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (!port) continue;
      this.port = Number(port);
      this.program.stderr.resume();
      return;
    }
    throw new Error(`the house did not open: ${said.join("\n")}`);
  }

  async stop(signal = "SIGTERM") {
    this.program.kill(signal);
    await this.ended;
  }

  kill() {
    return this.stop("SIGKILL");
  }

  async close() {
    if (this.program.exitCode === null && this.program.signalCode === null) await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/* ---- The browser ----------------------------------------------------------------------------------------------------- */

/* As Debian ships them: Firefox is driven by WebDriver BiDi, which cannot set the preference for less motion. */
const programs = {
  chromium: (args) =>
    chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-background-timer-throttling", "--disable-renderer-backgrounding", ...args],
    }),
  firefox: () =>
    firefox.launch({
      channel: "moz-firefox",
      executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
      firefoxUserPrefs: { "ui.prefersReducedMotion": 1 },
    }),
};

const running = {};
export const browser = (name = "chromium", args = []) =>
  (running[name] ??= programs[name](args).then((program) => {
    opened.push(() => program.close());
    return program;
  }));

/* Somebody with a browser of their own (nothing is shared with others): a page that collects in `problems` every error,
   every warning about what the page may do, and every request that failed; and all that was said over WebSockets in
   `traffic`. What they chose before (theme, lang, pace, name…) is given as `kept`.
   Nothing moves in it, unless that is asked for (`moves`). */
export const visit = async (house, { size = desktop, lang = "en", kept = {}, touch = false, dark = false, moves = false, by = "chromium" } = {}) => {
  const context = await (await browser(by)).newContext({
    viewport: size,
    locale: lang,
    baseURL: house.url,
    hasTouch: touch,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: moves ? "no-preference" : "reduce",
  });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript((items) => {
    if (window.origin === "null" || window.top !== window || sessionStorage.getItem("began")) return;
    sessionStorage.setItem("began", "1");
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, { pace: "quick", ...kept });
  await context.addInitScript(() => {
    const wait = window.setTimeout; /* the rest between two moves of bots (settings.ts) is only for people */
    window.setTimeout = (run, ms, ...rest) => wait(run, ms === 200 ? 20 : ms, ...rest);
  });
  const page = await context.newPage();
  page.isTouched = touch;
  const guest = { context, page, problems: [], traffic: [] };
  watch(guest);
  return guest;
};

/* Something was left before it came, which is no fault: a page, or an icon that has changed meanwhile (in Firefox's words). */
const isLeft = (text) => /closed before the connection is established|ServiceWorker intercepted the request/.test(text);

const watch = ({ page, problems, traffic }) => {
  page.on("console", (message) => {
    const text = message.text();
    if (isLeft(text)) return;
    if (["error", "warning"].includes(message.type())) problems.push(`${message.type()}: ${text}`);
  });
  page.on("pageerror", (error) => isLeft(error.message) || problems.push(`page: ${error.stack}`));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    if (!["net::ERR_ABORTED", "NS_BINDING_ABORTED"].includes(why)) problems.push(`request: ${request.url()} ${why}`);
  });
  page.on("response", (answer) => {
    if (answer.status() >= 500) problems.push(`response: ${answer.url()} ${answer.status()}`);
  });
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => traffic.push({ way: "sent", text: String(payload) }));
    socket.on("framereceived", ({ payload }) => traffic.push({ way: "received", text: String(payload) }));
  });
};

/* ---- What must hold on every page -------------------------------------------------------------------------------------- */

/* Run in the page: words that are missing, things too wide, targets too small. */
const inspect = ({ isPhone }) => {
  const found = [];
  const where = (element) => {
    const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${name}`;
  };
  const texts = [document.title, document.getElementById("page").textContent];
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    for (const name of ["aria-label", "title", "placeholder", "alt"]) texts.push(element.getAttribute(name) ?? "");
  for (const text of texts) {
    const missing = /\[[a-z]+(\.[a-z0-9*_-]+)+\]|\{[aA]?:?[a-z_]+(\|[^{}]*)?\}|\bundefined\b|\bNaN\b|\[object /.exec(text);
    if (missing) found.push(`word: ${text.slice(Math.max(0, missing.index - 30), missing.index + 50)}`);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) {
    const far = [...document.querySelectorAll("#page *")].filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
    found.push(`wide: ${wide} px too wide: ${far.slice(-2).map(where).join(", ")}`);
  }
  const isScrolled = (element) => {
    for (let box = element.parentElement; box; box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1) return true;
    return false;
  };
  for (const element of document.querySelectorAll("#page :is(button, .btn, a, .card, .mini, .chip, .tag, h1, h2, p, input, b)")) {
    const { left, right, width, height } = element.getBoundingClientRect();
    const isHidden = !width || !height || element.matches(".skip, .sr, .sr *") || getComputedStyle(element).clipPath !== "none";
    if (!isHidden && (left < -1 || right > innerWidth + 1) && !isScrolled(element)) found.push(`cut: at ${left.toFixed(0)}–${right.toFixed(0)} ${where(element)}`);
  }
  if (!isPhone) return found;
  for (const element of document.querySelectorAll("#page :is(button, a, [role=button], input, select, summary)")) {
    const { width, height } = element.getBoundingClientRect();
    if (!width || !height || element.matches(".skip, .skip *") || getComputedStyle(element).visibility === "hidden") continue;
    const target = element.matches("label input") ? element.closest("label").getBoundingClientRect() : { width, height };
    const isText = element.matches("p a, li a, dd a, td a") && !element.matches(".btn"); /* links inside a sentence */
    const isCard = element.matches(".card") && target.height >= 60 && target.width >= 24;
    const isPlace = element.matches(".map [data-node]"); /* as large as the whole map allows: its buttons enlarge them */
    if (!isText && !isCard && !isPlace && (target.width < 43.5 || target.height < 43.5))
      found.push(`small: ${target.width.toFixed(0)} × ${target.height.toFixed(0)} ${where(element)}`);
  }
  return found;
};

export const faults = async ({ page }) => {
  const { width } = page.viewportSize();
  await page.waitForFunction((wanted) => innerWidth === wanted, width);
  return page.evaluate(inspect, { isPhone: width < 760 });
};

/* Throws if the page looks wrong anywhere or something went wrong in it so far. */
export const sound = async (guest, what = "the page") => {
  none(await faults(guest), what);
  none(guest.problems, `${what}, behind the scenes`);
};

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const axeText = readFileSync(axeFile, "utf-8");

/* What axe finds, from moderate on. The policy of the page forbids scripts from elsewhere: it is put in from outside. */
export const axe = async ({ page }) => {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeText);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations
    .filter(({ impact }) => impact !== "minor")
    .flatMap(({ id, impact, nodes }) => nodes.map((node) => `${impact} ${id}: ${node.html.slice(0, 160)} ${node.failureSummary.split("\n")[1] ?? ""}`));
};

const themes = ["light", "dark"];
export const axeInBothThemes = async (guest, what) => {
  const before = await guest.page.evaluate(() => document.documentElement.dataset.theme ?? null);
  for (const theme of themes) {
    await guest.page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    none(await axe(guest), `axe on ${what}, ${theme}`);
  }
  await guest.page.evaluate((name) => {
    if (name === null) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  }, before);
};

/* ---- Games ------------------------------------------------------------------------------------------------------------- */

/* The same numbers for the same seed. */
export const dice = (seed) => {
  let state = seed >>> 0;
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { number, below: (n) => Math.floor(number() * n), one: (list) => list[Math.floor(number() * list.length)] };
};

/* A game as the page keeps it. The seed is any text. */
export const saved = ({ game, players, options = "", seed = "test", seat = 0, level = 1, moves = [] }) => {
  const hex = Buffer.from(`${game}-${seed}`).toString("hex").padEnd(64, "0").slice(0, 64);
  const bots = Array.from({ length: players }, (_, i) => (i === seat ? "me" : String(level)));
  return { id: "test0001", setup: { game, players, options, seed: hex }, seat, bots, moves, at: 1e12, isOver: false };
};

/* Of each game, one that is soon over. */
export const short = {
  towers: { players: 2 },
  byzanz: { players: 3 },
  alhambra: { players: 2 },
  pharaoh: { players: 3, options: "offers=1" },
  maharaja: { players: 2, options: "short=on" },
};

/* Sits down at a game kept by the browser; it is put there once, so that loading the page again goes on with it. */
export const sitDown = async ({ page }, kept, query = "") => {
  await page.addInitScript((game) => {
    if (window.origin === "null" || sessionStorage.getItem(`began ${game.id}`)) return;
    sessionStorage.setItem(`began ${game.id}`, "1");
    localStorage.setItem(`game:${game.id}`, JSON.stringify(game));
  }, kept);
  await page.goto(`/play/${kept.id}${query}`);
  await page.locator("#bar").waitFor();
};

/* The table that its game keeps in positions.json under a name, where its page's seat is asked for something in particular. */
export const positions = Object.assign({}, ...filesOf("positions.json").map((path) => JSON.parse(readFileSync(path, "utf-8"))));
export const positionOf = (name) => structuredClone(positions[name]);

/* Waits until the page's log has grown; returns my last move as the notation writes it. */
export const moved = async (guest, id, count) => {
  await guest.page.waitForFunction(
    ([key, before]) => JSON.parse(localStorage.getItem(key)).moves.length > before,
    [`game:${id}`, count],
  );
  const game = await keptGame(guest, id);
  return game.moves.slice(count).find(([seat]) => seat === game.seat)?.[1];
};

export const keptGame = ({ page }, id = "test0001") => page.evaluate((name) => JSON.parse(localStorage.getItem(`game:${name}`)), id);

/* Moves of mine by their verb. */
export const verbsPlayed = (game) => {
  const counts = {};
  for (const [seat, move] of game.moves) if (seat === game.seat) counts[move.split(" ")[0]] = (counts[move.split(" ")[0]] ?? 0) + 1;
  return counts;
};

/* What a look at the table says. */
export const look = ({ page }) =>
  page.evaluate(() => ({
    state: (document.querySelector("#bar")?.dataset.state ?? "none").replace("done", "over"),
    count: document.querySelectorAll(".rail .log li[data-seat]").length,
    isSheet: Boolean(document.querySelector("dialog[open]")),
  }));

export const myTurn = ({ page }) =>
  page.waitForFunction(() => ["yours", "over", "done"].includes(document.querySelector("#bar")?.dataset.state)).then(() => look({ page }));

/* Things that can be touched: on the table, in the bar, in a sheet. */
const onTable = ":is(.floor, .own, .seats) :is(button, [role=button]):not([aria-disabled=true], .scoring, .map-tools *)";
const inBar = "#bar:not([data-state=done], [data-state=over]) .moves .btn:not(.teal, [aria-disabled=true])";
const inSheet = "dialog[open] :is(button):not([aria-disabled=true])";

const shown = async (page, selector) => {
  const all = await page.evaluateHandle(
    (words) => [...document.querySelectorAll(words)].filter((element) => element.getClientRects().length > 0),
    selector,
  );
  const handles = [...(await all.getProperties()).values()].map((property) => property.asElement()).filter(Boolean);
  return handles;
};

/* A click, or where the screen is touched a tap, as a person makes it: on the part of a card in hand that is always seen, its left. A thing that has gone
   meanwhile is no fault (a bot may have moved); one that is covered for long is. */
const press = async (page, handle) => {
  const isThere = () =>
    handle.evaluate(
      (element) => element.isConnected && element.getClientRects().length > 0 && element.getAttribute("aria-disabled") !== "true",
    );
  const end = Date.now() + PATIENCE / 2;
  while (await isThere()) {
    try {
      const isInHand = await handle.evaluate((element) => element.matches(".hand .card"));
      const way = page.isTouched ? "tap" : "click";
      return await handle[way]({ timeout: 5000, ...(isInHand && { position: { x: 8, y: 30 } }) });
    } catch (error) {
      if (Date.now() > end && (await isThere())) throw error;
    }
  }
};

const pressOne = async (page, handles, random) => {
  if (handles.length) await press(page, random.one(handles));
};

/* A player who makes moves until the game is over (or `moves` are made), and calls `each` before every one. Returns how
   they were made. */
const playBy = (makeMove) => async (guest, { seed = 1, each = async () => {}, moves = Infinity } = {}) => {
  const random = dice(seed);
  const made = { table: 0, list: 0 };
  for (;;) {
    const { state, count } = await myTurn(guest);
    await each(count, state);
    if (state === "over" || made.table + made.list >= moves) return made;
    if (await makeMove(guest, random, count)) made.table++;
    else made.list++;
  }
};

/* Somebody who only clicks: picks things on the table, composes, presses what the bar offers, and takes a move from the list of
   all when nothing comes of it. */
export const playByClicks = playBy((...turn) => clickMove(...turn));

/* Several people at one table, each with a page: whoever is asked moves, until the game is over or `moves` are made. */
export const playTogether = async (guests, { seed = 1, each = async () => {}, moves = Infinity } = {}) => {
  const random = dice(seed);
  let end = Date.now() + 4 * PATIENCE;
  for (let made = 0; made < moves; ) {
    const looks = await Promise.all(guests.map(look));
    if (looks.every(({ state }) => state === "over")) return made;
    const at = looks.findIndex(({ state }) => state === "yours");
    if (at < 0) {
      ensure(Date.now() < end, `nobody is asked: ${looks.map(({ state }) => state)}`);
      await guests[0].page.waitForTimeout(50);
      continue;
    }
    await each(guests[at]);
    await clickMove(guests[at], random, looks[at].count);
    await guests[at].page.locator("#bar:not([data-state=sent])").waitFor();
    end = Date.now() + 4 * PATIENCE;
    made++;
  }
  return moves;
};

const TRIES = 14;

const clickMove = async (guest, random, count) => {
  const { page } = guest;
  for (let i = 0; i < TRIES; i++) {
    const now = await look(guest);
    if (now.count > count || now.state === "over") return true;
    if (now.state === "sent") await page.locator("#bar:not([data-state=sent])").waitFor();
    else if (now.isSheet) await clickInSheet(page, random);
    else await clickOnTable(page, random, i);
  }
  await closeSheet(page);
  const now = await look(guest);
  if (now.count > count || now.state !== "yours") return true;
  await clickFromList(page, random);
  return false;
};

const clickOnTable = async (page, random, i) => {
  const primary = await shown(page, `${inBar}.primary`);
  if (primary.length && (random.number() < 0.6 || i > 6)) return press(page, random.one(primary));
  const things = await shown(page, onTable);
  const buttons = await shown(page, inBar);
  const isThing = things.length && (!buttons.length || random.number() < 0.75);
  await pressOne(page, isThing ? things : buttons, random);
};

const clickInSheet = async (page, random) => {
  const primary = await shown(page, `${inSheet}.primary`);
  await pressOne(page, primary.length && random.number() < 0.5 ? primary : await shown(page, inSheet), random);
};

const closeSheet = async (page) => {
  for (const handle of await shown(page, "dialog[open] > header button")) await press(page, handle);
};

const clickFromList = async (page, random) => {
  const all = await shown(page, "#bar .btn.all");
  if (!all.length) return pressOne(page, await shown(page, inBar), random);
  await press(page, all[0]);
  await page.locator("dialog[open] .move-list button").first().waitFor();
  await pressOne(page, await shown(page, "dialog[open] .move-list button"), random);
};

/* Without a mouse: letters and Enter, Tab and arrows to things on the table, M and a typed word for the list. */
export const playByKeys = playBy((...turn) => keyMove(...turn));

const keyMove = async (guest, random, count) => {
  const { page } = guest;
  for (let i = 0; i < TRIES; i++) {
    const now = await look(guest);
    if (now.count > count || now.state === "over") return true;
    if (now.isSheet) await page.keyboard.press("Escape");
    else await keyOnTable(page, random, i);
  }
  await page.keyboard.press("Escape");
  const now = await look(guest);
  if (now.count > count || now.state !== "yours") return true;
  await keyFromList(page, random);
  return false;
};

const keysOffered = (page) =>
  page.evaluate((selector) => [...document.querySelectorAll(`${selector} kbd`)].map((kbd) => kbd.textContent), inBar);

const isFocusOnTable = (page) => page.evaluate((selector) => Boolean(document.activeElement?.matches(selector)), onTable);

/* Steps with Tab (backwards from the bar lies the own place, then the court) and arrows until a thing has the focus. */
const tabToThing = async (page, random) => {
  await page.evaluate(() => document.getElementById("bar").focus());
  const way = random.number() < 0.7 ? "Shift+Tab" : "Tab";
  const steps = 1 + random.below(4);
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press(way);
    if (i + 1 >= steps && (await isFocusOnTable(page))) break;
  }
  for (let i = random.below(4); i > 0; i--) await page.keyboard.press(random.one(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]));
  return isFocusOnTable(page);
};

const keyOnTable = async (page, random, i) => {
  const keys = await keysOffered(page);
  const hasEnter = keys.includes("Enter");
  if (hasEnter && (random.number() < 0.6 || i > 6)) {
    await page.evaluate(() => document.getElementById("bar").focus());
    return page.keyboard.press("Enter");
  }
  const letters = keys.filter((key) => key !== "Enter");
  if (letters.length && random.number() < 0.25) return page.keyboard.press(random.one(letters).toLowerCase());
  if (await tabToThing(page, random)) await page.keyboard.press(random.one(["Enter", "Space"]));
};

const keyFromList = async (page, random) => {
  await page.keyboard.press("m");
  const list = page.locator("dialog[open] .move-list code");
  await list.first().waitFor();
  const notation = random.one(await list.allTextContents());
  await page.keyboard.type(notation);
  await page.keyboard.press("Enter");
};

/* ---- The engine, outside of the browser --------------------------------------------------------------------------------- */

/* A whole game of bots, as `arkad trace` prints it: the set-up, the moves, the result. */
export const traced = (...words) =>
  execFileSync(arkad, ["trace", ...words], { encoding: "utf-8", maxBuffer: 1 << 28 })
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
