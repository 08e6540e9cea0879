/* Single moments of the five tables: how moves are put together, what is said, what is kept. */
import { axeInBothThemes, counts, desktop, ensure, games, House, keptGame, moved, none, phone, positionOf, run, same, saved, sitDown, sound, test, visit } from "./lib.mjs";

const house = await House.open();

/* Sits down at a kept position and hands over the page. */
const at = (name, what, body, options = {}) =>
  test(`${name}: ${what}`, async () => {
    const guest = await visit(house, options);
    const game = positionOf(name);
    await sitDown(guest, game);
    const { page } = guest;
    await page.locator("#bar[data-state=yours]").waitFor();
    const press = (selector, n = 0) => page.locator(selector).nth(n).click();
    const made = () => moved(guest, game.id, game.moves.length);
    await body({ guest, page, game, press, made, primary: page.locator("#bar .btn.primary"), question: page.locator("#bar .ask p").first() });
    await sound(guest);
    await guest.context.close();
  });

const texts = (locator) => locator.allTextContents();
const has = async (locator, text) => ensure((await locator.textContent()).includes(text), `"${text}" is not in "${await locator.textContent()}"`);

/* ---- 5 Towers ------------------------------------------------------------------------------------------------------------ */

at("towers", "a card is picked, shown on its tower, and built", async ({ page, press, made, primary }) => {
  await press(".display button.card:not([aria-disabled])");
  await page.locator(".tower.big .ghost").waitFor();
  await primary.click();
  same((await made()).split(" ")[0], "build");
});

at("towers", "a card that fits nowhere says why", async ({ page, press, question }) => {
  await page.locator(".display button.card[aria-disabled]").first().click({ force: true });
  await page.locator("#bar .tag.bad").waitFor();
  ensure((await question.textContent()).length > 10, "there is no reason");
  await press(".display button.card:not([aria-disabled])");
  await counts(page.locator("#bar .tag.bad"), 0, "the reason ends with the next touch");
});

at("towers-five", "marking cards counts a bid", async ({ press, made, primary }) => {
  await press(".display button.card", 0);
  await press(".display button.card", 2);
  await has(primary, "2");
  await primary.click();
  same(await made(), "bid 2");
});

/* ---- Byzanz ---------------------------------------------------------------------------------------------------------------- */

at("byzanz", "a bid is put together card by card", async ({ page, press, made, primary, game }) => {
  await press(".hand button.card:not([aria-disabled])", 0);
  await press(".hand button.card:not([aria-disabled])", 1);
  const sum = await page.locator(".byz-laid .sum b").textContent();
  await has(primary, sum);
  await primary.click();
  same((await made()).split(" ").length, 3, "two cards");
  ensure(game.moves.length > 0, "a real position");
});

at("byzanz-give", "one card of the lot is given to the market", async ({ press, made, primary }) => {
  await press(".lot button.card", 1);
  await primary.click();
  same((await made()).split(" ")[0], "give");
});

at("byzanz-market", "a stall is taken whole", async ({ press, made, primary }) => {
  await press(".stalls button", 1);
  await primary.click();
  same((await made()).split(" ")[0], "take");
});

at("byzanz-trim", "too many cards: one is discarded, three are sold", async ({ guest, press, game, made, primary }) => {
  await press(".hand button.card", 0);
  await primary.click();
  same((await made()).split(" ")[0], "discard");
  await guest.page.locator(".sales .btn").first().click();
  await guest.page.waitForFunction(
    ([key, before]) => JSON.parse(localStorage.getItem(key)).moves.slice(before).some(([, move]) => move.startsWith("sell")),
    [`game:${game.id}`, game.moves.length],
  );
});

/* ---- Alhambra ---------------------------------------------------------------------------------------------------------------- */

at("alhambra", "a building picks its payment, which can be changed", async ({ page, press, made, primary }) => {
  await press(".yard button.card:not([aria-disabled])");
  await has(page.locator(".pays-now"), "8 of 8");
  await press(".alh-own .hand button.card[aria-pressed=true]", 0);
  await has(page.locator(".pays-now"), "short");
  await counts(primary, 0, "too little buys nothing");
  await press(".alh-own .hand button.card[aria-pressed=false][data-k=money-orange]", 0);
  await page.locator(".alh-own .hand button.card[data-k=money-orange][aria-pressed=false]").last().click();
  await primary.click();
  same((await made()).split(" ").slice(0, 2).join(" "), "buy 4");
});

at("alhambra", "a typed move that is not in the list", async ({ page, made }) => {
  const move = "buy 4 with o6 o5 o3 o1";
  await page.keyboard.press("m");
  const list = page.locator("dialog[open] .move-list");
  ensure(!(await texts(list.locator("code"))).includes(move), "it is in the list");
  await page.keyboard.type("buy 4 with y9");
  ensure((await page.locator("dialog[open] p.quiet").first().textContent()).length > 5, "there is no reason");
  await page.locator("dialog[open] input").fill(move);
  same(await texts(list.locator("code")), [move]);
  await page.keyboard.press("Enter");
  same(await made(), move);
});

at("maharaja", "a move typed with its capital letters", async ({ page, made }) => {
  await page.keyboard.press("m");
  const listed = await texts(page.locator("dialog[open] .move-list code"));
  const move = listed.find((text) => /[A-G]/.test(text)) ?? listed[0];
  await page.keyboard.type(move);
  await page.keyboard.press("Enter");
  same(await made(), move);
});

at("alhambra", "open money is taken together up to 5", async ({ page, press, made, primary }) => {
  await press(".money button.card", 0);
  await primary.click();
  same((await made()).split(" ")[0], "take");
  await counts(page.locator("dialog[open]"), 0);
});

at("alhambra-two", "a building can be given to the dummy", async ({ page, press, made }) => {
  await press(".yard button.card:not([aria-disabled])");
  await page.locator("#bar .moves .btn").nth(1).click();
  ensure((await made()).endsWith("for dummy"), "it was not given away");
});

/* ---- Oh, Pharaoh! ------------------------------------------------------------------------------------------------------------- */

at("pharaoh", "picked stones are laid, with their worth", async ({ page, press, made, primary }) => {
  const hand = page.locator(".hand button.card:has(.card-value)");
  for (let i = 0; i < (await hand.count()) && !(await primary.count()); i++) {
    if (i) await hand.nth(i - 1).click();
    await hand.nth(i).click();
  }
  await page.locator(".pha-own .block.ghost").first().waitFor();
  await has(primary, "worth");
  await press("#bar .btn.primary");
  ensure(["build", "extend"].includes((await made()).split(" ")[0]), "nothing was laid");
});

/* A card of the hand, touched where it can be seen even if others overlap it. */
const give = (page, card) => page.locator(`.pha-hand .hand button[data-c=pharaoh-${card}-${card}][aria-pressed=false]`).first().click({ position: { x: 8, y: 30 } });
const want = (page, card) => page.locator(`.trade-kind[data-card="${card}"]`).click();

at("pharaoh", "an offer of several cards to one seat, by clicks", async ({ guest, page, press, made, primary }) => {
  await press("#bar .moves .btn", 0);
  const trade = page.locator(".pha-trade");
  await counts(trade.locator(".trade-kind"), 13, "all kinds are drawn as cards");
  ensure((await trade.locator(".known .mini").count()) > 3, "what is known of the others is shown");
  await trade.locator("[role=radio]").nth(1).click();
  await give(page, 3);
  await give(page, 3);
  await counts(primary, 0, "half an offer cannot be sent");
  for (const card of ["4", "4", "*", "6"]) await want(page, card);
  await trade.locator(".trade-less").nth(1).click();
  await has(page.locator("#bar p.hint"), "2 × stone 3");
  const hand = await page.locator(".pha-hand .hand").boundingBox();
  const box = await trade.boundingBox();
  ensure(box.y + box.height <= hand.y + 1, "the hand stays in sight");
  await axeInBothThemes(guest, "a trade");
  await primary.click();
  same(await made(), "offer 2 3,3 for 4,4,*");
});

at("pharaoh", "an offer to everyone, by keys alone", async ({ page, made }) => {
  await page.keyboard.press("t");
  same(await page.evaluate(() => document.activeElement.className), "pha-trade", "the focus is where one goes on");
  await page.keyboard.press("Tab");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.evaluate(() => document.getElementById("bar").focus());
  await page.locator(".pha-hand .hand button").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  same(await made(), "offer all 1 for 2");
});

at("pharaoh", "what cannot be offered says why, and Escape puts it away", async ({ page, question }) => {
  await page.keyboard.press("t");
  await give(page, 1);
  for (let i = 0; i < 7; i++) await want(page, "4");
  await page.locator("#bar .moves .btn[aria-disabled=true]").click({ force: true });
  await has(question, "you ask for 7 cards, and seat");
  await want(page, "1");
  await has(page.locator("#bar p.hint"), "on both sides");
  await page.locator(".trade-kind").first().focus();
  await page.keyboard.press("Escape");
  await page.locator(".pha-trade").waitFor({ state: "detached" });
  same(await page.evaluate(() => document.activeElement.id), "bar", "the focus goes back to the bar");
});

at("pharaoh-offer", "an offer comes as cards, and a counter begins with its terms", async ({ page, made, primary, guest }) => {
  await counts(page.locator(".pha-offer .card"), 2, "cards of the offer");
  await page.keyboard.press("c");
  await counts(page.locator(".trade-seat"), 1, "only who asked can be answered");
  same(await page.locator(".pha-hand .hand [aria-pressed=true]").getAttribute("data-c"), "pharaoh-6-6");
  same(await page.locator(".trade-kind.on").getAttribute("data-card"), "2");
  await give(page, 1);
  await want(page, "4");
  await sound(guest, "a counter");
  await primary.click();
  same(await made(), "counter 1,6 for 2,4");
});

at("pharaoh-offer", "one press declines everything of this turn", async ({ page, made }) => {
  await page.locator(".pha-offer .btn").click();
  same(await made(), "decline");
  same(await page.evaluate(() => document.activeElement.id), "bar", "the focus is not lost");
});

at("pharaoh-offer", "all that was offered in this turn is listed", async ({ page }) => {
  same(await texts(page.locator(".pha-offers .tag")), ["open", "declined", "countered", "accepted", "countered"]);
  await has(page.locator(".pha-offers li").first(), "Master 3 to Guest");
});

at("pharaoh-counter", "a counter is answered with another", async ({ page, made, primary }) => {
  await page.keyboard.press("c");
  await has(page.locator(".trade-seat"), "Master 1");
  await want(page, "5");
  await primary.click();
  same((await made()).split(" ")[0], "counter");
});

at("pharaoh-all", "an offer to everyone tells who is asked, and has no counter", async ({ page, made }) => {
  await counts(page.locator(".trade-round > span"), 3);
  await has(page.locator(".trade-round [aria-current]"), "Guest");
  await counts(page.locator("#bar .moves .btn"), 2);
  await page.keyboard.press("d");
  same(await made(), "decline");
}, { size: phone });

at("pharaoh-salvage", "every way to salvage a pyramid is shown", async ({ page, primary, made }) => {
  const ways = page.locator(".pha-ways .pyramid-open");
  const all = Number(/\d+/.exec(await page.locator(".salvage-all h3").textContent())[0]);
  ensure(all > 60, "there are more than fit at once");
  while ((await ways.count()) < all) await page.locator(".pha-ways > .btn").click();
  await counts(ways, all);
  await ways.last().click();
  await primary.click();
  ensure((await made()).startsWith("salvage "), "the last of them was made");
});

at("pharaoh-salvage", "what stays is chosen card by card, and jokers change their number", async ({ page, primary, made }) => {
  const stone = (number) => page.locator(`.salvage-own button.block[aria-pressed=false]:has-text("${number}")`).first().click();
  await stone(7);
  await stone(6);
  await counts(primary, 0, "one over one is no pyramid");
  await page.locator("#bar .moves .btn[aria-disabled=true]").waitFor();
  await stone(6);
  await page.locator(".salvage-own select").first().selectOption("6");
  await page.locator(".salvage-own select").nth(1).selectOption("7");
  await primary.click();
  same(await made(), "salvage 6:66* 7:7*");
});

at("pharaoh-thief", "a block of the robbed pyramid is taken", async ({ press, made, primary }) => {
  await press(".pyramid.pick button.block");
  await primary.click();
  same((await made()).split(" ")[0], "steal");
});

at("pharaoh-guard", "the robbed answers a thief", async ({ page, made }) => {
  await page.locator(".pha-event").waitFor();
  await page.locator("#bar .moves .btn").first().click();
  ensure(["allow", "guard", "pharaoh"].includes((await made()).split(" ")[0]), await made());
});

/* ---- Maharaja -------------------------------------------------------------------------------------------------------------------- */

at("maharaja-choose", "a character tells its power before it is chosen", async ({ page, press, made, primary }) => {
  await press(".mah-chip", 2);
  ensure((await page.locator("#bar p.hint").textContent()).length > 10, "there is no power");
  await primary.click();
  same((await made()).split(" ")[0], "choose");
});

at("maharaja-auction", "a bid is raised step by step", async ({ press, made, primary }) => {
  for (let i = 0; i < 3; i++) await press(".mah-bid .btn", 1);
  await press(".mah-bid .btn", 0);
  await primary.click();
  same(await made(), "bid 2");
});

at("maharaja-place", "a house is placed in a village of the map", async ({ page, press, made, primary }) => {
  await page.locator(".village.open").first().press("Enter");
  await press(".village.open >> nth=6");
  await primary.click();
  same((await made()).split(" ")[0], "place");
});

at("maharaja-five", "two arrows are set in secret, on the disc and by buttons", async ({ page, press, made, primary }) => {
  await page.locator(".disc .sector").nth(0).locator("use").click();
  await press(".mah-chip", 8);
  await primary.click();
  same(await made(), "plan gold character");
});

at("maharaja", "travelling by touching cities, and taking it back", async ({ guest, page, press, game, primary, made }) => {
  const before = game.moves.length;
  await page.keyboard.press("t");
  await press(".city[role=button]:not([aria-disabled=true])");
  await primary.click();
  same((await made()).split(" ")[0], "travel");
  await page.locator(".bar-tools .btn.square").first().click();
  await page.waitForFunction(([key, count]) => JSON.parse(localStorage.getItem(key)).moves.length === count, [`game:${game.id}`, before]);
  same((await keptGame(guest, game.id)).moves.length, before);
});

at("maharaja", "ending with parts left is asked twice", async ({ page, made, game, guest }) => {
  await page.keyboard.press("e");
  await page.locator("#bar .btn.primary").waitFor();
  same((await keptGame(guest, game.id)).moves.length, game.moves.length, "not yet ended");
  await page.keyboard.press("Enter");
  same(await made(), "end");
});

/* ---- All of them ------------------------------------------------------------------------------------------------------------------- */

at("byzanz", "a hint names a move and its chance", async ({ page }) => {
  await page.keyboard.press("h");
  await page.waitForFunction(() => /\d+ %/.test(document.querySelector("#bar p.hint").textContent));
});

at("alhambra", "the page is loaded again and goes on", async ({ page, game, guest }) => {
  const hand = await page.locator(".alh-own .hand").innerText();
  await page.reload();
  await page.locator("#bar[data-state=yours]").waitFor();
  same(await page.locator(".alh-own .hand").innerText(), hand);
  same((await keptGame(guest, game.id)).moves.length, game.moves.length);
});

at("towers", "settings in the middle of a game", async ({ page, press, made }) => {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.locator("dialog[open] label", { hasText: "dark" }).first().click();
  same(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.locator("dialog[open] label:has([lang=hu]) input[name=lang]").check();
  await page.waitForFunction(() => document.documentElement.lang === "hu");
  await page.locator("dialog[open] input[name=marks]").nth(1).check();
  same(await page.evaluate(() => document.documentElement.dataset.marks), "on");
  await page.locator("dialog[open] input[name=pace]").nth(0).check();
  same(await page.evaluate(() => document.documentElement.dataset.pace), "calm");
  await page.locator("dialog[open] input[name=confirms]").nth(1).check();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await has(page.locator("#bar .tag"), "Te jössz");
  await press(".display button.card:not([aria-disabled])"); /* one touch makes the move now */
  same((await made()).split(" ")[0], "build");
});

at("byzanz", "keys: arrows along the hand, Space picks, Escape drops, ? lists them, L shows the log", async ({ page }) => {
  const hand = page.locator(".hand button.card");
  await hand.first().focus();
  await page.keyboard.press("ArrowRight");
  same(await hand.nth(1).evaluate((card) => card === document.activeElement), true, "the second card has the focus");
  await page.keyboard.press("Space");
  same(await hand.nth(1).getAttribute("aria-pressed"), "true");
  await page.keyboard.press("Escape");
  same(await hand.nth(1).getAttribute("aria-pressed"), "false");
  await hand.nth(1).focus();
  await page.keyboard.press("Tab");
  same(await page.evaluate(() => Boolean(document.activeElement.closest(".hand"))), false, "Tab leaves the hand");
  await page.keyboard.press("?");
  await page.locator("dialog[open] .keys").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.keyboard.press("l");
  await page.locator("dialog[open] .log").waitFor();
});

for (const [name, players] of [["byzanz", 6], ["alhambra", 6], ["towers", 5], ["maharaja", 5]])
  test(`${name} with ${players} seats fits, wide and low and on a phone, and pleases axe`, async () => {
    const guest = await visit(house);
    await sitDown(guest, positionOf(`${name}-${players === 6 ? "six" : "five"}`));
    await guest.page.locator("#bar[data-state=yours]").waitFor();
    for (const size of [{ width: 1920, height: 1080 }, desktop, { width: 1280, height: 680 }, { width: 1024, height: 768 }, phone, { width: 360, height: 640 }]) {
      await guest.page.setViewportSize(size);
      await sound(guest, `${size.width} × ${size.height}`);
    }
    await axeInBothThemes(guest, "a phone");
    await guest.page.setViewportSize(desktop);
    await axeInBothThemes(guest, "a desktop");
    await guest.context.close();
  });

test("the court never lies over the dock, whatever the window", async () => {
  const guest = await visit(house);
  for (const name of ["towers", "byzanz-six", "alhambra-six", "pharaoh-thief", "maharaja-five"]) {
    await sitDown(guest, positionOf(name));
    await guest.page.locator("#bar[data-state=yours]").waitFor();
    for (const size of [desktop, { width: 1280, height: 680 }, { width: 1366, height: 620 }, { width: 1024, height: 700 }]) {
      await guest.page.setViewportSize(size);
      const over = await guest.page.evaluate(() => {
        const bottom = document.querySelector(".floor").getBoundingClientRect().bottom;
        const top = document.querySelector(".dock").getBoundingClientRect().top;
        const dock = document.querySelector(".dock").getBoundingClientRect().bottom;
        return [bottom > top + 1, dock > innerHeight + 1, document.querySelector(".floor").clientHeight < 150];
      });
      same(over, [false, false, false], `${name} at ${size.width} × ${size.height}`);
    }
  }
  await guest.context.close();
});

test("a secret stays secret: the page of a local game shows no card of a bot's hand", async () => {
  const guest = await visit(house);
  await sitDown(guest, saved({ game: "byzanz", players: 3, seed: "secret", seat: 0 }));
  const backs = await guest.page.locator(".seat .facts").allTextContents();
  ensure(backs.length === 2 && backs.every((text) => /\d/.test(text)), "how many cards the others hold");
  await counts(guest.page.locator(".seat .card"), 0);
  await guest.context.close();
});

/* ---- Explanations ---- */

for (const game of games)
  test(`explanations at hand in ${game}: mouse, key, and the rules beside the table at the right place`, async () => {
    const guest = await visit(house, { lang: "hu" });
    const { page } = guest;
    await sitDown(guest, positionOf(game));
    const thing = page.locator(".floor [data-about]").first();
    await thing.hover();
    await page.locator(".about-tip b").waitFor();
    ensure((await page.locator(".about-tip span").textContent()).length > 20, "the tip says what it is");
    await page.mouse.move(5, 5);
    await page.keyboard.press("i");
    await page.locator("dialog .about h3").first().waitFor();
    const others = page.locator(".about li button");
    for (let i = 0; i < (await others.count()); i++) {
      await others.nth(i).click();
      const text = await page.locator(".about").innerText();
      ensure(!/\[[a-z]+\.|\bv\d+\b/.test(text), `no keys, no notation: ${text.slice(0, 80)}`);
    }
    await axeInBothThemes(guest, `explanations of ${game}`);
    await page.locator(".about > .btn").click();
    await page.locator(".rules-beside .prose h1").waitFor();
    await page.waitForFunction(() => document.activeElement.matches(".rules-beside :is(h1, h2, h3)"));
    ensure(await page.locator("#bar").isVisible(), "the table is still there");
    await axeInBothThemes(guest, `rules beside ${game}`);
    await page.keyboard.press("Escape");
    await page.locator(".rules-beside").waitFor({ state: "detached" });
    none(guest.problems, "behind the scenes");
    await guest.context.close();
  });

for (const game of games)
  test(`a hint lights up on the table of ${game}, a line of the log lights up what it speaks of, and leads back to its moment`, async () => {
    const guest = await visit(house);
    const { page } = guest;
    await sitDown(guest, positionOf(game));
    await page.locator("#bar[data-state=yours]").waitFor();
    await page.keyboard.press("h");
    await page.waitForFunction(() => {
      const hint = document.querySelector("#bar .hint")?.textContent ?? "";
      const isPlain = /pass|bid|end|done|pile|gold|score|plan/i.test(hint); /* picks nothing that lies on the table */
      return hint.includes("%") && (isPlain || document.querySelector("[data-hint]"));
    });
    const lines = page.locator(".rail .log li");
    const count = await lines.count();
    let isLit = false;
    for (let i = count - 1; i >= 0 && !isLit; i--) {
      await lines.nth(i).dispatchEvent("pointerenter");
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20)))));
      isLit = (await page.locator("[data-lit]").count()) > 0;
      await lines.nth(i).dispatchEvent("pointerleave");
    }
    ensure(isLit, "some line of the log lights up what it speaks of");
    await page.waitForFunction(() => !document.querySelector("[data-lit]"));
    const before = await page.locator(".rail .log li").count();
    await page.locator(".rail .log .moment").first().click();
    await page.locator("#bar[data-state=watching]").waitFor();
    await counts(page.locator(".rail .log li"), 1, "lines of the log then");
    await axeInBothThemes(guest, `an earlier moment of ${game}`);
    await page.locator("#bar .btn.primary").click();
    await page.locator("#bar[data-state=yours]").waitFor();
    await counts(page.locator(".rail .log li"), before, "lines of the log now");
    none(guest.problems, "behind the scenes");
    await guest.context.close();
  });

test("a long press explains a card and does not pick it", async () => {
  const guest = await visit(house, { size: phone, touch: true });
  const { page } = guest;
  await sitDown(guest, positionOf("byzanz"));
  const { x, y, width, height } = await page.locator(".hand .card").first().boundingBox();
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + width / 2, y: y + height / 2 }] });
  await page.locator("dialog .about h3").first().waitFor();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.keyboard.press("Escape");
  await counts(page.locator(".hand .card[aria-pressed=true]"), 0, "picked");
  await guest.context.close();
});

await run({ together: 4 });
