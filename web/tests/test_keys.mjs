/* Every game to its end without a mouse, in English on a desktop; axe looks at every new question, in both themes. */
import { axeInBothThemes, ensure, faults, games, House, keptGame, none, playByKeys, run, saved, sitDown, sound, test, verbsPlayed, visit } from "./lib.mjs";

const house = await House.open();
const tables = {
  towers: { players: 3 },
  byzanz: { players: 3 },
  alhambra: { players: 3 },
  pharaoh: { players: 3, options: "offers=3" },
  maharaja: { players: 2 },
};
const QUESTIONS = 6; /* that axe looks at */

for (const game of games)
  test(`${game} by keys, with axe`, async () => {
    const guest = await visit(house);
    await sitDown(guest, saved({ game, ...tables[game], seed: "keys", seat: 0 }));
    const seen = [];
    const asked = new Set();
    const each = async (_count, state) => {
      seen.push(...(await faults(guest)));
      const question = (await guest.page.locator("#bar .ask p").first().textContent()).replace(/[\d,:].*/, "");
      if (asked.has(question) || (asked.size >= QUESTIONS && state !== "over")) return;
      asked.add(question);
      await axeInBothThemes(guest, `${game}: ${question}`);
    };
    const made = await playByKeys(guest, { seed: 11, each });
    none(seen, "during the game");
    const kept = await keptGame(guest);
    ensure(kept.isOver, "the game is not over");
    console.log(`# ${game}: ${JSON.stringify(made)} ${JSON.stringify(verbsPlayed(kept))} of ${kept.moves.length}`);
    await sound(guest, "the end");
    await guest.context.close();
  });

await run({ together: 5 });
