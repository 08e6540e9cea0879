/* What others did, for screen readers: politely, and several moves that come together as one. */
import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Sitting } from "../sitting";

const REST_MS = 600; /* this long nothing more must happen before it is said */

export const LogVoice = ({ sitting, names }: { sitting: Sitting; names: string[] }): JSX.Element => {
  const text = useSignal("");
  const said = useRef(sitting.log.peek().length);
  const timer = useRef(0);
  useSignalEffect(() => {
    const entries = sitting.log.value;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const fresh = entries.slice(said.current).filter((entry) => entry.seat === null || entry.seat !== sitting.seat);
      said.current = entries.length;
      text.value = fresh.map((entry) => (entry.seat === null ? entry.text : `${names[entry.seat]} ${entry.text}`)).join(". ");
    }, REST_MS);
  });
  return (
    <div class="sr" aria-live="polite">
      {text.value}
    </div>
  );
};
