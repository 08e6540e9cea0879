/* Every page that is not a table: in both languages, on a desktop and a phone, in both themes; dialogs; first steps. */
import { axeInBothThemes, counts, desktop, ensure, games, House, keptGame, languages, phone, run, same, sound, test, visit } from "./lib.mjs";

const house = await House.open();
const pages = ["/", "/rules", ...games.map((game) => `/rules/${game}`), "/account", "/pad", "/maps", ...games.flatMap((game) => [`/pad/${game}`, `/learn/${game}`]), "/play/nothing", "/table/nowhere", "/review/nothing"];

/* A page is there when it has its heading, or says that there is nothing. */
const open = async ({ page }, path) => {
  await page.goto(path);
  await page.waitForFunction(() => {
    const title = document.querySelector("#page :is(main h1, main h2, #bar)");
    return title && !document.querySelector("[aria-busy=true]");
  });
};

for (const [size, name] of [[desktop, "a desktop"], [phone, "a phone"]])
  for (const lang of languages)
    test(`every page on ${name}, ${lang}`, async () => {
      const guest = await visit(house, { size, lang, touch: size === phone });
      for (const path of pages) {
        await open(guest, path);
        await sound({ ...guest, problems: guest.problems.filter((text) => !/404/.test(text)) }, path);
        same(await guest.page.evaluate(() => document.documentElement.lang), lang, path);
      }
      await guest.context.close();
    });

test("axe on every page, both themes", async () => {
  const guest = await visit(house);
  for (const path of pages) {
    await open(guest, path);
    await axeInBothThemes(guest, path);
  }
  await guest.context.close();
});

test("the rules have pictures, drawn by the game's own table, which nothing can be done with", async () => {
  const guest = await visit(house, { size: phone, lang: "hu", touch: true });
  const { page } = guest;
  for (const game of games) {
    await open(guest, `/rules/${game}`);
    const pictures = page.locator(".prose .picture");
    ensure((await pictures.count()) > 1, `${game} has pictures`);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await picture.locator(".frame > [inert]").waitFor();
      ensure((await picture.locator("svg").count()) > 2, `${game}: something is drawn`);
      ensure((await picture.locator("> figcaption").textContent()).length > 20, `${game}: it says what it is`);
    }
    await counts(page.locator(".picture [data-about], .picture [tabindex]"), 0, "it is only looked at");
    await axeInBothThemes(guest, `the pictures of ${game}`);
  }
  await sound(guest, "the pictures");
  await guest.context.close();
});

test("one click to a first game", async () => {
  const guest = await visit(house);
  await guest.page.goto("/");
  await guest.page.locator(".bay .btn").nth(2).click();
  await guest.page.locator("#bar").waitFor();
  ensure(guest.page.url().includes("/play/"), guest.page.url());
  await guest.page.goto("/");
  await guest.page.locator(".trow").first().waitFor();
  await guest.page.locator(".trow a.btn").first().click();
  await guest.page.locator("#bar").waitFor();
  await sound(guest);
  await guest.context.close();
});

test("the start page fits a desktop", async () => {
  for (const lang of languages) {
    const guest = await visit(house, { lang });
    await guest.page.goto("/");
    await guest.page.locator(".bay .scene").first().waitFor();
    await guest.page.locator("section[aria-labelledby=open] .blank").waitFor();
    const height = await guest.page.evaluate(() => document.documentElement.scrollHeight);
    ensure(height <= desktop.height, `${lang}: the start page is ${height} high`);
    await guest.context.close();
  }
});

test("the dialog for a new game: every game with the most players begins", async () => {
  const guest = await visit(house, { size: phone });
  const { page } = guest;
  const most = { towers: 5, byzanz: 6, alhambra: 6, pharaoh: 4, maharaja: 5 };
  for (const [i, game] of games.entries()) {
    await page.goto("/");
    await page.locator("section[aria-labelledby=mine] .btn.new").click();
    const sheet = page.locator("dialog[open]");
    await sheet.locator("label.pick").nth(i).click();
    await sheet.locator("input[name=players]").last().check({ force: true });
    await sheet.locator("input[name=level]").first().check({ force: true });
    if (game === "maharaja") for (const box of await sheet.locator("input[type=checkbox]").all()) await box.check();
    await sound(guest, `the dialog, ${game}`);
    if (game === "maharaja") await axeInBothThemes(guest, "the dialog");
    await sheet.locator("footer .btn.teal").click();
    await page.locator("#bar").waitFor();
    const id = page.url().split("/").at(-1);
    const kept = await keptGame(guest, id);
    same([kept.setup.game, kept.setup.players], [game, most[game]]);
    await sound(guest, game);
  }
  await guest.context.close();
});

/* The dialogs ask for everything that the engine knows, and begin with what is usual. */
const asksEverything = async (sheet, { name, options }, players) => {
  for (const { name: option, kind, standard, min, max } of options) {
    const at = `[name=${option}]`;
    await sheet.locator(at).first().waitFor({ state: "attached" });
    if (kind === "seat") {
      await counts(sheet.locator(`select${at} option`), players + 1, `${name}: who may start`);
      same(await sheet.locator(`select${at}`).inputValue(), "drawn", `${name}: who starts`);
    } else if (kind === "flag") {
      same(await sheet.locator(`input[type=checkbox]${at}`).isChecked(), standard, `${name} ${option}`);
    } else if (await sheet.locator(`input[type=number]${at}`).count()) {
      const field = sheet.locator(`input[type=number]${at}`);
      same([await field.inputValue(), await field.getAttribute("min"), await field.getAttribute("max")], [standard, min, max].map(String), `${name} ${option}`);
    } else {
      await counts(sheet.locator(`input[type=radio]${at}`), max - min + 1, `${name} ${option}: values`);
      same(await sheet.locator(`.opt:has(input${at}:checked)`).textContent(), String(standard), `${name} ${option}`);
    }
  }
};

test("the dialogs: every option of every game, with every value", async () => {
  for (const [size, lang] of [[desktop, "en"], ...languages.filter((code) => code !== "en").map((code) => [phone, code])]) {
    const guest = await visit(house, { size, lang });
    const { page } = guest;
    await page.goto("/");
    const forms = (await page.evaluate(() => fetch("/api/1/games").then((answer) => answer.json()))).games;
    same(await page.locator(".bay .meta").evaluateAll((all) => all.map(({ textContent }) => /\d+–\d+/.exec(textContent)[0])), forms.map(({ players_min, players_max }) => `${players_min}–${players_max}`), "players on the start page");
    for (const dialog of ["mine", "open"]) {
      await page.locator(`section[aria-labelledby=${dialog}] .btn.new`).click();
      const sheet = page.locator("dialog[open]");
      for (const [i, form] of forms.entries()) {
        await sheet.locator("label.pick").nth(i).click();
        const radios = sheet.locator("input[name=players]");
        if (dialog === "mine") await counts(radios, form.players_max - form.players_min + 1, `${form.name}: players`);
        const players = dialog === "mine" ? Number(await sheet.locator(".opt:has(input[name=players]:checked)").textContent()) : await sheet.locator(".seatline").count();
        await asksEverything(sheet, form, players);
        await sound(guest, `${dialog}: the dialog, ${form.name}`);
        if (lang === "en") await axeInBothThemes(guest, `the dialog, ${form.name}`);
      }
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
    }
    await guest.context.close();
  }
});

test("the dialog for a new table: what was chosen stays when the lobby changes", async () => {
  const [guest, other] = [await visit(house), await visit(house)];
  for (const { page } of [guest, other]) await page.goto("/");
  await guest.page.locator("section[aria-labelledby=open] .btn.new").click();
  const sheet = guest.page.locator("dialog[open]");
  await sheet.locator("label.pick").last().click();
  const chosen = sheet.locator("label.pick:last-child input:checked");
  await chosen.waitFor({ state: "attached" });
  const open = await guest.page.locator("section[aria-labelledby=open] .trow").count();
  await other.page.locator("section[aria-labelledby=open] .btn.new").click();
  await other.page.locator("dialog[open] input[name=who]").last().check({ force: true });
  await other.page.locator("dialog[open] footer .btn.teal").click();
  await other.page.waitForURL("**/table/**");
  await counts(guest.page.locator("section[aria-labelledby=open] .trow"), open + 1, "open tables");
  await counts(chosen, 1, "the game that was chosen");
  for (const { context } of [guest, other]) await context.close();
});

test("the dialog for a new game: numbers are typed within their bounds, and who starts is chosen", async () => {
  const guest = await visit(house);
  const { page } = guest;
  await page.goto("/");
  await page.locator("section[aria-labelledby=mine] .btn.new").click();
  const sheet = page.locator("dialog[open]");
  await sheet.locator("label.pick").nth(games.indexOf("pharaoh")).click();
  const offers = sheet.locator("input[name=offers]");
  for (const [typed, taken] of [["150", "99"], ["-3", "0"], ["", "30"], ["98", "98"]]) {
    await offers.fill(typed);
    await offers.blur();
    same(await offers.inputValue(), taken, `offers, ${typed} typed`);
  }
  await sheet.locator(".count button").last().click();
  await sheet.locator(".count button").last().click({ force: true });
  same(await offers.inputValue(), "99", "not more than can be");
  await sheet.locator("input[name=second]").last().check({ force: true });
  await sheet.locator("select[name=starter]").selectOption("1");
  await sheet.locator("input[name=players]").first().check({ force: true });
  same(await sheet.locator("select[name=starter]").inputValue(), "drawn", "asked anew when others play");
  await sheet.locator("select[name=starter]").selectOption("2");
  await sheet.locator("footer .btn.teal").click();
  await page.locator("#bar").waitFor();
  const { setup, seat } = await keptGame(guest, page.url().split("/").at(-1));
  same(setup.options.split(",").sort(), ["offers=99", "second=9", `starter=${(seat + 2) % 3}`]);
  await sound(guest);
  await guest.context.close();
});

test("a first game: chance decides who starts", async () => {
  const guest = await visit(house);
  await guest.page.goto("/");
  await guest.page.locator(".bay .btn").first().click();
  await guest.page.locator("#bar").waitFor();
  same((await keptGame(guest, guest.page.url().split("/").at(-1))).setup.options, "starter=drawn");
  await guest.context.close();
});

test("settings are kept, and please axe", async () => {
  const guest = await visit(house, { size: phone });
  const { page } = guest;
  await page.goto("/");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.locator("dialog[open]").waitFor();
  await sound(guest, "settings");
  await axeInBothThemes(guest, "settings");
  await page.locator("dialog[open] input.field").first().fill("Zsófi");
  await page.locator("dialog[open] input[name=theme]").nth(2).check({ force: true });
  await page.locator("dialog[open] label:has([lang=hu]) input[name=lang]").check({ force: true });
  await page.waitForFunction(() => document.documentElement.lang === "hu");
  await page.reload();
  await page.waitForFunction(() => document.documentElement.lang === "hu" && document.documentElement.dataset.theme === "dark");
  same(await page.evaluate(() => localStorage.getItem("name")), "Zsófi");
  await guest.context.close();
});

test("the language of the browser is spoken first", async () => {
  for (const lang of languages) {
    const guest = await visit(house, { lang });
    await guest.page.goto("/");
    await guest.page.locator("h1").first().waitFor();
    same(await guest.page.evaluate(() => document.documentElement.lang), lang);
    const other = languages.find((code) => code !== lang);
    await guest.page.locator("header select").selectOption(other);
    await guest.page.waitForFunction((code) => document.documentElement.lang === code, other);
    await guest.context.close();
  }
});

test("back and forward go through pages", async () => {
  const guest = await visit(house);
  const { page } = guest;
  await page.goto("/");
  await page.locator("header a[href='/rules']").click();
  await page.waitForURL("**/rules");
  await page.locator(".rules-games a").nth(3).click();
  await page.waitForURL("**/rules/pharaoh");
  await page.goBack();
  await page.waitForURL("**/rules");
  await page.goBack();
  await page.locator(".arcade").waitFor();
  await guest.context.close();
});

await run({ together: 3 });
