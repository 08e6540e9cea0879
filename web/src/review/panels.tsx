/* The boxes of the review: standings, turning points and moves, what happened at a move, fairness. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, Mark, Tag } from "../art";
import type { Result } from "../engine/engine";
import type { Step } from "../engine/reviewing";
import { numberText } from "../readable";
import { type Faces, Said } from "../table/said";
import { t } from "../words";
import type { Verdict } from "./fair";
import type { Played } from "./played";
import type { PartRow } from "./story";

const percent = (chance: number): number => Math.round(100 * chance);

/* ---- Standings ----------------------------------------------------------------------------------------------------------- */

export const Parts = ({ rows, order, names }: { rows: PartRow[]; order: number[]; names: string[] }): JSX.Element => (
  <div class="parts-scroll" tabIndex={0} role="group" aria-label={t("web.review.parts")}>
    <table class="score-parts">
      <caption>{t("web.review.parts")}</caption>
      <thead>
        <tr>
          <td />
          {order.map((seat) => (
            <th key={seat} scope="col">
              <Mark seat={seat} name={names[seat]!} size="s" />
              <span class="sr">{names[seat]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label} class={row.isTie ? "tie" : ""}>
            <th scope="row">{row.label}</th>
            {order.map((seat) => (
              <td key={seat}>{row.values[seat] === 0 ? "–" : numberText(row.values[seat])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/* The seats by their places. */
export const inPlaces = ({ places }: Result): number[] => places.map((_, seat) => seat).sort((a, b) => places[a]! - places[b]! || a - b);

export const Final = (props: {
  result: Result;
  names: string[];
  me: number | null;
  rows: PartRow[];
  isResigned: boolean;
  children: JSX.Element;
}): JSX.Element => {
  const { result, names } = props;
  const order = inPlaces(result);
  return (
    <section class="box rv-final" aria-label={t("web.review.final")}>
      <header>
        <h2>{t("web.review.final")}</h2>
        <span class="quiet">{t("web.points")}</span>
      </header>
      <div class="rv-scroll">
        <ol class="places">
          {order.map((seat) => (
            <li key={seat} class={`p${result.places[seat]}`}>
              <span class="place-no">{result.places[seat]}</span>
              <Mark seat={seat} name={names[seat]!} />
              <span class="grow">
                <b>{names[seat]}</b> {seat === props.me && <Tag>{t("web.you")}</Tag>}
              </span>
              <b class="pts">{numberText(result.scores[seat]!)}</b>
            </li>
          ))}
        </ol>
        {props.isResigned && <p class="rv-resigned small quiet">{t("web.review.resigned")}</p>}
        {props.rows.length > 0 && <Parts rows={props.rows} order={order} names={names} />}
      </div>
      {props.children}
    </section>
  );
};

/* ---- Turning points, and all moves ---------------------------------------------------------------------------------------- */

interface MovesProps {
  points: Step[];
  hasAnalysis: boolean;
  story: string[];
  seats: number[]; /* who made each move */
  names: string[];
  you: number | null;
  better: (step: Step) => string;
  faces: Faces;
  at: number;
  onPick: (n: number) => void;
}

export const calledIn = ({ names, you }: { names: string[]; you: number | null }, seat: number): string => (seat === you ? t("web.you") : names[seat]!);

const Points = (props: MovesProps): JSX.Element => {
  if (!props.points.length) return <p class="tail quiet small">{t(props.hasAnalysis ? "web.review.no-points" : "web.review.points-later")}</p>;
  return (
    <ol class="points">
      {props.points.map((step, i) => (
        <li key={step.n} aria-current={props.at === step.n + 1 ? "true" : undefined}>
          <button type="button" onClick={() => props.onPick(step.n + 1)}>
            <span class="pin-no">{i + 1}</span>
            <span class="grow">
              <span class="small quiet">
                {t("web.review.move-n", { n: step.n + 1 })} · <Mark seat={step.seat!} name={props.names[step.seat!]!} size="s" /> −
                {percent(step.loss!)} %
              </span>
              <br />
              <b>{calledIn(props, step.seat!)}</b> <Said text={props.story[step.n] ?? ""} faces={props.faces} />
              <span class="note bad">
                <Said text={t("web.review.better", { move: props.better(step), chance: percent(step.best_chance!) })} faces={props.faces} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
};

const AllMoves = (props: MovesProps): JSX.Element => {
  const { story, seats, faces, at, onPick } = props;
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => current.current?.scrollIntoView({ block: "nearest" }), [at]);
  return (
    <ol class="rv-moves">
      {story.map((text, i) => (
        <li key={i} ref={at === i + 1 ? current : null} aria-current={at === i + 1 ? "true" : undefined}>
          <button type="button" data-seat={seats[i]} onClick={() => onPick(i + 1)}>
            <span class="quiet num">{i + 1}</span>
            <span>
              <b>{calledIn(props, seats[i]!)}</b> <Said text={text} faces={faces} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
};

export const Moves = (props: MovesProps): JSX.Element => {
  const shown = useSignal<"points" | "all">("points");
  return (
    <section class="box rv-points" aria-label={t("web.review.moves")}>
      <div class="rv-tabs" role="group" aria-label={t("web.review.moves")}>
        {(["points", "all"] as const).map((name) => (
          <button key={name} type="button" aria-pressed={shown.value === name} onClick={() => (shown.value = name)}>
            {name === "points" ? t("web.review.points") : t("web.review.all-moves")}
          </button>
        ))}
      </div>
      <div class="rv-scroll" role="group" aria-label={t("web.review.moves")} tabIndex={0}>
        {shown.value === "points" ? <Points {...props} /> : <AllMoves {...props} />}
      </div>
    </section>
  );
};

/* ---- At a move ------------------------------------------------------------------------------------------------------------- */

export const Moment = (props: {
  at: number;
  seat: number | null; /* who made the move; null: the deal */
  text: string;
  names: string[];
  you: number | null;
  before: Step | undefined; /* the position in which it was made */
  after: Step | undefined;
  better: (step: Step) => string;
  faces: Faces;
  onOpen: () => void;
}): JSX.Element => {
  const { before, after, names, seat } = props;
  const isBest = before?.best !== undefined && before.best === before.move;
  return (
    <section class="box rv-pos" aria-label={t("web.review.at-move", { n: props.at })}>
      <header>
        <h2>{props.at ? t("web.review.at-move", { n: props.at }) : t("web.review.deal")}</h2>
        <button type="button" class="btn teal" onClick={props.onOpen}>
          <Icon name="i-eye" />
          {t("web.review.open-table")}
        </button>
      </header>
      <div class="rv-scroll rv-moment" aria-live="polite">
        <p class="played">
          {seat === null ? (
            t("web.review.dealt")
          ) : (
            <>
              <Mark seat={seat} name={names[seat]!} size="s" />{" "}
              <span>
                <b>{calledIn(props, seat)}</b> <Said text={props.text} faces={props.faces} />
              </span>
            </>
          )}
        </p>
        {isBest && <p class="note ok">{t("web.review.was-best")}</p>}
        {before?.best !== undefined && !isBest && (
          <p class={`note ${(before.loss ?? 0) >= 0.05 ? "bad" : ""}`}>
            <Said
              text={t((before.loss ?? 0) >= 0.05 ? "web.review.better" : "web.review.as-good", {
                move: props.better(before),
                chance: percent(before.best_chance!),
              })}
              faces={props.faces}
            />
          </p>
        )}
        {after && (
          <ul class="whatif" aria-label={t("web.review.chances")}>
            {names.map((name, i) => (
              <li key={i}>
                <Mark seat={i} name={name} size="s" />
                <span class="quiet">{name}</span> <b>{percent(after.chances[i]!)} %</b>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
};

/* ---- Fairness ---------------------------------------------------------------------------------------------------------------- */

const shortened = (hex: string): string => {
  const fours = hex.match(/.{4}/g) ?? [];
  return `${fours.slice(0, 3).join(" ")} … ${fours.slice(-2).join(" ")}`;
};

const Badge = ({ verdict }: { verdict: Verdict | null }): JSX.Element => {
  if (!verdict) return <span class="verified none">{t("web.review.not-checked")}</span>;
  if (verdict.is === "wrong")
    return (
      <span class="verified bad">
        <Icon name="i-x" />
        {t("web.review.differs")}
      </span>
    );
  return (
    <span class="verified">
      <Icon name="i-shield" />
      {t("web.review.verified")}
    </span>
  );
};

const Proof = ({ played, verdict }: { played: Played; verdict: Verdict | null }): JSX.Element | null => {
  const table = played.table;
  if (!table?.proof) return null;
  const persons = table.seats.filter((seat) => seat.kind === "person").length;
  const given = table.proof.given.filter((share) => share !== null).length;
  return (
    <>
      <dt>{t("web.review.promised")}</dt>
      <dd>
        <code title={table.commitment}>{shortened(table.commitment)}</code>
      </dd>
      <dt>{t("web.review.given")}</dt>
      <dd>
        {t("web.review.given-n", { n: given, all: persons })}
        {verdict?.is === "right" && verdict.isMine && <Tag kind="ok">{t("web.review.yours-too")}</Tag>}
      </dd>
    </>
  );
};

export const Fairness = ({ played, verdict, onCheck }: { played: Played; verdict: Verdict | null; onCheck: () => void }): JSX.Element => (
  <section class="box rv-fair" aria-label={t("web.review.fair")} tabIndex={0}>
    <header>
      <h2>{t("web.review.fair")}</h2>
      <Badge verdict={verdict} />
    </header>
    {verdict?.is === "wrong" && (
      <p class="rv-wrong" role="alert">
        {t(verdict.line === 1 ? "web.review.wrong-deal" : "web.review.wrong-at", { n: verdict.line - 1, reason: verdict.reason })}
      </p>
    )}
    <dl class="fairness">
      <Proof played={played} verdict={verdict} />
      <dt>{t("web.review.seed")}</dt>
      <dd>
        <code title={played.setup.seed}>{shortened(played.setup.seed)}</code>
      </dd>
      <dt>{t("web.review.dealt-again")}</dt>
      {verdict?.is === "right" && (
        <dd class="yes">
          <Icon name="i-check" />
          {t("web.review.all-same", { n: played.moves.length })}
        </dd>
      )}
      {verdict?.is === "wrong" && (
        <dd class="no">
          <Icon name="i-x" />
          {t("web.review.differs")}
        </dd>
      )}
      {!verdict && (
        <dd>
          <button type="button" class="btn" onClick={onCheck}>
            {t("web.review.check")}
          </button>
        </dd>
      )}
    </dl>
    <p class="small quiet">
      {t(played.table ? "web.review.check-yourself" : "web.review.check-local")} <code>arkad check</code>
    </p>
  </section>
);
