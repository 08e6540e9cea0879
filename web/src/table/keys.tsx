/* The keys of a table, as a sheet. */
import type { JSX } from "preact";
import { t } from "../words";
import { Sheet } from "./sheet";

const keys: [keys: string[], text: string][] = [
  [["Tab"], "web.keys.tab"],
  [["←", "↑", "→", "↓"], "web.keys.arrows"],
  [["Space"], "web.keys.space"],
  [["Enter"], "web.keys.enter"],
  [["Esc"], "web.keys.escape"],
  [["I"], "web.keys.explain"],
  [["M"], "web.keys.moves"],
  [["H"], "web.keys.hint"],
  [["U"], "web.keys.undo"],
  [["L"], "web.keys.log"],
  [["C"], "web.keys.chat"],
  [["?"], "web.keys.keys"],
];

export const Keys = ({ onClose }: { onClose: () => void }): JSX.Element => (
  <Sheet title={t("web.keys")} onClose={onClose}>
    <dl class="sheet-body keys">
      {keys.map(([names, text]) => (
        <div key={text}>
          <dt>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
      <p class="quiet small">{t("web.keys.letters")}</p>
    </dl>
  </Sheet>
);
