/* Two people in two browsers at one table of the server, and one who watches: to the end, with secrets that stay secret,
   over a server that is killed on the way. */
import { axeInBothThemes, desktop, ensure, faults, House, none, phone, playTogether, run, same, sound, test, visit } from "./lib.mjs";

const house = await House.open();

/* Opens a table through the dialog: me, an open seat, and bots of the first level. */
const openTable = async ({ page }, { game, seats }) => {
  await page.goto("/");
  await page.locator(".btn.new").first().click();
  const sheet = page.locator("dialog[open]");
  await sheet.locator(`.pick input`).nth(["towers", "byzanz", "alhambra", "pharaoh", "maharaja"].indexOf(game)).check({ force: true });
  const lines = sheet.locator(".seatline");
  while ((await lines.count()) > seats) await lines.last().locator("button").click();
  for (let at = 0; at < seats; at++) await lines.nth(at).locator("input[type=radio]").nth(at === 0 ? 0 : at === 1 ? 1 : 3).check({ force: true });
  for (const level of await lines.locator("select").all()) await level.selectOption({ index: 0 });
  await sheet.locator("input[name=clock]").nth(2).check({ force: true }); /* no limit */
  await sheet.locator("footer .btn.teal").click();
  await page.waitForURL("**/table/*");
  return page.url().split("/").at(-1);
};

const sitDownAt = async ({ page }, code) => {
  await page.goto(`/table/${code}`);
  await page.locator(".seatline .btn.teal").first().click();
};

const watches = async ({ page }, code) => {
  await page.goto(`/table/${code}`);
  await page.locator("#bar[data-state=watch]").waitFor();
};

const ask = ({ page }, path) => page.evaluate((address) => fetch(address).then((answer) => answer.text()), `/api/1${path}`);

/* What was said to a page about positions before the game was over: [{n, entry, view}]. */
const told = ({ traffic }) =>
  traffic
    .filter(({ way }) => way === "received")
    .map(({ text }) => JSON.parse(text))
    .filter((message) => ["entry", "table"].includes(message.is) && message.view && message.view.phase !== "over");

const isLost = (text) => /ERR_CONNECTION|ERR_EMPTY|WebSocket|Failed to fetch/.test(text);

/* Where in a message there is a list of cards. */
const placesOf = (value, list, path = "") => {
  if (typeof value !== "object" || value === null) return [];
  if (JSON.stringify(value) === list) return [path];
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, list, `${path}.${key}`));
};

/* Nothing that was told to a seat holds a hand of another one, at any time. */
const keepsHands = (guest, seat, players, hands) => {
  const messages = told(guest);
  ensure(messages.length > 10, "views were told");
  for (const { view } of messages)
    for (let other = 0; other < players; other++)
      if (other !== seat) ensure(!Array.isArray(view.hands[other]), `seat ${seat} was shown the hand of ${other}`);
  const before = guest.traffic.filter(({ way, text }) => way === "received" && !text.includes('"phase":"over"')).map(({ text }) => JSON.parse(text));
  /* what a seat remembers, it has seen: there a hand may be known card by card */
  const unseen = (message, hand) => placesOf(message, hand).filter((path) => !path.startsWith(".memory."));
  for (const hand of hands) none(before.flatMap((message) => unseen(message, hand)), `${hand} was told to seat ${seat}`);
};

test("byzanz: two people, a bot and a spectator, over a killed server", async () => {
  const house = await House.open(); /* of its own: others need theirs */
  const anna = await visit(house, { kept: { name: "Anna" } });
  const bela = await visit(house, { size: phone, lang: "hu", kept: { name: "Béla" } });
  const cili = await visit(house);
  const code = await openTable(anna, { game: "byzanz", seats: 3 });
  await anna.page.locator(".seatline").first().waitFor();
  none(await faults(anna), "the waiting room");
  await sitDownAt(bela, code);
  await Promise.all([anna, bela].map(({ page }) => page.locator("#bar").waitFor()));
  await watches(cili, code);
  none(await faults(cili), "the spectator's page");

  const seen = [];
  const each = async (guest) => seen.push(...(await faults(guest)));
  await playTogether([anna, bela], { seed: 1, moves: 8, each });

  await house.kill();
  await Promise.all([anna, bela, cili].map(({ page }) => page.locator("#bar[data-state=off]").waitFor()));
  none(await faults(bela), "without a connection");
  await house.start();
  await Promise.all([anna, bela].map(({ page }) => page.locator("#bar:not([data-state=off])").waitFor()));

  await playTogether([anna, bela], { seed: 3, each });
  none(seen, "during the game");
  await cili.page.locator("#bar[data-state=done]").waitFor();

  const steps = JSON.parse(await ask(anna, `/tables/${code}/replay?seat=all`)).steps;
  const open = await ask(anna, `/tables/${code}/replay`); /* a hand may be just the lot that was taken */
  const handsOf = (seat) => [...new Set(steps.slice(0, -1).map(({ view }) => view.hands[seat]).filter((hand) => hand.length > 3).map((hand) => JSON.stringify(hand)))].filter((hand) => !open.includes(hand));
  ensure(handsOf(0).length > 3, "the record shows hands");
  keepsHands(anna, 0, 3, [...handsOf(1), ...handsOf(2)].filter((hand) => !handsOf(0).includes(hand)));
  keepsHands(bela, 1, 3, [...handsOf(0), ...handsOf(2)].filter((hand) => !handsOf(1).includes(hand)));
  keepsHands(cili, 9, 3, [...handsOf(0), ...handsOf(1), ...handsOf(2)]);

  for (const guest of [anna, bela, cili]) {
    none(guest.problems.filter((text) => !isLost(text)), "behind the scenes");
    await guest.context.close();
  }
});

test("who starts: by chance, as it is proved afterwards; then the next seat", async () => {
  const anna = await visit(house, { kept: { name: "Anna" } });
  const bela = await visit(house, { kept: { name: "Béla" } });
  const code = await openTable(anna, { game: "towers", seats: 2 });
  const facts = anna.page.locator(".facts");
  ensure((await facts.textContent()).includes("Who starts: by chance"), await facts.textContent());
  await sitDownAt(bela, code);
  await Promise.all([anna, bela].map(({ page }) => page.locator("#bar").waitFor()));
  await playTogether([anna, bela], { seed: 4 });
  const head = JSON.parse((await ask(anna, `/tables/${code}/game`)).split("\n")[0]);
  const kept = await anna.page.evaluate((key) => JSON.parse(localStorage.getItem(key)), `fair:${code}`);
  same([head.fair.starter, kept.isDrawn], ["drawn", true]);
  await anna.page.locator("#bar .btn:not(a)").first().click(); /* play again */
  await anna.page.waitForURL((url) => !url.href.includes(code));
  const names = JSON.parse(await ask(anna, `/tables/${code}`)).seats.map(({ name }) => name);
  await facts.waitFor();
  ensure((await facts.textContent()).includes(`Who starts: ${names[1 - head.options.starter]}`), await facts.textContent());
  await sound(anna, "a rematch");
  await anna.page.goto(`/review/${code}`);
  await anna.page.locator(".rv-fair .tag.ok").first().waitFor();
  await anna.page.route(`**/tables/${code}/game`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"starter":"drawn"', '"starter":"fixed"') });
  });
  await anna.page.reload();
  await anna.page.getByText("the table said that chance decides who starts, and it did not").waitFor();
  for (const guest of [anna, bela]) await guest.context.close();
});

/* Between the page and the server somebody changes what the server promised. */
const swapCommitment = async ({ page }) => {
  await page.routeWebSocket(/\/ws\/1$/, (socket) => {
    socket.connectToServer().onMessage((text) => {
      const message = JSON.parse(text);
      socket.send(message.is === "give" ? JSON.stringify({ ...message, commitment: "0".repeat(64) }) : text);
    });
  });
};

test("a second commitment is a warning, gets no share, and replaces nothing", async () => {
  const anna = await visit(house, { kept: { name: "Anna" } });
  const bela = await visit(house, { kept: { name: "Béla" } });
  await swapCommitment(bela);
  const code = await openTable(anna, { game: "towers", seats: 2 });
  const { commitment } = JSON.parse(await ask(anna, `/tables/${code}`));
  await sitDownAt(bela, code);
  await Promise.all([anna, bela].map(({ page }) => page.locator("#bar").waitFor()));
  const key = bela.page.locator(".notice-key[data-word=unfair]");
  await key.click();
  await bela.page.getByText("something else than it promised before the deal").waitFor();
  await axeInBothThemes(bela, "the warning");
  const kept = await bela.page.evaluate((name) => JSON.parse(localStorage.getItem(name)), `fair:${code}`);
  same(kept.commitment, commitment, "what was promised first");
  await anna.page.locator(".log").getByText(/without a share of the seed from: [^,]+\.$/).waitFor(); /* nobody else was left out */
  for (const guest of [anna, bela]) await guest.context.close();
});

test("a table with its own starter and options says so", async () => {
  const anna = await visit(house, { kept: { name: "Anna" } });
  const { page } = anna;
  await page.goto("/");
  await page.locator("section[aria-labelledby=open] .btn.new").click();
  const sheet = page.locator("dialog[open]");
  await sheet.locator(".pick input").last().check({ force: true });
  await sheet.locator("select[name=starter]").selectOption("1");
  await sheet.locator("input[name=neutral]").uncheck();
  await sheet.locator("input[name=who]").last().check({ force: true });
  await sheet.locator("input[name=yogi]").check();
  await sheet.locator("footer .btn.teal").click();
  await page.locator(".facts").waitFor();
  const said = ["Who starts: Seat 2", "The yogi and the action coins", "Neutral palaces in the cities: no"];
  const facts = await page.locator(".facts").textContent();
  for (const text of said) ensure(facts.includes(text), `${text} is not in ${facts}`);
  const bela = await visit(house, { size: phone });
  await bela.page.goto("/");
  const row = bela.page.locator("section[aria-labelledby=open] .trow").first();
  for (const text of said) ensure((await row.textContent()).includes(text), `${text} is not in ${await row.textContent()}`);
  await sound(bela, "the row of the table");
  for (const guest of [anna, bela]) await guest.context.close();
});

test("maharaja: plans are secret until they are shown", async () => {
  const anna = await visit(house);
  const bela = await visit(house);
  const code = await openTable(anna, { game: "maharaja", seats: 2 });
  await sitDownAt(bela, code);
  await Promise.all([anna, bela].map((guest) => guest.page.locator("#bar").waitFor()));
  await playTogether([anna, bela], { seed: 5, moves: 40 });
  for (const [seat, guest] of [anna, bela].entries()) {
    const messages = told(guest).filter(({ is }) => is === "entry");
    const plans = messages.filter(({ entry, view }) => entry.kind === "move" && entry.seat !== seat && view.phase === "plan");
    for (const { entry } of plans) ensure(!entry.move?.startsWith("plan"), `seat ${seat} was told ${entry.move}`);
    for (const { view } of messages)
      if (view.phase === "plan") ensure(!Array.isArray(view.plans[1 - seat]), `seat ${seat} saw the plan of the other`);
    const drawn = await guest.page.locator(".seat .plans").count();
    same(drawn, 1, "the other's plan is drawn");
    await sound(guest);
    await guest.context.close();
  }
});

test("a table on the way: chat, axe, undo by consent", async () => {
  const anna = await visit(house);
  const bela = await visit(house, { size: phone });
  const code = await openTable(anna, { game: "towers", seats: 2 });
  await axeInBothThemes(anna, "the waiting room");
  await sitDownAt(bela, code);
  await Promise.all([anna, bela].map((guest) => guest.page.locator("#bar").waitFor()));
  await anna.page.locator(".chat input").fill("Szia");
  await anna.page.keyboard.press("Enter");
  await bela.page.waitForFunction(() => document.querySelector("button.news") || document.body.textContent.includes("Szia"));
  await axeInBothThemes(anna, "the table");
  await axeInBothThemes(bela, "the table on a phone");
  await anna.page.setViewportSize(phone);
  none(await faults(anna), "on a phone");
  await anna.page.setViewportSize(desktop);
  await playTogether([anna, bela], { seed: 9, moves: 3 });
  await sound(anna);
  await sound(bela);
  await anna.context.close();
  await bela.context.close();
});

const post = ({ page }, path, body) =>
  page.evaluate(([address, text]) => fetch(`/api/1${address}`, { method: "POST", headers: { "X-Arkad": "1", "Content-Type": "application/json" }, body: text }).then((answer) => answer.json()), [path, JSON.stringify(body)]);

/* A table of Oh, Pharaoh! with me first, so that nobody else is in turn. */
const openPharaoh = async (guests) => {
  for (const guest of guests) {
    await guest.page.goto("/");
    await post(guest, "/guest", {});
  }
  const seats = [{ kind: "me" }, { kind: "open" }, { kind: "bot", level: 1 }];
  const { code } = await post(guests[0], "/tables", { game: "pharaoh", players: 3, seats, options: { starter: 0 } });
  await post(guests[1], `/tables/${code}/sit`, {});
  for (const { page } of guests) {
    await page.goto(`/table/${code}`);
    await page.locator("#bar").waitFor();
  }
};

/* Anna, in turn, offers Béla her first card for any other kind. */
const offer = async ({ page }) => {
  await page.locator("#bar[data-state=yours]").waitFor();
  await page.keyboard.press("t");
  await page.locator(".pha-hand .hand button").first().click({ position: { x: 8, y: 30 } });
  await page.locator(".trade-kind").last().click();
  await page.locator("#bar .btn.primary").click();
};

test("pharaoh: bargaining between two people, and quick phrases in both languages", async () => {
  const anna = await visit(house);
  const bela = await visit(house, { size: phone, lang: "hu", touch: true });
  await openPharaoh([anna, bela]);
  await anna.page.locator("#bar[data-state=yours] .btn", { hasText: "from the pile" }).click();
  await offer(anna);
  await bela.page.locator("#bar[data-state=yours]").waitFor();
  await bela.page.locator(".pha-offer .card").first().waitFor();
  await sound(bela, "an offer on a phone");
  await bela.page.keyboard.press("d");
  await offer(anna);
  await bela.page.locator(".pha-offer .btn").click();
  await bela.page.locator(".pha-declining").waitFor();
  await sound(bela, "declining on a phone");
  await offer(anna);
  await anna.page.waitForFunction(() => document.querySelectorAll(".pha-offers li").length === 3 && !document.querySelector(".pha-offers .gold"));
  same(await anna.page.locator(".pha-offers .tag").allTextContents(), ["declined", "declined", "declined"]);
  await bela.page.locator(".pha-declining .btn").click();
  await offer(anna);
  await bela.page.locator("#bar[data-state=yours]").waitFor();
  await bela.page.keyboard.press("d");

  await anna.page.locator("#bar[data-state=yours]").waitFor();
  ensure((await anna.page.evaluate(() => document.querySelectorAll(".pha-offers li").length)) === 4, "all four are listed");
  const seen = told(bela).at(-1).memory.hands[0].certain;
  same(seen.length, 1, "what Anna showed in her offers is known");
  await anna.page.locator(".chat [aria-expanded]").click();
  await axeInBothThemes(anna, "quick phrases");
  await anna.page.locator(".phrases .btn").first().click();
  await anna.page.locator(".phrases .btn").nth(3).click();
  await anna.page.locator(".lines", { hasText: "Who has a stone 4?" }).waitFor();
  await bela.page.locator("button.news").click();
  await bela.page.locator("dialog[open] .lines", { hasText: "Kinél van 4-es kő?" }).waitFor();
  await bela.page.locator("dialog[open] [aria-expanded]").click();
  await sound(bela, "phrases on a phone");
  await bela.page.locator("dialog[open] .phrases .btn", { hasText: "Köszönöm, nem" }).click();
  await anna.page.locator(".lines", { hasText: "No, thanks" }).waitFor();
  for (const guest of [anna, bela]) {
    none(guest.problems, "behind the scenes");
    await guest.context.close();
  }
});

test("games of days: the next one that waits, decided ahead, vacation, removed", async () => {
  const anna = await visit(house);
  const bela = await visit(house, { size: phone, lang: "hu", touch: true });
  for (const guest of [anna, bela]) {
    await guest.page.goto("/account");
    await guest.page.locator("form.box").first().waitFor();
  }
  await anna.page.locator("input[name=name]").first().fill("Anna of the days");
  await anna.page.locator("input[type=password]").first().fill("correct horse battery");
  await anna.page.locator("form.box .btn.teal").first().click();
  await anna.page.locator("input[name=days]").waitFor();
  await post(bela, "/guest", {});
  const clock = { kind: "days", move_ms: 24 * 3600_000 };
  const open = async (game, starter, players = 2, seats = [{ kind: "me" }, { kind: "open" }, { kind: "bot", level: 1 }].slice(0, players)) => {
    const { code } = await post(anna, "/tables", { game, players, seats, clock, options: { starter } });
    await post(bela, `/tables/${code}/sit`, {});
    return code;
  };
  const towers = await open("towers", 0);
  const byzanz = await open("byzanz", 1, 3);
  const alhambra = await open("alhambra", 0);

  /* Béla decides ahead, on a phone */
  await bela.page.goto(`/table/${towers}`);
  await bela.page.locator("select.ahead").selectOption({ label: "Előre: passz" });
  await bela.page.locator("select.ahead.on").waitFor();
  await sound(bela, "decided ahead");
  await bela.page.goto(`/table/${towers}?table=generic`); /* the same at the table of games that have none */
  await bela.page.locator(".g-generic select.ahead.on").selectOption({ index: 0 });
  await bela.page.locator("select.ahead:not(.on)").selectOption({ label: "Előre: Passz" });
  await bela.page.locator("select.ahead.on").waitFor();
  await bela.page.locator(".elsewhere", { hasText: "1" }).waitFor(); /* Byzanz waits for him */

  /* Anna moves where the game takes days, is answered at once, and is led on */
  await anna.page.goto(`/table/${towers}`);
  await anna.page.locator("#bar[data-state=yours]").waitFor();
  await anna.page.locator(".elsewhere", { hasText: "1" }).waitFor(); /* Alhambra, not this one */
  ensure(!(await anna.page.content()).includes("passz"), "what Béla decided is not told to Anna");
  await anna.page.locator("#bar .moves .btn").first().click();
  await anna.page.locator(".log", { hasText: "pass" }).first().waitFor();
  await anna.page.goto(`/table/${byzanz}`);
  await anna.page.locator("#bar .moves a.btn.teal").waitFor();
  const bids = await anna.page.locator("select.ahead option").allTextContents();
  ensure(bids.some((text) => text.startsWith("Ahead: up to")), `${bids} are no bids`);
  await sound(anna, "while others move");
  await anna.page.locator("#bar .moves a.btn.teal").click();
  await anna.page.waitForURL((url) => url.href.includes(towers) || url.href.includes(alhambra));

  await anna.page.goto("/account");
  await anna.page.locator("input[name=days]").fill("2");
  await anna.page.locator("form.box", { has: anna.page.locator("input[name=days]") }).locator(".btn.teal").click();
  await anna.page.getByText("You are on vacation until").waitFor();
  await axeInBothThemes(anna, "on vacation");
  await bela.page.goto(`/table/${alhambra}`);
  await bela.page.locator(".seat", { hasText: "szabadságon" }).waitFor();
  await sound(bela, "an opponent on vacation");

  const { code } = await post(anna, "/tables", { game: "towers", players: 2, seats: [{ kind: "me" }, { kind: "bot", level: 1 }] });
  await anna.page.goto("/");
  const row = anna.page.locator(`.trow:has(a[href="/table/${code}"])`);
  await row.locator(".forget").click();
  await row.locator(".btn.danger").click();
  await row.waitFor({ state: "detached" });
  same(await anna.page.locator(".trow .forget").count(), 0, "games with people stay");
  for (const guest of [anna, bela]) {
    none(guest.problems, "behind the scenes");
    await guest.context.close();
  }
});

await run({ together: 3 });
