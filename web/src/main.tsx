/* The page: which part of it is shown, and what all parts share. */
import { render, type JSX } from "preact";
import art from "games:art";
import { tables } from "games:tables";
import { addArt } from "./art";
import { loadEngine } from "./engine/page";
import { aboutGame, isGame, learnGames } from "./games";
import { later } from "./later";
import { addMore } from "./more";
import { register } from "./offline/register";
import { meet } from "./online/me";
import { Lobby } from "./pages/lobby";
import { SettingsSheet } from "./pages/settings";
import { route } from "./route";
import { savedGame } from "./saved";
import "./settings"; /* theme and marks hold on every page, from the first moment */
import { need, speakAtFirst, speakThrough } from "./words";

declare const WASM: string;

/* Only the start page comes at once. */
const parts = {
  play: () => import("./pages/local-table"),
  review: () => import("./review/page"),
  pad: () => import("./pad/page"),
  maps: () => import("./maps/page"),
  rules: () => import("./pages/rules"),
  table: () => import("./pages/table"),
  account: () => import("./pages/account"),
  learn: () => import("./learn/page"),
};

/* What the page that was asked for needs comes together with the engine, not after it; what fails is told when it is shown. */
const fetchAhead = ([page = "", id]: string[]): void => {
  if (!(page in parts)) return;
  const game = page === "learn" ? id : page === "play" && id ? savedGame(id)?.setup.game : undefined;
  const ahead = [parts[page as keyof typeof parts](), addMore(), game && tables[game]?.()];
  void Promise.all(ahead).catch(() => {});
};
fetchAhead(route.peek());

const [engine] = await Promise.all([loadEngine(WASM), speakAtFirst()]).catch((error: unknown) => {
  document.getElementById("failed")!.hidden = false;
  throw error;
});
learnGames(engine);
speakThrough((words) => engine.speak(words));
void meet();

const LocalTable = later("table", async () => (await parts.play()).LocalTable);
const Review = later("review", async () => (await parts.review()).ready());
const Pad = later("pad", async () => (await parts.pad()).ready());
const Maps = later("maps", async () => (await parts.maps()).ready());
const Rules = later("rules", async () => (await parts.rules()).Rules);
const TablePage = later("a server's table", async () => (await parts.table()).TablePage);
const AccountPage = later("account", async () => (await parts.account()).AccountPage);
const Lesson = later("lesson", async () => {
  const [{ LessonPage }] = await Promise.all([parts.learn(), need("learn")]);
  return LessonPage;
});

const Page = (): JSX.Element => {
  const [page, id] = route.value;
  if (page === "play" && id) return <LocalTable key={id} engine={engine} id={id} />;
  if (page === "learn" && isGame(id) && aboutGame(id).hasLesson) return <Lesson key={id} engine={engine} game={id} />;
  if (page === "table" && id) return <TablePage key={id} engine={engine} code={id} />;
  if (page === "account") return <AccountPage />;
  if (page === "rules") return <Rules name={id} />;
  if (page === "review" && id) return <Review key={id} engine={engine} id={id} />;
  if (page === "pad") return <Pad engine={engine} game={id} />;
  if (page === "maps") return <Maps engine={engine} />;
  return <Lobby engine={engine} />;
};

addArt(art);
render(
  <>
    <Page />
    <SettingsSheet />
  </>,
  document.getElementById("page")!,
);
register();
