/* Every page that is not a table: in both languages, on a desktop and a phone, in both themes; dialogs; first steps. */
import { axeInBothThemes, desktop, ensure, games, House, keptGame, phone, run, same, sound, test, visit } from "./lib.mjs";

const house = await House.open();
const pages = ["/", "/rules", ...games.map((game) => `/rules/${game}`), "/account", "/play/nothing", "/table/nowhere"];

/* A page is there when it has its heading, or says that there is nothing. */
const open = async ({ page }, path) => {
  await page.goto(path);
  await page.waitForFunction(() => {
    const title = document.querySelector("#page main :is(h1, h2)");
    return title && !document.querySelector("[aria-busy=true]");
  });
};

for (const [size, name] of [[desktop, "a desktop"], [phone, "a phone"]])
  for (const lang of ["en", "hu"])
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

test("the dialog for a new game: every game with the most players begins", async () => {
  const guest = await visit(house, { size: phone });
  const { page } = guest;
  const most = { towers: 5, byzanz: 6, alhambra: 6, pharaoh: 4, maharaja: 5 };
  for (const [i, game] of games.entries()) {
    await page.goto("/");
    await page.locator("section[aria-labelledby=mine] .btn.new").click();
    const sheet = page.locator("dialog[open]");
    await sheet.locator("input[name=game]").nth(i).check({ force: true });
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
  await page.locator("dialog[open] input[name=lang]").nth(1).check({ force: true });
  await page.waitForFunction(() => document.documentElement.lang === "hu");
  await page.reload();
  await page.waitForFunction(() => document.documentElement.lang === "hu" && document.documentElement.dataset.theme === "dark");
  same(await page.evaluate(() => localStorage.getItem("name")), "Zsófi");
  await guest.context.close();
});

test("the language of the browser is spoken first", async () => {
  for (const lang of ["hu", "en"]) {
    const guest = await visit(house, { lang });
    await guest.page.goto("/");
    await guest.page.locator("h1").first().waitFor();
    same(await guest.page.evaluate(() => document.documentElement.lang), lang);
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
