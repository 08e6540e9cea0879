/* Where there is nothing to show: a small arcade, one sentence, one way on. */
import type { ComponentChildren, JSX } from "preact";

export const Notice = ({ text, children }: { text: string; children?: ComponentChildren }): JSX.Element => (
  <main class="notice">
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <use href="#logo" />
    </svg>
    <h1>{text}</h1>
    {children}
  </main>
);
