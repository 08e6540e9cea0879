/* Whatever is in a view: cards as cards, lists, numbers, flags, and things with parts. What a listed move names can
   be touched. */
import type { ComponentChildren, JSX } from "preact";
import { numberText } from "../readable";
import type { Scene } from "../table/game";
import type { Pick } from "../table/picks";
import { t } from "../words";
import { isOffered, touch } from "./narrow";
import { isCard, keyText, tintOf, wordText } from "./say";

export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

interface ThingProps {
  scene: Scene;
  pick: Pick;
  class: string;
  label: string;
  tint?: number; /* of a card */
  isOwn?: boolean;
  children: ComponentChildren;
}

/* A word inside something else only tells what that is; a card is a card wherever it is. */
const isInside = ({ pick, tint }: ThingProps): boolean => tint === undefined && pick.zone.includes(".");

/* A thing that can be touched while a move has it; otherwise only shown. A card of one's own says why no move has it. */
const Thing = (props: ThingProps): JSX.Element => {
  const { scene, pick, label, tint } = props;
  const isOpen = scene.moves.length > 0 && isOffered(scene, pick.word) && !isInside(props);
  const isOne = tint !== undefined;
  const shown = { "data-tint": tint, "data-c": isOne ? `plain-${pick.word}` : undefined, "data-about": isOne ? `card ${pick.word}` : undefined };
  if (!isOpen && !(props.isOwn && scene.sitting.state.value === "yours"))
    return (
      <span class={props.class} {...shown} role={tint === undefined ? undefined : "img"} aria-label={tint === undefined ? undefined : label}>
        {props.children}
      </span>
    );
  return (
    <button
      type="button"
      class={`${props.class} can`}
      {...shown}
      aria-label={label}
      aria-pressed={scene.picks.has(pick)}
      aria-disabled={isOpen ? undefined : "true"}
      onClick={() => touch(scene, pick)}
    >
      {props.children}
    </button>
  );
};

/* What is read aloud says what is seen, too. */
const labelOf = (word: string, name: string): string => (name === word ? name : `${word} ${name}`);

export const PlainCard = ({ scene, pick, size = "", isOwn = false }: { scene: Scene; pick: Pick; size?: string; isOwn?: boolean }): JSX.Element => {
  const name = scene.sitting.card(pick.word);
  return (
    <Thing scene={scene} pick={pick} class={`card plain ${size}`} label={labelOf(pick.word, name)} tint={tintOf(scene.sitting, pick.word)} isOwn={isOwn}>
      <b aria-hidden="true">{pick.word}</b>{" "}
      {name !== pick.word && <small aria-hidden="true">{name}</small>}
    </Thing>
  );
};

/* Of another's cards, or among other things: only as large as its name. */
const SmallCard = ({ scene, pick }: { scene: Scene; pick: Pick }): JSX.Element => {
  const name = scene.sitting.card(pick.word);
  return (
    <Thing scene={scene} pick={pick} class="card plain small" label={labelOf(pick.word, name)} tint={tintOf(scene.sitting, pick.word)}>
      <b aria-hidden="true">{pick.word}</b>
    </Thing>
  );
};

export const isCards = (scene: Scene, value: Value[]): boolean =>
  value.some((one) => one !== null) && value.every((one) => one === null || isCard(scene.sitting, one));

const List = ({ scene, zone, value, isSmall }: ValueProps & { value: Value[] }): JSX.Element => {
  if (!value.length) return <span class="quiet">–</span>;
  const cards = isCards(scene, value);
  return (
    <span class={cards ? "plain-cards" : "plain-list"} role="group">
      {value.map((one, i) =>
        cards && one === null ? (
          <span key={i} class={isSmall ? "well small" : "well card s"} />
        ) : cards && !isSmall ? (
          <PlainCard key={i} scene={scene} pick={{ zone, place: i, word: one as string }} size="s" />
        ) : (
          <Shown key={i} scene={scene} zone={`${zone}#${i}`} value={one} isSmall={isSmall} />
        ),
      )}
    </span>
  );
};

const Parts = ({ scene, zone, value, isSmall }: ValueProps & { value: Record<string, Value> }): JSX.Element => {
  const parts = Object.entries(value);
  if (!parts.length) return <span class="quiet">–</span>;
  const areCards = isCards(scene, Object.keys(value));
  const name = (key: string): string => (areCards || !isCard(scene.sitting, key) ? wordText(scene.sitting, key) : key);
  return (
    <span class="plain-parts">
      {parts.map(([key, part]) => (
        <span key={key} class="plain-part">
          <Thing scene={scene} pick={{ zone, place: key, word: key }} class="plain-word" label={name(key)}>
            {name(key)}
          </Thing>{" "}
          <Shown scene={scene} zone={`${zone}.${key}`} value={part} isSmall={isSmall} />
        </span>
      ))}
    </span>
  );
};

interface ValueProps {
  scene: Scene;
  zone: string; /* where it is, for what is picked */
  value: Value;
  isSmall: boolean;
}

export const Shown = (props: ValueProps): JSX.Element => {
  const { scene, zone, value } = props;
  if (value === null) return <span class="quiet">–</span>;
  if (typeof value === "boolean") return <b>{t(value ? "web.yes" : "web.no")}</b>;
  if (typeof value === "number") return <b class="num">{numberText(value)}</b>;
  if (Array.isArray(value)) return <List {...props} value={value} />;
  if (typeof value === "object") return <Parts {...props} value={value} />;
  const pick = { zone, place: 0, word: value };
  if (isCard(scene.sitting, value)) return <SmallCard scene={scene} pick={pick} />;
  return (
    <Thing scene={scene} pick={pick} class="plain-word" label={wordText(scene.sitting, value)}>
      {wordText(scene.sitting, value)}
    </Thing>
  );
};

export const Key = ({ scene, name }: { scene: Scene; name: string }): JSX.Element => <>{keyText(scene.sitting.game, name)}</>;
