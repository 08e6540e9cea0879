/* Moments at the tables: what was scored, told a step at a time, and who has won. */
import { axeInBothThemes, counts, ensure, games, House, none, phone, run, same, saved, short, sitDown, sound, test, traced, visit } from "./lib.mjs";

const house = await House.open();

/* ---- Positions in which the next move scores ----------------------------------------------------------------------------- */

/* Of each game: the move after which something is told, by what was there before and is there afterwards; and what is said. */
const scorings = {
  alhambra: { players: 3, isIt: (move, was, is) => is.scored.length > was.scored.length, says: /^Scoring A\. pavilion: .*tower.*\+\d/, steps: 6 },
  maharaja: { players: 3, isIt: (move, was, is) => move === "end" && is.round > was.round && was.architects.filter((at) => at === was.maharaja).length > 1, says: /^The maharaja rewards those in .*Place 1: .*presence \d+ \+1[13]/ },
  byzanz: { players: 3, isIt: (move, was, is) => is.phase === "market" && was.phase !== "market" && new Set(is.market.map((card) => card[0])).size > 1, says: /^The market opens\. / },
  pharaoh: { players: 3, isIt: (move) => /^score [12]/.test(move), says: /^A pyramid is scored\. Level of \d+s: .*×\d.*levels: .*\+\d/ },
  towers: { players: 2, isIt: (move, was, is) => is.phase !== "over" && /^build \w0$/.test(move), says: /^A tower has its roof\. .*: .*\d cards? \+\d/, steps: 1 },
  die: { game: "pharaoh", players: 3, isIt: (move, was, is) => move === "allow" && was.play?.card === "T" && is.play?.asked?.length !== 1 && is.die, says: /^The thief's die\. [1-6]: The thief .*height \d/, steps: 1 },
};

/* As the browser keeps the game just before the move, which is left to the page's seat. */
const before = ({ game, players, isIt }) => {
  for (let n = 0; n < 40; n++) {
    const [head, ...lines] = traced(game, "--players", String(players), "--seed", `moment ${n}`, "--bot", "random", ...(short[game].options ? ["--options", short[game].options] : []));
    const moves = lines.filter(({ move }) => move);
    const at = moves.findIndex(({ move, state }, i) => i > 0 && isIt(move, moves[i - 1].state, state));
    if (at < 0) continue;
    const options = Object.entries(head.options).map(([name, value]) => `${name}=${value}`).join(",");
    const kept = saved({ game, players, seat: moves[at].seat, moves: moves.slice(0, at).map(({ seat, move }) => [seat, move]) });
    return { kept: { ...kept, setup: { game, players, options, seed: head.seed } }, move: moves[at].move };
  }
  throw new Error(`no such move in games of ${game}`);
};

const make = async ({ page }, move) => {
  await page.locator("#bar[data-state=yours]").waitFor();
  await page.keyboard.press("m");
  await page.locator("dialog[open] input").waitFor();
  await page.keyboard.type(move);
  await page.keyboard.press("Enter");
};

/* Steps wait until they are let go; bots rest as long (settings.ts). */
const hold = ({ page }) =>
  page.addInitScript(() => {
    const wait = window.setTimeout;
    window.held = [];
    window.setTimeout = (run, ms, ...rest) => ([675, 2850].includes(ms) ? window.held.push(run) : wait(run, ms === 1400 ? 1e8 : ms, ...rest));
  });
const letGo = ({ page }) => page.waitForFunction(() => window.held.length > 0).then(() => page.evaluate(() => window.held.pop()()));

const visitMoving = async (options) => {
  const guest = await visit(house, { moves: true, kept: { pace: "calm", name: "Anna" }, ...options });
  await hold(guest);
  return guest;
};

const steps = ({ page }) => page.locator(".slip.told li");
const isSaid = ({ page }, text) =>
  page.waitForFunction(([words]) => [...document.querySelectorAll("[aria-live=polite].sr")].some((voice) => new RegExp(words).test(voice.textContent)), [text.source]);

/* ---- Step by step ---------------------------------------------------------------------------------------------------------- */

const skips = [
  ["Escape", ({ page }) => page.keyboard.press("Escape")],
  ["Space", ({ page }) => page.keyboard.press("Space")],
  ["a click on it", ({ page }) => page.locator(".slip").click()],
  ["a click beside it", ({ page }) => page.locator(".app .zone-title, .app h2").first().click()],
];

for (const [i, [name, scoring]] of Object.entries(scorings).entries()) {
  const [way, skip] = skips[i % skips.length];
  test(`${name}: what is scored comes a step at a time, is said once, and is skipped by ${way}`, async () => {
    const { kept, move } = before({ game: name, ...scoring });
    const guest = await visitMoving();
    await sitDown(guest, kept);
    await make(guest, move);
    await steps(guest).first().waitFor();
    await counts(steps(guest), 1, "at first one step");
    await isSaid(guest, scoring.says);
    same(await guest.page.evaluate(() => Boolean(document.activeElement?.closest(".moments"))), false, "the focus stays");
    if (scoring.steps !== 1) {
      await letGo(guest);
      await steps(guest).nth(1).waitFor();
    }
    if (scoring.steps) {
      for (let n = 2; n < scoring.steps; n++) await letGo(guest);
      await steps(guest).nth(scoring.steps - 1).waitFor();
    }
    await sound(guest, "the steps");
    await skip(guest);
    await guest.page.locator(".slip").waitFor({ state: "detached" });
    await guest.context.close();
  });
}

test("the steps go by themselves, and are over when the last has been seen", async () => {
  const { kept, move } = before({ game: "towers", ...scorings.towers });
  const guest = await visitMoving({ size: phone });
  await sitDown(guest, kept);
  await make(guest, move);
  await steps(guest).first().waitFor();
  await letGo(guest);
  await guest.page.locator(".slip").waitFor({ state: "detached" });
  await guest.context.close();
});

test("where nothing should move, a scoring is only said", async () => {
  const { kept, move } = before({ game: "alhambra", ...scorings.alhambra });
  const guest = await visit(house);
  await guest.page.addInitScript(() => {
    window.seen = 0;
    new MutationObserver(() => (window.seen += document.querySelectorAll(".slip").length)).observe(document, { childList: true, subtree: true });
  });
  await sitDown(guest, kept);
  await make(guest, move);
  await isSaid(guest, scorings.alhambra.says);
  same(await guest.page.evaluate(() => window.seen), 0, "nothing was shown");
  await guest.context.close();
});

/* ---- The end --------------------------------------------------------------------------------------------------------------- */

const last = (game, players) => before({ game, players, isIt: (move, was, is) => is.phase === "over" });
const ended = async (guest) => {
  await guest.page.locator(".slip.end").waitFor();
  return guest.page.locator(".slip.end li").evaluateAll((rows) => rows.map((row) => [row.dataset.place, row.querySelector(".name").textContent, Number(row.lastElementChild.textContent)]));
};

for (const game of games)
  test(`${game}: who has won, over the final table; looked at, and played again`, async () => {
    const { kept, move } = last(game, game === "byzanz" || game === "pharaoh" ? 3 : 2);
    const guest = await visit(house, { size: phone, lang: "hu" });
    const { page } = guest;
    await sitDown(guest, kept);
    await make(guest, move);
    const places = await ended(guest);
    same(places.length, kept.setup.players, "everybody is there");
    same(places[0][0], "1", "the winner first");
    ensure(places.some(([, name]) => name === "Te"), `I am there: ${places}`);
    await sound(guest, "the end");
    await axeInBothThemes(guest, "the end");
    await page.keyboard.press("Escape");
    await page.locator(".slip").waitFor({ state: "detached" });
    await page.locator("#bar[data-state=over]").waitFor();
    await guest.context.close();
  });

test("after the final count, step by step: the places, then the same game again with other cards", async () => {
  const { kept, move } = last("towers", 2);
  const guest = await visitMoving();
  const { page } = guest;
  await sitDown(guest, kept);
  await make(guest, move);
  await isSaid(guest, /^The final count\. Cards on towers: /);
  await page.keyboard.press("Space");
  await ended(guest);
  await page.locator(".slip.end .btn", { hasText: "Play again" }).click();
  await page.waitForURL((url) => !url.href.includes(kept.id));
  await page.locator("#bar:not([data-state=over])").waitFor();
  await counts(page.locator(".slip"), 0, "a new game begins without it");
  const [again] = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("game:") && !key.includes("test0001")).map((key) => JSON.parse(localStorage.getItem(key))));
  same([again.setup.game, again.setup.players, again.bots.filter((bot) => bot !== "me")], ["towers", 2, ["1"]], "the same game against the same bots");
  ensure(again.setup.seed !== kept.setup.seed, "other cards");
  none(guest.problems, "behind the scenes");
  await guest.context.close();
});

/* ---- At the server --------------------------------------------------------------------------------------------------------- */

const post = ({ page }, path, body) =>
  page.evaluate(([address, text]) => fetch(`/api/1${address}`, { method: "POST", headers: { "X-Arkad": "1", "Content-Type": "application/json" }, body: text }).then((answer) => answer.json()), [path, JSON.stringify(body)]);

const resign = async ({ page }) => {
  await page.locator("#bar").waitFor();
  await page.locator("header.top").getByRole("button", { name: "Table" }).click();
  await page.locator("dialog[open] .acts .btn").last().click();
  await page.locator("dialog[open] .acts .btn.danger").click();
};

test("at the server one of two resigns: both and a spectator are told who won, and play again there", async () => {
  const [anna, bela, cili] = await Promise.all(["Anna", "Béla", "Cili"].map((name) => visit(house, { kept: { name } })));
  for (const guest of [anna, bela, cili]) {
    await guest.page.goto("/");
    await post(guest, "/guest", {});
  }
  const { code } = await post(anna, "/tables", { game: "towers", players: 2, seats: [{ kind: "me" }, { kind: "open" }], options: { starter: 0 } });
  await post(bela, `/tables/${code}/sit`, {});
  for (const { page } of [anna, bela, cili]) {
    await page.goto(`/table/${code}`);
    await page.locator("#bar").waitFor();
  }
  await resign(bela);
  same((await ended(anna)).map(([place, name]) => [place, name])[0], ["1", "You"], "Anna has won");
  same((await ended(bela)).map(([place, name]) => [place, name])[1], ["2", "You"], "Béla has not");
  await ended(cili);
  for (const { page } of [anna, bela, cili]) same(await page.locator(".slip.end li[data-place='2'] .tag").textContent(), "resigned");
  ensure((await anna.page.locator(".slip.end h2").textContent()).startsWith("You won"), "told to the one who won");
  ensure((await bela.page.locator(".slip.end h2").textContent()).startsWith("You resigned"), "told to the one who resigned");
  await counts(cili.page.locator(".slip.end footer .btn", { hasText: "Play again" }), 0, "who watched does not play again");
  await anna.page.locator(".slip.end .btn", { hasText: "Play again" }).click();
  await anna.page.waitForURL((url) => !url.href.includes(code));
  await bela.page.locator(".slip.end .btn", { hasText: "Review" }).click();
  await bela.page.waitForURL("**/review/*");
  for (const guest of [anna, bela, cili]) {
    none(guest.problems, "behind the scenes");
    await guest.context.close();
  }
});

await run({ together: 2 });
