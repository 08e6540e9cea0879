/* The dialog for a game against bots: which game, how many, how strong, by which options. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { GameName } from "../engine/engine";
import { aboutGame, type Option } from "../games/about";
import type { Wish } from "../start";
import { Sheet } from "../table/sheet";
import { t } from "../words";
import { GamePick } from "./game-pick";
import { Options } from "./options";

const levels = ["1", "2", "3", "4", "5"] as const;

const isFlag = ({ answers }: Option): boolean => answers.includes("on");

/* Questions with several answers as rows, those with yes or no as boxes to tick. */
export const GameOptions = (props: { game: GameName; chosen: Record<string, string>; onChoose: (name: string, value: string) => void }): JSX.Element => {
  const options = aboutGame(props.game)!.options;
  const key = (option: Option): string => `web.option.${props.game}.${option.name}`;
  const flags = options.filter(isFlag);
  return (
    <>
      {options
        .filter((option) => !isFlag(option))
        .map((option) => (
          <Options
            key={option.name}
            name={option.name}
            title={t(key(option))}
            values={[...option.answers].sort()}
            chosen={props.chosen[option.name] ?? option.answers[0]!}
            say={(value) => (value === "0" ? t("web.none") : value)}
            onChoose={(value) => props.onChoose(option.name, value)}
          />
        ))}
      {flags.length > 0 && (
        <fieldset class="ticks">
          <legend>{t("web.options")}</legend>
          {flags.map((option) => (
            <label key={option.name} class="tick">
              <input
                type="checkbox"
                checked={props.chosen[option.name] === "on"}
                onChange={(event) => props.onChoose(option.name, event.currentTarget.checked ? "on" : "off")}
              />
              <span>{t(key(option))}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
};

export const NewGame = ({ onClose, onStart }: { onClose: () => void; onStart: (wish: Wish) => void }): JSX.Element => {
  const game = useSignal<GameName>("byzanz");
  const players = useSignal(4);
  const level = useSignal<(typeof levels)[number]>("2");
  const options = useSignal<Record<string, string>>({});
  const [fewest, most] = aboutGame(game.value)!.players;
  const counts = Array.from({ length: most - fewest + 1 }, (_, i) => String(fewest + i));
  const choose = (name: GameName): void => {
    game.value = name;
    options.value = {};
    const [from, to] = aboutGame(name)!.players;
    players.value = Math.min(to, Math.max(from, players.value));
  };
  const start = (): void => {
    const given = Object.entries(options.value).map(([name, value]) => `${name}=${value}`);
    onStart({ game: game.value, players: players.value, options: given.join(","), level: Number(level.value) });
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
          onChoose={(count) => (players.value = Number(count))}
        />
        <Options
          name="level"
          title={t("web.bots-level")}
          values={levels}
          chosen={level.value}
          say={(number) => t(`level.${number}`)}
          onChoose={(number) => (level.value = number)}
        />
        <GameOptions
          game={game.value}
          chosen={options.value}
          onChoose={(name, value) => (options.value = { ...options.value, [name]: value })}
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
