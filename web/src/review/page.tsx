/* After the game: how it ended and why, how the chances moved, every move again, and whether all was fair. */
import { useSignal, useSignalEffect, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { post, Refused, type TableInfo } from "../api";
import { Brand, Icon, Mark, Tag } from "../art";
import { download } from "../download";
import type { Engine, Result } from "../engine/engine";
import type { Step } from "../engine/reviewing";
import { nameOf } from "../games";
import { studyOf } from "../generic/study";
import { keep, newGame, withStarter } from "../saved";
import { Empty } from "../online/empty";
import { Header } from "../pages/header";
import { openSettings } from "../pages/settings";
import { go } from "../route";
import { Table } from "../table/frame";
import { type Faces, Said } from "../table/said";
import { lang, need, t } from "../words";
import { Analyst, turningPoints } from "./analyst";
import { Chart, chartFile, type ChartProps } from "./chart";
import { useFaces } from "./faces";
import { compare, type Verdict, verify } from "./fair";
import { Hands } from "./hands";
import { calledIn, Fairness, Final, Moment, Moves } from "./panels";
import { linesOf, load, NothingPlayed, pack, peopleAt, playAgain, type Played, resultOf, youIn } from "./played";
import { ReplaySitting } from "./replay";
import { PrintedSheet } from "./sheet";
import { better, partRows, tell } from "./story";
import { Stepper, useStepKeys } from "./stepper";

/* ---- What can be done with it ------------------------------------------------------------------------------------------- */

/* Where others see this move: a game of this browser goes along in the link. */
const linkTo = async (played: Played, at: number): Promise<string> => {
  const query = at < played.moves.length ? `?n=${at}` : "";
  if (played.table) return `${location.origin}/review/${played.id}${query}`;
  return `${location.origin}/review/shared${query}#${await pack(played)}`;
};

/* The same people at the same seats, or others at a table that was only watched; the next seat clockwise starts. */
const playAnew = async (engine: Engine, played: Played): Promise<void> => {
  const { setup, bots, table, me } = played;
  if (table && me !== null) return go(`/table/${(await post<TableInfo>(`/tables/${table.code}/rematch`)).code}`);
  const [starter] = playAgain(engine, played, (game) => game.starter(), 0) ?? [0];
  const saved = newGame(setup.game, setup.players, withStarter(setup.game, setup.options, (starter! + 1) % setup.players), 2, setup.map);
  if (me !== null && bots?.[me] === "me") Object.assign(saved, { seat: me, bots });
  keep(saved);
  go(`/play/${saved.id}`);
};

const Actions = (props: { engine: Engine; played: Played; at: number; onSave: () => void }): JSX.Element => {
  const said = useSignal("");
  const link = useSignal("");
  const share = async (): Promise<void> => {
    link.value = "";
    const address = await linkTo(props.played, props.at);
    try {
      await navigator.clipboard.writeText(address);
      said.value = t("web.review.copied", { n: props.at });
    } catch {
      link.value = address; /* to be copied by hand */
      said.value = t("web.review.copy-this");
    }
  };
  const again = (): void =>
    void playAnew(props.engine, props.played).catch((error: unknown) => (said.value = error instanceof Refused ? error.message : t("web.review.no-server")));
  return (
    <div class="rv-again">
      <div class="row wrap">
        <button type="button" class="btn teal" onClick={again}>
          {t("web.review.again")}
        </button>
        <button type="button" class="btn" onClick={() => void share()}>
          <Icon name="i-link" />
          {t("web.review.share")}
        </button>
        <button type="button" class="btn" onClick={props.onSave}>
          {t("web.review.save")}
        </button>
        <button type="button" class="btn" onClick={() => print()}>
          {t("web.review.print")}
        </button>
      </div>
      <p class="small quiet" role="status">
        {said.value}
      </p>
      {link.value && <input class="field" readOnly aria-label={t("web.review.share")} value={link.value} onFocus={(event) => event.currentTarget.select()} />}
    </div>
  );
};

/* ---- The analysis ---------------------------------------------------------------------------------------------------------- */

const Progress = ({ analyst }: { analyst: Analyst }): JSX.Element | null => {
  const state = analyst.state.value;
  if (state === "done") return null;
  if (state === "running")
    return (
      <div class="rv-progress" role="status">
        <span>{t("web.review.thinking", { n: Math.floor(100 * analyst.share.value) })}</span>
        <progress max={1} value={analyst.share.value} aria-label={t("web.review.chance")} />
        <button type="button" class="btn" onClick={() => analyst.stop()}>
          {t("web.review.stop")}
        </button>
      </div>
    );
  return (
    <div class="rv-progress">
      <span>{t(state === "failed" ? "web.review.failed" : "web.review.how")}</span>
      <button type="button" class="btn teal" onClick={() => analyst.start()}>
        {t("web.review.analyse")}
      </button>
    </div>
  );
};

/* ---- Overview and table ------------------------------------------------------------------------------------------------------ */

interface Known {
  engine: Engine;
  played: Played;
  result: Result;
  names: string[];
  story: string[];
  analyst: Analyst;
  points: Step[];
  at: Signal<number>;
  say: (step: Step) => string;
  faces: Faces;
}

const Top = ({ known }: { known: Known }): JSX.Element => {
  const { played, result, names } = known;
  const winners = names.filter((_, seat) => result.places[seat] === 1);
  const hasWon = played.me !== null && result.places[played.me] === 1 && winners.length === 1;
  return (
    <header class="top">
      <Brand />
      <a class="btn plain square phone-only" href="/" aria-label={t("web.to-lobby")}>
        <Icon name="i-left" />
      </a>
      <div class="where">
        <h1>{nameOf(played.setup.game)}</h1>
        <span class="quiet small">{t("web.n-moves", { n: played.moves.length })}</span>
      </div>
      <div class="progress">
        <Tag kind={hasWon ? "ok" : "gold"}>
          <Icon name="i-trophy" />
          {hasWon ? t("web.review.you-won") : winners.join(", ")}
        </Tag>
      </div>
      <nav aria-label={t("web.table")}>
        <a class="btn plain square" href={`/rules/${played.setup.game}`} aria-label={t("web.rules")}>
          <Icon name="i-help" />
        </a>
        <button type="button" class="btn plain square" aria-label={t("web.settings")} onClick={openSettings}>
          <Icon name="i-gear" />
        </button>
      </nav>
    </header>
  );
};

const Overview = ({ known, onTable }: { known: Known; onTable: () => void }): JSX.Element => {
  const { engine, played, result, names, story, analyst, points, at } = known;
  const count = played.moves.length;
  const verdict = useSignal<Verdict | null>(null);
  const rows = useMemo(() => partRows(engine, played), [played, lang.value]);
  const lines = useMemo(() => linesOf(engine, played), [played]);
  const steps = analyst.steps.value;
  const check = (): void => {
    const say = { promise: t("web.review.other-promise"), promises: t("web.review.other-promises"), share: t("web.review.other-share"), starter: t("web.review.other-starter") };
    verdict.value = compare(verify(engine, lines), played, say);
  };
  useEffect(() => {
    const timer = setTimeout(check, 400);
    return () => clearTimeout(timer);
  }, [lines, lang.value]);
  const chart: ChartProps = { steps, points, count, names, me: played.me, at: at.value, onPick: (n) => (at.value = n) };
  const file = `${played.setup.game}-${played.id.replace("local-", "")}`;
  return (
    <div class="app review">
      <Top known={known} />
      <main class="rv">
        <Final result={result} names={names} me={played.me} rows={rows} isResigned={!!result.resigned}>
          <Actions
            engine={engine}
            played={played}
            at={at.value}
            onSave={() => download(`${file}.jsonl`, "application/x-ndjson", `${lines.join("\n")}\n`)}
          />
        </Final>
        <section class="box rv-chart" aria-label={t("web.review.chance")}>
          <header>
            <h2>{t("web.review.chance")}</h2>
            <span class="quiet">{t("web.review.chance-how")}</span>
            {analyst.state.value === "done" && (
              <button type="button" class="btn plain" onClick={() => download(`${file}.svg`, "image/svg+xml", chartFile(chart, nameOf(played.setup.game)))}>
                {t("web.review.save-chart")}
              </button>
            )}
          </header>
          <Chart {...chart} />
          <Progress analyst={analyst} />
          <Stepper at={at} count={count} />
        </section>
        <Moves
          points={points}
          hasAnalysis={analyst.state.value === "done"}
          story={story}
          seats={played.moves.map(([seat]) => seat)}
          names={names}
          you={youIn(played)}
          better={known.say}
          faces={known.faces}
          at={at.value}
          onPick={(n) => (at.value = n)}
        />
        <Moment
          at={at.value}
          seat={played.moves[at.value - 1]?.[0] ?? null}
          text={story[at.value - 1] ?? ""}
          names={names}
          you={youIn(played)}
          before={analyst.state.value === "done" ? steps[at.value - 1] : undefined}
          after={steps.find((step) => step.n === at.value)}
          better={known.say}
          faces={known.faces}
          onOpen={onTable}
        />
        <Fairness played={played} verdict={verdict.value} onCheck={check} />
      </main>
      <PrintedSheet played={played} result={result} names={names} rows={rows} />
    </div>
  );
};

const Bar = ({ known, viewer, showsAll, onOverview }: { known: Known; viewer: Signal<number | null>; showsAll: Signal<boolean>; onOverview: () => void }): JSX.Element => {
  const { played, names, at, analyst } = known;
  const seat = played.moves[at.value - 1]?.[0];
  const before = analyst.state.value === "done" ? analyst.steps.value[at.value - 1] : undefined;
  const lost = before?.loss ?? 0;
  const hasSecrets = studyOf(played.setup.game).hands.size > 0;
  return (
    <div class="bar rv-bar" role="region" aria-label={t("web.review.step")} id="bar" tabIndex={-1}>
      <div class="ask" aria-live="polite">
        <p>
          {seat === undefined ? (
            t("web.review.dealt")
          ) : (
            <>
              <Mark seat={seat} name={names[seat]!} size="s" /> {calledIn({ names, you: youIn(played) }, seat)} <Said text={known.story[at.value - 1] ?? ""} faces={known.faces} />
            </>
          )}
        </p>
        {lost >= 0.05 && (
          <p class="hint bad">
            <Said text={t("web.review.better", { move: known.say(before!), chance: Math.round(100 * before!.best_chance!) })} faces={known.faces} />
          </p>
        )}
      </div>
      <Stepper at={at} count={played.moves.length} />
      <div class="row rv-look">
        <label class="rv-eyes">
          <Icon name="i-eye" />
          <span class="sr">{t("web.review.seen-by")}</span>
          <select
            class="field"
            value={viewer.value ?? -1}
            onChange={(event) => (viewer.value = Number(event.currentTarget.value) < 0 ? null : Number(event.currentTarget.value))}
          >
            {names.map((name, i) => (
              <option key={i} value={i}>
                {name}
              </option>
            ))}
            <option value={-1}>{t("web.review.spectator")}</option>
          </select>
        </label>
        {hasSecrets && (
          <label class="check">
            <input type="checkbox" checked={showsAll.value} onChange={(event) => (showsAll.value = event.currentTarget.checked)} />
            <span>{t("web.review.show-all")}</span>
          </label>
        )}
        <button type="button" class="btn teal" onClick={onOverview}>
          {t("web.review.overview")}
        </button>
      </div>
    </div>
  );
};

const AtTable = ({ known, onOverview }: { known: Known; onOverview: () => void }): JSX.Element => {
  const { engine, played, at } = known;
  const viewer = useSignal<number | null>(played.me ?? 0);
  const showsAll = useSignal(false);
  const sitting = useMemo(() => new ReplaySitting(engine, played, viewer.value, at, showsAll), [played, viewer.value]);
  useEffect(() => () => sitting.leave(), [sitting]);
  const hands = showsAll.value ? <Hands sitting={sitting} whole={sitting.whole.value} names={known.names} faces={known.faces} /> : null;
  return (
    <div class="replay">
      <Table
        key={viewer.value}
        sitting={sitting}
        bar={<Bar known={known} viewer={viewer} showsAll={showsAll} onOverview={onOverview} />}
        beside={hands}
      />
    </div>
  );
};

/* The move in the address: ?n=70 opens the table there. */
const moveInAddress = (count: number): number | null => {
  const text = new URLSearchParams(location.search).get("n");
  return text !== null && /^\d+$/.test(text) ? Math.min(count, Number(text)) : null;
};

const Whole = ({ engine, played, result }: { engine: Engine; played: Played; result: Result }): JSX.Element => {
  const count = played.moves.length;
  const at = useSignal(moveInAddress(count) ?? count);
  const isAtTable = useSignal(moveInAddress(count) !== null);
  const analyst = useMemo(() => new Analyst(played), [played]);
  const names = peopleAt(played).map((person) => person.name);
  const story = useMemo(() => tell(engine, played), [played, lang.value, names.join()]);
  const points = turningPoints(analyst.state.value === "done" ? analyst.steps.value : []);
  const faces = useFaces(engine, played);
  const said = useMemo(() => new Map<number, string>(), [played, lang.value]);
  const say = (step: Step): string => {
    if (!said.has(step.n)) said.set(step.n, better(engine, played, step));
    return said.get(step.n)!;
  };
  useEffect(() => {
    if (!played.table || played.me !== null) analyst.start();
    return () => analyst.stop();
  }, [analyst]);
  useEffect(() => {
    document.title = `${nameOf(played.setup.game)} – ${t("web.review.look-back")}`;
  }, [isAtTable.value, lang.value, at.value]);
  useSignalEffect(() => {
    const query = isAtTable.value ? `?n=${at.value}` : "";
    history.replaceState(null, "", `${location.pathname}${query}${location.hash}`);
  });
  useStepKeys(at, count);
  const known: Known = { engine, played, result, names, story, analyst, points, at, say, faces };
  return isAtTable.value ? (
    <AtTable known={known} onOverview={() => (isAtTable.value = false)} />
  ) : (
    <Overview known={known} onTable={() => (isAtTable.value = true)} />
  );
};

const Nothing = ({ why }: { why: string }): JSX.Element => (
  <div class="lobby">
    <Header page="review" />
    <main>
      <Empty isPage title={why}>
        <a class="btn teal" href="/">
          {t("web.to-lobby")}
        </a>
      </Empty>
    </main>
  </div>
);

/* What the server answers for a wrong code is not said to a reader. */
const whyNothing = (error: unknown): string => {
  if (error instanceof NothingPlayed) return error.message;
  if (error instanceof Refused) return error.status === 404 ? t("web.no-such-table") : error.message;
  return t("web.review.no-server");
};

export const Review = ({ engine, id }: { engine: Engine; id: string }): JSX.Element => {
  const played = useSignal<Played | null>(null);
  const why = useSignal<string | null>(null);
  useEffect(() => {
    let isGone = false;
    played.value = why.value = null;
    /* its game is told in words of its own */
    const loadAll = async (): Promise<Played> => {
      const found = await load(id);
      await need(found.setup.game);
      return found;
    };
    loadAll().then(
      (found) => !isGone && (played.value = found),
      (error: unknown) => !isGone && (why.value = whyNothing(error)),
    );
    return () => void (isGone = true);
  }, [id]);
  const game = played.value;
  const result = useMemo(() => game && resultOf(engine, game), [game]);
  if (why.value) return <Nothing why={why.value} />;
  if (!game) return <main class="page" aria-busy="true" />;
  if (!result) return <Nothing why={t("web.review.not-over")} />; /* hands are not shown yet */
  return <Whole key={game.id} engine={engine} played={game} result={result} />;
};

/* The page, when its words are here. */
export const ready = async (): Promise<typeof Review> => {
  await need("after");
  return Review;
};
