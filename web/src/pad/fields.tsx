/* What is entered on the pad: counts with big buttons, yes or no, a number. */
import type { JSX } from "preact";
import { Icon } from "../art";
import { t } from "../words";
import type { Entry } from "./sheet";

export interface FieldProps {
  entry: Entry;
  label: string; /* "garden, Anna" */
  value: number;
  most: number;
  onChange: (value: number) => void;
}

const TYPED_FROM = 50; /* larger numbers are typed */

const Count = ({ entry, label, value, most, onChange }: FieldProps): JSX.Element => (
  <span class="count" role="group" aria-label={label}>
    <button
      type="button"
      aria-label={t("web.pad.less", { what: label })}
      aria-disabled={value <= entry.min ? "true" : undefined}
      onClick={() => value > entry.min && onChange(value - 1)}
    >
      <Icon name="i-minus" />
    </button>
    <output class={value ? "" : "zero"} aria-live="polite">
      {value}
    </output>
    <button
      type="button"
      aria-label={t("web.pad.more", { what: label })}
      aria-disabled={value >= most ? "true" : undefined}
      onClick={() => value < most && onChange(value + 1)}
    >
      <Icon name="i-plus" />
    </button>
  </span>
);

const Switch = ({ label, value, most, onChange, children }: FieldProps & { children?: JSX.Element | undefined }): JSX.Element => (
  <button
    type="button"
    class="switch"
    aria-pressed={value === 1}
    aria-label={label}
    aria-disabled={!value && most < 1 ? "true" : undefined}
    onClick={() => (value || most > 0) && onChange(value ? 0 : 1)}
  >
    {children}
    <Icon name={value ? "i-check" : "i-x"} />
  </button>
);

const Typed = ({ entry, label, value, onChange }: FieldProps): JSX.Element => (
  <input
    class="field typed"
    inputMode="numeric"
    aria-label={label}
    value={value}
    onFocus={(event) => event.currentTarget.select()}
    onInput={(event) => {
      const number = Math.min(entry.max, Number(event.currentTarget.value.replace(/\D/g, "")) || 0);
      event.currentTarget.value = String(number);
      onChange(number);
    }}
  />
);

export const Field = (props: FieldProps & { children?: JSX.Element | undefined }): JSX.Element => {
  if (props.entry.max === 1) return <Switch {...props} />;
  return props.entry.max > TYPED_FROM ? <Typed {...props} /> : <Count {...props} />;
};
