/* Pyramids of blocks; what would be added to them is drawn as ghosts. */
import type { ComponentChildren, JSX } from "preact";
import { t } from "client/words";
import type { Levels } from "./view";

interface PyramidProps {
  levels: Levels;
  ghosts?: Levels;
  isBig?: boolean;
  about?: string; /* what explains it */
  caption?: ComponentChildren;
  label?: string; /* before its levels, for screen readers */
  isPicked?: boolean;
  onPick?: (() => void) | undefined;
  /* Single blocks that can be chosen. */
  block?: (number: number, card: string, i: number) => { isPicked: boolean; label: string; onPick: () => void } | null;
}

const Block = (props: { number: number; card: string; i: number; isGhost: boolean; of: PyramidProps }): JSX.Element => {
  const { number, card, i, isGhost } = props;
  const isJoker = card === "*";
  const name = `block ${isGhost ? "ghost" : ""}`;
  const kind = `pharaoh-${isJoker ? "joker" : number}`;
  const choice = isGhost ? null : props.of.block?.(number, card, i);
  const face = (
    <>
      <svg class="carved" aria-hidden="true">
        <use href={isJoker ? "#g-scarab" : `#g-stone-${number}`} />
      </svg>
      <b>{number}</b>
    </>
  );
  if (!choice)
    return (
      <i class={name} data-k={kind}>
        {face}
      </i>
    );
  return (
    <button type="button" class={`${name} can`} data-k={kind} aria-pressed={choice.isPicked} aria-label={choice.label} onClick={choice.onPick}>
      {face}
    </button>
  );
};

const said = (levels: Levels): string =>
  [...levels]
    .sort(([a], [b]) => a - b)
    .map(([number, level]) => t("web.pharaoh.level", { n: level.length, number }))
    .join(", ");

export const PyramidOf = (props: PyramidProps): JSX.Element => {
  const ghosts = props.ghosts ?? new Map<number, string>();
  const numbers = [...new Set([...props.levels.keys(), ...ghosts.keys()])].sort((a, b) => b - a);
  const widths = numbers.map((number) => (props.levels.get(number)?.length ?? 0) + (ghosts.get(number)?.length ?? 0));
  const label = `${props.label ?? t("web.pharaoh.pyramid")}: ${said(props.levels)}`;
  const inside = (
    <ol aria-hidden={props.block ? undefined : "true"}>
      {numbers.map((number) => (
        <li key={number}>
          {[...(props.levels.get(number) ?? "")].map((card, i) => (
            <Block key={i} number={number} card={card} i={i} isGhost={false} of={props} />
          ))}
          {[...(ghosts.get(number) ?? "")].map((card, i) => (
            <Block key={`ghost ${i}`} number={number} card={card} i={i} isGhost of={props} />
          ))}
        </li>
      ))}
    </ol>
  );
  const isTight = numbers.length > 0 && Math.max(...widths) > 3; /* on a phone one number a level is enough */
  const style = { "--levels": numbers.length, "--widest": Math.max(1, ...widths) };
  return (
    <figure data-about={props.about} class={`pyramid ${props.isBig ? "big" : ""} ${props.block ? "pick" : ""} ${isTight ? "tight" : ""}`} style={style}>
      {props.onPick ? (
        <button type="button" class="pyramid-open" aria-pressed={props.isPicked} onClick={props.onPick}>
          <span class="sr">{label}</span>
          {inside}
        </button>
      ) : (
        <div role={props.block ? "group" : "img"} aria-label={label}>
          {inside}
        </div>
      )}
      {props.caption && <figcaption>{props.caption}</figcaption>}
    </figure>
  );
};
