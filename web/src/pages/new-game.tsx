/* The dialog for a game against bots: which game, how many, how strong, by which options. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { aboutGame, usualGame } from "../games";
import { gameWithMap, hasMap, mapText } from "../maps/kept";
import { MapPick } from "../maps/pick";
import type { Wish } from "../start";
import { type Chosen, writeOptions } from "../setup-text";
import { Sheet } from "../table/sheet";
import { t } from "../words";
import { GameOptions } from "./game-options";
import { GamePick } from "./game-pick";
import { Options } from "./options";

const levels = ["1", "2", "3", "4", "5"] as const;

/* Clockwise, me first: where I sit is drawn when the game begins. */
const seatNames = (players: number): string[] =>
  Array.from({ length: players }, (_, i) => (i === 0 ? t("web.online.kind.me") : t("web.starter.bot", { n: i })));

/* `map`: the name of a kept one, to be played on. */
export const NewGame = (props: { map?: string; onClose: () => void; onStart: (wish: Wish) => void }): JSX.Element => {
  const { onClose, onStart } = props;
  const game = useSignal(props.map === undefined ? usualGame() : gameWithMap());
  const map = useSignal(props.map ?? "");
  const players = useSignal(4);
  const level = useSignal<(typeof levels)[number]>("2");
  const chosen = useSignal<Chosen>({});
  const {
    players: [fewest, most],
    options,
  } = aboutGame(game.value).form;
  const counts = Array.from({ length: most - fewest + 1 }, (_, i) => String(fewest + i));
  const choose = (name: string): void => {
    game.value = name;
    chosen.value = {};
    const [from, to] = aboutGame(name).form.players;
    players.value = Math.min(to, Math.max(from, players.value));
  };
  const seat = (count: number): void => {
    players.value = count;
    const { starter: _, ...others } = chosen.value;
    chosen.value = others;
  };
  const start = (): void => {
    const { starter, ...others } = chosen.value;
    onStart({
      game: game.value,
      map: hasMap(game.value) ? mapText(map.value) : undefined,
      players: players.value,
      options: writeOptions(others),
      level: Number(level.value),
      starter: starter === undefined ? null : Number(starter),
    });
  };
  return (
    <Sheet title={t("web.new-game")} onClose={onClose}>
      <div class="sheet-body">
        <GamePick chosen={game.value} onChoose={choose} />
        <Options
          name="players"
          title={t("web.players")}
          values={counts}
          chosen={String(players.value)}
          say={(count) => count}
          onChoose={(count) => seat(Number(count))}
        />
        <Options
          name="level"
          title={t("web.bots-level")}
          values={levels}
          chosen={level.value}
          say={(number) => t(`level.${number}`)}
          onChoose={(number) => (level.value = number)}
        />
        <MapPick game={game.value} chosen={map.value} onChoose={(name) => (map.value = name)} />
        <GameOptions
          game={game.value}
          options={options}
          seats={seatNames(players.value)}
          chosen={chosen.value}
          onChoose={(change) => (chosen.value = change(chosen.peek()))}
        />
      </div>
      <footer>
        <button type="button" class="btn" onClick={onClose}>
          {t("web.cancel")}
        </button>
        <button type="button" class="btn teal" onClick={start}>
          {t("web.begin")}
        </button>
      </footer>
    </Sheet>
  );
};
