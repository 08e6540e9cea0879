/* A row of answers of which one is chosen. */
import type { ComponentChildren, JSX } from "preact";

interface OptionsProps<T extends string> {
  name: string;
  title: ComponentChildren;
  values: readonly T[];
  chosen: T;
  say: (value: T) => ComponentChildren;
  onChoose: (value: T) => void;
}

export const Options = <T extends string>(props: OptionsProps<T>): JSX.Element => (
  <fieldset>
    <legend>{props.title}</legend>
    <span class="opts">
      {props.values.map((value) => (
        <label key={value} class="opt">
          <input type="radio" name={props.name} checked={value === props.chosen} onChange={() => props.onChoose(value)} />
          <span>{props.say(value)}</span>
        </label>
      ))}
    </span>
  </fieldset>
);
