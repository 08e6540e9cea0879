/* The frame of every table: header, opponents, court, own place, action bar; beside it standings, log and chat. */
import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Later } from "../later";
import { ArrivingTable } from "../pages/arriving";
import type { Sitting } from "../sitting";
import { lang, t } from "../words";
import { announcement } from "./announce";
import { Bar } from "./bar";
import { useDrag } from "./drag";
import { About, RulesBeside, sectionOf, Tips } from "./explain";
import type { GameTable, OnlineParts } from "./game";
import { useLights } from "./lights";
import { Log, Ticker } from "./log";
import { Moments } from "./moments";
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
  onBack?: ((n: number) => void) | undefined; /* shows the table as it was after an entry of the log */
}

/* In place of the bar, while an earlier moment is looked at. */
const BackBar = ({ n, onReturn }: { n: number; onReturn: () => void }): JSX.Element => (
  <div class="bar" data-state="watching" role="region" aria-label={t("web.review.step")} id="bar" tabIndex={-1} ref={(bar) => bar?.focus()}>
    <div class="ask" aria-live="polite">
      <p>{t("web.back.then", { n })}</p>
      <p class="hint">{t("web.back.how")}</p>
    </div>
    <div class="moves">
      <button type="button" class="btn primary" onClick={onReturn}>
        {t("web.back.return")}
      </button>
    </div>
  </div>
);

/* The table of a game, as soon as what draws it is here; now, or as it was at an earlier moment. */
export const Table = (props: TableProps): JSX.Element => {
  const { sitting } = props;
  const past = useSignal<{ n: number; sitting: Sitting } | null>(null);
  const forget = (): void => {
    past.value?.sitting.leave();
    past.value = null;
  };
  useEffect(() => forget, [sitting]);
  const goBack = (n: number): void => void sitting.past!(n).then((then) => (forget(), (past.value = { n, sitting: then })));
  const onBack = sitting.past ? goBack : undefined;
  const shown = past.value ? { sitting: past.value.sitting, bar: <BackBar n={past.value.n} onReturn={forget} />, onBack } : { ...props, onBack };
  return (
    <Later load={() => loadTable(sitting.game)} of={sitting.game} meanwhile={<ArrivingTable game={sitting.game} />}>
      {(table) => <Frame key={past.value ? "then" : "now"} {...shown} table={table} />}
    </Later>
  );
};

type FrameProps = TableProps & { table: GameTable };

const useTable = ({ sitting, online, table }: FrameProps): Play => {
  useMotion(sitting);
  useSound(sitting);
  useRoving();
  useDrag();
  const play = useScene(sitting, online);
  useQuestions(play);
  useKeys(play, table);
  useLights(play.scene, table, play.hint.value?.moves[0]?.move ?? null, "data-hint");
  useLights(play.scene, table, play.told.value, "data-lit");
  return play;
};

/* In the order of reading, by what matters most; styles/keys.css puts it where it is seen. */
const Frame = (props: FrameProps): JSX.Element => {
  const { sitting, online, table, bar, beside } = props;
  const play = useTable(props);
  const { scene, sheet } = play;
  const faces = useMemo(() => facesAt(sitting.game, sitting, table), [sitting, lang.value]);
  const wishes = useMemo(() => (table.wishes ?? []).map((card) => ({ card, face: table.face!(sitting, card)! })), [sitting, lang.value]);
  const log = { sitting, names: scene.names, faces, onPoint: (move: string | null) => (play.told.value = move), onBack: props.onBack };
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
      <Top
        scene={scene}
        table={table}
        onOpen={(name) => (sheet.value = name)}
        onRules={() => (play.rules.value = play.rules.value === null ? sectionOf(scene, table, "") : null)}
      />
      <Sheets scene={scene} table={table} faces={faces} wishes={wishes} beside={beside} onBack={props.onBack} shown={sheet.value} onClose={() => (sheet.value = null)} />
      <Tips scene={scene} onOpen={(topic) => (play.topic.value = topic)} />
      {play.topic.value && (
        <About
          scene={scene}
          table={table}
          topic={play.topic.value}
          onTopic={(topic) => (play.topic.value = topic)}
          onRules={(section) => ((play.topic.value = null), (play.rules.value = section))}
          onClose={() => (play.topic.value = null)}
        />
      )}
      {play.rules.value !== null && <RulesBeside game={sitting.game} section={play.rules.value} onClose={() => (play.rules.value = null)} />}
      {online && <online.ConnectionVoice room={sitting.room!} />}
      {!bar && !sitting.panel && <Moments scene={scene} table={table} />}
      <LogVoice sitting={sitting} names={scene.names} />
      <div class="sr" role="status" aria-live="assertive">
        {announcement.value}
      </div>
    </div>
  );
};

/* On a phone the dock covers part of the court: the page keeps its height free, and scrolls nothing under it. */
const fitDock = (dock: HTMLElement | null): void => {
  if (!dock) return;
  const fit = (): void => document.documentElement.style.setProperty("--dock", `${dock.offsetHeight}px`);
  new ResizeObserver(fit).observe(dock);
  fit();
};
