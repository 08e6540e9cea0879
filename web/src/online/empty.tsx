/* Nothing here, or something went wrong: a small arcade, one sentence, one way on. */
import type { ComponentChildren, JSX } from "preact";

export const Empty = ({ title, more, children }: { title: string; more?: string; children?: ComponentChildren }): JSX.Element => (
  <div class="blank">
    <svg aria-hidden="true">
      <use href="#logo" />
    </svg>
    <b>{title}</b>
    {more && <span class="quiet">{more}</span>}
    {children}
  </div>
);
