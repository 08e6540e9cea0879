/* The action bar: who has to decide what, and the buttons for it. */
import { Fragment, type JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, Mark, Tag } from "../art";
import type { Hint } from "../engine/engine";
import { go } from "../route";
import { handOrder } from "../settings";
import type { Sitting } from "../sitting";
import { t } from "../words";
import type { GameTable, MoveButton, Scene } from "./game";
import type { Notice } from "./online";
import { verbOf } from "./picks";
import { endingOf } from "./result";
import { type Faces, Said } from "./said";

const whoIsAwaited = (scene: Scene): string => {
  const waited = scene.sitting.waits.value.filter((seat) => seat !== scene.me).map((seat) => scene.names[seat]!);
  return waited.length ? t("web.waiting-for", { names: waited.join(", ") }) : "";
};

const Awaited = ({ scene }: { scene: Scene }): JSX.Element => (
  <>
    {scene.sitting.waits.value
      .filter((seat) => seat !== scene.me)
      .map((seat) => (
        <Fragment key={seat}>
          <Mark seat={seat} name={scene.names[seat]!} size="s" />
          <span>{scene.names[seat]}</span>
        </Fragment>
      ))}
  </>
);

/* How the game ended, in a sentence. */
export const resultText = (scene: Scene): string => {
  const { key, names, others, score } = endingOf(scene.sitting.result.value!, scene.me, scene.sitting.view.value.phase === "over");
  const named = (seats: number[]): string => seats.map((seat) => scene.names[seat]).join(", ");
  return t(key, { names: named(names), others: named(others), score });
};

export interface BarProps {
  scene: Scene;
  table: GameTable;
  refusal: string | null;
  faces: Faces;
  hint: Hint | null;
  onHint: () => void;
  onUndo: () => void;
  onAll: () => void;
}

const isMine = ({ sitting }: Scene): boolean => sitting.state.value === "yours" || sitting.state.value === "free";

const BUTTONS_MAX = 6;
export const buttonsOf = (scene: Scene, table: GameTable): MoveButton[] => (isMine(scene) ? table.buttons(scene) : []);

/* Not refused by the rules: the lesson only goes another way. */
const isAside = (sitting: Sitting, refusal: string): boolean => sitting.state.value === "yours" && refusal === sitting.instead?.();

/* Whose turn it is, or what else is to be said before the question. */
const Who = ({ scene, refusal, notice }: { scene: Scene; refusal: string | null; notice: Notice | null }): JSX.Element => {
  const { sitting, online } = scene;
  const state = sitting.state.value;
  const awaited = sitting.waits.value[0];
  return (
    <div class="who">
      {refusal ? (
        <Tag kind={isAside(sitting, refusal) ? "teal" : "bad"}>{t(isAside(sitting, refusal) ? "web.learn.lesson" : "web.not-possible")}</Tag>
      ) : notice ? (
        <>
          <Icon name={notice.icon} />
          <span>{notice.who}</span>
        </>
      ) : state === "yours" ? (
        <Tag kind="accent">{t("web.your-turn")}</Tag>
      ) : state === "over" ? (
        <Tag kind="gold">{t("web.over")}</Tag>
      ) : (
        <Awaited scene={scene} />
      )}
      {online && state !== "over" && awaited !== undefined && (
        <online.Timer room={sitting.room!} seat={state === "yours" ? scene.me! : awaited} isMine={state === "yours"} />
      )}
    </div>
  );
};

/* Beneath the question: what the bot would do, or how a move is made here. */
const hintText = ({ scene, table, hint }: BarProps, notice: Notice | null): string | undefined => {
  if (notice) return notice.hint;
  const best = hint?.moves[0];
  if (best) return t("web.hint-is", { move: scene.sitting.choice(best.move), chance: Math.round(100 * best.chance) });
  return (isMine(scene) && table.hint?.(scene)) || "";
};

/* When it is over, where there is no server to say what comes next. */
const WaysOn = ({ sitting }: { sitting: Sitting }): JSX.Element => (
  <>
    <button type="button" class="btn" onClick={() => go("/")}>
      {t("web.to-lobby")}
    </button>
    <a class="btn teal" href={`/review/${sitting.reviewId}`}>
      {t("web.review.look-back")}
    </a>
  </>
);

const SortKey = (): JSX.Element => {
  const next = handOrder.value === "kind" ? "value" : "kind";
  const label = t(`web.sort.${next}`);
  return (
    <button type="button" class="btn plain square" title={label} aria-label={label} onClick={() => (handOrder.value = next)}>
      <Icon name="i-sort" />
    </button>
  );
};

const Tools = ({ scene, table, shown, onHint, onUndo, onAll }: BarProps & { shown: number }): JSX.Element => {
  const { sitting } = scene;
  const state = sitting.state.value;
  return (
    <div class="bar-tools">
      {isMine(scene) && scene.moves.length > shown && (
        <button type="button" class="btn plain all" aria-haspopup="dialog" title={t("web.all-moves", { n: scene.moves.length })} onClick={onAll}>
          <span>{t("web.all-n", { n: scene.moves.length })}</span>
          <kbd aria-hidden="true">M</kbd>
        </button>
      )}
      {sitting.canUndo.value && state !== "lost" && state !== "sent" && (
        <button type="button" class="btn plain square" title={`${t("web.undo")} (U)`} aria-label={t("web.undo")} onClick={onUndo}>
          <Icon name="i-undo" />
        </button>
      )}
      {table.hasSorting && scene.me !== null && <SortKey />}
      {state === "yours" && sitting.hasHints && (
        <button type="button" class="btn plain square" title={`${t("web.hint")} (H)`} aria-label={t("web.hint")} onClick={onHint}>
          <Icon name="i-hint" />
        </button>
      )}
    </div>
  );
};

/* A question so long that it scrolls is reached by the keyboard, too. */
const useScrolling = (): { current: HTMLDivElement | null } => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = box;
    if (current && current.scrollHeight > current.clientHeight) current.tabIndex = 0;
    else current?.removeAttribute("tabindex");
  });
  return box;
};

export const Bar = (props: BarProps): JSX.Element => {
  const { scene, table, faces } = props;
  const ask = useScrolling();
  const { sitting, online } = scene;
  const state = sitting.state.value;
  const buttons = buttonsOf(scene, table).slice(0, BUTTONS_MAX);
  const notice = props.refusal && state !== "lost" ? null : (online?.noticeOf(sitting, whoIsAwaited(scene), () => resultText(scene)) ?? null);
  const refusal = notice ? null : props.refusal; /* a lost connection is told first */
  return (
    <div
      class="bar"
      data-state={notice?.state ?? (state === "free" ? "waiting" : state)}
      role="region"
      aria-label={t("web.your-move")}
      id="bar"
      tabIndex={-1}
    >
      <div class="ask" aria-live="polite" ref={ask}>
        <Who scene={scene} refusal={refusal} notice={notice} />
        <p>{refusal ? <Said text={refusal} faces={faces} /> : (notice?.text ?? (state === "over" ? resultText(scene) : sitting.ask()))}</p>
        <p class="hint">{hintText(props, notice)}</p>
      </div>
      <div class="moves">
        {buttons.map((button) => (
          <MoveKey key={button.move} button={button} scene={scene} />
        ))}
        {notice && online && <online.NoticeKeys notice={notice} />}
        {!notice && online && <online.Meanwhile scene={scene} table={table} />}
        {state === "over" && !notice && <WaysOn sitting={sitting} />}
      </div>
      <Tools {...props} shown={buttons.length} />
    </div>
  );
};

export const press = (button: MoveButton, scene: Scene): void => {
  if (button.why) scene.choose(scene.picks.picked.value, button.why);
  else if (button.onPress) button.onPress();
  else scene.play(button.move);
};

const MoveKey = ({ button, scene }: { button: MoveButton; scene: Scene }): JSX.Element => (
  <button
    type="button"
    class={`btn ${button.isPrimary ? "primary" : ""} ${button.isDeskOnly ? "desk-only" : ""}`}
    data-about={`action ${verbOf(button.move)}`}
    aria-haspopup={button.onPress ? "true" : undefined}
    aria-disabled={button.why ? "true" : undefined}
    onClick={() => press(button, scene)}
  >
    <span>
      {button.label}
      {button.hint && (
        <>
          <br />
          <small>{button.hint}</small>
        </>
      )}
    </span>
    {(button.isPrimary || button.key) && <kbd aria-hidden="true">{button.isPrimary ? "Enter" : button.key!.toUpperCase()}</kbd>}
  </button>
);
