/* The top of a table: which game, how far it is, and the ways to its log, chat, rules and settings. */
import type { JSX } from "preact";
import { Brand, Icon } from "../art";
import { aboutGame, nameOf } from "../games";
import { NoticeKey } from "../offline/notices";
import { Elsewhere } from "../online/elsewhere";
import { openSettings } from "../pages/settings";
import { numberText } from "../readable";
import { t } from "../words";
import type { GameTable, Scene } from "./game";
import type { SheetName } from "./sheets";

interface TopProps {
  scene: Scene;
  table: GameTable;
  onOpen: (sheet: SheetName) => void;
  onRules: () => void; /* opens them beside the table, or closes them */
}

/* At a server's table: the chat, where it has no place of its own, and what can be done to the game. */
const OnlineKeys = ({ scene, onOpen }: TopProps): JSX.Element | null => {
  const { online, sitting } = scene;
  if (!online) return null;
  const hasNews = online.unread(sitting.room!);
  return (
    <>
      <button
        type="button"
        class={`btn plain square phone-only log-key ${hasNews ? "news" : ""}`}
        aria-label={t(hasNews ? "web.online.chat-news" : "web.online.chat")}
        onClick={() => onOpen("chat")}
      >
        <Icon name="i-chat" />
      </button>
      <button type="button" class="btn plain square" aria-label={t("web.table")} onClick={() => onOpen("table")}>
        <Icon name="i-shield" />
      </button>
    </>
  );
};

const toggleFullScreen = (): void =>
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {}); /* not allowed here: nothing is lost */

/* Of what is seen just now. */
export const picture = (game: string): void => void import("./picture").then(({ sharePicture }) => sharePicture(`arkad-${game}`)).catch(() => undefined);

const Keys = (props: TopProps): JSX.Element => {
  const { sitting } = props.scene;
  const elsewhere = sitting.room ? "desk-only" : ""; /* on a phone the sheet of the table has them */
  return (
    <nav aria-label={t("web.table")}>
      <button type="button" class="btn plain square phone-only log-key" aria-label={t("web.log")} onClick={() => props.onOpen("log")}>
        <Icon name="i-log" />
      </button>
      {!sitting.panel && !sitting.room && aboutGame(sitting.game).hasLesson && (
        <a class="btn plain square desk-only" href={`/learn/${sitting.game}`} aria-label={t("web.learn.learn")} title={t("web.learn.learn")}>
          <Icon name="i-learn" />
        </a>
      )}
      <OnlineKeys {...props} />
      <button type="button" class="btn plain square" aria-label={t("web.rules")} title={t("web.rules")} onClick={props.onRules}>
        <Icon name="i-help" />
      </button>
      <button type="button" class="btn plain square desk-only" aria-label={t("web.picture")} title={t("web.picture")} onClick={() => picture(sitting.game)}>
        <Icon name="i-picture" />
      </button>
      {document.fullscreenEnabled && (
        <button type="button" class="btn plain square full-key" aria-label={t("web.full-screen")} title={t("web.full-screen")} onClick={toggleFullScreen}>
          <Icon name="i-full" />
        </button>
      )}
      <button type="button" class={`btn plain square ${elsewhere}`} aria-label={t("web.settings")} onClick={openSettings}>
        <Icon name="i-gear" />
      </button>
    </nav>
  );
};

/* My own score, where the standings are behind a key. */
const MyPoints = ({ scene, table }: TopProps): JSX.Element | null => {
  const points = scene.me === null ? null : table.points(scene, scene.me);
  if (points === null) return null;
  return (
    <span class="my-points phone-only log-key">
      <Icon name="i-star" />
      <span class="sr">{t("web.you")}: </span>
      <b class="num">{numberText(points)}</b>
    </span>
  );
};

export const Top = (props: TopProps): JSX.Element => (
  <header class="top">
    <Brand />
    <a class="btn plain square phone-only" href="/" aria-label={t("web.to-lobby")}>
      <Icon name="i-left" />
    </a>
    <div class="where">
      <h1>{nameOf(props.scene.sitting.game)}</h1>
    </div>
    {props.table.progress(props.scene)}
    <MyPoints {...props} />
    <NoticeKey />
    <Elsewhere here={props.scene.sitting.room?.code} />
    <Keys {...props} />
  </header>
);
