/* A sheet over the page: from below on a phone, in the middle elsewhere. Escape and a touch beside it close it. */
import type { ComponentChildren, JSX } from "preact";
import { Icon } from "../art";
import { t } from "../words";

export const Sheet = (props: { title: string; onClose: () => void; children: ComponentChildren }): JSX.Element => (
  <dialog
    class="sheet"
    aria-label={props.title}
    ref={(dialog) => {
      if (dialog && !dialog.open) dialog.showModal();
    }}
    onClose={props.onClose}
    onClick={(event) => {
      if (event.target === event.currentTarget) props.onClose();
    }}
  >
    <header role="none"> {/* no banner of the page, wherever the sheet is */}
      <h2>{props.title}</h2>
      <button type="button" class="btn plain square" aria-label={t("web.close")} onClick={props.onClose}>
        <Icon name="i-x" />
      </button>
    </header>
    {props.children}
  </dialog>
);
