/* One whole game of each kind in Firefox, by clicks, at the tables of the games and at the one for any game. */
import { ensure, faults, games, House, keptGame, none, playByClicks, run, saved, short, sitDown, sound, test, visit } from "./lib.mjs";

const house = await House.open();
const tables = { ...short, blank: { players: 2 } };

for (const game of [...games, "blank"])
  test(`${game} in Firefox`, async () => {
    const guest = await visit(house, { by: "firefox" });
    await sitDown(guest, saved({ game, ...tables[game], seed: "fox", seat: 0 }));
    const seen = [];
    await playByClicks(guest, { seed: 3, each: async () => seen.push(...(await faults(guest))) });
    none(seen, "during the game");
    ensure((await keptGame(guest)).isOver, "the game is not over");
    await sound(guest, "the end");
    await guest.context.close();
  });

await run({ together: 3 });
