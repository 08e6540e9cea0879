/* The player's own maps: checked and drawn while they are written, kept, and played on, here and at the server. */
import { readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { arkad, axeInBothThemes, counts, ensure, House, keptGame, phone, playByClicks, run, same, sound, test, visit } from "./lib.mjs";

const house = await House.open();
const wheel = readFileSync(new URL("../../examples/wheel.map", import.meta.url), "utf-8");
const field = "#map-text";

const openPage = async (guest) => {
  await guest.page.goto("/maps");
  await guest.page.locator(field).waitFor();
};

const kept = ({ page }) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("map:")).sort());
const button = ({ page }, name) => page.locator(".map-actions").getByRole("button", { name });

/* Until the loader has said so. */
const says = ({ page }, text) => page.waitForFunction((part) => document.querySelector("#map-state").textContent.includes(part), text);

test("a map is written: the example, what is wrong, what it looks like, saved", async () => {
  const guest = await visit(house);
  const { page } = guest;
  await openPage(guest);
  ensure((await page.locator(field).inputValue()).includes("map rajasthan"), "our map is the example");
  await says(guest, "can be played on");
  await counts(page.locator(".map-drawing .city"), 7);
  await button(guest, "Save").click();
  await page.locator(".map-note.wrong").waitFor(); /* it has our map's name */
  await axeInBothThemes(guest, "the page for maps");
  await page.locator(field).fill("map new\nplace A 300 300 green 1 Zöldvár\n");
  await says(guest, "without the place 0");
  same(await page.locator(".map-drawing .city .name").allTextContents(), ["Zöldvár"]);
  await page.locator(field).press("End");
  await page.keyboard.type("road r1 A X");
  await says(guest, "Line 3: a road leads from a place");
  same(await page.locator(field).getAttribute("aria-invalid"), "true");
  ensure(await button(guest, "Save").isDisabled(), "what is no map cannot be saved");
  await page.locator("#map-state button").click();
  same(await page.evaluate(() => [document.activeElement.selectionStart, document.activeElement.selectionEnd].map((at) => document.activeElement.value.slice(0, at).split("\n").length)), [3, 3]);
  await page.reload(); /* what is being written stays */
  ensure((await page.locator(field).inputValue()).includes("road r1 A X"), "the draft is still there");
  await page.locator(field).fill(wheel);
  await says(guest, "can be played on");
  await button(guest, "Save").click();
  await page.locator(".map-note.done").waitFor();
  same(await kept(guest), ["map:wheel"]);
  await sound(guest, "the page for maps");
  await guest.context.close();
});

test("nothing is lost: another map of the same name, a text that is not saved, a full storage", async () => {
  const guest = await visit(house, { kept: { "map:wheel": wheel } });
  const { page } = guest;
  await openPage(guest);
  await page.locator(field).fill(wheel.replace("Kota", "Bundi"));
  await button(guest, "Save").click();
  const asked = page.locator("dialog[open]");
  await asked.locator("footer .btn").first().click(); /* no */
  same(await page.evaluate(() => localStorage.getItem("map:wheel")), wheel);
  await page.locator(".map-kept li .btn").first().click();
  await asked.waitFor(); /* Bundi would be gone */
  await asked.locator("footer .btn.teal").click();
  same(await page.locator(field).inputValue(), wheel);
  await page.evaluate(() => (Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }));
  await page.locator(field).fill(wheel.replace("map wheel", "map other"));
  await button(guest, "Save").click();
  await page.locator(".map-note.wrong[role=alert]").waitFor();
  ensure((await page.locator(field).inputValue()).includes("map other"), "what was written is still there");
  same(await page.locator(".map-kept li b").allTextContents(), ["other", "wheel"]);
  await guest.context.close();
});

test("from a file and as a file; deleted after a question; on a phone in Hungarian", async () => {
  const guest = await visit(house, { size: phone, lang: "hu" });
  const { page } = guest;
  await openPage(guest);
  const chosen = page.locator("input[type=file]");
  await chosen.setInputFiles({ name: "nagy.map", mimeType: "text/plain", buffer: Buffer.alloc(1 << 17, "#") });
  await page.locator(".map-note.wrong").waitFor();
  await chosen.setInputFiles({ name: "wheel.map", mimeType: "text/plain", buffer: Buffer.from(wheel.replace("road r3", "raod r3")) });
  await says(guest, "16. sor: ");
  await sound(guest, "a map with a fault, on a phone");
  await page.locator(field).fill(wheel);
  await page.locator(".map-actions .btn.teal").click();
  const [file] = await Promise.all([page.waitForEvent("download"), button(guest, "Letöltés").click()]);
  same(file.suggestedFilename(), "wheel.map");
  same(readFileSync(await file.path(), "utf-8"), wheel);
  await page.locator(".map-kept li .btn.plain").click();
  await page.locator("dialog[open] footer .teal").click();
  same(await kept(guest), []);
  await sound(guest, "the page for maps on a phone");
  await guest.context.close();
});

test("a local game on it, to its end; looked back at; its file needs nothing else", async () => {
  const guest = await visit(house);
  const { page } = guest;
  await openPage(guest);
  await page.locator(field).fill(wheel);
  await button(guest, "Play on it").click();
  const sheet = page.locator("dialog[open]");
  ensure(await sheet.locator("input[name=map]").nth(1).isChecked(), "the map is chosen");
  await sheet.locator("input[name=players]").first().check({ force: true });
  await sheet.locator("input[name=level]").first().check({ force: true });
  await sheet.locator("label.tick input").first().check(); /* the short game */
  await sheet.locator("footer .teal").click();
  await page.waitForURL("**/play/*");
  const id = page.url().split("/").at(-1);
  await page.locator("#bar").waitFor();
  same((await page.locator(".map .city .name").allTextContents()).sort().at(0), "Bikaner");
  await counts(page.locator(".map .village"), 14);
  await playByClicks(guest, { seed: 4 });
  const game = await keptGame(guest, id);
  ensure(game.isOver && game.setup.map === wheel, "the map is kept with the game");
  await page.locator("#bar a.btn.teal").click();
  await page.locator(".rv .places li").first().waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".rv-again button").nth(2).click()]);
  const saved = join(house.folder, "wheel.jsonl");
  writeFileSync(saved, readFileSync(await file.path()));
  ensure(readFileSync(saved, "utf-8").includes('"map":"map wheel\\n'), "the file has its map");
  execFileSync(arkad, ["check", saved]);
  await sound(guest, "the review of a game on another map");
  await guest.context.close();
});

test("a table of the server on it: drawn by who sits down and who watches, after it is loaded again, too", async () => {
  const anna = await visit(house, { kept: { "map:wheel": wheel } });
  const bela = await visit(house, { size: phone });
  const { page } = anna;
  await page.goto("/");
  await page.locator(".btn.new").first().click();
  const sheet = page.locator("dialog[open]");
  await sheet.locator(".pick input").nth(4).check({ force: true });
  await sheet.locator("input[name=map]").nth(1).check({ force: true });
  const lines = sheet.locator(".seatline");
  while ((await lines.count()) > 2) await lines.last().locator("button").click();
  await sound(anna, "the dialog");
  await sheet.locator("footer .btn.teal").click();
  await page.waitForURL("**/table/*");
  const code = page.url().split("/").at(-1);
  await bela.page.goto(`/table/${code}`);
  await bela.page.locator(".seatline .btn.teal").first().click();
  for (const guest of [anna, bela]) {
    await guest.page.locator("#bar").waitFor();
    ensure((await guest.page.locator(".map .city .name").allTextContents()).includes("Bikaner"), "the table's map is drawn");
  }
  await page.reload();
  await page.locator(".map .city .name", { hasText: "Bikaner" }).waitFor();
  await sound(anna, "a server's table on another map");
  await anna.context.close();
  await bela.context.close();
});

await run({ together: 2 });
