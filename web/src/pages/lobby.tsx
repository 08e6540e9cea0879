/* The start page: the five games, one click to a first game, games to go on with. */
import type { JSX } from "preact";
import { Icon } from "../art";
import type { GameName } from "../engine/engine";
import { newGame, savedGames } from "../local";
import { go } from "../route";
import { lang, languages, speak, t } from "../words";

const games: { name: GameName; glyphs: [string, string, string]; players: string; minutes: number; kind: string; first: number }[] = [
  { name: "towers", glyphs: ["g-candy", "g-haunted", "g-tree"], players: "2–5", minutes: 25, kind: "towers-haunted", first: 3 },
  { name: "byzanz", glyphs: ["g-wine", "g-merchant", "g-olives"], players: "3–6", minutes: 35, kind: "byzanz-merchant", first: 4 },
  { name: "alhambra", glyphs: ["g-pavilion", "g-arcades", "g-garden"], players: "2–6", minutes: 35, kind: "building-arcades", first: 3 },
  { name: "pharaoh", glyphs: ["g-scarab", "g-pharaoh", "g-thief"], players: "3–4", minutes: 40, kind: "pharaoh-stone", first: 3 },
  { name: "maharaja", glyphs: ["g-house", "g-palace", "g-maharaja"], players: "2–5", minutes: 75, kind: "towers-junk", first: 3 },
];

const playNow = (game: GameName, players: number): void => {
  const saved = newGame(game, players, "", 2);
  localStorage.setItem(`game:${saved.id}`, JSON.stringify(saved));
  go(`/play/${saved.id}`);
};

export const Lobby = (): JSX.Element => {
  const open = savedGames().filter((game) => !game.isOver);
  return (
    <div class="lobby">
      <header class="top">
        <a class="brand" href="#/">
          <svg aria-hidden="true">
            <use href="#logo" />
          </svg>
          Arkád
        </a>
        <nav class="grow" />
        <button type="button" class="btn plain" onClick={() => void speak(lang.value === "en" ? "hu" : "en")}>
          <Icon name="i-globe" /> {languages[lang.value === "en" ? "hu" : "en"]}
        </button>
      </header>
      <main class="page">
        <h1>{t("web.sit-down")}</h1>
        <p class="quiet">{t("web.sit-down-how")}</p>
        <ul class="games">
          {games.map((game) => (
            <li key={game.name} class="game-card" data-k={game.kind}>
              <div class="game-arch" aria-hidden="true">
                {game.glyphs.map((glyph) => (
                  <svg key={glyph}>
                    <use href={`#${glyph}`} />
                  </svg>
                ))}
              </div>
              <h2>{t(`game.${game.name}`)}</h2>
              <p class="quiet small">{t(`web.in-short.${game.name}`)}</p>
              <p class="facts small">
                <Icon name="i-user" /> {game.players} <Icon name="i-clock" /> {t("web.minutes", { n: game.minutes })}
              </p>
              <button type="button" class="btn teal" onClick={() => playNow(game.name, game.first)}>
                {t("web.play-now")}
              </button>
            </li>
          ))}
        </ul>
        {open.length > 0 && (
          <section class="box">
            <header>
              <h2>{t("web.my-games")}</h2>
            </header>
            <ul>
              {open.map((game) => (
                <li key={game.id} class="row">
                  <span class="grow">{t(`game.${game.setup.game}`)}</span>
                  <a class="btn" href={`#/play/${game.id}`}>
                    {t("web.continue")}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </main>
    </div>
  );
};
