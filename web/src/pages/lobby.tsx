/* The start page: the games, one click to a first game, a dialog for another, games to go on with. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { TableInfo } from "../api";
import { Icon, Tag } from "../art";
import { needEngine } from "../engine/page";
import { type About, aboutGame, games, nameOf } from "../games";
import { later } from "../later";
import { forget, type SavedGame, savedGames } from "../saved";
import { dueAt, enterLobby, myTables, overTables, waitsForMe } from "../online/lobby";
import { Forget, MyRow } from "../online/rows";
import { play, playNow } from "../start";
import { loadTable } from "../table/tables";
import { knows, t } from "../words";
import { Cover } from "./cover";
import { Header } from "./header";
import { OpenTables } from "./open-tables";

const NewGame = later("new game", async () => (await import("./new-game")).NewGame);

const SHOWN = 8;

/* What a table needs is loaded while the player is about to press the button. */
const fetchAhead = (game: string): void => {
  void import("./local-table").catch(() => {});
  void loadTable(game).catch(() => {});
};

/* ---- The games --------------------------------------------------------------------------------------------------------- */

const Bay = ({ game }: { game: About }): JSX.Element => (
  <li class="bay" data-k={game.kind}>
    <Cover game={game} />
    <h2>{nameOf(game.name)}</h2>
    <p class="line">{knows(`web.in-short.${game.name}`) && t(`web.in-short.${game.name}`)}</p>
    <p class="meta">
      <Icon name="i-user" />
      {game.form.players.join("–")} <span class="desk-only">{t("web.players-n")}</span>{" "}
      {game.minutes !== undefined && (
        <>
          <Icon name="i-clock" />
          {t("web.minutes", { n: game.minutes })}
        </>
      )}
    </p>
    <button
      type="button"
      class="btn teal"
      aria-label={`${t("web.play-now")}: ${nameOf(game.name)}`}
      onPointerEnter={() => fetchAhead(game.name)}
      onFocus={() => fetchAhead(game.name)}
      onClick={() => playNow(game)}
    >
      {t("web.play-now")}
    </button>
    {game.hasLesson && (
      <a class="btn plain learn" href={`/learn/${game.name}`} aria-label={`${t("web.learn.learn")}: ${nameOf(game.name)}`}>
        <Icon name="i-learn" /> {t("web.learn.learn")}
      </a>
    )}
  </li>
);

/* ---- Games on this machine ----------------------------------------------------------------------------------------------- */

const stateTag = (game: SavedGame): JSX.Element => {
  if (game.isOver) return <Tag kind="ok">{game.place ? t("web.you-came", { n: game.place }) : t("web.over")}</Tag>;
  return game.isMyTurn === false ? <Tag>{t("web.bots-turn")}</Tag> : <Tag kind="accent">{t("web.your-turn")}</Tag>;
};

const opponents = (game: SavedGame): string => {
  const levels = game.bots.filter((bot) => bot !== "me");
  return [...new Set(levels)].map((level) => `${levels.filter((other) => other === level).length} × ${t(`level.${level}`)}`).join(", ");
};

export const Row = ({ game, onForget }: { game: SavedGame; onForget: () => void }): JSX.Element => {
  const about = aboutGame(game.setup.game);
  const isMine = !game.isOver && game.isMyTurn !== false;
  return (
    <li class="trow">
      <span class="badge" data-k={about.kind}>
        <svg aria-hidden="true">
          <use href={`#g-${about.glyphs[1]}`} />
        </svg>
      </span>
      <span class="grow">
        <b>{nameOf(about.name)}</b>
        <span class="quiet small">
          {opponents(game)} · {t("web.n-moves", { n: game.moves.length })}
        </span>
      </span>
      {stateTag(game)}
      <a class={`btn ${isMine ? "primary" : ""}`} href={game.isOver ? `/review/local-${game.id}` : `/play/${game.id}`}>
        {t(game.isOver ? "web.review.look-back" : "web.continue")}
      </a>
      <Forget name={nameOf(about.name)} isOver={game.isOver} onForget={onForget} />
    </li>
  );
};

/* A game of mine, on this machine or at the server. */
type Mine = { kind: "here"; game: SavedGame } | { kind: "there"; table: TableInfo };

const waits = (mine: Mine): boolean =>
  mine.kind === "here" ? !mine.game.isOver && mine.game.isMyTurn !== false : waitsForMe(mine.table);
const isOver = (mine: Mine): boolean => (mine.kind === "here" ? mine.game.isOver : mine.table.state === "over");
const at = (mine: Mine): number =>
  mine.kind === "here" ? mine.game.at : (mine.table.ended_at ?? mine.table.started_at ?? mine.table.created_at ?? 0);

const myGames = (saved: SavedGame[]): Mine[] => [
  ...saved.map((game): Mine => ({ kind: "here", game })),
  ...[...myTables.value, ...overTables.value].map((table): Mine => ({ kind: "there", table })),
];

/* Those that wait for me first, by the time I have; the finished last. */
const inOrder = (games: Mine[]): Mine[] => {
  const rank = (mine: Mine): number => (isOver(mine) ? 2 : waits(mine) ? 0 : 1);
  const due = (mine: Mine): number => (mine.kind === "there" && waits(mine) ? dueAt(mine.table) : null) ?? Number.MAX_SAFE_INTEGER;
  return [...games].sort((a, b) => rank(a) - rank(b) || due(a) - due(b) || at(b) - at(a));
};

/* On a phone my games are far below: the first that waits is offered at the top. */
const Waiting = (): JSX.Element | null => {
  const waiting = inOrder(myGames(savedGames())).filter(waits);
  const first = waiting[0];
  if (!first) return null;
  const name = (mine: Mine): string => nameOf(mine.kind === "here" ? mine.game.setup.game : mine.table.game);
  return (
    <a class="waiting phone-only" href={first.kind === "here" ? `/play/${first.game.id}` : `/table/${first.table.code}`}>
      <Icon name="i-clock" />
      <span class="grow">
        <b>{t("web.n-wait", { n: waiting.length })}</b> {[...new Set(waiting.map(name))].join(", ")}
      </span>
      <span class="btn primary">{t("web.continue")}</span>
    </a>
  );
};

const MyGames = ({ onNew }: { onNew: () => void }): JSX.Element => {
  const saved = useSignal(savedGames());
  const count = useSignal(SHOWN);
  const all = myGames(saved.value);
  const waiting = all.filter(waits).length;
  const remove = (id: string): void => {
    forget(id);
    saved.value = savedGames();
  };
  return (
    <section class="box" aria-labelledby="mine">
      <header>
        <h2 id="mine">{t("web.my-games")}</h2>
        {waiting > 0 && <span class="small quiet">{t("web.n-wait", { n: waiting })}</span>}
        <button type="button" class="btn teal new" aria-haspopup="dialog" onClick={onNew}>
          <Icon name="i-plus" />
          {t("web.new-game")}
        </button>
      </header>
      <ul class="trows">
        {inOrder(all)
          .slice(0, count.value)
          .map((mine) =>
            mine.kind === "there" ? (
              <MyRow key={mine.table.code} table={mine.table} />
            ) : (
              <Row key={mine.game.id} game={mine.game} onForget={() => remove(mine.game.id)} />
            ),
          )}
      </ul>
      {all.length === 0 && <p class="tail quiet small">{t("web.no-games")}</p>}
      {all.length > count.value && (
        <p class="tail">
          <button type="button" class="btn plain" onClick={() => (count.value = all.length)}>
            {t("web.show-all", { n: all.length })}
          </button>
        </p>
      )}
    </section>
  );
};

export const Lobby = (): JSX.Element => {
  const isNew = useSignal(false);
  useEffect(enterLobby, []);
  useEffect(() => void needEngine().catch(() => {}), []); /* a first game is to begin at once */
  return (
    <div class="lobby">
      <Header page="start" />
      <main>
        <Waiting />
        <section class="hero" aria-labelledby="hello">
          <h1 id="hello">{t("web.sit-down")}</h1>
          <p class="quiet">{t("web.sit-down-how")}</p>
          <ul class="arcade">
            {games().map((game) => (
              <Bay key={game.name} game={game} />
            ))}
          </ul>
        </section>
        <div class="cols">
          <OpenTables />
          <MyGames onNew={() => (isNew.value = true)} />
        </div>
        <p class="pad-door phone-only">
          <span class="quiet">{t("web.pad.door")}</span>
          <a class="btn" href="/pad">
            {t("web.pad.name")}
          </a>
        </p>
      </main>
      {isNew.value && <NewGame onClose={() => (isNew.value = false)} onStart={play} />}
    </div>
  );
};
