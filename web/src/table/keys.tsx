/* The keys of a table. */
import type { JSX } from "preact";
import { t } from "../words";
import { Sheet } from "./sheet";

const keys: [key: string, word: string][] = [
  ["Tab", "web.fix.key-tab"],
  ["← → ↑ ↓", "web.fix.key-arrows"],
  ["Space", "web.fix.key-space"],
  ["Enter", "web.fix.key-enter"],
  ["Esc", "web.fix.key-escape"],
  ["M", "web.fix.key-moves"],
  ["H", "web.fix.key-hint"],
  ["U", "web.fix.key-undo"],
  ["L", "web.fix.key-log"],
  ["?", "web.fix.key-keys"],
];

export const Keys = ({ onClose }: { onClose: () => void }): JSX.Element => (
  <Sheet title={t("web.fix.keys")} onClose={onClose}>
    <dl class="keys">
      {keys.map(([key, word]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{t(word)}</dd>
        </div>
      ))}
    </dl>
  </Sheet>
);
