/* Every listed move in words, with its notation: any position can be played from this list alone. It also takes a typed
   move that is legal but not listed. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { t } from "../words";
import type { Scene } from "./game";
import { Sheet } from "./sheet";

const SHOWN = 200;

export const AllMoves = ({ scene, onClose }: { scene: Scene; onClose: () => void }): JSX.Element => {
  const typed = useSignal("");
  const text = typed.value.trim().replace(/\s+/g, " ");
  const word = text.toLowerCase(); /* the notation itself has capitals that mean something */
  const { sitting } = scene;
  const named = scene.moves.filter((move) => !text || move.toLowerCase().includes(word) || sitting.choice(move).toLowerCase().includes(word));
  const isLegal = text !== "" && !scene.moves.includes(text) && !sitting.check(text);
  const why = text !== "" && !named.length && !isLegal ? sitting.check(text) : null;
  return (
    <Sheet title={t("web.all-moves", { n: scene.moves.length })} onClose={onClose}>
      <input
        class="field"
        aria-label={t("web.type-a-move")}
        placeholder={t("web.type-a-move")}
        autofocus
        value={typed.value}
        onInput={(event) => (typed.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          if (isLegal || scene.moves.includes(text)) scene.play(text); /* bid 1, though bid 10 has it, too */
          else if (named[0]) scene.play(named[0]);
        }}
      />
      {why && <p class="quiet">{why}</p>}
      <ul class="move-list">
        {(isLegal ? [text] : named.slice(0, SHOWN)).map((move) => (
          <li key={move}>
            <button type="button" class="btn plain" onClick={() => scene.play(move)}>
              <span class="grow">{sitting.choice(move)}</span>
              <code>{move}</code>
            </button>
          </li>
        ))}
      </ul>
      {named.length > SHOWN && <p class="quiet">{t("web.more-moves", { n: named.length - SHOWN })}</p>}
    </Sheet>
  );
};
