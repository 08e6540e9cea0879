/* A game against bots on this machine. */
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Engine, Setup } from "../engine/engine";
import { Thinker } from "../engine/thinker";
import { LocalSitting } from "../local";
import { Empty } from "../online/empty";
import { savedGame } from "../saved";
import { Table } from "../table/frame";
import { t } from "../words";

declare const WORKER: string;

const thinker = new Thinker(WORKER);

/* What another version of the page kept may be a game that this one does not have. */
const canBeDealt = (engine: Engine, setup: Setup): boolean => {
  const game = engine.open();
  const refusal = game.deal(setup);
  game.close();
  return refusal === null;
};

export const LocalTable = ({ engine, id }: { engine: Engine; id: string }): JSX.Element => {
  const sitting = useMemo(() => {
    const saved = savedGame(id);
    return saved && canBeDealt(engine, saved.setup) ? new LocalSitting(engine, thinker, saved) : null;
  }, [engine, id]);
  useEffect(() => () => sitting?.leave(), [sitting]);
  if (sitting) return <Table sitting={sitting} />;
  return (
    <main class="alone">
      <Empty isPage title={t("web.no-such-table")}>
        <a class="btn teal" href="/">
          {t("web.to-lobby")}
        </a>
      </Empty>
    </main>
  );
};
