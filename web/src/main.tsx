/* The page: which part of it is shown, and what all parts share. */
import { effect } from "@preact/signals";
import { render, type JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import art from "../art/art.svg";
import { Engine } from "./engine/engine";
import { Thinker } from "./engine/thinker";
import { LocalSitting, savedGame } from "./local";
import { aboutGame } from "./games/about";
import { later } from "./later";
import { Notice } from "./notice";
import { register } from "./offline/register";
import { Lobby } from "./pages/lobby";
import { SettingsSheet } from "./pages/settings";
import { route } from "./route";
import { lang, need, speakAtFirst, t } from "./words";

declare const WASM: string;
declare const WORKER: string;

const [engine] = await Promise.all([Engine.load(fetch(WASM)), speakAtFirst()]).catch((error: unknown) => {
  document.getElementById("failed")!.hidden = false;
  throw error;
});
const thinker = new Thinker(WORKER, new URL(WASM, location.href).href);
effect(() => engine.speak(lang.value));

/* Only the start page comes at once. */
const Table = later("table", async () => (await import("./table/frame")).Table);
const Rules = later("rules", async () => (await import("./pages/rules")).Rules);

const Lesson = later("lesson", async () => {
  const [{ LessonPage }] = await Promise.all([import("./learn/page"), need("learn")]);
  return LessonPage;
});

const LocalTable = ({ id }: { id: string }): JSX.Element => {
  const sitting = useMemo(() => {
    const saved = savedGame(id);
    return saved && new LocalSitting(engine, thinker, saved);
  }, [id]);
  useEffect(() => () => sitting?.leave(), [sitting]);
  return sitting ? <Table sitting={sitting} /> : (
    <Notice text={t("web.no-such-table")}>
      <a class="btn teal" href="/">
        {t("web.to-lobby")}
      </a>
    </Notice>
  );
};

const Page = (): JSX.Element => {
  const [page, id] = route.value;
  if (page === "play" && id) return <LocalTable id={id} />;
  const game = aboutGame(id)?.name;
  if (page === "learn" && game) return <Lesson engine={engine} game={game} />;
  if (page === "rules") return <Rules name={id} />;
  return <Lobby />;
};

document.body.insertAdjacentHTML("beforeend", `<div class="art" aria-hidden="true">${art}</div>`);
render(
  <>
    <Page />
    <SettingsSheet />
  </>,
  document.getElementById("page")!,
);
register();
