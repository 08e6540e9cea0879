/* The table of games that have none of their own: every game can be played at it to its end, on a phone and on a desktop, by
   clicks and by keys, and a game that the page knows nothing of has its place on every page. */
import { axeInBothThemes, counts, desktop, ensure, faults, games, House, keptGame, myTurn, none, phone, playByClicks, playByKeys, positionOf, run, same, saved, short, sound, test, verbsPlayed, visit } from "./lib.mjs";

const house = await House.open();
const GENERIC = "?table=generic";
const tables = { ...short, blank: { players: 4 } };

const sitDown = async ({ page }, kept, query = GENERIC) => {
  await page.addInitScript((game) => {
    if (!localStorage.getItem(`game:${game.id}`)) localStorage.setItem(`game:${game.id}`, JSON.stringify(game));
  }, kept);
  await page.goto(`/play/${kept.id}${query}`);
  await page.locator("#bar").waitFor();
};

/* `most`: how many moves are put together for each one that is taken from the list of all. */
const playThrough = async (guest, game, play, { each = async () => {}, most = 3 } = {}) => {
  const seen = [];
  await sitDown(guest, saved({ game, ...tables[game], seed: "generic", seat: 1 }), game === "blank" ? "" : GENERIC);
  ensure(await guest.page.locator(".g-generic").count(), "another table");
  const made = await play(guest, {
    seed: 5,
    each: async (...now) => {
      seen.push(...(await faults(guest)));
      await each(...now);
    },
  });
  none(seen, "during the game");
  const kept = await keptGame(guest);
  ensure(kept.isOver, "the game is not over");
  ensure(made.table >= most * made.list, `most moves are put together, not taken from the list: ${JSON.stringify(made)}`);
  console.log(`# ${game}: ${JSON.stringify(made)} ${JSON.stringify(verbsPlayed(kept))} of ${kept.moves.length}`);
  await sound(guest, "the end");
};

for (const game of [...games, "blank"]) {
  test(`${game} by clicks, on a phone, in Hungarian`, async () => {
    const guest = await visit(house, { size: phone, lang: "hu", touch: true });
    await playThrough(guest, game, playByClicks);
    await guest.context.close();
  });
  test(`${game} by clicks, on a desktop, in the dark`, async () => {
    const guest = await visit(house, { size: desktop, dark: true });
    await playThrough(guest, game, playByClicks);
    await guest.context.close();
  });
}

test("byzanz by keys, with axe", async () => {
  const guest = await visit(house);
  const asked = new Set();
  const each = async () => {
    const question = (await guest.page.locator("#bar .ask p").first().textContent()).replace(/[\d,:].*/, "");
    if (asked.has(question)) return;
    asked.add(question);
    await axeInBothThemes(guest, question);
  };
  await playThrough(guest, "byzanz", playByKeys, { each, most: 2 });
  await guest.context.close();
});

test("words and cards narrow the moves down, one back, and a refusal says why", async () => {
  const guest = await visit(house);
  const { page } = guest;
  await sitDown(guest, positionOf("byzanz"));
  const word = (text) => page.locator(".plain-chip", { hasText: text });
  const hint = () => page.locator("#bar .hint").textContent();
  await word("Bid").click();
  const [first] = /\d+/.exec(await hint());
  await page.locator(".plain-own .hand .card").first().click({ position: { x: 8, y: 30 } });
  const [second] = /\d+/.exec(await hint());
  ensure(Number(second) < Number(first), `${second} of ${first} moves are left`);
  await counts(page.locator(".plain-own .hand [aria-pressed=true]"), 1, "picked");
  await page.locator(".plain-path .back").click();
  await counts(page.locator(".plain-path"), 0, "nothing is chosen any more");
  await page.keyboard.press("m");
  await page.locator("dialog .field").fill("bid m");
  const why = await page.locator("dialog > p.quiet").textContent();
  ensure(/cannot be bid|not have|merchant/i.test(why), why);
  await guest.context.close();
});

test("explanations at hand at the generic table: of every game, by mouse and key", async () => {
  for (const game of games) {
    const guest = await visit(house, { lang: "de" });
    const { page } = guest;
    await sitDown(guest, positionOf(game));
    await page.locator(".floor [data-about^=zone]").first().hover();
    await page.locator(".about-tip b").waitFor();
    ensure((await page.locator(".about-tip span").textContent()).length > 20, `${game}: the tip says what it is`);
    await page.mouse.move(5, 5);
    await page.keyboard.press("i");
    await page.locator("dialog .about h3").first().waitFor();
    const others = page.locator(".about li button");
    ensure((await others.count()) > 5, `${game}: everything on the table is listed`);
    for (let i = 0; i < (await others.count()); i++) {
      await others.nth(i).click();
      const text = await page.locator(".about > div").innerText();
      ensure(/\S+\s+\S+/.test(text) && !/\[[a-z]+\.|web\./.test(text), `${game}: something is said, without keys: ${text.slice(0, 80)}`);
    }
    none(guest.problems, `behind the scenes of ${game}`);
    await guest.context.close();
  }
});

test("a game that the page knows nothing of: start page, rules, pad, lesson, review", async () => {
  const guest = await visit(house);
  const { page } = guest;
  await page.goto("/?games=all");
  const bay = page.locator(".bay", { hasText: "Blank" });
  await counts(bay.locator(".learn"), 0, "no lesson");
  await counts(page.locator(".bay .learn"), games.length, "lessons");
  await sound(guest, "the start page");
  await bay.locator(".btn.teal").click();
  await page.locator(".g-generic #bar").waitFor();
  ensure((await page.locator(".own").textContent()).includes("Coins"), "my own coin is shown");
  same(await page.locator(".seats .sr").allTextContents(), ["hidden", "hidden"], "the others' coins are not");
  await myTurn(guest);
  await page.locator("#bar .btn.primary").click();
  await page.locator("#bar[data-state=over]").waitFor();
  await page.locator("#bar .btn.teal").click();
  await page.locator(".rv-final").waitFor();
  await page.locator(".rv-pos .btn.teal").click();
  await page.locator(".g-generic .rv-bar").waitFor();
  await page.locator(".rv-look input[type=checkbox]").check();
  await counts(page.locator(".rail .rv-hands li"), 3, "everybody's coin");
  await sound(guest, "the replay");
  await page.goto("/rules/blank");
  await page.locator(".prose", { hasText: "no text of its rules" }).waitFor();
  await counts(page.locator(".rules-learn .teal"), 0, "no lesson to offer");
  await page.goto("/learn/blank");
  await page.locator(".bays, .bay").first().waitFor();
  await page.goto("/pad");
  await page.locator(".pad-games li").first().waitFor();
  await counts(page.locator(".pad-games li"), games.length, "pads");
  await page.goto("/");
  await counts(page.locator(".bay"), games.length, "offered without the switch");
  ensure((await page.locator(".trow").first().textContent()).includes("Blank"), "my game is listed");
  await sound(guest, "the start page");
  await guest.context.close();
});

await run({ together: 3 });
