/* What the lesson says, with its steps; lights up what the step is about. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art";
import { aboutGame, nameOf } from "../games";
import { playNow } from "../start";
import { t } from "../words";
import type { LessonSitting } from "./sitting";

/* Gives what the selector finds a frame of light, also when it is drawn anew. */
const useLight = (selector: string | undefined): void =>
  useEffect(() => {
    const app = document.querySelector(".app");
    if (!app || !selector) return;
    const light = (): void => app.querySelectorAll(selector).forEach((thing) => thing.setAttribute("data-look", ""));
    const watcher = new MutationObserver(light);
    watcher.observe(app, { childList: true, subtree: true });
    light();
    app.querySelector(".floor [data-look]")?.scrollIntoView({ block: "center" });
    return () => {
      watcher.disconnect();
      app.querySelectorAll("[data-look]").forEach((thing) => thing.removeAttribute("data-look"));
    };
  }, [selector]);

const Ways = ({ sitting }: { sitting: LessonSitting }): JSX.Element => (
  <>
    <button type="button" class="btn teal" onClick={() => playNow(aboutGame(sitting.game))}>
      {t("web.learn.play")}
    </button>
    <a class="btn" href={`/rules/${sitting.game}`}>
      {t("web.rules")}
    </a>
  </>
);

export const LessonPanel = ({ sitting }: { sitting: LessonSitting }): JSX.Element => {
  const at = sitting.at.value;
  const { steps } = sitting.lesson;
  const { text, moves, shows } = steps[at]!;
  const isLast = at === steps.length - 1;
  const next = useRef<HTMLButtonElement>(null);
  const isBusy = sitting.state.value === "waiting" && Boolean(moves);
  useLight(isBusy ? undefined : shows);
  useEffect(() => next.current?.focus({ preventScroll: true }), [at]);
  return (
    <section class="box lesson-panel" aria-label={t("web.learn.lesson")}>
      <header>
        {at > 0 && (
          <button type="button" class="btn plain square" aria-label={t("web.learn.back")} title={t("web.learn.back")} onClick={sitting.back}>
            <Icon name="i-left" />
          </button>
        )}
        <h2>{t("web.learn.title", { game: nameOf(sitting.game) })}</h2>
        <span class="quiet num">{t("web.learn.step", { n: at + 1, all: steps.length })}</span>
      </header>
      <span class="pips" aria-hidden="true">
        {steps.map((_, i) => (
          <i key={i} class={i < at ? "on" : i === at ? "now" : ""} />
        ))}
      </span>
      <p aria-live="polite">{t(text)}</p>
      <div class="row wrap">
        {isLast && <Ways sitting={sitting} />}
        {!isLast && !moves && (
          <button type="button" class="btn teal" ref={next} onClick={sitting.next}>
            {t("web.learn.next")}
          </button>
        )}
      </div>
    </section>
  );
};
