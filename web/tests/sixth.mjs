/* A whole game by clicks, on a phone and on a desktop, of a game that the page knows nothing of: sixth.mjs ARKAD GAME. */
import { counts, desktop, ensure, faults, finish, House, keptGame, none, phone, playByClicks, saved, sitDown, visit } from "./lib.mjs";

const game = process.argv[3];
const house = await House.open();
for (const size of [desktop, phone]) {
  const guest = await visit(house, { size });
  const seen = [];
  await guest.page.goto("/");
  await counts(guest.page.locator(".bay"), 6, "games on the start page");
  await sitDown(guest, saved({ game, players: 3 }));
  await playByClicks(guest, { seed: 3, each: async () => seen.push(...(await faults(guest))) });
  none(seen, "during the game");
  ensure((await keptGame(guest)).isOver, "the game is not over");
  await guest.page.goto(`/rules/${game}`);
  await guest.page.getByText("sandstorm").first().waitFor();
  await guest.context.close();
}
console.log("over");
await finish();
