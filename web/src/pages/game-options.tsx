/* What can be chosen when a game is set up, as the engine knows it: who starts, numbers, and what is on or off. */
import type { JSX } from "preact";
import { Icon } from "../art";
import type { GameOption } from "../engine/engine";
import { optionTitle } from "../readable";
import type { Chosen } from "../setup-text";
import { t } from "../words";
import { Options } from "./options";

interface GameOptionsProps {
  game: string;
  options: GameOption[];
  seats: string[]; /* the seats that can be chosen to start */
  chosen: Chosen; /* what is not in it is standard, and who starts is drawn */
  onChoose: (change: (chosen: Chosen) => Chosen) => void; /* of what is chosen by then */
}

interface FieldProps {
  option: GameOption;
  title: string;
  value: string;
  onChoose: (value: string) => void;
}

const ROW = 10; /* this many values fit in a row; for more there are plus and minus keys, or the number is typed */

const Starter = ({ option, title, seats, value, onChoose }: FieldProps & { seats: string[] }): JSX.Element => (
  <label class="stack starter">
    <b>{title}</b>
    <select class="field" name={option.name} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="drawn">{t("web.starter.drawn")}</option>
      {seats.map((name, seat) => (
        <option key={seat} value={seat}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

const sayNumber = (value: string): string => (value === "0" ? t("web.none") : value);

const Row = ({ option, title, value, onChoose }: FieldProps): JSX.Element => {
  const values = Array.from({ length: option.max - option.min + 1 }, (_, i) => String(option.min + i));
  return <Options name={option.name} title={title} values={values} chosen={value} say={sayNumber} onChoose={onChoose} />;
};

const Step = (props: { label: string; icon: string; isOver: boolean; onPress: () => void }): JSX.Element => (
  <button type="button" aria-label={props.label} aria-disabled={props.isOver ? "true" : undefined} onClick={() => !props.isOver && props.onPress()}>
    <Icon name={props.icon} />
  </button>
);

const Count = ({ option, title, value, onChoose }: FieldProps): JSX.Element => {
  const { min, max, standard } = option;
  const type = (input: HTMLInputElement): void => {
    const number = input.value === "" ? standard : Math.min(max, Math.max(min, Math.round(Number(input.value))));
    input.value = String(number);
    onChoose(input.value);
  };
  return (
    <fieldset>
      <legend>
        {title} <span class="quiet small">{t("web.from-to", { min, max })}</span>
      </legend>
      <span class="count">
        <Step label={t("web.pad.less", { what: title })} icon="i-minus" isOver={Number(value) <= min} onPress={() => onChoose(String(Number(value) - 1))} />
        <input type="number" inputMode="numeric" name={option.name} aria-label={title} {...{ min, max }} value={value} onChange={(event) => type(event.currentTarget)} />
        <Step label={t("web.pad.more", { what: title })} icon="i-plus" isOver={Number(value) >= max} onPress={() => onChoose(String(Number(value) + 1))} />
      </span>
    </fieldset>
  );
};

const Flag = ({ title, value, option, onChoose }: FieldProps): JSX.Element => (
  <label class="tick">
    <input type="checkbox" name={option.name} checked={value === "on"} onChange={(event) => onChoose(event.currentTarget.checked ? "on" : "off")} />
    <span>{title}</span>
  </label>
);

const usual = ({ kind, standard }: GameOption): string =>
  kind === "seat" ? "drawn" : kind === "flag" ? (standard ? "on" : "off") : String(standard);

/* Without options at their standard. */
const choose = (chosen: Chosen, option: GameOption, value: string): Chosen => {
  const { [option.name]: _, ...others } = chosen;
  return value === usual(option) ? others : { ...others, [option.name]: value };
};

export const GameOptions = ({ game, options, seats, chosen, onChoose }: GameOptionsProps): JSX.Element => {
  const field = (option: GameOption): FieldProps & { key: string } => ({
    key: option.name,
    option,
    title: optionTitle(game, option.name),
    value: chosen[option.name] ?? usual(option),
    onChoose: (value) => onChoose((now) => choose(now, option, value)),
  });
  const ofKind = (kind: GameOption["kind"]): GameOption[] => options.filter((option) => option.kind === kind);
  const flags = ofKind("flag");
  return (
    <>
      {ofKind("seat").map((option) => (
        <Starter {...field(option)} seats={seats} />
      ))}
      {ofKind("number").map((option) => (option.max - option.min < ROW ? <Row {...field(option)} /> : <Count {...field(option)} />))}
      {flags.length > 0 && (
        <fieldset class="ticks">
          <legend>{t("web.options")}</legend>
          {flags.map((option) => (
            <Flag {...field(option)} />
          ))}
        </fieldset>
      )}
    </>
  );
};
