/* The top of a table: which game, how far it is, and the ways to its log, chat, rules and settings. */
import type { JSX } from "preact";
import { Brand, Icon } from "../art";
import { aboutGame, nameOf } from "../games/about";
import { NoticeKey } from "../offline/notices";
import { openSettings } from "../pages/settings";
import { t } from "../words";
import type { GameTable, Scene } from "./game";
import type { SheetName } from "./sheets";

interface TopProps {
  scene: Scene;
  table: GameTable;
  onOpen: (sheet: SheetName) => void;
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
        class={`btn plain square phone-only ${hasNews ? "news" : ""}`}
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

const Keys = (props: TopProps): JSX.Element => {
  const { sitting } = props.scene;
  const elsewhere = sitting.room ? "desk-only" : ""; /* on a phone the sheet of the table has them */
  return (
    <nav aria-label={t("web.table")}>
      <button type="button" class="btn plain square phone-only" aria-label={t("web.log")} onClick={() => props.onOpen("log")}>
        <Icon name="i-log" />
      </button>
      {!sitting.panel && !sitting.room && aboutGame(sitting.game).hasLesson && (
        <a class="btn plain square desk-only" href={`/learn/${sitting.game}`} aria-label={t("web.learn.learn")} title={t("web.learn.learn")}>
          <Icon name="i-learn" />
        </a>
      )}
      <OnlineKeys {...props} />
      <a class={`btn plain square ${elsewhere}`} href={`/rules/${sitting.game}`} aria-label={t("web.rules")} title={t("web.rules")}>
        <Icon name="i-help" />
      </a>
      <button type="button" class={`btn plain square ${elsewhere}`} aria-label={t("web.settings")} onClick={openSettings}>
        <Icon name="i-gear" />
      </button>
    </nav>
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
    <NoticeKey />
    <Keys {...props} />
  </header>
);
