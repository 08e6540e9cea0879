/* Every game to its end by touch alone, against bots, on a phone upright in Hungarian and on its side in German: nothing is
   cut off, too small to touch or without its words at any of its moments. */
import { ensure, faults, games, House, keptGame, none, phone, playByClicks, run, saved, sitDown, sound, test, verbsPlayed, visit } from "./lib.mjs";

const house = await House.open();
const upright = {
  towers: { players: 4 },
  byzanz: { players: 4 },
  alhambra: { players: 2 }, /* with the dummy */
  pharaoh: { players: 3, options: "offers=3" },
  maharaja: { players: 3, options: "auction=on" },
};
const onItsSide = {
  towers: { players: 2 },
  byzanz: { players: 3 },
  alhambra: { players: 3 },
  pharaoh: { players: 3, options: "offers=1" },
  maharaja: { players: 2, options: "short=on" },
  blank: { players: 4 }, /* at the table of any game */
};

const toTheEnd = (game, table, what, options) =>
  test(`${game} by touch, ${what}`, async () => {
    const guest = await visit(house, { touch: true, ...options });
    await sitDown(guest, saved({ game, ...table, seed: "clicks", seat: 1 }));
    const seen = [];
    const made = await playByClicks(guest, { seed: 7, each: async () => seen.push(...(await faults(guest))) });
    none(seen, "during the game");
    const kept = await keptGame(guest);
    ensure(kept.isOver, "the game is not over");
    ensure(made.table >= 3 * made.list, `most moves are made on the table, not from the list: ${JSON.stringify(made)}`);
    console.log(`# ${game}: ${JSON.stringify(made)} ${JSON.stringify(verbsPlayed(kept))} of ${kept.moves.length}`);
    await sound(guest, "the end");
    await guest.context.close();
  });

for (const game of games) toTheEnd(game, upright[game], "on a phone, in Hungarian", { size: phone, lang: "hu" });
for (const [game, table] of Object.entries(onItsSide)) toTheEnd(game, table, "on a phone on its side, in German", { size: { width: 844, height: 390 }, lang: "de" });

await run({ together: 5 });
