/* Every game to its end by clicks alone, against bots, on a phone and in Hungarian: nothing is cut off, too small to
   touch or without its words at any of its moments. */
import { ensure, faults, games, House, keptGame, none, phone, playByClicks, run, saved, sitDown, sound, test, verbsPlayed, visit } from "./lib.mjs";

const house = await House.open();
const tables = {
  towers: { players: 4 },
  byzanz: { players: 4 },
  alhambra: { players: 2 }, /* with the dummy */
  pharaoh: { players: 3, options: "offers=3" },
  maharaja: { players: 3, options: "auction=on" },
};

for (const game of games)
  test(`${game} by clicks, on a phone, in Hungarian`, async () => {
    const guest = await visit(house, { size: phone, lang: "hu", touch: true });
    await sitDown(guest, saved({ game, ...tables[game], seed: "clicks", seat: 1 }));
    const seen = [];
    const made = await playByClicks(guest, { seed: 7, each: async () => seen.push(...(await faults(guest))) });
    none(seen, "during the game");
    const kept = await keptGame(guest);
    ensure(kept.isOver, "the game is not over");
    ensure(made.table > 3 * made.list, `most moves are made on the table, not from the list: ${JSON.stringify(made)}`);
    console.log(`# ${game}: ${JSON.stringify(made)} ${JSON.stringify(verbsPlayed(kept))} of ${kept.moves.length}`);
    await sound(guest, "the end");
    await guest.context.close();
  });

await run({ together: 5 });
