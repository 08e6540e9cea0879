/* The pad of Maharaja: the cities as they are judged, and who has won. */
import type { JSX } from "preact";
import type { FieldProps } from "client/pad/fields";
import type { GamePad } from "client/pad/game";
import { emptyLine, type Entry, type Form, type Line } from "client/pad/sheet";
import { t } from "client/words";

const isCharacter = ({ name }: Entry): boolean => name === "character";

/* Everybody has one from the start, so they are dealt out. */
const first = (entry: Entry, owner: number): number => (isCharacter(entry) ? owner + 1 : entry.min);

/* Everybody still has the character of before. */
const begin = (before: Line, form: Form): Line =>
  emptyLine(form).map((row, owner) => row.map((count, i) => (isCharacter(form.entries[i]!) ? before[owner]![i]! : count)));

const Character = ({ entry, label, value, onChange }: FieldProps): JSX.Element => (
  <select class="field" aria-label={label} value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
    {Array.from({ length: entry.max }, (_, i) => (
      <option key={i} value={i + 1}>
        {i + 1} {t(`maharaja.character.${i + 1}`)}
      </option>
    ))}
  </select>
);

export const pad: GamePad = {
  tabs: { title: (line) => t("web.pad.city", { n: line + 1 }), begin, add: () => t("web.pad.add-city") },
  end: { pad: "maharaja-end", title: () => t("web.pad.end"), total: () => t("web.pad.palaces-total") },
  total: () => t("web.pad.gold-total"),
  first,
  field: (props) => (isCharacter(props.entry) ? <Character {...props} /> : null),
};
