/* The cards that the words of a game name, to be drawn small among them: as soon as what draws the game is here. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Engine } from "../engine/engine";
import type { GameTable } from "../table/game";
import { type Faces, facesAt } from "../table/said";
import { loadTable } from "../table/tables";
import { lang } from "../words";
import type { Played } from "./played";

const facesOf = (engine: Engine, { setup }: Played, table: GameTable): Faces => {
  const game = engine.open();
  game.deal(setup);
  const faces = facesAt(setup.game, game, table);
  game.close();
  return faces;
};

export const useFaces = (engine: Engine, played: Played): Faces => {
  const faces = useSignal<Faces>({ byName: new Map(), names: null });
  useEffect(() => {
    let isGone = false;
    loadTable(played.setup.game).then(
      (table) => !isGone && (faces.value = facesOf(engine, played, table)),
      () => undefined, /* the words do without */
    );
    return () => void (isGone = true);
  }, [played, lang.value]);
  return faces.value;
};
