/* The rules of a game, in the language of the page; each text is a file of its own, loaded when it is asked for. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { rules } from "words:rules";
import { Icon } from "../art";
import { aboutGame, games, isGame, nameOf } from "../games";
import { hasMap } from "../maps/kept";
import { lang, t } from "../words";
import { Header } from "./header";
import { headingId, Markdown, parse } from "./markdown";

const show = (index: number): void => {
  const heading = document.getElementById(headingId(index));
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
};

const Tabs = ({ game }: { game: string }): JSX.Element => (
  <nav class="rules-games" aria-label={t("web.game")}>
    {games().map(({ name, kind, glyphs }) => (
      <a key={name} class="btn" data-k={kind} href={`/rules/${name}`} aria-current={name === game ? "page" : undefined}>
        <Icon name={`g-${glyphs[1]}`} /> {nameOf(name)}
      </a>
    ))}
  </nav>
);

export const Rules = ({ name }: { name: string | undefined }): JSX.Element => {
  const game = isGame(name) ? name : games()[0]!.name;
  const code = lang.value;
  const text = useSignal<string | null>(null);
  const isLost = useSignal(false);
  useEffect(() => {
    let isGone = false;
    isLost.value = false;
    document.title = `${nameOf(game)} – ${t("web.rules")}`;
    const own = rules[game];
    ((own?.[code] ?? own?.en)?.() ?? Promise.resolve({ default: `# ${nameOf(game)}\n\n${t("web.no-rules")}\n` }))
      .then((found) => !isGone && (text.value = found.default))
      .catch(() => !isGone && (isLost.value = true));
    return () => void (isGone = true);
  }, [game, code]);
  const blocks = parse(text.value ?? "");
  return (
    <div class="lobby rules">
      <Header page="rules" />
      <main>
        <Tabs game={game} />
        <p class="rules-learn row wrap">
          {aboutGame(game).hasLesson && (
            <a class="btn teal" href={`/learn/${game}`}>
              <Icon name="i-learn" /> {t("web.learn.title", { game: nameOf(game) })}
            </a>
          )}
          {hasMap(game) && (
            <a class="btn" href="/maps">
              {t("web.maps.own")}
            </a>
          )}
        </p>
        <div class="rules-cols">
          <nav class="rules-parts desk-only" aria-label={t("web.contents")}>
            <h2>{t("web.contents")}</h2>
            <ul>
              {blocks.map((block, i) =>
                block.kind === "heading" && block.level === 2 ? (
                  <li key={i}>
                    <button type="button" class="btn plain" onClick={() => show(i)}>
                      {block.text}
                    </button>
                  </li>
                ) : null,
              )}
            </ul>
          </nav>
          <article class="prose box" lang={code} aria-busy={text.value === null}>
            {isLost.value ? <p>{t("web.not-loaded")}</p> : <Markdown blocks={blocks} game={game} />}
          </article>
        </div>
      </main>
    </div>
  );
};
