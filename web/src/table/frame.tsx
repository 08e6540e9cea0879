/* The frame of every table: header, opponents, court, own place, action bar; beside it standing, log and chat. */
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { Fragment, type JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Brand, Icon, Mark, Tag } from "../art";
import type { Hint } from "../engine/engine";
import { aboutGame, nameOf } from "../games/about";
import { Later } from "../later";
import { NoticeKey } from "../offline/notices";
import { openSettings } from "../pages/settings";
import { go } from "../route";
import { confirms } from "../settings";
import type { Entry, Sitting } from "../sitting";
import { lang, t } from "../words";
import { AllMoves } from "./all-moves";
import { announcement } from "./announce";
import type { GameTable, MoveButton, OnlineParts, Scene } from "./game";
import { Keys } from "./keys";
import { useMotion } from "./motion";
import { Picks } from "./picks";
import { type Faces, facesAt, Said } from "./said";
import { useRoving } from "./roving";
import { Sheet } from "./sheet";
import { useSound } from "./sound";
import { loadTable } from "./tables";
import { useTurn } from "./turn";
import { LogVoice } from "./voice";

/* On a phone five opponents do not fit beside each other: the row follows the turn. */
const follow = (row: HTMLElement | null): void => {
  const seat = row?.querySelector<HTMLElement>("[data-turn]");
  if (row && seat) row.scrollTo({ left: seat.offsetLeft - (row.clientWidth - seat.offsetWidth) / 2 });
};

const Seats = ({ scene, table }: { scene: Scene; table: GameTable }): JSX.Element => {
  const { online } = scene;
  const { players } = scene.sitting;
  const first = scene.me ?? -1;
  const others = Array.from({ length: players - (scene.me === null ? 0 : 1) }, (_, i) => (first + 1 + i) % players);
  const waits = scene.sitting.waits.value;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => follow(row.current), [waits.join()]);
  return (
    <div class="seats" role="group" aria-label={t("web.opponents")} tabIndex={others.length > 3 ? 0 : undefined} ref={row}>
      {others.map((seat) => {
        const tag = table.tag(scene, seat);
        return (
          <section
            key={seat}
            class="seat"
            data-seat={seat}
            data-turn={waits.includes(seat) ? "" : undefined}
            data-out={table.isOut?.(scene.view, seat) ? "" : undefined}
            aria-label={scene.names[seat]}
          >
            <header>
              <Mark seat={seat} name={scene.names[seat]!} />
              <h2>{scene.names[seat]}</h2>
              {tag && <Tag kind={tag.kind}>{tag.text}</Tag>}
              {online && <online.Presence person={scene.sitting.people.value[seat]!} />}
              {online && <online.Timer room={scene.sitting.room!} seat={seat} />}
            </header>
            {table.seat(scene, seat)}
          </section>
        );
      })}
    </div>
  );
};

const Standing = ({ scene, table }: { scene: Scene; table: GameTable }): JSX.Element => {
  const seats = Array.from({ length: scene.sitting.players }, (_, seat) => seat);
  const result = scene.sitting.result.value;
  const rank = (seat: number): number => (result ? result.places[seat]! : -(table.points(scene, seat) ?? 0));
  return (
    <section class="box">
      <header>
        <h2>{t("web.standing")}</h2>
        <span class="quiet">{t("web.points")}</span>
      </header>
      <ol class="standing">
        {seats
          .sort((a, b) => rank(a) - rank(b) || a - b)
          .map((seat) => {
            const tag = table.tag(scene, seat);
            return (
              <li key={seat} aria-current={scene.sitting.waits.value.includes(seat) ? "true" : undefined}>
                <Mark seat={seat} name={scene.names[seat]!} size="s" />
                <span class="name">{scene.sitting.people.value[seat]?.kind === "me" ? t("web.you") : scene.names[seat]}</span>
                {tag && <Tag kind={tag.kind}>{tag.text}</Tag>}
                <b>{result ? result.scores[seat] : table.points(scene, seat)}</b>
              </li>
            );
          })}
      </ol>
    </section>
  );
};

/* Whom a line of the log is about. */
const Subject = ({ entry, names }: { entry: Entry; names: string[] }): JSX.Element | null =>
  entry.seat === null ? null : <b>{entry.isOwn ? t("web.you") : names[entry.seat]}</b>;

interface LogProps {
  sitting: Sitting;
  names: string[];
  faces: Faces;
}

const Log = ({ sitting, names, faces }: LogProps): JSX.Element => {
  const entries = sitting.log.value;
  return (
    <section class="box log" aria-label={t("web.log")}>
      <header>
        <h2>{t("web.log")}</h2>
      </header>
      <ol tabIndex={0} aria-label={t("web.log")} ref={(list) => void list?.scrollTo(0, list.scrollHeight)}>
        {entries.map((entry, i) => (
          <li
            key={entry.n}
            data-seat={entry.seat ?? undefined}
            class={`${entry.seat === null ? "all" : ""} ${i === entries.length - 1 ? "now" : ""}`}
          >
            <Subject entry={entry} names={names} /> <Said text={entry.text} faces={faces} />
          </li>
        ))}
      </ol>
    </section>
  );
};

const Ticker = ({ sitting, names, faces }: LogProps): JSX.Element => {
  const last = sitting.log.value.at(-1);
  return (
    <div class="ticker" role="status">
      {last && (
        <>
          {last.seat !== null && <Mark seat={last.seat} name={names[last.seat]!} size="s" />}
          <span>
            <Subject entry={last} names={names} /> <Said text={last.text} faces={faces} />
          </span>
        </>
      )}
    </div>
  );
};

const whoIsAwaited = (scene: Scene): string => {
  const waited = scene.sitting.waits.value.filter((seat) => seat !== scene.me).map((seat) => scene.names[seat]!);
  return waited.length ? t("web.waiting-for", { names: waited.join(", ") }) : "";
};

const Awaited = ({ scene }: { scene: Scene }): JSX.Element => (
  <>
    {scene.sitting.waits.value
      .filter((seat) => seat !== scene.me)
      .map((seat) => (
        <Fragment key={seat}>
          <Mark seat={seat} name={scene.names[seat]!} size="s" />
          <span>{scene.names[seat]}</span>
        </Fragment>
      ))}
  </>
);

const resultText = (scene: Scene): string => {
  const result = scene.sitting.result.value!;
  const winners = result.places.flatMap((place, seat) => (place === 1 ? [scene.names[seat]!] : []));
  const score = Math.max(...result.scores);
  if (winners.length === 1 && scene.me !== null && result.places[scene.me] === 1) return t("web.you-won", { score });
  return t(winners.length > 1 ? "web.winners" : "web.winner", { names: winners.join(", "), score });
};

interface BarProps {
  scene: Scene;
  table: GameTable;
  refusal: string | null;
  faces: Faces;
  hint: Hint | null;
  onHint: () => void;
  onUndo: () => void;
  onAll: () => void;
}

const Bar = ({ scene, table, refusal: refused, faces, hint, onHint, onUndo, onAll }: BarProps): JSX.Element => {
  const { sitting, online } = scene;
  const state = sitting.state.value;
  const isMine = state === "yours" || state === "free";
  const buttons = isMine ? table.buttons(scene).slice(0, 6) : [];
  const awaited = sitting.waits.value[0];
  const notice = refused && state !== "lost" ? null : (online?.noticeOf(sitting, whoIsAwaited(scene), () => resultText(scene)) ?? null);
  const refusal = notice ? null : refused; /* a lost connection is told first */
  return (
    <div
      class="bar"
      data-state={notice?.state ?? (state === "free" ? "waiting" : state)}
      role="region"
      aria-label={t("web.your-move")}
      id="bar"
      tabIndex={-1}
    >
      <div class="ask" aria-live="polite">
        <div class="who">
          {refusal ? (
            <Tag kind="bad">{t("web.not-possible")}</Tag>
          ) : notice ? (
            <>
              <Icon name={notice.icon} />
              <span>{notice.who}</span>
            </>
          ) : state === "yours" ? (
            <Tag kind="accent">{t("web.your-turn")}</Tag>
          ) : state === "over" ? (
            <Tag kind="gold">{t("web.over")}</Tag>
          ) : (
            <Awaited scene={scene} />
          )}
          {online && state !== "over" && awaited !== undefined && (
            <online.Timer room={sitting.room!} seat={state === "yours" ? scene.me! : awaited} isMine={state === "yours"} />
          )}
        </div>
        <p>{refusal ? <Said text={refusal} faces={faces} /> : (notice?.text ?? (state === "over" ? resultText(scene) : sitting.ask()))}</p>
        <p class="hint">
          {notice
            ? notice.hint
            : hint
            ? t("web.hint-is", { move: sitting.choice(hint.moves[0]!.move), chance: Math.round(100 * hint.moves[0]!.chance) })
            : (isMine && table.hint?.(scene)) || ""}
        </p>
      </div>
      <div class="moves">
        {buttons.map((button) => (
          <MoveKey key={button.move} button={button} scene={scene} />
        ))}
        {notice && online && <online.NoticeKeys notice={notice} />}
        {state === "over" && !notice && (
          <>
            <button type="button" class="btn" onClick={() => go("/")}>
              {t("web.to-lobby")}
            </button>
            <a class="btn teal" href={`/review/${sitting.reviewId}`}>
              {t("web.review.look-back")}
            </a>
          </>
        )}
      </div>
      <div class="bar-tools">
        {isMine && scene.moves.length > buttons.length && (
          <button
            type="button"
            class="btn plain all"
            aria-haspopup="dialog"
            title={t("web.all-moves", { n: scene.moves.length })}
            onClick={onAll}
          >
            <span>{t("web.all-n", { n: scene.moves.length })}</span>
            <kbd aria-hidden="true">M</kbd>
          </button>
        )}
        {sitting.canUndo.value && state !== "lost" && state !== "sent" && (
          <button type="button" class="btn plain square" title={`${t("web.undo")} (U)`} aria-label={t("web.undo")} onClick={onUndo}>
            <Icon name="i-undo" />
          </button>
        )}
        {state === "yours" && sitting.hasHints && (
          <button type="button" class="btn plain square" title={`${t("web.hint")} (H)`} aria-label={t("web.hint")} onClick={onHint}>
            <Icon name="i-hint" />
          </button>
        )}
      </div>
    </div>
  );
};

/* Enter picks what is not picked yet, and presses what it stands on; anywhere else it confirms. */
const confirmsWith = (target: EventTarget | null): boolean =>
  !(target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) || target.getAttribute("aria-pressed") === "true";

const press = (button: MoveButton, scene: Scene): void => {
  if (button.why) scene.choose(scene.picks.picked.value, button.why);
  else if (button.onPress) button.onPress();
  else scene.play(button.move);
};

const MoveKey = ({ button, scene }: { button: MoveButton; scene: Scene }): JSX.Element => (
  <button
    type="button"
    class={`btn ${button.isPrimary ? "primary" : ""} ${button.isDeskOnly ? "desk-only" : ""}`}
    aria-haspopup={button.onPress ? "true" : undefined}
    aria-disabled={button.why ? "true" : undefined}
    onClick={() => press(button, scene)}
  >
    <span>
      {button.label}
      {button.hint && (
        <>
          <br />
          <small>{button.hint}</small>
        </>
      )}
    </span>
    {(button.isPrimary || button.key) && <kbd aria-hidden="true">{button.isPrimary ? "Enter" : button.key!.toUpperCase()}</kbd>}
  </button>
);

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

const Frame = ({ sitting, online, table, bar, beside }: TableProps & { table: GameTable }): JSX.Element => {
  const picks = useMemo(() => new Picks(), [sitting]);
  const refusal = useSignal<string | null>(null);
  const hint = useSignal<Hint | null>(null);
  const sheet = useSignal<"all" | "log" | "chat" | "table" | "keys" | null>(null);
  const faces = useMemo(() => facesAt(sitting.game, sitting, table), [sitting, lang.value]);
  const wishes = useMemo(() => (table.wishes ?? []).map((card) => ({ card, face: table.face!(sitting, card)! })), [sitting, lang.value]);
  useMotion(sitting);
  useSound(sitting);
  useRoving();
  const names = useComputed(() => sitting.people.value.map((person) => person.name));

  const answered = (why: string | null): void => {
    refusal.value = why;
    if (why) announcement.value = why;
    document.getElementById("bar")?.focus();
  };
  const play = (move: string): void => {
    hint.value = null;
    sheet.value = null;
    void sitting.play(move).then((why) => {
      picks.clear(); /* until then what was picked shows what was sent */
      answered(why);
    });
  };
  const undo = (): void => void sitting.undo().then(answered);
  const scene: Scene = {
    sitting,
    online,
    view: sitting.view.value,
    me: sitting.seat,
    names: names.value,
    moves: sitting.moves.value,
    picks,
    play,
    choose: (picked, why) => {
      refusal.value = why ?? null;
      picks.picked.value = picked;
    },
    touch: (pick, why) => {
      refusal.value = null;
      if (picks.has(pick)) picks.drop(pick);
      else if (!picks.add(pick, sitting.moves.value)) refusal.value = why ?? t("web.no-move-has-that");
      else if (confirms.value === "off") {
        const only = picks.only(sitting.moves.value);
        if (only) play(only);
      }
    },
  };
  useSignalEffect(() => {
    if (picks.picked.value.length) refusal.value = null; /* the next touch ends it */
  });
  const askHint = (): void => void sitting.hint().then((found) => (hint.value = found));

  const state = sitting.state.value;
  const moveCount = sitting.log.value.length;
  const seen = useRef(-1);
  const askedBefore = useRef("");
  const wasMine = useRef(false); /* a lost connection changes nothing about it */
  if (state !== "lost") wasMine.current = state === "yours";
  useTurn(nameOf(sitting.game), wasMine.current);
  useEffect(() => {
    if (state === "sent" || state === "lost") return; /* what is picked is kept */
    if (seen.current === moveCount && state !== "over") return;
    seen.current = moveCount;
    const asked = `${state} ${sitting.moves.value.join("\n")}`;
    if (asked === askedBefore.current) return; /* another moved meanwhile: I am asked the same, what I picked stays */
    askedBefore.current = asked;
    refusal.value = null;
    hint.value = null;
    picks.clear();
    if (state === "yours") announcement.value = `${t("web.your-turn")}. ${sitting.ask()}`;
  }, [state, moveCount]);

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      const buttons = state === "yours" || state === "free" ? table.buttons(scene) : [];
      const primary = buttons.find((button) => button.isPrimary);
      const lettered = buttons.find((button) => button.key === key);
      if (key === "escape") picks.clear(), (sheet.value = null), (refusal.value = null);
      else if (document.querySelector("dialog[open]")) return;
      else if (key === "enter" && primary && confirmsWith(event.target)) press(primary, scene);
      else if (lettered) press(lettered, scene);
      else if (key === "m" && scene.moves.length) sheet.value = "all";
      else if (key === "h" && state === "yours" && sitting.hasHints) askHint();
      else if (key === "u" && sitting.canUndo.value) undo();
      else if (key === "?") sheet.value = "keys";
      else if (key === "l") sheet.value = "log";
      else if (key === "c" && sitting.room) sheet.value = "chat";
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });

  /* In the order of reading, by what matters most; styles/keys.css puts it where it is seen. */
  return (
    <div class={`app g-${table.look ?? sitting.game} ${sitting.panel ? "lesson" : ""}`} data-sent={state === "sent" ? "" : undefined}>
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
              refusal={refusal.value}
              faces={faces}
              hint={hint.value}
              onHint={askHint}
              onUndo={undo}
              onAll={() => (sheet.value = "all")}
            />
          )}
          {online && <online.Questions sitting={sitting} names={names.value} />}
          {scene.me !== null && (
            <section class={`own ${table.ownClass}`} aria-label={t("web.your-place")}>
              {table.own(scene)}
            </section>
          )}
        </div>
        <div class={`floor ${table.courtClass}`}>{table.court(scene)}</div>
        {beside && <div class="below">{beside}</div>}
        <Ticker sitting={sitting} names={names.value} faces={faces} />
        <Seats scene={scene} table={table} />
      </main>
      <aside class="rail">
        <Standing scene={scene} table={table} />
        {beside}
        <Log sitting={sitting} names={names.value} faces={faces} />
        {online && <online.Chat room={sitting.room!} wishes={wishes} />}
      </aside>
      <header class="top">
        <Brand />
        <a class="btn plain square phone-only" href="/" aria-label={t("web.to-lobby")}>
          <Icon name="i-left" />
        </a>
        <div class="where">
          <h1>{nameOf(sitting.game)}</h1>
        </div>
        {table.progress(scene)}
        <NoticeKey />
        <nav aria-label={t("web.table")}>
          <button
            type="button"
            class="btn plain square phone-only"
            aria-label={t("web.log")}
            onClick={() => (sheet.value = "log")}
          >
            <Icon name="i-log" />
          </button>
          {!sitting.panel && !sitting.room && aboutGame(sitting.game).hasLesson && (
            <a class="btn plain square desk-only" href={`/learn/${sitting.game}`} aria-label={t("web.learn.learn")} title={t("web.learn.learn")}>
              <Icon name="i-learn" />
            </a>
          )}
          {online && (
            <>
              <button
                type="button"
                class={`btn plain square phone-only ${online.unread(sitting.room!) ? "news" : ""}`}
                aria-label={t(online.unread(sitting.room!) ? "web.online.chat-news" : "web.online.chat")}
                onClick={() => (sheet.value = "chat")}
              >
                <Icon name="i-chat" />
              </button>
              <button type="button" class="btn plain square" aria-label={t("web.table")} onClick={() => (sheet.value = "table")}>
                <Icon name="i-shield" />
              </button>
            </>
          )}
          <a class={`btn plain square ${sitting.room ? "desk-only" : ""}`} href={`/rules/${sitting.game}`} aria-label={t("web.rules")} title={t("web.rules")}>
            <Icon name="i-help" />
          </a>
          <button
            type="button"
            class={`btn plain square ${sitting.room ? "desk-only" : ""}`}
            aria-label={t("web.settings")}
            onClick={openSettings}
          >
            <Icon name="i-gear" />
          </button>
        </nav>
      </header>
      {sheet.value === "all" && <AllMoves scene={scene} onClose={() => (sheet.value = null)} />}
      {sheet.value === "log" && (
        <Sheet title={t("web.log")} onClose={() => (sheet.value = null)}>
          <Standing scene={scene} table={table} />
          {beside}
          <Log sitting={sitting} names={names.value} faces={faces} />
        </Sheet>
      )}
      {sheet.value === "chat" && online && (
        <Sheet title={t("web.online.chat")} onClose={() => (sheet.value = null)}>
          <online.Chat room={sitting.room!} wishes={wishes} />
        </Sheet>
      )}
      {sheet.value === "keys" && <Keys onClose={() => (sheet.value = null)} />}
      {sheet.value === "table" && online && <online.TableSheet sitting={sitting} onClose={() => (sheet.value = null)} />}
      {online && <online.ConnectionVoice room={sitting.room!} />}
      <LogVoice sitting={sitting} names={names.value} />
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
