/*
 * A moment, over the court: the steps of a scoring come one after the other and go by themselves; then, at the end of the
 * game, the places, which stay until they are closed. A touch, Escape or Space ends the steps. Where nothing should move
 * they are only said.
 */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { moments } from "games:moments";
import { Icon, Mark, Tag } from "../art";
import type { Step, View } from "../engine/engine";
import { partText } from "../generic/say";
import { numberText } from "../readable";
import { pace } from "../settings";
import { t } from "../words";
import { resultText } from "./bar";
import type { GameTable, Scene } from "./game";
import type { Moment } from "./moments";

/* What a game says of its steps (moments.tsx of its folder). */
export interface GameMoments<V = View> {
  title: (scene: Scene<V>, steps: Step[]) => string;
  name: (scene: Scene<V>, step: Step, at: number) => string; /* of a step, the first is 0 */
  picture?: (scene: Scene<V>, step: Step, table: GameTable) => ComponentChildren; /* before its name */
  has?: (step: Step, has: number) => string; /* what somebody has there */
  owner?: (scene: Scene<V>, owner: number) => string; /* somebody who has no seat */
}

const STEP_MS = 450;
const REST_MS = 1900;
const paces = { calm: 1.5, normal: 1, quick: 0.6 } as const;
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/* ---- What is told ---------------------------------------------------------------------------------------------------- */

/* At the end of a game that says nothing more: what the points are made of. */
const countSteps = ({ sitting }: Scene): Step[] => {
  const counts = sitting.people.value.map((_, seat) => sitting.count(seat).parts);
  return Object.keys(counts[0] ?? {})
    .filter((part) => counts.some((parts) => parts[part]))
    .map((part) => ({ what: "count", of: part, rows: counts.flatMap((parts, seat): Step["rows"] => (parts[part] ? [[seat, 0, parts[part]]] : [])) }));
};

const counting: GameMoments = {
  title: () => t("web.moment.count"),
  name: ({ sitting }, { of }) => partText(sitting.game, of),
};

interface Told {
  steps: Step[];
  words: GameMoments;
}

const toldOf = (scene: Scene, { steps, isEnd }: Moment): Told => {
  const own = moments[scene.sitting.game] as GameMoments | undefined;
  if (steps.length && own) return { steps, words: own };
  const isPlayedOut = isEnd && scene.view.phase === "over";
  return { steps: isPlayedOut ? countSteps(scene) : [], words: counting };
};

const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);
const ownerOf = (scene: Scene, { owner }: GameMoments, seat: number): string => (seat < scene.names.length ? scene.called(seat) : (owner?.(scene, seat) ?? ""));
const best = ({ rows }: Step): Step["rows"] => [...rows].sort((a, b) => b[2] - a[2]);

const sayStep = (scene: Scene, words: GameMoments, step: Step, at: number): string => {
  const rows = best(step).map(([owner, has, points]) => [ownerOf(scene, words, owner), words.has?.(step, has), points && signed(points)].filter(Boolean).join(" "));
  return [words.name(scene, step, at), rows.join(", ")].filter(Boolean).join(": ");
};

const sayAll = (scene: Scene, { steps, words }: Told): string => `${words.title(scene, steps)}. ${steps.map((step, at) => sayStep(scene, words, step, at)).join(". ")}.`;

/* ---- The steps ------------------------------------------------------------------------------------------------------- */

interface StepProps {
  scene: Scene;
  table: GameTable;
  words: GameMoments;
  step: Step;
  at: number;
}

const StepShown = ({ scene, table, words, step, at }: StepProps): JSX.Element => (
  <li>
    <span class="slip-name">
      {words.picture?.(scene, step, table)}
      <span>{words.name(scene, step, at)}</span>
    </span>
    {best(step).map(([owner, has, points]) => (
      <span key={owner} class="slip-row">
        <Mark seat={owner} name={scene.names[owner] ?? String(owner + 1)} size="s" />
        <span class="quiet">{words.has?.(step, has)}</span>
        {points !== 0 && <b>{signed(points)}</b>}
      </span>
    ))}
  </li>
);

/* Whatever is touched or pressed goes on to the table, unless it was meant for the steps. */
const useSkip = (onSkip: () => void): void =>
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape" || event.key === " ") event.preventDefault(), event.stopPropagation();
      onSkip();
    };
    const onTouch = (event: Event): void => {
      if (!(event.target as Element).closest(".slip")) onSkip();
    };
    addEventListener("keydown", onKey, true);
    addEventListener("pointerdown", onTouch, true);
    return () => {
      removeEventListener("keydown", onKey, true);
      removeEventListener("pointerdown", onTouch, true);
    };
  }, []);

const Steps = ({ scene, table, told, onDone }: { scene: Scene; table: GameTable; told: Told; onDone: () => void }): JSX.Element => {
  const { steps, words } = told;
  const count = useSignal(1);
  useSkip(onDone);
  useEffect(() => {
    const isLast = count.value >= steps.length;
    const timer = setTimeout(() => (isLast ? onDone() : count.value++), (isLast ? REST_MS : STEP_MS) * paces[pace.peek()]);
    return () => clearTimeout(timer);
  }, [count.value]);
  return (
    <div class="slip told" aria-hidden="true" onClick={onDone}>
      <h2>{words.title(scene, steps)}</h2>
      <ol>
        {steps.slice(0, count.value).map((step, i) => (
          <StepShown key={i} scene={scene} table={table} words={words} step={step} at={i} />
        ))}
      </ol>
    </div>
  );
};

/* ---- The end --------------------------------------------------------------------------------------------------------- */

/* Between equal scores: what decided. */
const tieText = ({ sitting }: Scene, seat: number): string => {
  const { places, scores } = sitting.result.value!;
  const isDecided = scores.some((score, other) => score === scores[seat] && places[other] !== places[seat]);
  if (!isDecided || sitting.view.value.phase !== "over") return "";
  return Object.entries(sitting.count(seat).ties)
    .map(([part, value]) => `${partText(sitting.game, part)}: ${value}`)
    .join(", ");
};

const Places = ({ scene }: { scene: Scene }): JSX.Element => {
  const { places, scores, resigned = [] } = scene.sitting.result.value!;
  const seats = places.map((_, seat) => seat).sort((a, b) => places[a]! - places[b]! || a - b);
  return (
    <ol>
      {seats.map((seat) => (
        <li key={seat} data-place={places[seat]}>
          <span class="place-number">
            <span class="sr">{t("web.moment.place", { n: places[seat]! })}</span>
            <b aria-hidden="true">{places[seat]}</b>
          </span>
          <Mark seat={seat} name={scene.names[seat]!} size="s" />
          <span class="name">{seat === scene.me ? t("web.you") : scene.names[seat]}</span>
          {resigned.includes(seat) && <Tag>{t("web.moment.resigned")}</Tag>}
          <small class="quiet">{tieText(scene, seat)}</small>
          <b>{numberText(scores[seat]!)}</b>
        </li>
      ))}
    </ol>
  );
};

/* As the server offers them, or on this machine. */
const WaysOn = ({ scene }: { scene: Scene }): JSX.Element => {
  const { sitting, online } = scene;
  const notice = online?.noticeOf(sitting, "", () => "");
  if (online && notice)
    return (
      <>
        {notice.hint && <p class="hint">{notice.hint}</p>}
        <div class="row wrap">
          <online.NoticeKeys notice={notice} />
        </div>
      </>
    );
  return (
    <div class="row wrap">
      {sitting.again && (
        <button type="button" class="btn teal" onClick={() => sitting.again!()}>
          {t("web.online.play-again")}
        </button>
      )}
      <a class="btn" href={`/review/${sitting.reviewId}`}>
        {t("web.review.look-back")}
      </a>
    </div>
  );
};

/* The bar tells the result to those who listen. */
const End = ({ scene, onClose }: { scene: Scene; onClose: () => void }): JSX.Element => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) onClose();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <section class="slip end" aria-label={t("web.over")}>
      <header>
        <Icon name="i-trophy" />
        <h2>{resultText(scene)}</h2>
        <button type="button" class="btn plain square" aria-label={t("web.close")} onClick={onClose}>
          <Icon name="i-x" />
        </button>
      </header>
      <Places scene={scene} />
      <footer>
        <WaysOn scene={scene} />
      </footer>
    </section>
  );
};

/* ---- Both ------------------------------------------------------------------------------------------------------------ */

interface MomentProps {
  scene: Scene;
  table: GameTable;
  moment: Moment;
  onSay: (text: string) => void;
  onClose: () => void;
}

export const MomentShown = ({ scene, table, moment, onSay, onClose }: MomentProps): JSX.Element | null => {
  const toldFor = useSignal<Moment | null>(null);
  const told = toldOf(scene, moment);
  const isTold = toldFor.value === moment || isStill.matches || !told.steps.length;
  useEffect(() => {
    if (told.steps.length) onSay(sayAll(scene, told));
    if (isTold && !moment.isEnd) onClose();
  }, [moment]);
  const onDone = (): void => (moment.isEnd ? void (toldFor.value = moment) : onClose());
  if (isTold && !moment.isEnd) return null;
  return <div class="moments">{isTold ? <End scene={scene} onClose={onClose} /> : <Steps key={moment} scene={scene} table={table} told={told} onDone={onDone} />}</div>;
};
