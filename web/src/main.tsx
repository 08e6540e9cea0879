/* The page: which part of it is shown, and what all parts share. */
import { effect } from "@preact/signals";
import { render, type ComponentType, type JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import art from "../art/art.svg";
import { Engine } from "./engine/engine";
import { Thinker } from "./engine/thinker";
import { LocalSitting, savedGame } from "./local";
import { Lobby } from "./pages/lobby";
import { Later } from "./pages/later";
import { Rules } from "./pages/rules";
import { SettingsSheet } from "./pages/settings";
import { route } from "./route";
import { Table } from "./table/frame";
import { lang, speakAtFirst, t } from "./words";

declare const WASM: string;
declare const WORKER: string;

const [engine] = await Promise.all([Engine.load(fetch(WASM)), speakAtFirst()]);
const thinker = new Thinker(WORKER, new URL(WASM, location.href).href);
effect(() => engine.speak(lang.value));

const LocalTable = ({ id }: { id: string }): JSX.Element => {
  const sitting = useMemo(() => {
    const saved = savedGame(id);
    return saved && new LocalSitting(engine, thinker, saved);
  }, [id]);
  useEffect(() => () => sitting?.leave(), [sitting]);
  return sitting ? <Table sitting={sitting} /> : <p class="page">{t("web.no-such-table")}</p>;
};

const reviewPage = (): Promise<ComponentType<{ engine: Engine; id: string }>> => import("./review/page").then((part) => part.Review);
const padPage = (): Promise<ComponentType<{ engine: Engine; game: string | undefined }>> => import("./pad/page").then((part) => part.Pad);

const Page = (): JSX.Element => {
  const [page, id] = route.value;
  if (page === "play" && id) return <LocalTable id={id} />;
  if (page === "rules") return <Rules name={id} />;
  if (page === "review" && id) return <Later page={reviewPage} props={{ engine, id }} />;
  if (page === "pad") return <Later page={padPage} props={{ engine, game: id }} />;
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
