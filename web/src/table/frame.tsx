/* The frame of every table: header, opponents, court, own place, action bar; beside it standing, log and chat. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Later } from "../later";
import type { Sitting } from "../sitting";
import { lang, t } from "../words";
import { announcement } from "./announce";
import { Bar } from "./bar";
import type { GameTable, OnlineParts } from "./game";
import { Log, Ticker } from "./log";
import { useMotion } from "./motion";
import { useRoving } from "./roving";
import { facesAt } from "./said";
import { type Play, useKeys, useQuestions, useScene } from "./scene";
import { Seats, Standing } from "./seats";
import { Sheets } from "./sheets";
import { useSound } from "./sound";
import { loadTable } from "./tables";
import { Top } from "./top";
import { LogVoice } from "./voice";

/* A replay has a bar of its own, and something more beside the table. */
interface TableProps {
  sitting: Sitting;
  online?: OnlineParts;
  bar?: JSX.Element;
  beside?: JSX.Element | null;
}

/* The table of a game, as soon as what draws it is here. */
export const Table = (props: TableProps): JSX.Element => (
  <Later load={() => loadTable(props.sitting.game)} of={props.sitting.game}>
    {(table) => <Frame {...props} table={table} />}
  </Later>
);

type FrameProps = TableProps & { table: GameTable };

const useTable = ({ sitting, online, table }: FrameProps): Play => {
  useMotion(sitting);
  useSound(sitting);
  useRoving();
  const play = useScene(sitting, online);
  useQuestions(play);
  useKeys(play, table);
  return play;
};

/* In the order of reading, by what matters most; styles/keys.css puts it where it is seen. */
const Frame = (props: FrameProps): JSX.Element => {
  const { sitting, online, table, bar, beside } = props;
  const play = useTable(props);
  const { scene, sheet } = play;
  const faces = useMemo(() => facesAt(sitting.game, sitting, table), [sitting, lang.value]);
  const wishes = useMemo(() => (table.wishes ?? []).map((card) => ({ card, face: table.face!(sitting, card)! })), [sitting, lang.value]);
  const log = { sitting, names: scene.names, faces };
  return (
    <div class={`app g-${table.look ?? sitting.game} ${sitting.panel ? "lesson" : ""}`} data-sent={sitting.state.value === "sent" ? "" : undefined}>
      <a class="skip" href="#bar">
        {t("web.to-the-bar")}
      </a>
      {sitting.panel?.()}
      <main class="table">
        <div class="dock" ref={fitDock}>
          {bar ?? (
            <Bar
              scene={scene}
              table={table}
              refusal={play.refusal.value}
              faces={faces}
              hint={play.hint.value}
              onHint={play.askHint}
              onUndo={play.undo}
              onAll={() => (sheet.value = "all")}
            />
          )}
          {online && <online.Questions sitting={sitting} names={scene.names} />}
          {scene.me !== null && (
            <section class={`own ${table.ownClass}`} aria-label={t("web.your-place")}>
              {table.own(scene)}
            </section>
          )}
        </div>
        <div class={`floor ${table.courtClass}`}>{table.court(scene)}</div>
        {beside && <div class="below">{beside}</div>}
        <Ticker {...log} />
        <Seats scene={scene} table={table} />
      </main>
      <aside class="rail">
        <Standing scene={scene} table={table} />
        {beside}
        <Log {...log} />
        {online && <online.Chat room={sitting.room!} wishes={wishes} />}
      </aside>
      <Top scene={scene} table={table} onOpen={(name) => (sheet.value = name)} />
      <Sheets scene={scene} table={table} faces={faces} wishes={wishes} beside={beside} shown={sheet.value} onClose={() => (sheet.value = null)} />
      {online && <online.ConnectionVoice room={sitting.room!} />}
      <LogVoice sitting={sitting} names={scene.names} />
      <div class="sr" role="status" aria-live="assertive">
        {announcement.value}
      </div>
    </div>
  );
};

/* On a phone the dock lies over the court: the page keeps its height free. */
const fitDock = (dock: HTMLElement | null): void => {
  if (!dock) return;
  const fit = (): void => dock.closest<HTMLElement>(".app")?.style.setProperty("--dock", `${dock.offsetHeight}px`);
  new ResizeObserver(fit).observe(dock);
  fit();
};
