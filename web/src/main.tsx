/* The page: which part of it is shown, and what all parts share. */
import { render, type JSX } from "preact";
import art from "games:art";
import { tables } from "games:tables";
import { addArt } from "./art";
import { needEngine } from "./engine/page";
import { aboutGame, isGame } from "./games";
import { later, withEngine } from "./later";
import { addMore } from "./more";
import { register } from "./offline/register";
import { meet } from "./online/me";
import { ArrivingPage, ArrivingTable } from "./pages/arriving";
import type { HeaderPage } from "./pages/header";
import { Lobby } from "./pages/lobby";
import { SettingsSheet } from "./pages/settings";
import { route } from "./route";
import { savedGame } from "./saved";
import "./settings"; /* theme and marks hold on every page, from the first moment */
import { loadTable } from "./table/tables";
import { need, speakAtFirst } from "./words";

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
const playing = ["play", "review", "table", "learn"]; /* need the engine */

/* What the page that was asked for needs comes together with the words, not after them; what fails is told when it is shown. */
const gameAt = ([page, id]: string[]): string | undefined => (page === "learn" ? id : page === "play" && id ? savedGame(id)?.setup.game : undefined);
const fetchAhead = (path: string[]): void => {
  const [page = ""] = path;
  if (!(page in parts)) return;
  const game = gameAt(path);
  const ahead = [parts[page as keyof typeof parts](), addMore(), playing.includes(page) && needEngine(), game && tables[game]?.()];
  void Promise.all(ahead).catch(() => {});
};
fetchAhead(route.peek());

await speakAtFirst().catch((error: unknown) => {
  document.getElementById("failed")!.hidden = false;
  throw error;
});
const played = gameAt(route.peek());
if (isGame(played)) void loadTable(played).catch(() => {}); /* now that the language of its words is known */
void meet();

const arrivingAt = (page: HeaderPage) => (): JSX.Element => <ArrivingPage page={page} />;
const savedTable = ({ id }: { id: string }): JSX.Element => <ArrivingTable game={savedGame(id)?.setup.game} />;

const LocalTable = later("table", withEngine(async () => (await parts.play()).LocalTable), savedTable);
const Review = later("review", withEngine(async () => (await parts.review()).ready()), arrivingAt("review"));
const Pad = later("pad", async () => (await parts.pad()).ready(), arrivingAt("pad"));
const Maps = later("maps", async () => (await parts.maps()).ready(), arrivingAt("maps"));
const Rules = later("rules", async () => (await parts.rules()).Rules, arrivingAt("rules"));
const TablePage = later("a server's table", withEngine(async () => (await parts.table()).TablePage), arrivingAt("table"));
const AccountPage = later("account", async () => (await parts.account()).AccountPage, arrivingAt("account"));
const loadLesson = async () => {
  const [{ LessonPage }] = await Promise.all([parts.learn(), need("learn")]);
  return LessonPage;
};
const Lesson = later("lesson", withEngine(loadLesson), ({ game }) => <ArrivingTable game={game} />);

const Page = (): JSX.Element => {
  const [page, id] = route.value;
  if (page === "play" && id) return <LocalTable key={id} id={id} />;
  if (page === "learn" && isGame(id) && aboutGame(id).hasLesson) return <Lesson key={id} game={id} />;
  if (page === "table" && id) return <TablePage key={id} code={id} />;
  if (page === "account") return <AccountPage />;
  if (page === "rules") return <Rules name={id} />;
  if (page === "review" && id) return <Review key={id} id={id} />;
  if (page === "pad") return <Pad game={id} />;
  if (page === "maps") return <Maps />;
  return <Lobby />;
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
