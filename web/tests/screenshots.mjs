/*
 * Pictures of the start page and of every table in a typical middle: node screenshots.mjs ARKAD FOLDER [NAME...]. Each in
 * light and dark, on a desktop and on a phone. With --more, also the rarer moments and other sizes, to look at.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { desktop, finish, games, House, phone, positions, sitDown, visit } from "./lib.mjs";

const [folder, ...words] = process.argv.slice(3);
const isMore = words.includes("--more");
const names = words.filter((word) => word !== "--more");
mkdirSync(folder, { recursive: true });

/* What is touched before the picture is taken: one selector after another. */
const touches = {
  towers: [".display button.card:not([aria-disabled=true])"],
  byzanz: [".hand button.card:not([aria-disabled=true]) >> nth=0", ".hand button.card:not([aria-disabled=true]) >> nth=1"],
  alhambra: [".yard button.card:not([aria-disabled=true])"],
  pharaoh: [".hand button.card[data-k=pharaoh-joker]"],
  maharaja: [".mah-chip >> nth=1"],
};

const house = await House.open();

const take = async (name, file, options, path) => {
  const guest = await visit(house, { ...options, kept: { name: "Anna", theme: options.dark ? "dark" : "light", ...options.kept } });
  if (path) await guest.page.goto(path);
  else {
    await sitDown(guest, positions[name]);
    await guest.page.locator("#bar[data-state=yours]").waitFor();
    for (const selector of touches[name] ?? []) {
      const thing = guest.page.locator(selector).first();
      if (await thing.count()) await thing.click();
    }
  }
  await guest.page.evaluate(() => document.fonts.ready);
  await guest.page.mouse.move(0, 0);
  await guest.page.screenshot({ path: join(folder, `${file}.png`) });
  for (const problem of guest.problems) console.log(`${file}: ${problem}`);
  await guest.context.close();
};

const sizes = [
  ["", { size: desktop }],
  ["-phone", { size: phone, touch: true }],
];
const themes = [
  ["", { dark: false }],
  ["-dark", { dark: true }],
];

const isWanted = (name) => !names.length || names.includes(name);
for (const name of [...games, "lobby"])
  for (const [place, size] of sizes)
    for (const [look, theme] of themes)
      if (isWanted(name)) await take(name, `${name}${place}${look}`, { ...size, ...theme }, name === "lobby" ? "/" : null);

const others = Object.keys(positions).filter((name) => !games.includes(name));
if (isMore)
  for (const name of [...games, ...others])
    if (isWanted(name)) {
      if (others.includes(name)) for (const [place, size] of sizes) await take(name, `${name}${place}`, size);
      await take(name, `${name}-wide`, { size: { width: 1920, height: 1080 } });
      await take(name, `${name}-low`, { size: { width: 1280, height: 680 } });
      await take(name, `${name}-phone-hu`, { size: phone, lang: "hu" });
      await take(name, `${name}-hu`, { size: desktop, lang: "hu" });
    }

await finish();
