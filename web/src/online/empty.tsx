/* Nothing here, or something went wrong: a small arcade, one sentence, one way on. */
import type { ComponentChildren, JSX } from "preact";

export const Empty = (props: { title: string; more?: string; isPage?: boolean; children?: ComponentChildren }): JSX.Element => (
  <div class="blank">
    <svg aria-hidden="true">
      <use href="#logo" />
    </svg>
    {props.isPage ? <h1>{props.title}</h1> : <b>{props.title}</b>}
    {props.more && <span class="quiet">{props.more}</span>}
    {props.children}
  </div>
);
