/* A move word by word: what was chosen so far, and what may come next. */
import type { JSX } from "preact";
import { Icon } from "../art";
import { confirms } from "../settings";
import type { Scene } from "../table/game";
import { t } from "../words";
import { choosePath, FEW, movesLeft, picksNow, stepBack, stepsFrom, type Step } from "./narrow";
import { wordText } from "./say";

const SHOWN = 60; /* the list of all moves has the rest, and a search */

/* A word that leaves one move says all of it. */
const stepText = (scene: Scene, { word, moves }: Step): string => (moves.length === 1 ? scene.sitting.choice(moves[0]!) : wordText(scene.sitting, word));

const choose = (scene: Scene, path: string[], { word, moves }: Step): void => {
  const only = moves.length === 1 ? moves[0]! : null;
  if (only && confirms.value === "off") scene.play(only);
  else choosePath(scene, only ? only.split(" ") : [...path, word]);
};

const Word = ({ scene, path, step }: { scene: Scene; path: string[]; step: Step }): JSX.Element => (
  <li>
    <button type="button" class="plain-chip" onClick={() => choose(scene, path, step)}>
      <span>{stepText(scene, step)}</span>
      {step.moves.length > 1 && <small aria-hidden="true">{step.moves.length}</small>}
    </button>
  </li>
);

export const Composer = ({ scene }: { scene: Scene }): JSX.Element | null => {
  const state = scene.sitting.state.value;
  if ((state !== "yours" && state !== "free") || !scene.moves.length) return null;
  const { path, steps } = stepsFrom(scene);
  const begun = picksNow(scene).length > 0;
  const isFew = movesLeft(scene).length <= FEW;
  if (isFew && !begun) return null;
  return (
    <section class="plain-composer" aria-label={t("web.generic.compose")}>
      {begun && (
        <p class="plain-path" aria-live="polite">
          <button type="button" class="btn plain square back" aria-label={t("web.generic.back")} title={t("web.generic.back")} onClick={() => stepBack(scene)}>
            <Icon name="i-left" />
          </button>
          {path.map((word, i) => (
            <span key={i} class="tag accent">
              {wordText(scene.sitting, word)}
            </span>
          ))}
        </p>
      )}
      {!isFew && (
        <ul class="plain-words">
          {steps.slice(0, SHOWN).map((step) => (
            <Word key={step.word} scene={scene} path={path} step={step} />
          ))}
        </ul>
      )}
    </section>
  );
};
