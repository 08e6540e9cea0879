/* Moments at a table: a scoring told step by step, and who has won. The table never waits for them; what draws them (moment.tsx)
   is loaded when there is something to tell. */
import { effect, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Step } from "../engine/engine";
import type { Sitting } from "../sitting";
import { need } from "../words";
import type { GameTable, Scene } from "./game";

export interface Moment {
  steps: Step[];
  isEnd: boolean; /* the game is over now */
}

const load = async (): Promise<typeof import("./moment")> => {
  const [part] = await Promise.all([import("./moment"), need("moments")]);
  return part;
};

/* What the newest entry of the log scored, if it is one move more than before. */
const stepsOf = (sitting: Sitting, countBefore: number): Step[] => {
  const last = sitting.log.value.at(-1);
  const isNext = sitting.log.value.length === countBefore + 1;
  return isNext && last?.move && last.seat !== null ? sitting.moments!(last.seat, last.move) : [];
};

/* Tells every moment that comes while somebody sits here. */
const follow = (sitting: Sitting, tell: (moment: Moment) => void): (() => void) => {
  let count = sitting.log.peek().length;
  let wasOver = sitting.result.peek() !== null;
  return effect(() => {
    const isEnd = sitting.result.value !== null && !wasOver;
    const steps = stepsOf(sitting, count);
    count = sitting.log.value.length;
    wasOver = sitting.result.value !== null;
    if (steps.length || isEnd) tell({ steps, isEnd });
  });
};

export const Moments = ({ scene, table }: { scene: Scene; table: GameTable }): JSX.Element => {
  const { sitting } = scene;
  const shown = useSignal<{ moment: Moment; part: Awaited<ReturnType<typeof load>> } | null>(null);
  const said = useSignal("");
  useEffect(() => {
    shown.value = null;
    return follow(sitting, (moment) => void load().then((part) => (shown.value = { moment, part })));
  }, [sitting]);
  const now = shown.value;
  return (
    <>
      {now && (
        <now.part.MomentShown scene={scene} table={table} moment={now.moment} onSay={(text) => (said.value = text)} onClose={() => (shown.value = null)} />
      )}
      <div class="sr" aria-live="polite">
        {said.value}
      </div>
    </>
  );
};
