/* The page: which part of it is shown, and what all parts share. */
import { render, type JSX } from "preact";
import art from "games:art";
import { addArt } from "./art";
import { loadEngine } from "./engine/page";
import { aboutGame, isGame, learnGames } from "./games";
import { later } from "./later";
import { register } from "./offline/register";
import { meet } from "./online/me";
import { Lobby } from "./pages/lobby";
import { SettingsSheet } from "./pages/settings";
import { route } from "./route";
import "./settings"; /* theme and marks hold on every page, from the first moment */
import { need, speakAtFirst, speakThrough } from "./words";

declare const WASM: string;

const [engine] = await Promise.all([loadEngine(WASM), speakAtFirst()]).catch((error: unknown) => {
  document.getElementById("failed")!.hidden = false;
  throw error;
});
learnGames(engine);
speakThrough((words) => engine.speak(words));
void meet();

/* Only the start page comes at once. */
const LocalTable = later("table", async () => (await import("./pages/local-table")).LocalTable);
const Review = later("review", async () => (await import("./review/page")).ready());
const Pad = later("pad", async () => (await import("./pad/page")).ready());
const Maps = later("maps", async () => (await import("./maps/page")).ready());
const Rules = later("rules", async () => (await import("./pages/rules")).Rules);
const TablePage = later("a server's table", async () => (await import("./pages/table")).TablePage);
const AccountPage = later("account", async () => (await import("./pages/account")).AccountPage);
const Lesson = later("lesson", async () => {
  const [{ LessonPage }] = await Promise.all([import("./learn/page"), need("learn")]);
  return LessonPage;
});

const Page = (): JSX.Element => {
  const [page, id] = route.value;
  if (page === "play" && id) return <LocalTable engine={engine} id={id} />;
  if (page === "learn" && isGame(id) && aboutGame(id).hasLesson) return <Lesson engine={engine} game={id} />;
  if (page === "table" && id) return <TablePage key={id} engine={engine} code={id} />;
  if (page === "account") return <AccountPage />;
  if (page === "rules") return <Rules name={id} />;
  if (page === "review" && id) return <Review engine={engine} id={id} />;
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
