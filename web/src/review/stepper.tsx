/* Through the game: first, back, by itself, on, last; a slider for the rest. */
import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../art";
import { t } from "../words";

const TICK_MS = 1100;

const clamped = (n: number, count: number): number => Math.min(count, Math.max(0, n));

/* Arrows, Home and End, wherever the focus is but in a field of its own. */
export const useStepKeys = (at: Signal<number>, count: number): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isOurs = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isOurs || (event.target as Element).closest("input, select, textarea, dialog")) return;
      const to = { ArrowLeft: at.value - 1, ArrowRight: at.value + 1, Home: 0, End: count }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      at.value = clamped(to, count);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [at, count]);
};

export const Stepper = ({ at, count }: { at: Signal<number>; count: number }): JSX.Element => {
  const isPlaying = useSignal(false);
  useEffect(() => {
    if (!isPlaying.value) return;
    const timer = setInterval(() => {
      if (at.value >= count) isPlaying.value = false;
      else at.value++;
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isPlaying.value]);
  const step = (to: number): void => {
    isPlaying.value = false;
    at.value = clamped(to, count);
  };
  const play = (): void => {
    if (at.value >= count) at.value = 0;
    isPlaying.value = !isPlaying.value;
  };
  const key = (icon: string, label: string, onClick: () => void, isOff = false): JSX.Element => (
    <button type="button" class="btn square" aria-label={label} title={label} aria-disabled={isOff ? "true" : undefined} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="stepper" role="group" aria-label={t("web.review.step")}>
      {key("i-first", t("web.review.first"), () => step(0), at.value === 0)}
      {key("i-left", t("web.review.back"), () => step(at.value - 1), at.value === 0)}
      {isPlaying.value ? key("i-pause", t("web.review.pause"), play) : key("i-play", t("web.review.play"), play)}
      {key("i-right", t("web.review.on"), () => step(at.value + 1), at.value === count)}
      {key("i-last", t("web.review.last"), () => step(count), at.value === count)}
      <input
        class="grow"
        type="range"
        min={0}
        max={count}
        value={at.value}
        aria-label={t("web.review.move")}
        aria-valuetext={t("web.review.n-of", { n: at.value, all: count })}
        onInput={(event) => step(Number(event.currentTarget.value))}
      />
      <span class="num small">
        <b>{at.value}</b> / {count}
      </span>
    </div>
  );
};
