/* Where there is nothing to show: a small arcade, one sentence, one way on. */
import type { ComponentChildren, JSX } from "preact";

export const Notice = ({ text, children }: { text: string; children?: ComponentChildren }): JSX.Element => (
  <div class="notice">
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <use href="#logo" />
    </svg>
    <p>{text}</p>
    {children}
  </div>
);
