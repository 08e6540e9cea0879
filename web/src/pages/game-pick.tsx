/* The games to choose from, in a dialog. */
import type { JSX } from "preact";
import { Icon } from "../art";
import { games, nameOf } from "../games";
import { t } from "../words";

export const GamePick = ({ chosen, onChoose }: { chosen: string; onChoose: (game: string) => void }): JSX.Element => (
  <fieldset>
    <legend>{t("web.game")}</legend>
    <div class="picks">
      {games().map(({ name, kind, glyphs }) => (
        <label key={name} class="pick" data-k={kind}>
          <input
            type="radio"
            name="game"
            checked={name === chosen}
            ref={(input) => {
              if (name === chosen) input?.closest("label")?.scrollIntoView({ block: "nearest", inline: "center" });
            }}
            onChange={() => onChoose(name)}
          />
          <span>
            <Icon name={`g-${glyphs[1]}`} />
            {nameOf(name)}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);
