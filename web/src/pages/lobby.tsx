/* The start page: the five games, one click to a first game, a dialog for another, games to go on with. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Icon, Tag } from "../art";
import type { GameName } from "../engine/engine";
import { type About, aboutGame, games, nameOf } from "../games/about";
import { forget, type SavedGame, savedGames } from "../local";
import { play, playNow } from "../start";
import { loadTable } from "../table/tables";
import { t } from "../words";
import { Header } from "./header";
import { NewGame } from "./new-game";

const SHOWN = 8;

/* What a table needs comes while one is about to press the button. */
const fetchAhead = (game: GameName): void => {
  void import("../table/frame").catch(() => {});
  void loadTable(game).catch(() => {});
};

/* ---- The five games ---------------------------------------------------------------------------------------------------- */

const Bay = ({ game }: { game: About }): JSX.Element => {
  const [left, middle, right] = game.glyphs.map((glyph) => `#g-${glyph}`);
  return (
    <li class="bay" data-k={game.kind}>
      <svg class="scene" viewBox="0 0 200 128" aria-hidden="true">
        <path class="vault" d="M0 128V92A100 88 0 0 1 200 92v36z" />
        <path class="ring2" d="M14 128V94a86 76 0 0 1 172 0v34" />
        <use href={left} x="28" y="74" width="42" height="42" opacity=".75" />
        <use href={middle} x="70" y="46" width="60" height="60" />
        <use href={right} x="130" y="74" width="42" height="42" opacity=".75" />
      </svg>
      <h3>{nameOf(game.name)}</h3>
      <p class="line">{t(`web.in-short.${game.name}`)}</p>
      <p class="meta">
        <Icon name="i-user" />
        {game.players.join("–")} <span class="desk-only">{t("web.players-n")}</span> <Icon name="i-clock" />
        {t("web.minutes", { n: game.minutes })}
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
      <a class="btn plain learn" href={`/learn/${game.name}`} aria-label={`${t("web.learn.learn")}: ${nameOf(game.name)}`}>
        <Icon name="i-learn" /> {t("web.learn.learn")}
      </a>
    </li>
  );
};

/* ---- Games on this machine ----------------------------------------------------------------------------------------------- */

const stateTag = (game: SavedGame): JSX.Element => {
  if (game.isOver) return <Tag kind="ok">{game.place ? t("web.you-came", { n: game.place }) : t("web.over")}</Tag>;
  return game.isMyTurn === false ? <Tag>{t("web.bots-turn")}</Tag> : <Tag kind="accent">{t("web.your-turn")}</Tag>;
};

const opponents = (game: SavedGame): string => {
  const levels = game.bots.filter((bot) => bot !== "me");
  return [...new Set(levels)].map((level) => `${levels.filter((other) => other === level).length} × ${t(`level.${level}`)}`).join(", ");
};

const Row = ({ game, onForget }: { game: SavedGame; onForget: () => void }): JSX.Element => {
  const about = aboutGame(game.setup.game)!;
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
      <a class={`btn ${isMine ? "primary" : ""}`} href={`/play/${game.id}`}>
        {t(game.isOver ? "web.look" : "web.continue")}
      </a>
      {game.isOver && (
        <button type="button" class="btn plain square forget" aria-label={t("web.forget")} title={t("web.forget")} onClick={onForget}>
          <Icon name="i-x" />
        </button>
      )}
    </li>
  );
};

/* Those that wait for me first, the finished last. */
const inOrder = (saved: SavedGame[]): SavedGame[] => {
  const rank = (game: SavedGame): number => (game.isOver ? 2 : game.isMyTurn === false ? 1 : 0);
  return [...saved].sort((a, b) => rank(a) - rank(b) || b.at - a.at);
};

const MyGames = ({ onNew }: { onNew: () => void }): JSX.Element => {
  const saved = useSignal(savedGames());
  const count = useSignal(SHOWN);
  const waiting = saved.value.filter((game) => !game.isOver && game.isMyTurn !== false).length;
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
        {inOrder(saved.value)
          .slice(0, count.value)
          .map((game) => (
            <Row key={game.id} game={game} onForget={() => remove(game.id)} />
          ))}
      </ul>
      {saved.value.length === 0 && <p class="tail quiet small">{t("web.no-games")}</p>}
      {saved.value.length > count.value && (
        <p class="tail">
          <button type="button" class="btn plain" onClick={() => (count.value = saved.value.length)}>
            {t("web.show-all", { n: saved.value.length })}
          </button>
        </p>
      )}
    </section>
  );
};

export const Lobby = (): JSX.Element => {
  const isNew = useSignal(false);
  return (
    <div class="lobby">
      <Header page="start" />
      <main>
        <section class="hero" aria-labelledby="hello">
          <h1 id="hello">{t("web.sit-down")}</h1>
          <p class="quiet">{t("web.sit-down-how")}</p>
          <ul class="arcade">
            {games.map((game) => (
              <Bay key={game.name} game={game} />
            ))}
          </ul>
        </section>
        <div class="cols alone">
          <MyGames onNew={() => (isNew.value = true)} />
        </div>
      </main>
      {isNew.value && <NewGame onClose={() => (isNew.value = false)} onStart={play} />}
    </div>
  );
};
