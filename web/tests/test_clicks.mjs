/* Every game to its end by clicks alone, against bots, on a phone and in Hungarian. */
import { games, House, keptGame, none, faults, phone, playByClicks, run, saved, sitDown, sound, test, verbsPlayed, visit, ensure } from "./lib.mjs";

const house = await House.open();
const players = { towers: 4, byzanz: 4, alhambra: 3, pharaoh: 4, maharaja: 3 };

for (const game of games)
  test(`${game} by clicks, on a phone, in Hungarian`, async () => {
    const guest = await visit(house, { size: phone, lang: "hu", touch: true });
    await sitDown(guest, saved({ game, players: players[game], seed: "clicks", seat: 1 }));
    const seen = [];
    const made = await playByClicks(guest, { seed: 7, each: async () => seen.push(...(await faults(guest))) });
    none(seen, "during the game");
    const kept = await keptGame(guest);
    ensure(kept.isOver, "the game is over");
    console.log(`# ${game}: ${JSON.stringify(made)} ${JSON.stringify(verbsPlayed(kept))} of ${kept.moves.length}`);
    await sound(guest, "the end");
    await guest.context.close();
  });

await run({ together: 5 });
