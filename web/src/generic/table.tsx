/*
 * The table of a game that has none of its own: what its view says, as it says it. Lists with one entry per seat are
 * shown with the seats, the rest in the middle; every move can be put together from words and from what is on the table.
 */
import type { JSX } from "preact";
import { Back, Icon, Mark } from "../art";
import { numberText } from "../readable";
import type { AheadOffer, GameTable, MoveButton, Scene } from "../table/game";
import { t } from "../words";
import { Composer } from "./composer";
import { FEW, movesLeft, picksNow, stepsFrom } from "./narrow";
import { keyText, partText, wordText } from "./say";
import { studyOf } from "./study";
import { isCards, Key, PlainCard, Shown, type Value } from "./value";

/* Shown elsewhere: in the bar, the seats, the header and the standings. */
const SAID = new Set(["phase", "turn", "scores", "points"]);
/* Numbers that mean a seat. */
const SEATS = new Set(["starter", "opener", "winner", "dealer", "leader", "asked", "by", "from", "to", "target"]);

const isPlain = (value: Value): boolean => value === null || typeof value !== "object";

const entriesOf = (scene: Scene): [key: string, value: Value][] =>
  Object.entries(scene.view).filter(([key]) => !SAID.has(key)) as [string, Value][];

/* What a seat has, key by key. */
const atSeat = (scene: Scene, seat: number): [key: string, value: Value][] => {
  const { bySeat } = studyOf(scene.sitting.game);
  return entriesOf(scene)
    .filter(([key]) => bySeat.has(key))
    .map(([key, all]) => [key, (all as Value[])[seat] ?? null]);
};

/* And what nobody has, entries beyond the last seat included. */
const inCourt = (scene: Scene): [key: string, value: Value][] => {
  const { bySeat } = studyOf(scene.sitting.game);
  return entriesOf(scene).flatMap(([key, value]): [string, Value][] => {
    if (!bySeat.has(key)) return [[key, value]];
    const beyond = (value as Value[]).slice(scene.sitting.players);
    return beyond.length ? [[key, beyond]] : [];
  });
};

/* What explains a part of the view: who has it, and who sees it. */
const aboutZone = (scene: Scene, key: string): string => {
  const { bySeat, hands, piles } = studyOf(scene.sitting.game);
  return `zone ${piles.has(key) ? "pile" : hands.has(key) ? "hand" : bySeat.has(key) ? "seat" : "open"} ${key}`;
};

/* ---- In the middle ------------------------------------------------------------------------------------------------- */

const Fact = ({ scene, name, value }: { scene: Scene; name: string; value: Value }): JSX.Element => {
  const seat = SEATS.has(name) && typeof value === "number" ? scene.names[value] : undefined;
  return (
    <li data-about={aboutZone(scene, name)}>
      <span class="quiet">{keyText(scene.sitting.game, name)}</span> {seat ? <b>{seat}</b> : <Shown scene={scene} zone={name} value={value} isSmall />}
    </li>
  );
};

const Pile = ({ label, about, count }: { label: string; about: string; count: number }): JSX.Element => (
  <figure class="pile" data-about={about}>
    <Back label={label} />
    <figcaption>
      {label} <b>{count}</b>
    </figcaption>
  </figure>
);

/* A row of cards is shown large; a heap of them, or anything else, small and after the rows. */
const ROW = 8;
const isRow = (value: Value): boolean => Array.isArray(value) && value.length <= ROW;

const Zone = ({ scene, name, value }: { scene: Scene; name: string; value: Value }): JSX.Element => (
  <section class="plain-zone" aria-label={keyText(scene.sitting.game, name)}>
    <h2 class="zone-title" data-about={aboutZone(scene, name)}>
      <Key scene={scene} name={name} />
    </h2>
    <Shown scene={scene} zone={name} value={value} isSmall={!isRow(value)} />
  </section>
);

const Court = ({ scene }: { scene: Scene }): JSX.Element => {
  const { piles } = studyOf(scene.sitting.game);
  const entries = inCourt(scene).sort(([, a], [, b]) => Number(isRow(b)) - Number(isRow(a)));
  const facts = entries.filter(([key, value]) => isPlain(value) && !piles.has(key) && value !== null);
  return (
    <>
      <div class="plain-zones">
        {entries.map(([key, value]) => {
          if (piles.has(key)) return <Pile key={key} label={keyText(scene.sitting.game, key)} about={aboutZone(scene, key)} count={Array.isArray(value) ? value.length : Number(value)} />;
          return isPlain(value) ? null : <Zone key={key} scene={scene} name={key} value={value} />;
        })}
      </div>
      <ul class="plain-facts">
        {facts.map(([key, value]) => (
          <Fact key={key} scene={scene} name={key} value={value} />
        ))}
      </ul>
      <Counts scene={scene} />
    </>
  );
};

/* ---- What counts ------------------------------------------------------------------------------------------------------ */

/* The parts of everybody's score, if it were counted now. */
const Counts = ({ scene }: { scene: Scene }): JSX.Element | null => {
  const { sitting } = scene;
  const counts = scene.names.map((_, seat) => sitting.count(seat).parts);
  const parts = Object.keys(counts[0] ?? {});
  if (!parts.length) return null;
  return (
    <section class="plain-counts" aria-label={t("web.generic.counts")} tabIndex={0}>
      <table>
        <caption>{t("web.generic.counts")}</caption>
        <thead>
          <tr>
            <td />
            {scene.names.map((name, seat) => (
              <th key={seat} scope="col">
                <Mark seat={seat} name={name} size="s" />
                <span class="sr">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part}>
              <th scope="row">{partText(sitting.game, part)}</th>
              {counts.map((count, seat) => (
                <td key={seat}>{count[part] ? numberText(count[part]) : "–"}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/* By the view if it says so, else what is counted. */
const points = ({ view, sitting }: Scene, seat: number): number | null => {
  const told = view["points"];
  if (Array.isArray(told) && typeof told[seat] === "number") return told[seat];
  const parts = Object.values(sitting.count(seat).parts);
  return parts.length ? parts.reduce((sum, part) => sum + part, 0) : null;
};

/* ---- Seats and one's own place ---------------------------------------------------------------------------------------- */

const Hidden = (): JSX.Element => (
  <>
    <Icon name="i-lock" />
    <span class="sr">{t("web.generic.hidden")}</span>
  </>
);

const Seat = ({ scene, seat }: { scene: Scene; seat: number }): JSX.Element => {
  const { hands } = studyOf(scene.sitting.game);
  const now = points(scene, seat);
  return (
    <ul class="plain-facts">
      {now !== null && (
        <li data-about={`points ${seat}`}>
          <Icon name="i-star" />
          <span class="sr">{t("web.points")}</span> <b>{now}</b>
        </li>
      )}
      {atSeat(scene, seat)
        .filter(([key, value]) => value !== false && (value !== null || hands.has(key)))
        .map(([key, value]) => (
          <li key={key} data-about={aboutZone(scene, key)}>
            {hands.has(key) && typeof value === "number" && <Icon name="i-cards" />}
            <span class="quiet">{keyText(scene.sitting.game, key)}</span>{" "}
            {value === null ? <Hidden /> : value !== true && <Shown scene={scene} zone={`${key}.${seat}`} value={value} isSmall />}
          </li>
        ))}
    </ul>
  );
};

const Hand = ({ scene, name, cards }: { scene: Scene; name: string; cards: string[] }): JSX.Element => (
  <div class="plain-hand">
    <h2 class="zone-title" data-about={aboutZone(scene, name)}>
      <Key scene={scene} name={name} /> <span class="quiet">{cards.length}</span>
    </h2>
    <div class="hand" style={{ "--n": cards.length }} role="group" aria-label={keyText(scene.sitting.game, name)} tabIndex={scene.moves.length ? undefined : 0}>
      {cards.map((card, place) => (
        <PlainCard key={place} scene={scene} pick={{ zone: name, place, word: card }} isOwn />
      ))}
    </div>
  </div>
);

const Own = ({ scene }: { scene: Scene }): JSX.Element => {
  const { hands } = studyOf(scene.sitting.game);
  const mine = atSeat(scene, scene.me!).filter(([, value]) => value !== null && value !== false);
  const isHand = ([key, value]: [string, Value]): boolean => hands.has(key) && Array.isArray(value) && isCards(scene, value);
  return (
    <>
      {mine.filter(isHand).map(([key, cards]) => (
        <Hand key={key} scene={scene} name={key} cards={cards as string[]} />
      ))}
      <ul class="plain-facts own-facts" tabIndex={0} aria-label={t("web.your-place")}>
        {mine
          .filter((entry) => !isHand(entry))
          .map(([key, value]) => (
            <Fact key={key} scene={scene} name={key} value={value} />
          ))}
      </ul>
      <Composer scene={scene} />
    </>
  );
};

/* ---- Buttons -------------------------------------------------------------------------------------------------------------- */

/* The move that is whole, and, if there are few, those it may still become. */
const buttons = (scene: Scene): MoveButton[] => {
  const moves = movesLeft(scene);
  const { whole } = stepsFrom(scene);
  const begun = picksNow(scene).length > 0;
  const shown = moves.length <= FEW ? moves : whole ? [whole] : [];
  return shown
    .map((move): MoveButton => ({ move, label: scene.sitting.choice(move), isPrimary: moves.length === 1 || (begun && move === whole) }))
    .sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
};

const hint = (scene: Scene): string => {
  const left = movesLeft(scene).length;
  return picksNow(scene).length ? t("web.generic.left", { n: left }) : t("web.generic.how");
};

/* ---- Decided ahead ---------------------------------------------------------------------------------------------------------- */

const ahead = ({ sitting }: Scene): AheadOffer[] =>
  [...studyOf(sitting.game).answers].map((move) => ({ label: t("web.online.ahead-word", { word: wordText(sitting, move) }), moves: [move] }));

export const generic: GameTable = {
  look: "generic",
  progress: ({ sitting, view }) => (
    <div class="progress">
      <span class="long">{keyText(sitting.game, view.phase)}</span>
    </div>
  ),
  seat: (scene, seat) => <Seat scene={scene} seat={seat} />,
  tag: () => null,
  points,
  court: (scene) => <Court scene={scene} />,
  courtClass: "plain-floor",
  own: (scene) => <Own scene={scene} />,
  ownClass: "plain-own",
  buttons,
  hint,
  ahead,
};
