/*
 * Every table at eight sizes, from the smallest phone to a large screen: whatever can be touched or must be seen is in
 * sight or can be scrolled there, nothing lies over anything else, and prompt, hand and court keep their places.
 */
import { counts, desktop, ensure, games, House, none, phone, playByClicks, positionOf, positions, run, same, sitDown, test, visit } from "./lib.mjs";

const house = await House.open();

const sizes = [[320, 480], [390, 844], [844, 390], [640, 400], [768, 1024], [1024, 768], [1280, 800], [1920, 1080]].map(
  ([width, height]) => ({ width, height }),
);

/* ---- What is in sight ----------------------------------------------------------------------------------------------------- */

/* Run in the page. A part of `least` px must be left of whatever is covered on purpose: cards of a hand that lie over each
   other. Places of the map are as large as the whole map allows; buttons make them larger. */
const measure = () => {
  const least = 24;
  const found = [];
  const where = (element) => {
    const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 30);
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${name}`;
  };
  const isShown = (element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible" && !element.closest(".sr, .skip, .art");
  const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter(isShown);

  /* How much of it a finger would hit, once it is scrolled to. */
  const hits = (element) => {
    const target = element.closest("label") ?? element;
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, right, bottom, width, height } = target.getBoundingClientRect();
    const step = Math.min(8, width / 6, height / 6);
    const own = (x, y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (target.contains(hit) || (target.namespaceURI.endsWith("svg") && hit.closest("[data-node]") === target));
    };
    const seen = { all: 0, own: 0, xs: [], ys: [] };
    for (let y = top + 1; y < bottom; y += step)
      for (let x = left + 1; x < right; x += step) {
        seen.all++;
        if (!own(x, y)) continue;
        seen.own++;
        seen.xs.push(x);
        seen.ys.push(y);
      }
    const spread = (list) => (list.length ? Math.max(...list) - Math.min(...list) + step : 0);
    return { width, height, wide: spread(seen.xs), high: spread(seen.ys), part: seen.own / Math.max(1, seen.all) };
  };

  const scope = document.querySelector("dialog[open]") ?? document.getElementById("page");
  const controls = all("button, a[href], [role=button], [role=radio], input, select, summary, .floor .card, .own .card", scope);
  for (const element of controls) {
    const { width, height, wide, high, part } = hits(element);
    const isOnMap = element.closest(".map") !== null;
    const wanted = isOnMap ? 8 : least;
    const isFanned = element.closest(".hand, .minis") !== null;
    const text = `${width.toFixed(0)} × ${height.toFixed(0)}, of which ${wide.toFixed(0)} × ${high.toFixed(0)} (${Math.round(100 * part)} %) are free: ${where(element)}`;
    if (wide < Math.min(wanted, width) - 1 || high < Math.min(wanted, height) - 1) found.push(`out of reach: ${text}`);
    else if (!isFanned && !isOnMap && part < 0.65) found.push(`covered: ${text}`);
  }

  /* Parts that stand beside each other do not lie over each other, and none is larger than its place. */
  const groups = ".app, .table, .floor, .dock, .own, .bar, .bar .ask, .moves, .seats, .seat, .top, .top nav, .mah-row, .byz-own > div, .alh-own > div, .pha-own > div, .pha-events, .stalls, .yard, .money, .row.open, .plain-zones";
  for (const group of all(groups)) {
    const parts = [...group.children].filter((part) => isShown(part) && !["absolute", "fixed", "sticky"].includes(getComputedStyle(part).position));
    const boxes = parts.map((part) => part.getBoundingClientRect());
    for (let i = 0; i < parts.length; i++)
      for (let j = 0; j < i; j++) {
        const x = Math.min(boxes[i].right, boxes[j].right) - Math.max(boxes[i].left, boxes[j].left);
        const y = Math.min(boxes[i].bottom, boxes[j].bottom) - Math.max(boxes[i].top, boxes[j].top);
        if (x > 2 && y > 2) found.push(`over each other by ${x.toFixed(0)} × ${y.toFixed(0)}: ${where(parts[j])} and ${where(parts[i])}`);
      }
  }
  for (const box of all(".floor, .own, .bar, .seats, .seat, .dock, .stall, .place, .pha-event, .majority, .gov")) {
    const { overflowY, overflowX } = getComputedStyle(box);
    const [y, x] = [box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth];
    if (y > 3 && !/auto|scroll/.test(overflowY)) found.push(`${y} px higher than its place: ${where(box)}`);
    if (x > 3 && !/auto|scroll/.test(overflowX)) found.push(`${x} px wider than its place: ${where(box)}`);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} px too wide`);
  window.scrollTo(0, 0);
  return found;
};

const at = async (page, size) => {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
};

const measured = async ({ page }, what) => {
  const found = [];
  for (const size of sizes) {
    await at(page, size);
    for (const fault of await page.evaluate(measure)) found.push(`${size.width}×${size.height}, ${what}: ${fault}`);
  }
  return found;
};

/* Sits down and looks; in a typical middle it plays some moves and looks again. */
const throughTurns = async (guest, kept, query = "") => {
  await sitDown(guest, kept, query);
  await guest.page.locator("#bar[data-state=yours]").waitFor();
  const found = await measured(guest, "at first");
  if (games.includes(kept.id)) {
    await at(guest.page, desktop);
    await playByClicks(guest, { moves: 3 });
    found.push(...(await measured(guest, "some turns later")));
  }
  none(found, "at these sizes");
};

const LONGEST = "de"; /* the language with the longest words */

/* In that language, with bots that play the same whenever this is run: what is measured is what was measured last time. */
const visitLongest = async (options = {}) => {
  const guest = await visit(house, { lang: LONGEST, kept: { lang: LONGEST }, ...options });
  await guest.context.addInitScript(() => {
    crypto.getRandomValues = (array) => array.fill(7);
  });
  return guest;
};

for (const name of Object.keys(positions))
  test(`${name} at every size`, async () => {
    const guest = await visitLongest();
    await throughTurns(guest, positionOf(name));
    await guest.context.close();
  });

for (const game of games)
  test(`${game} at every size, at the table of any game`, async () => {
    const guest = await visitLongest();
    await throughTurns(guest, positionOf(game), "?table=generic");
    await guest.context.close();
  });

/* ---- A map ------------------------------------------------------------------------------------------------------------------- */

test("maharaja on a phone: the whole map at first, then larger, with a little map of the part that is seen", async () => {
  const guest = await visit(house, { size: phone, touch: true });
  const { page } = guest;
  await sitDown(guest, positionOf("maharaja-place"));
  await page.locator("#bar[data-state=yours]").waitFor();
  const frame = await page.locator(".map-view").boundingBox();
  const villages = page.locator(".village");
  const boxes = () => villages.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const isIn = ({ left, right, top, bottom }) => left >= frame.x && right <= frame.x + frame.width && top >= frame.y && bottom <= frame.y + frame.height;
  none((await boxes()).filter((box) => !isIn(box)).map((box) => JSON.stringify(box)), "outside of the map");
  await counts(page.locator(".minimap"), 0, "no little map while all is seen");
  for (let i = 0; i < 3; i++) await page.locator(".map-tools .btn").first().tap();
  await page.locator(".minimap .part").waitFor();
  none((await boxes()).filter(({ width, height }) => width < 40 || height < 40).map((box) => JSON.stringify(box)), "still small");
  const open = page.locator(".village.open").nth(4);
  await open.scrollIntoViewIfNeeded();
  await open.tap();
  await counts(page.locator(".village.picked"), 1, "picked");
  same(await open.evaluate((element) => getComputedStyle(element).outlineStyle), "none", "a box around it");
  for (let i = 0; i < 3; i++) await page.locator(".map-tools .btn").nth(1).tap();
  await counts(page.locator(".minimap"), 0, "all is seen again");
  await guest.context.close();
});

/* Two fingers, as the browser is told of them. */
test("maharaja on a phone: two fingers make the map larger around the place between them, and smaller again", async () => {
  const guest = await visit(house, { size: phone, touch: true });
  const { page } = guest;
  await sitDown(guest, positionOf("maharaja-place"));
  await page.locator("#bar[data-state=yours]").waitFor();
  const fingers = await guest.context.newCDPSession(page);
  const frame = await page.locator(".map-view").boundingBox();
  const [x, y] = [frame.x + frame.width / 2, frame.y + 120];
  const send = (type, apart) => {
    const touchPoints = apart === null ? [] : [{ x: x - apart / 2, y, id: 0 }, { x: x + apart / 2, y, id: 1 }];
    return fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  const pinch = async (from, to) => {
    await send("touchStart", from);
    for (let i = 1; i <= 6; i++) await send("touchMove", from + ((to - from) * i) / 6);
    await send("touchEnd", null);
  };
  /* Where the village that was nearest to the fingers is, and how large. */
  const near = () =>
    page.locator(".village").evaluateAll((all, [atX, atY]) => {
      const boxes = all.map((one, i) => ({ i, box: one.querySelector(".ring").getBoundingClientRect() }));
      const far = ({ box }) => Math.hypot(box.x + box.width / 2 - atX, box.y + box.height / 2 - atY);
      window.nearest ??= boxes.sort((a, b) => far(a) - far(b))[0].i;
      const { box } = boxes.find(({ i }) => i === window.nearest);
      return { far: far({ box }), width: box.width };
    }, [x, y]);
  const before = await near();
  await pinch(60, 180);
  await page.locator(".minimap .part").waitFor();
  const larger = await near();
  ensure(Math.abs(larger.width / before.width - 3) < 0.1, `three times as large: ${JSON.stringify([before, larger])}`);
  ensure(Math.abs(larger.far - 3 * before.far) < 12, `around the fingers: ${JSON.stringify([before, larger])}`);
  same(await page.evaluate(() => visualViewport.scale), 1, "the page itself is as large as it was");
  await counts(page.locator(".village.picked, .city.picked"), 0, "nothing is picked by it");
  await pinch(180, 30);
  await counts(page.locator(".minimap"), 0, "all is seen again");
  await guest.context.close();
});

/* Pieces stand over no village: what is drawn of them meets no ring. */
test("maharaja: no piece hides a village", async () => {
  for (const name of ["maharaja", "maharaja-five"]) {
    const guest = await visit(house, { size: { width: 1920, height: 1080 } });
    await sitDown(guest, positionOf(name));
    const hidden = await guest.page.evaluate(() => {
      const boxOf = (element) => element.getBoundingClientRect();
      const pieces = [...document.querySelectorAll(".architect, .maharaja-piece")];
      const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      return [...document.querySelectorAll(".village .ring")].filter((ring) => pieces.some((piece) => meets(boxOf(piece), boxOf(ring)))).map((ring) => ring.parentNode.textContent);
    });
    none(hidden, `${name}, hidden villages`);
    await guest.context.close();
  }
});

/* ---- Drag and sort ------------------------------------------------------------------------------------------------------------ */

const middleOf = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + Math.min(14, width / 2), y + height / 2];
};

test("a card is dragged to where it goes: picked there, and nowhere else", async () => {
  const guest = await visit(house);
  const { page } = guest;
  await sitDown(guest, positionOf("byzanz"));
  await page.locator("#bar[data-state=yours]").waitFor();
  const card = page.locator(".hand button.card:not([aria-disabled=true])").first();
  const drag = async (to) => {
    await page.mouse.move(...(await middleOf(card)));
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 5 });
    await page.mouse.up();
  };
  const picked = () => page.locator(".hand button.card[aria-pressed=true]").count();
  await drag(await middleOf(page.locator(".bar-tools")));
  same(await picked(), 1, "dropped on the bar");
  await page.keyboard.press("Escape");
  await drag(await middleOf(page.locator(".top h1")));
  same(await picked(), 0, "dropped beside the table");
  await drag(await middleOf(page.locator(".byz-lot")));
  same(await picked(), 1, "dropped on the court");
  await counts(page.locator(".dragged"), 0, "nothing is left of it");
  await guest.context.close();
});

test("my hand is sorted as I like, and stays so", async () => {
  const guest = await visit(house);
  const { page } = guest;
  await sitDown(guest, positionOf("alhambra"));
  const values = () => page.locator(".hand .card-value").allTextContents();
  const before = await values();
  await page.locator(".bar-tools [aria-label='Sort by value']").click();
  same(await values(), [...before].sort((a, b) => a - b), "by value");
  await page.reload();
  await page.locator(".hand .card").first().waitFor();
  same(await values(), [...before].sort((a, b) => a - b), "after loading again");
  await page.locator(".bar-tools [aria-label='Sort by kind']").click();
  same(await values(), before, "by kind again");
  await guest.context.close();
});

test("in Oh, Pharaoh! the highest stones come first, and specials stay last", async () => {
  const guest = await visit(house);
  const { page } = guest;
  await sitDown(guest, positionOf("pharaoh"));
  const values = () => page.locator(".hand .card-value").allTextContents();
  const labels = () => page.locator(".hand .card").evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label")));
  const [before, names] = [await values(), await labels()];
  await page.locator(".bar-tools [aria-label='Sort by value']").click();
  same(await values(), [...before].sort((a, b) => b - a), "by value");
  same((await labels()).at(-1), names.at(-1), "the last");
  await guest.context.close();
});

/* ---- Courts that need no scrolling -------------------------------------------------------------------------------------------- */

for (const game of games)
  test(`${game}: the court is whole in the usual windows of a desktop`, async () => {
    for (const [width, height] of [[1280, 720], [1366, 768], [1280, 800], [1440, 900], [1920, 1080]]) {
      const guest = await visitLongest({ size: { width, height } });
      await sitDown(guest, positionOf(game));
      await guest.page.locator("#bar[data-state=yours]").waitFor();
      const hidden = await guest.page.locator(".table > .floor").evaluate((floor) => floor.scrollHeight - floor.clientHeight);
      ensure(hidden <= 4, `${width}×${height}: ${hidden} px are out of sight`);
      await guest.context.close();
    }
  });

/* ---- What keeps its place ---------------------------------------------------------------------------------------------------- */

/* Notes where prompt, hand and court stand at every frame, in the page as it is scrolled. */
const watchPlaces = () => {
  window.placesSeen = {};
  const places = { prompt: ".bar .ask", own: ".dock > .own", hand: ".own .hand", court: ".table > .floor" };
  const note = () => {
    for (const [name, selector] of Object.entries(places)) {
      const element = document.querySelector(selector);
      if (!element) continue;
      const { left, top } = element.getBoundingClientRect();
      const isFixed = element.closest(".dock") !== null && getComputedStyle(element.closest(".dock")).position === "fixed";
      const at = `${Math.round(left + scrollX)}, ${Math.round(top + (isFixed ? 0 : scrollY))}`;
      (window.placesSeen[name] ??= new Set()).add(at);
    }
    requestAnimationFrame(note);
  };
  note();
};

for (const game of games)
  for (const size of [phone, { width: 844, height: 390 }, desktop])
    test(`${game} at ${size.width}×${size.height}: prompt, hand and court keep their places`, async () => {
      const guest = await visitLongest({ size });
      await sitDown(guest, positionOf(game));
      await guest.page.locator("#bar[data-state=yours]").waitFor();
      await guest.page.evaluate(watchPlaces);
      await playByClicks(guest, { seed: 3, moves: 6 });
      const seen = await guest.page.evaluate(() => Object.entries(window.placesSeen).map(([key, at]) => [key, [...at]]));
      none(seen.filter(([, at]) => at.length > 1).map(([key, at]) => `${key} at ${at.join("; ")}`), "what moved");
      await guest.context.close();
    });

await run({ together: 3 });
