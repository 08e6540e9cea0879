/* The disc with its two arrows, and the actions to plan with. */
import type { JSX } from "preact";
import { Icon } from "client/art";
import { t } from "client/words";
import { actions } from "./view";

const STEP = (2 * Math.PI) / actions.length;

const point = (radius: number, angle: number): string =>
  `${(100 + radius * Math.cos(angle)).toFixed(1)} ${(100 + radius * Math.sin(angle)).toFixed(1)}`;

const sector = (i: number): string => {
  const [from, to] = [-Math.PI / 2 + (i - 0.5) * STEP, -Math.PI / 2 + (i + 0.5) * STEP];
  return `M${point(97, from)}A97 97 0 0 1 ${point(97, to)}L${point(34, to)}A34 34 0 0 0 ${point(34, from)}z`;
};

export const actionName = (action: string): string => t(`maharaja.action.${action}`);

/* Both arrows on one action stand a little apart. */
const turnOf = (chosen: string[], i: number): number => {
  const isTwice = chosen.length === 2 && chosen[0] === chosen[1];
  return (actions.indexOf(chosen[i]!) * 360) / actions.length + (isTwice ? (i ? 8 : -8) : 0);
};

/* While planning its sectors can be touched, too; the buttons beside it say the same to screen readers. */
export const Disc = ({ chosen, onPick }: { chosen: string[]; onPick?: ((action: string) => void) | undefined }): JSX.Element => {
  const label = chosen.length
    ? t("web.maharaja.your-plan", { plan: chosen.map(actionName).join(", ") })
    : t("web.maharaja.no-plan");
  return (
    <svg class={`disc ${onPick ? "open" : ""}`} viewBox="0 0 200 200" role="img" aria-label={label}>
      {actions.map((action, i) => {
        const middle = -Math.PI / 2 + i * STEP;
        return (
          <g key={action} class={`sector ${chosen.includes(action) ? "on" : ""}`} onClick={onPick && (() => onPick(action))}>
            <path d={sector(i)} />
            <use
              href={`#g-${action}`}
              x={84 + 70 * Math.cos(middle)}
              y={84 + 70 * Math.sin(middle)}
              width={32}
              height={32}
            />
          </g>
        );
      })}
      {chosen.map((_, i) => (
        <path key={i} class="arrow" transform={`rotate(${turnOf(chosen, i)} 100 100)`} d="M100 46l9 18h-6v36h-6V64h-6z" />
      ))}
      <circle class="hub" cx="100" cy="100" r="13" />
    </svg>
  );
};

/* The actions as buttons; those chosen say how often. */
export const Actions = (props: { of: string[]; chosen: string[]; onPick: (action: string) => void }): JSX.Element => (
  <div class="mah-actions" role="group" aria-label={t("web.maharaja.actions")}>
    {props.of.map((action) => {
      const count = props.chosen.filter((other) => other === action).length;
      return (
        <button key={action} type="button" class="mah-chip" data-act={action} data-about={`action ${action}`} aria-pressed={count > 0} onClick={() => props.onPick(action)}>
          <Icon name={`g-${action}`} />
          <span>{actionName(action)}</span>
          {count > 1 && <b>×2</b>}
        </button>
      );
    })}
  </div>
);
