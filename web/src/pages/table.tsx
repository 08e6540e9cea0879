/* A table at the server: before the cards are dealt who sits where, then the game. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { post, remove, type Seat, type TableInfo, whyNot } from "../api";
import { Icon, Mark, Tag } from "../art";
import type { Engine } from "../engine/engine";
import { aboutGame, nameOf } from "../games";
import { Chat } from "../online/chat";
import { CopyLink } from "../online/copy";
import { Empty } from "../online/empty";
import { connection, line } from "../online/line";
import { comeIn, me } from "../online/me";
import { Room } from "../online/room";
import { optionsText, starterText } from "../online/rows";
import { seatName } from "../online/seat";
import { clockText } from "../online/time";
import { RemoteSitting } from "../remote";
import { go } from "../route";
import { Table } from "../table/frame";
import * as online from "../table/online";
import { languages, t } from "../words";
import { Header } from "./header";

/* The invitation in the link, if it is a personal one. */
const invitation = (): string | null => new URLSearchParams(location.search).get("invite");

const Frame = ({ children }: { children: JSX.Element | (JSX.Element | null)[] }): JSX.Element => (
  <div class="lobby waiting-room">
    <Header page="table" />
    <main>{children}</main>
  </div>
);

const Lobby = (): JSX.Element => (
  <a class="btn teal" href="/">
    {t("web.to-lobby")}
  </a>
);

/* ---- When there is no table here ---------------------------------------------------------------------------------------- */

const Problem = ({ room }: { room: Room }): JSX.Element => {
  const code = room.problem.value?.code ?? "no-table";
  if (code === "no-table" || code === "not-there")
    return (
      <Empty isPage title={t("web.no-such-table")} more={t("web.online.codes-are")}>
        <Lobby />
      </Empty>
    );
  if (code === "unreachable")
    return (
      <Empty isPage title={t("web.online.offline")} more={t("web.online.offline-how")}>
        <button type="button" class="btn teal" onClick={() => location.reload()}>
          {t("web.online.try-now")}
        </button>
        <Lobby />
      </Empty>
    );
  return (
    <Empty isPage title={room.problem.value!.message} more={t("web.online.game-is-safe")}>
      <button type="button" class="btn teal" onClick={() => location.reload()}>
        {t("web.online.load-again")}
      </button>
    </Empty>
  );
};

const Looking = (): JSX.Element =>
  connection.value === "lost" ? (
    <Empty isPage title={t("web.online.no-connection")} more={t("web.online.trying")}>
      <button type="button" class="btn" onClick={() => line.retry()}>
        {t("web.online.try-now")}
      </button>
      <Lobby />
    </Empty>
  ) : (
    <p class="quiet" role="status">
      {t("web.online.looking")}
    </p>
  );

/* ---- Before the deal ----------------------------------------------------------------------------------------------------- */

interface SeatProps {
  info: TableInfo;
  at: number;
  mine: number | null;
  isOwner: boolean;
  act: (wish: () => Promise<unknown>) => void;
}

/* What may be done with the seat, by whom. */
const SeatKeys = ({ info, at, mine, isOwner, act }: SeatProps): JSX.Element => {
  const seat = info.seats[at]!;
  const path = `/tables/${info.code}`;
  const set = (wish: object): void => act(() => post(`${path}/seats/${at}`, wish));
  const invite = invitation();
  const sit = (): void => act(() => comeIn().then(() => post(`${path}/sit`, invite && seat.kind === "invited" ? { invite } : { seat: at })));
  const isForMe = seat.kind === "invited" && (invite !== null || (seat.account !== undefined && seat.account === me.value?.id));
  const maySit = at !== mine && (seat.kind === "open" || (isForMe && mine === null));
  return (
    <>
      {maySit && (
        <button type="button" class={`btn ${mine === null ? "teal" : ""}`} onClick={sit}>
          {t(mine === null ? "web.online.sit-down" : "web.online.sit-here")}
        </button>
      )}
      {isOwner && at !== mine && seat.kind !== "bot" && !info.rated && (
        <button type="button" class="btn" onClick={() => set({ kind: "bot", level: 2 })}>
          <Icon name="i-bot" /> {t("web.online.add-bot")}
        </button>
      )}
      {isOwner && seat.kind === "bot" && (
        <select
          class="field level"
          aria-label={t("web.bots-level")}
          value={seat.level}
          onChange={(event) => set({ kind: "bot", level: Number(event.currentTarget.value) })}
        >
          {[1, 2, 3, 4, 5].map((level) => (
            <option key={level} value={level}>
              {t(`level.${level}`)}
            </option>
          ))}
        </select>
      )}
      {isOwner && at !== mine && seat.kind !== "open" && (
        <button type="button" class="btn plain square" aria-label={t("web.online.free-seat-n", { n: at + 1 })} title={t("web.online.free-seat-n", { n: at + 1 })} onClick={() => set({ kind: "open" })}>
          <Icon name="i-x" />
        </button>
      )}
    </>
  );
};

const seatNote = (seat: Seat): JSX.Element | null => {
  if (seat.kind === "person") return seat.is_here ? <Tag kind="ok">{t("web.online.here")}</Tag> : <Tag>{t("web.online.not-here")}</Tag>;
  if (seat.kind === "invited") return <Tag kind="gold">{t("web.online.invited")}</Tag>;
  return null;
};

const SeatLine = (props: SeatProps): JSX.Element => {
  const { info, at, mine } = props;
  const seat = info.seats[at]!;
  const name = seat.kind === "open" ? t("web.online.open-seat") : seatName(info.seats, at);
  const rating = seat.kind === "person" && seat.rating ? String(seat.rating) : null;
  return (
    <li class="seatline" aria-label={t("web.online.seat-n", { n: at + 1 })}>
      {seat.kind === "open" ? <span class="chair" /> : <Mark seat={at} name={seat.kind === "invited" && !seat.name ? "?" : name} />}
      <span class="grow">
        <b class={seat.kind === "open" ? "quiet" : ""}>{name}</b> {at === mine && <Tag kind="teal">{t("web.you")}</Tag>} {seatNote(seat)}{" "}
        {rating && <span class="quiet small">{rating}</span>}
        {seat.kind === "invited" && seat.invite && !seat.name && (
          <CopyLink path={`/table/${info.code}?invite=${seat.invite}`} label={t("web.online.link-for-seat", { n: at + 1 })} />
        )}
      </span>
      <span class="row seat-keys">
        <SeatKeys {...props} />
      </span>
    </li>
  );
};

const Facts = ({ info }: { info: TableInfo }): JSX.Element => (
  <p class="row wrap facts">
    <Tag>{clockText(info.clock)}</Tag>
    <Tag>{t(info.public ? "web.online.public" : "web.online.by-link")}</Tag>
    {info.rated && <Tag kind="gold">{t("web.online.rated")}</Tag>}
    <Tag>{languages[info.lang as keyof typeof languages] ?? info.lang}</Tag>
    <span class="small quiet">{[starterText(info), optionsText(info)].filter(Boolean).join(" · ")}</span>
    <a class="small" href={`/rules/${info.game}`}>
      {t("web.rules")}
    </a>
  </p>
);

/* Which words are for me: what to do next. */
const whatNow = (info: TableInfo, mine: number | null): string => {
  const free = info.seats.filter((seat) => seat.kind === "open" || seat.kind === "invited").length;
  if (info.state === "playing") return t("web.online.dealing");
  if (mine !== null) return t("web.online.starts-when", { n: free });
  const maySit = info.seats.some((seat) => seat.kind === "open") || invitation() !== null;
  return t(maySit ? "web.online.seat-is-free" : "web.online.only-invited");
};

const OwnKeys = ({ info, mine, isOwner, act }: Omit<SeatProps, "at">): JSX.Element | null => {
  const path = `/tables/${info.code}`;
  const leave = (wish: () => Promise<unknown>): void => act(() => wish().then(() => go("/")));
  if (mine === null || info.state !== "open") return null;
  return (
    <p class="row wrap end">
      <button type="button" class="btn" onClick={() => leave(() => post(`${path}/stand`))}>
        {t("web.online.stand-up")}
      </button>
      {isOwner && (
        <button type="button" class="btn" onClick={() => leave(() => remove(path))}>
          {t("web.online.close-table")}
        </button>
      )}
      {isOwner && !info.rated && (
        <button type="button" class="btn teal" onClick={() => act(() => post(`${path}/start`))}>
          {t("web.online.start-now")}
        </button>
      )}
    </p>
  );
};

const Waiting = ({ room }: { room: Room }): JSX.Element => {
  const info = room.info.value!;
  const mine = room.seat.value;
  const why = useSignal<string | null>(null);
  const isOwner = mine !== null && info.owner === me.value?.name;
  const about = aboutGame(info.game);
  const act = (wish: () => Promise<unknown>): void => {
    why.value = null;
    wish().then(
      () => mine === null && history.replaceState(null, "", `/table/${info.code}`),
      (error: unknown) => (why.value = whyNot(error)),
    );
  };
  useEffect(() => void (document.title = `${nameOf(info.game)} – ${t("web.online.waiting")}`), [info.game]);
  return (
    <div class="waiting-cols">
      <section class="box" aria-labelledby="table">
        <header>
          <span class="badge" data-k={about.kind}>
            <svg aria-hidden="true">
              <use href={`#g-${about.glyphs[1]}`} />
            </svg>
          </span>
          <h1 id="table">{nameOf(info.game)}</h1>
        </header>
        <div class="box-body">
          {connection.value !== "on" && (
            <p class="banner bad" role="status">
              <Icon name="i-offline" /> {t(connection.value === "trouble" ? "web.online.trouble-how" : "web.online.trying")}
            </p>
          )}
          <Facts info={info} />
          <p class="now" role="status">
            {whatNow(info, mine)}
          </p>
          <ol class="seatlines">
            {info.seats.map((_, at) => (
              <SeatLine key={at} info={info} at={at} mine={mine} isOwner={isOwner && info.state === "open"} act={act} />
            ))}
          </ol>
          {why.value && (
            <p class="wrong" role="alert">
              {why.value}
            </p>
          )}
          <OwnKeys info={info} mine={mine} isOwner={isOwner} act={act} />
          <p class="fair">
            <Icon name="i-shield" />
            <span>{t("web.online.sealed-before")}</span>
          </p>
        </div>
      </section>
      <div class="side">
        <section class="box invite" aria-labelledby="invite">
          <header>
            <h2 id="invite">{t("web.online.invite")}</h2>
          </header>
          <div class="box-body">
            <p class="small quiet">{t("web.online.invite-how")}</p>
            <CopyLink path={`/table/${info.code}`} label={t("web.online.invite")} />
            <p class="small quiet">
              {t("web.online.code-is")} <code>{info.code}</code>
            </p>
          </div>
        </section>
        <Chat room={room} />
      </div>
    </div>
  );
};

/* ---- The page ------------------------------------------------------------------------------------------------------------ */

const Game = ({ engine, room }: { engine: Engine; room: Room }): JSX.Element => {
  const seat = room.seat.value;
  const sitting = useMemo(() => new RemoteSitting(engine, room), [room, seat]);
  useEffect(() => () => sitting.leave(), [sitting]);
  return <Table key={seat} sitting={sitting} online={online} />;
};

export const TablePage = ({ engine, code }: { engine: Engine; code: string }): JSX.Element => {
  const room = useMemo(() => new Room(code.toLowerCase()), [code]);
  useEffect(() => () => room.leave(), [room]);
  const info = room.info.value;
  if (room.problem.value || info?.state === "dropped")
    return (
      <Frame>
        <Problem room={room} />
      </Frame>
    );
  if (info && room.isDealt.value) return <Game engine={engine} room={room} />;
  return <Frame>{info ? <Waiting room={room} /> : <Looking />}</Frame>;
};
