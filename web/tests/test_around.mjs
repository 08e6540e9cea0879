/* Around the tables: a game without a network, the review of a finished game, lessons, the score pad. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { arkad, axeInBothThemes, counts, desktop, ensure, faults, games, House, keptGame, none, phone, playByClicks, positionOf, run, same, saved, sitDown, sound, test, traced, verbsPlayed, visit } from "./lib.mjs";

const house = await House.open();
const WORD_PARTS = 12; /* web/words.mjs */
const isLost = (text) => /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|WebSocket|Failed to fetch/.test(text);

test("without a network: the page is loaded again, a game is played to its end, and looked back at", async () => {
  const guest = await visit(house, { size: phone });
  const { page, context } = guest;
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const keptWords = () =>
    page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().flatMap(({ url }) => /words-(\w+)-\w+-/.exec(url)?.[1] ?? []);
    });
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null);
  while ((await keptWords()).length < WORD_PARTS) await page.waitForTimeout(50);
  same([...new Set(await keptWords())].join(), "en", "of the words, those of the language that is spoken are kept");
  await context.setOffline(true);
  await page.goto("/");
  await page.locator(".arcade .btn").first().waitFor();
  none(await faults(guest), "the start page without a network");
  await sitDown(guest, saved({ game: "towers", players: 2, seed: "offline" }));
  await playByClicks(guest, { seed: 3 });
  const kept = await keptGame(guest);
  ensure(kept.isOver, `the game is not over: ${JSON.stringify(verbsPlayed(kept))}`);
  await page.locator("#bar a.btn.teal").click();
  await page.locator(".rv .places li").first().waitFor();
  none(await faults(guest), "the review without a network");
  none(guest.problems.filter((text) => !isLost(text)), "behind the scenes");
  await context.close();
});

/* How many pages a PDF has. */
const pagesOf = (pdf) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test("a finished game of each kind is printed on one sheet, as many as can play", async () => {
  const most = { towers: 5, byzanz: 6, alhambra: 6, pharaoh: 4, maharaja: 5 };
  const guest = await visit(house, { lang: "de", dark: true });
  const { page } = guest;
  await page.goto("/");
  for (const game of games) {
    const [head, ...moves] = traced(game, "--players", String(most[game]), "--seed", "sheet", "--options", "starter=0", "--moves").filter((line) => !line.result);
    const kept = { ...saved({ game, players: most[game], options: "starter=0", moves: moves.map(({ seat, move }) => [seat, move]) }), isOver: true };
    kept.setup.seed = head.seed;
    await page.evaluate((one) => localStorage.setItem(`game:${one.id}`, JSON.stringify(one)), kept);
    await page.goto("/review/local-test0001");
    await page.locator(".rv .places li").first().waitFor();
    none((await page.locator(".rv").innerText()).match(/\b[a-z]+\.[a-z]+\.?[a-z]*/g) ?? [], `keys without words in the review of ${game}`);
    same(pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true })), 1, `pages of ${game}`);
    await page.emulateMedia({ media: "print" });
    same(await page.locator(".rv-sheet li").count(), most[game], "who played");
    ensure(!(await page.locator(".rv, header.top").first().isVisible()), "nothing else is printed");
    await page.emulateMedia({ media: null });
  }
  none(guest.problems, "behind the scenes");
  await guest.context.close();
});

/* The size of a picture, and how many colours it has. */
const pictureOf = ({ page }, png) =>
  page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
    return { width: image.width, height: image.height, colours: new Set(pixels).size };
  }, png.toString("base64"));

test("a picture of the table is a picture of the table", async () => {
  for (const size of [desktop, phone]) {
    const guest = await visit(house, { size, lang: "hu", dark: size === phone });
    const { page } = guest;
    await sitDown(guest, positionOf("byzanz"));
    const download = page.waitForEvent("download");
    const key = page.locator("button", { has: page.locator('use[href="#i-picture"]') });
    if (size === phone) await page.locator("button.log-key").first().click();
    await (size === phone ? page.locator("dialog[open]").locator(key) : key).click();
    const saved = await download;
    same(saved.suggestedFilename(), "arkad-byzanz.png");
    const { width, height, colours } = await pictureOf(guest, readFileSync(await saved.path()));
    same(width, 2 * size.width, "its width");
    ensure(height >= 2 * size.height && colours > 500, `${height} high, ${colours} colours`);
    none(guest.problems, "behind the scenes");
    await guest.context.close();
  }
});

test("the review: result, steps, eyes of a seat, axe", async () => {
  const guest = await visit(house);
  const { page } = guest;
  await sitDown(guest, saved({ game: "byzanz", players: 3, seed: "review" }));
  await playByClicks(guest, { seed: 5 });
  await page.locator("#bar a.btn.teal").click();
  await page.locator(".rv .places li").first().waitFor();
  await counts(page.locator(".places li"), 3);
  await sound(guest, "the review");
  await axeInBothThemes(guest, "the review");
  await page.locator(".stepper .btn").first().click();
  await sound(guest, "a step of the review");
  await axeInBothThemes(guest, "a step of the review");
  await page.setViewportSize(phone);
  await sound(guest, "a step on a phone");
  await page.goto("/review/local-test0001");
  const before = await keptGame(guest);
  await page.locator(".rv-again .btn.teal").click();
  await page.waitForURL("**/play/*");
  const again = await keptGame(guest, page.url().split("/").at(-1));
  same([again.setup.options, again.seat, again.bots], ["starter=1", before.seat, before.bots], "played again: the next seat starts");
  await guest.context.close();
});

/* What a lesson asks for is lit; if that is not enough, any move of the list that it takes. */
const follow = async (guest) => {
  const { page } = guest;
  const step = () => page.locator(".lesson-panel .num").textContent();
  for (let i = 0; i < 60; i++) {
    none(await faults(guest), `step ${await step()}`);
    if (await page.locator(".lesson-panel .btn.teal + a.btn").count()) return;
    const before = await step();
    const next = page.locator(".lesson-panel .btn.teal");
    if (await next.count()) await next.click();
    else await tryMoves(guest, step, before);
    await page.waitForFunction((text) => document.querySelector(".lesson-panel .num").textContent !== text, before);
  }
  throw new Error("the lesson does not end");
};

const tryMoves = async ({ page }, step, before) => {
  await page.locator("#bar:is([data-state=yours], :has(.btn.all, .moves .btn))").waitFor();
  await page.keyboard.press("m");
  const sheet = page.locator("dialog[open]");
  await sheet.waitFor();
  const moves = await sheet.locator(".move-list code").allTextContents();
  for (const move of moves) {
    if (!(await sheet.count())) await page.keyboard.press("m");
    await sheet.locator("input").fill(move);
    await page.keyboard.press("Enter");
    await sheet.waitFor({ state: "detached" });
    const isTaken = await page
      .waitForFunction((text) => document.querySelector(".lesson-panel .num").textContent !== text || document.querySelector("#bar .tag.bad") || document.querySelector("#bar").dataset.state === "waiting", before)
      .then(() => page.evaluate(() => !document.querySelector("#bar .tag.bad")));
    if (isTaken || (await step()) !== before) return;
  }
  throw new Error(`no listed move goes on: ${moves.slice(0, 5)}`);
};

for (const game of games)
  test(`the lesson of ${game}, on a phone in Hungarian`, async () => {
    const guest = await visit(house, { size: phone, lang: "hu" });
    await guest.page.goto(`/learn/${game}`);
    await guest.page.locator(".lesson-panel").waitFor();
    await follow(guest);
    await sound(guest, "the end of the lesson");
    await guest.context.close();
  });

/* Things that the step is not about: the rules would allow them, or say why not; the bar answers either way. */
const wrongTouches = {
  towers: [".tow-display .card[data-c]:not([data-look])", 1],
  pharaoh: [".pha-market button:not([data-look])", 0],
  maharaja: [".map .city:not([data-look])", 2],
};

for (const [game, [wrong, steps]] of Object.entries(wrongTouches))
  test(`a wrong touch in the lesson of ${game} is answered, and not as if it were against the rules`, async () => {
    const guest = await visit(house);
    const { page } = guest;
    await page.goto(`/learn/${game}`);
    await page.locator(".lesson-panel").waitFor();
    for (let i = 0; i < steps; i++) {
      const before = await page.locator(".lesson-panel .num").textContent();
      const next = page.locator(".lesson-panel .btn.teal");
      if (await next.count()) await next.click();
      else await tryMoves(guest, () => page.locator(".lesson-panel .num").textContent(), before);
      await page.waitForFunction((text) => document.querySelector(".lesson-panel .num").textContent !== text, before);
    }
    await page.locator("#bar[data-state=yours]").waitFor();
    await page.locator(wrong).first().dispatchEvent("click");
    await page.locator("#bar .who .tag:is(.bad, .teal)").waitFor();
    const { tag, text } = await page.evaluate(() => ({ tag: document.querySelector("#bar .who .tag").className, text: document.querySelector("#bar .ask p").textContent }));
    if (/lesson/.test(text)) ensure(tag.includes("teal"), `said to be impossible: ${text}`);
    await guest.context.close();
  });

test("the plan of the lesson of maharaja: two other actions are answered", async () => {
  const guest = await visit(house);
  const { page } = guest;
  await page.goto("/learn/maharaja");
  await page.locator(".lesson-panel .btn.teal").click();
  await page.locator("#bar[data-state=yours]").waitFor();
  for (const action of ["house", "quarry"]) await page.locator(`.mah-chip[data-act=${action}]`).click();
  await page.locator("#bar .who .tag.teal").waitFor();
  await guest.context.close();
});

/* A game of bots, as the browser keeps it when it is over. */
const overAtOnce = (game, players) => {
  const [head, ...lines] = execFileSync(arkad, ["trace", game, "--players", players, "--seed", "story", "--bot", "random", "--moves"], { encoding: "utf-8" })
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const options = Object.entries(head.options).map(([name, value]) => `${name}=${value}`).join(",");
  const moves = lines.flatMap(({ seat, move }) => (move ? [[seat, move]] : []));
  return { ...saved({ game, players, moves }), setup: { game, players, options, seed: head.seed }, isOver: true };
};

const rowsOf = async ({ page }, game, players) => {
  await page.addInitScript((kept) => localStorage.setItem(`game:${kept.id}`, JSON.stringify(kept)), overAtOnce(game, players));
  await page.goto("/review/local-test0001");
  await page.locator(".rv .score-parts tbody tr").first().waitFor();
  return page.locator(".rv .score-parts tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim()).join(" ")));
};

test("what the scores are made of, as the games tell it", async () => {
  const guest = await visit(house);
  const scorings = await rowsOf(guest, "alhambra", 3);
  for (const word of ["Scoring A ", "Scoring B ", "Scoring C: "]) ensure(scorings.some((row) => row.startsWith(word)), `${word}: ${scorings}`);
  await guest.context.close();
  const other = await visit(house);
  const judged = await rowsOf(other, "maharaja", 2);
  ensure(judged.some((row) => /^Character [a-z]+ [a-z]+$/.test(row)), `characters by their names: ${judged}`);
  await other.context.close();
});

const padOf = async ({ page }, game) => {
  await page.goto(`/pad/${game}`);
  await page.locator(".pad-title").waitFor();
};
const tab = ({ page }, name) => page.locator(".pad-tabs").getByRole("button", { name }).click();

test("the pads of the games: scorings that begin with those before, cities and the end, roofs, pyramids", async () => {
  const guest = await visit(house);
  const { page } = guest;
  await padOf(guest, "alhambra");
  const garden = page.getByRole("group", { name: "garden, Player 1" }).locator("output");
  await page.getByRole("button", { name: "one more: garden, Player 1" }).click();
  await tab(guest, "Scoring B");
  same(await garden.textContent(), "1", "buildings stay");
  same(await page.locator(".pad-worth .sub th").textContent(), "Scoring B");
  await padOf(guest, "maharaja");
  const character = page.getByLabel("Character, Player 1", { exact: true });
  same(await character.inputValue(), "1", "characters are dealt out");
  await character.selectOption("5");
  await tab(guest, "Next city");
  same(await character.inputValue(), "5", "whoever has a character keeps it");
  await tab(guest, "City 1");
  await tab(guest, "The end");
  ensure((await page.locator(".pad-worth").textContent()).includes("Most palaces win"), "the end is counted on a sheet of its own");
  await padOf(guest, "towers");
  await page.getByRole("button", { name: /^one more: .*, Player 1/ }).first().click();
  const roof = page.getByRole("button", { name: /^roof on the .* tower, Player 1$/ }).first();
  await roof.click();
  same(await roof.getAttribute("aria-pressed"), "true");
  await padOf(guest, "pharaoh");
  await page.locator(".pad-add .btn").click();
  same(await page.locator(".pad-list li .num").nth(1).textContent(), "1 2");
  await padOf(guest, "byzanz");
  same(await page.locator(".pad-grid tbody th").first().textContent(), "Merchants kept");
  none(await faults(guest), "the pads");
  none(guest.problems, "behind the scenes");
  await guest.context.close();
});

test("the score pad counts, and keeps what was entered", async () => {
  const guest = await visit(house, { size: phone });
  const { page } = guest;
  await page.goto("/pad/alhambra");
  const plus = page.locator(".pad-grid td.shown button").nth(1);
  await plus.click();
  await plus.click();
  const total = page.locator(".pad-who [aria-pressed=true] .num");
  await page.waitForFunction(() => document.querySelector(".pad-who [aria-pressed=true] .num").textContent !== "0");
  const points = await total.textContent();
  await sound(guest);
  await page.reload();
  await page.waitForFunction((text) => document.querySelector(".pad-who [aria-pressed=true] .num")?.textContent === text, points);
  await guest.context.close();
});

await run({ together: 4 });
