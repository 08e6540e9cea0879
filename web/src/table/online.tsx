/* What a table at the server adds to the frame: who is here, what the bar says when it is not simply somebody's turn,
   questions of the others, the chat and the sheet of the table. */
import { signal, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { type PersonSeat, post, type TableInfo, whyNot } from "../api";
import { Icon, Tag } from "../art";
import { CopyLink } from "../online/copy";
import { nextTable } from "../online/elsewhere";
import { connection, line, triesAgainAt } from "../online/line";
import { muted, type Room } from "../online/room";
import { clockText, dayText, endText, useTicks } from "../online/time";
import { openSettings } from "../pages/settings";
import { go } from "../route";
import type { Ahead, Person, Sitting } from "../sitting";
import { t } from "../words";
import { announcement } from "./announce";
import type { AheadOffer, GameTable, Scene } from "./game";
import { Sheet } from "./sheet";

export { Chat, unread } from "../online/chat";
export { Timer } from "../online/time";

/* ---- Who is here ------------------------------------------------------------------------------------------------------- */

export const Presence = ({ person }: { person: Person }): JSX.Element | null => {
  if (person.kind === "bot") return null;
  if (person.isAway)
    return (
      <Tag kind="bad here">
        <Icon name="i-bot" /> {t("web.online.bot-sits-in")}
      </Tag>
    );
  if (person.vacationUntil)
    return (
      <span title={t("web.online.vacation-until", { day: dayText(person.vacationUntil) })}>
        <Tag kind="here">
          <Icon name="i-clock" /> {t("web.online.vacation-short")}
        </Tag>
      </span>
    );
  if (person.isHere === false)
    return (
      <Tag kind="bad here">
        <Icon name="i-offline" /> {t("web.online.not-here")}
      </Tag>
    );
  return null;
};

/* ---- The bar when it is not simply somebody's turn --------------------------------------------------------------------- */

export interface Notice {
  state: "off" | "sent" | "waiting" | "watch" | "done";
  icon: string;
  who: string;
  text: ComponentChildren;
  hint?: string;
  buttons: { label: string; kind?: "teal"; path?: string; onPress?: () => void }[];
}

/* Seconds are shown, but not spoken one by one. */
const TryingAgain = (): JSX.Element => {
  useTicks(true, 500);
  const seconds = Math.ceil((triesAgainAt.value - Date.now()) / 1000);
  return (
    <>
      <span class="sr">{t("web.online.trying")}</span>
      <span aria-hidden="true">{seconds > 0 ? t("web.online.trying-in", { n: seconds }) : t("web.online.trying")}</span>
    </>
  );
};

const lostNotice = (sitting: Sitting): Notice => {
  const sent = sitting.room!.sending.sent.value;
  const kept = sent && sitting.seat !== null ? t("web.online.move-kept", { move: moveText(sitting, sent.move) }) : undefined;
  const hint = kept ? { hint: kept } : {};
  if (connection.value === "trouble")
    return { state: "off", icon: "i-offline", who: t("web.online.trouble"), text: t("web.online.trouble-how"), ...hint, buttons: [] };
  return {
    state: "off",
    icon: "i-offline",
    who: t("web.online.no-connection"),
    text: <TryingAgain />,
    hint: kept ?? t("web.online.clocks-rest"),
    buttons: [{ label: t("web.online.try-now"), onPress: () => line.retry() }],
  };
};

/* As something to choose; the position may have gone on already. */
const moveText = (sitting: Sitting, move: string): string => {
  try {
    return sitting.choice(move);
  } catch {
    return move;
  }
};

/* Why there is no rematch. */
const noRematch = signal<string | null>(null);

const rematch = (info: TableInfo): void => {
  noRematch.value = null;
  post<TableInfo>(`/tables/${info.code}/rematch`).then(
    (table) => go(`/table/${table.code}`),
    (error: unknown) => (noRematch.value = whyNot(error)),
  );
};

const ratingText = (info: TableInfo, seat: number | null): string | undefined => {
  const mine = seat === null ? undefined : (info.seats[seat] as PersonSeat);
  if (!mine?.rating_after) return undefined;
  return t("web.online.rating-change", { before: mine.rating_before ?? mine.rating_after, after: mine.rating_after });
};

/* After this game: the next that waits for me, or the start page. */
const waysOn = (here: string): Notice["buttons"][number] => {
  const next = nextTable(here);
  return next ? { label: t("web.online.next-game"), path: next } : { label: t("web.to-lobby"), path: "/" };
};

const overNotice = (sitting: Sitting, result: string): Notice => {
  const info = sitting.room!.info.value!;
  const review = { label: t("web.review.look-back"), kind: "teal" as const, path: `/review/${info.code}` };
  const again =
    sitting.seat === null && !info.rematch
      ? []
      : sitting.seat === null
        ? [{ label: t("web.online.watch-next"), path: `/table/${info.rematch}` }]
        : [{ label: t(info.rematch ? "web.online.join-rematch" : "web.online.play-again"), onPress: () => rematch(info) }];
  const hint = noRematch.value ?? ratingText(info, sitting.seat);
  return {
    state: "done",
    icon: "i-trophy",
    who: t("web.over"),
    text: result,
    ...(hint ? { hint } : {}),
    buttons: [review, ...again, waysOn(info.code)],
  };
};

const awayNotice = (room: Room, seat: number): Notice => {
  const last = room.entries.value.findLast((entry) => entry.kind === "away" && entry.seat === seat);
  const isForGood = last?.why === "resigned";
  return {
    state: "waiting",
    icon: "i-bot",
    who: t("web.online.bot-plays"),
    text: t(isForGood ? "web.online.you-resigned" : last?.why === "clock" ? "web.online.you-timed-out" : "web.online.you-left"),
    buttons: isForGood ? [] : [{ label: t("web.online.come-back"), kind: "teal", onPress: () => void room.act("back") }],
  };
};

/* Null: the bar says what it usually says. */
export const noticeOf = (sitting: Sitting, awaited: string, result: () => string): Notice | null => {
  const { room, seat } = sitting;
  const state = sitting.state.value;
  if (!room) return null;
  if (state === "over") return overNotice(sitting, result());
  if (state === "lost") return lostNotice(sitting);
  if (state === "sent") {
    const text = moveText(sitting, room.sending.sent.value!.move);
    return { state: "sent", icon: "i-send", who: t("web.online.sent"), text, hint: t("web.online.not-saved-yet"), buttons: [] };
  }
  if (seat !== null && sitting.people.value[seat]!.isAway) return awayNotice(room, seat);
  if (room.isPaused.value) {
    const buttons = seat === null ? [] : [{ label: t("web.online.resume"), kind: "teal" as const, onPress: () => void room.act("resume") }];
    return { state: "waiting", icon: "i-clock", who: t("web.online.paused"), text: t("web.online.paused-how"), buttons };
  }
  if (seat !== null) return null;
  return {
    state: "watch",
    icon: "i-eye",
    who: t("web.watching"),
    text: awaited,
    hint: t("web.online.hands-hidden"),
    buttons: [{ label: t("web.online.leave"), path: "/" }],
  };
};

export const NoticeKeys = ({ notice }: { notice: Notice }): JSX.Element => (
  <>
    {notice.buttons.map(({ label, kind = "", path, onPress }) =>
      path ? (
        <a key={label} class={`btn ${kind}`} href={path}>
          {label}
        </a>
      ) : (
        <button key={label} type="button" class={`btn ${kind}`} onClick={onPress}>
          {label}
        </button>
      ),
    )}
  </>
);

/* ---- While others move ----------------------------------------------------------------------------------------------------- */

/* What may be decided ahead, of what the game offers; what was decided already stays in sight. */
const AheadPick = ({ ahead, offers }: { ahead: Ahead; offers: AheadOffer[] }): JSX.Element | null => {
  const why = useSignal<string | null>(null);
  const decided = ahead.moves.value.join("\n");
  const known = offers.some(({ moves }) => moves.join("\n") === decided);
  if (!decided && (offers.length === 0 || !ahead.isOpen())) return null;
  const decide = async (moves: string): Promise<void> => {
    why.value = await ahead.decide(moves ? moves.split("\n") : []);
  };
  return (
    <>
      <select class={`field ahead ${decided ? "on" : ""}`} aria-label={t("web.online.ahead")} value={decided} onChange={(event) => void decide(event.currentTarget.value)}>
        <option value="">{t(decided ? "web.online.ahead-nothing" : "web.online.ahead")}</option>
        {decided && !known && <option value={decided}>{t("web.online.ahead-else")}</option>}
        {offers.map(({ label, moves }) => (
          <option key={label} value={moves.join("\n")}>
            {label}
          </option>
        ))}
      </select>
      {why.value && (
        <span class="wrong small" role="alert">
          {why.value}
        </span>
      )}
    </>
  );
};

/* What I can do while I am not waited for: decide ahead, go on to the next game if this one takes days. */
export const Meanwhile = ({ scene, table }: { scene: Scene; table: GameTable }): JSX.Element | null => {
  const { sitting } = scene;
  const state = sitting.state.value;
  if (!sitting.ahead || (state !== "waiting" && state !== "free")) return null;
  const { code, clock } = sitting.room!.info.value!;
  const next = clock.kind === "live" ? null : nextTable(code);
  return (
    <>
      <AheadPick ahead={sitting.ahead} offers={table.ahead?.(scene) ?? []} />
      {next && (
        <a class="btn teal" href={next}>
          {t("web.online.next-game")}
        </a>
      )}
    </>
  );
};

/* ---- Above the bar ------------------------------------------------------------------------------------------------------- */

/* What everybody should know who is here. */
const News = ({ room }: { room: Room }): JSX.Element | null => {
  const ends = room.info.value?.ends_at;
  const text = ends ? endText(ends) : room.isHurried.value ? t("web.online.hurried") : null;
  if (!text) return null;
  return (
    <div class="banner" role="status">
      <span class="grow">{text}</span>
    </div>
  );
};

/* What the others ask of me, or I of them; and a move that came back. */
export const Questions = ({ sitting, names }: { sitting: Sitting; names: string[] }): JSX.Element | null => {
  const room = sitting.room!;
  const ask = room.ask.value;
  const came = room.sending.cameBack.value;
  if (came)
    return (
      <div class="banner bad" role="alert">
        <span class="grow">{t("web.online.came-back", { why: came })}</span>
        <button type="button" class="btn" onClick={() => (room.sending.cameBack.value = null)}>
          {t("web.close")}
        </button>
      </div>
    );
  if (sitting.result.value) return null;
  if (!ask || sitting.seat === null) return <News room={room} />;
  const answer = (yes: boolean): void => void room.act("answer", { ask: ask.n, yes });
  if (ask.of.includes(sitting.seat))
    return (
      <div class="banner gold" role="alert">
        <span class="grow">{t(`web.online.asks-${ask.what}`, { name: names[ask.seat]! })}</span>
        <button type="button" class="btn teal" onClick={() => answer(true)}>
          {t("web.online.agree")}
        </button>
        <button type="button" class="btn" onClick={() => answer(false)}>
          {t("web.online.rather-not")}
        </button>
      </div>
    );
  if (ask.seat !== sitting.seat) return null;
  const of = ask.of.map((seat) => names[seat]).join(", ");
  return (
    <div class="banner gold" role="status">
      <span class="grow">{t(`web.online.you-ask-${ask.what}`, { names: of })}</span>
    </div>
  );
};

/* ---- The sheet of the table ---------------------------------------------------------------------------------------------- */

const Mutes = ({ room, sitting }: { room: Room; sitting: Sitting }): JSX.Element | null => {
  const others = new Set([
    ...sitting.people.value.filter((person) => person.kind === "person").map((person) => person.name),
    ...muted.value,
  ]);
  if (others.size === 0) return null;
  return (
    <fieldset class="ticks">
      <legend>{t("web.online.mute")}</legend>
      {[...others].map((name) => (
        <label key={name} class="tick">
          <input
            type="checkbox"
            checked={muted.value.includes(name)}
            onChange={(event) => room.mute(name, event.currentTarget.checked)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
};

/* What is done to the game itself; leaving for good is asked twice. */
const Acts = ({ room, sitting, onDone }: { room: Room; sitting: Sitting; onDone: () => void }): JSX.Element | null => {
  const why = useSignal<string | null>(null);
  const isSure = useSignal(false);
  const seat = sitting.seat;
  if (seat === null || sitting.result.value) return null;
  const isAway = sitting.people.value[seat]!.isAway === true;
  const hasMoved = room.entries.value.some((entry) => entry.kind === "move" && entry.seat === seat);
  const act = (what: string) => async (): Promise<void> => {
    why.value = await room.act(what);
    if (!why.value) onDone();
  };
  const key = (what: string, word: string): JSX.Element => (
    <button type="button" class="btn" onClick={() => void act(what)()}>
      {t(word)}
    </button>
  );
  return (
    <section class="acts">
      <h3>{t("web.online.what-i-do")}</h3>
      <div class="row wrap">
        {hasMoved && !isAway && key("undo", "web.online.take-back")}
        {room.isPaused.value ? key("resume", "web.online.resume") : key("pause", "web.online.pause")}
        {isAway ? key("back", "web.online.come-back") : key("away", "web.online.leave-to-bot")}
        {isSure.value ? (
          <button type="button" class="btn danger" onClick={() => void act("resign")()}>
            {t("web.online.resign-sure")}
          </button>
        ) : (
          <button type="button" class="btn" onClick={() => (isSure.value = true)}>
            <Icon name="i-flag" /> {t("web.online.resign")}
          </button>
        )}
      </div>
      <p class="quiet small">{t("web.online.what-i-do-how")}</p>
      {why.value && (
        <p class="wrong" role="alert">
          {why.value}
        </p>
      )}
    </section>
  );
};

export const TableSheet = ({ sitting, onClose }: { sitting: Sitting; onClose: () => void }): JSX.Element => {
  const room = sitting.room!;
  const info = room.info.value!;
  return (
    <Sheet title={t("web.table")} onClose={onClose}>
      <div class="sheet-body">
        <p class="row wrap">
          <Tag>{clockText(info.clock)}</Tag>
          <Tag>{t(info.public ? "web.online.public" : "web.online.by-link")}</Tag>
          {info.rated && <Tag kind="gold">{t("web.online.rated")}</Tag>}
        </p>
        <p class="row wrap phone-row">
          <a class="btn" href={`/rules/${info.game}`}>
            <Icon name="i-help" /> {t("web.rules")}
          </a>
          <button type="button" class="btn" onClick={openSettings}>
            <Icon name="i-gear" /> {t("web.settings")}
          </button>
        </p>
        <Acts room={room} sitting={sitting} onDone={onClose} />
        <section>
          <h3>{t("web.online.link-watch")}</h3>
          <CopyLink path={`/table/${info.code}`} label={t("web.online.link-watch")} />
        </section>
        <Mutes room={room} sitting={sitting} />
        <section class="sealed">
          <h3>
            <Icon name="i-shield" /> {t("web.online.sealed")}
          </h3>
          <p class="small">{t(info.state === "over" ? "web.online.sealed-over" : "web.online.sealed-how")}</p>
          <code class="seal">{info.commitment}</code>
        </section>
      </div>
    </Sheet>
  );
};

/* ---- Spoken -------------------------------------------------------------------------------------------------------------- */

/* The connection, when it is lost and when it is found again. */
export const ConnectionVoice = ({ room }: { room: Room }): null => {
  const lostWith = useRef<number | null>(null);
  useSignalEffect(() => {
    const state = connection.value;
    const count = room.count.value;
    if (state === "lost" && lostWith.current === null) {
      lostWith.current = count;
      announcement.value = t("web.online.spoken-lost");
    } else if (state === "on" && lostWith.current !== null) {
      announcement.value = t(count === lostWith.current ? "web.online.spoken-same" : "web.online.spoken-found");
      lostWith.current = null;
    }
  });
  return null;
};
