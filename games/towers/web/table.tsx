/* The table of 5 Towers: the display, everybody's towers as skylines, bids by number or by marking cards. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { Back, Card, CardButton, Chip, type Face, Icon, Mark } from "client/art";
import type { View } from "client/engine/engine";
import type { AheadOffer, GameTable, MoveButton, Namer, Scene, SeatTag } from "client/table/game";
import { type Pick, verbOf, wordsOf } from "client/table/picks";
import { t } from "client/words";

interface Towers extends View {
  round: number;
  starter: number;
  turn: number | null;
  pile: number;
  discard: string[];
  display: string[];
  bids: (number | "pass" | null)[];
  high: number | null;
  winner: number | null;
  left: number;
  towers: Partial<Record<Kind, string[]>>[];
  demolitions: string[][];
  reshuffled: boolean;
}

type S = Scene<Towers>;

const kinds = { c: "candy", h: "haunted", t: "tree", j: "junk", s: "sand" } as const;
type Kind = keyof typeof kinds;
const letters = Object.keys(kinds) as Kind[];

const kindOf = (card: string): Kind => card[0] as Kind;
const faceIn = (sitting: Namer, card: string): Face => {
  const kind = kinds[kindOf(card)];
  return { kind: `towers-${kind}`, glyph: `g-${kind}`, value: card.slice(1), label: sitting.card(card), code: card };
};

const faceOf = ({ sitting }: S, card: string): Face => faceIn(sitting, card);

/* ---- What a city counts ---------------------------------------------------------------------------------------------- */

interface Sums {
  built: number;
  roofed: number; /* cards under a roof, which count again */
  tallest: number;
  fallen: number; /* points lost */
  total: number;
}

const sumsOf = ({ sitting }: S, seat: number): Sums => {
  const { built, roofed, tallest, fallen } = sitting.count(seat).parts as Record<"built" | "roofed" | "tallest" | "fallen", number>;
  return { built, roofed, tallest, fallen: -fallen, total: built + roofed + tallest + fallen };
};

/* ---- Towers ---------------------------------------------------------------------------------------------------------- */

const STOREYS = 6;

/* A card is a storey, a 0 the roof. Of a tower too high for its place the lowest storeys are only counted. */
const Storeys = (props: { tower: string[]; ghost?: string | undefined; isFalling?: boolean }): JSX.Element => {
  const { tower, ghost, isFalling } = props;
  const room = ghost === undefined ? STOREYS : STOREYS - 1;
  const hidden = tower.length > room ? tower.length - room + 1 : 0;
  const shown = tower.slice(hidden).reverse();
  return (
    <ol>
      {ghost !== undefined && (
        <li class="storey ghost">
          <span>{ghost}</span>
        </li>
      )}
      {shown.map((card, i) => (
        <li
          key={tower.length - i}
          class={`storey ${card.slice(1) === "0" ? "roof" : ""} ${isFalling && i === 0 ? "falls" : ""}`}
        >
          <span>{card.slice(1)}</span>
        </li>
      ))}
      {hidden > 0 && (
        <li class="storey more">
          <span>+{hidden}</span>
        </li>
      )}
    </ol>
  );
};

const spoken = (kind: Kind, tower: string[]): string =>
  t("web.towers.tower", {
    kind: t(`towers.kind.${kind}`),
    cards: tower.map((card) => card.slice(1)).join(", ") || t("web.towers.no-tower"),
  });

const Foot = ({ kind, isNamed }: { kind: Kind; isNamed: boolean }): JSX.Element => (
  <span class="foot">
    <svg aria-hidden="true">
      <use href={`#g-${kinds[kind]}`} />
    </svg>
    {isNamed && <b>{t(`towers.kind.${kind}`)}</b>}
  </span>
);

const City = ({ scene, seat }: { scene: S; seat: number }): JSX.Element => (
  <div class="skyline">
    {letters.map((kind) => {
      const tower = scene.view.towers[seat]?.[kind] ?? [];
      return (
        <div key={kind} class="tower" data-k={`towers-${kinds[kind]}`} data-about={`tower ${kind}`} role="img" aria-label={spoken(kind, tower)}>
          <Storeys tower={tower} />
          <Foot kind={kind} isNamed={false} />
        </div>
      );
    })}
  </div>
);

/* One of my towers: while I may demolish, touching it picks its top. */
const OwnTower = ({ scene, kind }: { scene: S; kind: Kind }): JSX.Element => {
  const tower = scene.view.towers[scene.me!]?.[kind] ?? [];
  const pick = { zone: "tower", place: kind, word: kind };
  const mayDemolish = scene.moves.some((move) => verbOf(move) === "demolish");
  const inPlan = scene.picks.picked.value.find((other) => other.zone === "display" && kindOf(other.word) === kind);
  const ghost = scene.view.phase === "build" ? inPlan?.word.slice(1) : undefined;
  const inside = (
    <>
      <Storeys tower={tower} ghost={ghost} isFalling={scene.picks.has(pick)} />
      <Foot kind={kind} isNamed />
    </>
  );
  if (!mayDemolish || !tower.length)
    return (
      <div class="tower big" data-k={`towers-${kinds[kind]}`} data-about={`tower ${kind}`} role="img" aria-label={spoken(kind, tower)}>
        {inside}
      </div>
    );
  const why = scene.sitting.check(`demolish ${kind}`);
  return (
    <button
      type="button"
      class="tower big"
      data-k={`towers-${kinds[kind]}`}
      data-about={`tower ${kind}`}
      aria-label={`${spoken(kind, tower)}. ${why ?? scene.sitting.choice(`demolish ${kind}`)}`}
      aria-pressed={scene.picks.has(pick)}
      aria-disabled={why ? "true" : undefined}
      onClick={() => scene.touch(pick, why ?? undefined)}
    >
      {inside}
    </button>
  );
};

/* ---- What is on the table ---------------------------------------------------------------------------------------------- */

/* The display as it was turned up: what has been built since leaves its place empty. */
const useDisplay = (view: Towers): (string | null)[] => {
  const turnedUp = useRef({ round: 0, cards: [] as string[] });
  if (turnedUp.current.round !== view.round || turnedUp.current.cards.length < view.display.length)
    turnedUp.current = { round: view.round, cards: view.display };
  const left = [...view.display];
  const lies = (card: string): string | null => {
    const at = left.indexOf(card);
    return at < 0 ? null : left.splice(at, 1)[0]!;
  };
  return [...turnedUp.current.cards].reverse().map(lies).reverse(); /* of equal cards the first turned up is built first */
};

const marked = (scene: S): Pick[] => scene.picks.picked.value.filter((pick) => pick.zone === "display");

/* While bidding, marking cards only counts them. */
const mark = (scene: S, pick: Pick): void => {
  const others = marked(scene).filter((other) => other.place !== pick.place);
  scene.choose(scene.picks.has(pick) ? others : [...others, pick]);
};

const story = (scene: S): string => {
  const { view } = scene;
  const count = marked(scene).length;
  const isMine = view.turn === scene.me;
  if (view.phase === "build")
    return isMine
      ? t("web.towers.you-build", { n: view.high!, left: view.left })
      : t("web.towers.builds", { name: scene.called(view.turn!), n: view.high!, left: view.left });
  if (isMine && count) return scene.sitting.check(`bid ${count}`) ?? t("web.towers.marked", { n: count });
  if (view.high === null) return t("web.towers.no-bid");
  return t("web.towers.to-beat", { n: view.high, name: scene.called(view.winner!) });
};

const DisplayCard = ({ scene, card, place }: { scene: S; card: string; place: number }): JSX.Element => {
  const face = faceOf(scene, card);
  const pick = { zone: "display", place, word: card };
  if (scene.sitting.state.value !== "yours") return <Card face={face} size="l" />;
  const isBid = scene.view.phase === "bid";
  const why = isBid || scene.moves.includes(`build ${card}`) ? null : scene.sitting.check(`build ${card}`);
  return (
    <CardButton
      face={face}
      size="l"
      isPicked={scene.picks.has(pick)}
      why={why}
      onPick={() => (isBid ? mark(scene, pick) : scene.touch(pick, why ?? undefined))}
    />
  );
};

const Display = ({ scene }: { scene: S }): JSX.Element => (
  <section class="tow-display" aria-label={t("web.towers.display")}>
    <h2 class="zone-title">
      {t("web.towers.display")} <span class="quiet">{story(scene)}</span>
    </h2>
    <div class="row display">
      {useDisplay(scene.view).map((card, i) =>
        card ? (
          <DisplayCard key={i} scene={scene} card={card} place={i} />
        ) : (
          <span key={i} class="well card l">
            {t("web.towers.built")}
          </span>
        ),
      )}
    </div>
  </section>
);

/* When it is over: what every city counted. */
const Count = ({ scene }: { scene: S }): JSX.Element => {
  const seats = scene.names.map((name, seat) => ({ name, seat, sums: sumsOf(scene, seat) }));
  const row = (label: string, of: (sums: Sums) => number, sign = ""): JSX.Element => (
    <tr>
      <th scope="row">{label}</th>
      {seats.map(({ seat, sums }) => (
        <td key={seat}>{of(sums) ? `${sign}${of(sums)}` : "–"}</td>
      ))}
    </tr>
  );
  return (
    <section class="majority tow-count" aria-label={t("web.towers.count")}>
      <h2 class="zone-title">{t("web.towers.count")}</h2>
      <table>
        <thead>
          <tr>
            <th />
            {seats.map(({ seat, name }) => (
              <th key={seat} scope="col">
                <Mark seat={seat} name={name} size="s" /> <span class="count-name">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row(t("web.towers.on-towers"), (sums) => sums.built)}
          {row(t("web.towers.roofed"), (sums) => sums.roofed, "+")}
          {row(t("web.towers.tallest"), (sums) => sums.tallest, "+")}
          {row(t("web.towers.fallen"), (sums) => sums.fallen, "−")}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("web.points")}</th>
            {seats.map(({ seat }) => (
              <td key={seat}>{scene.view.scores?.[seat]}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
};

const Court = ({ scene }: { scene: S }): JSX.Element =>
  scene.view.phase === "over" ? (
    <Count scene={scene} />
  ) : (
    <>
      <figure class="pile desk-only" data-about="number pile">
        <Back label={t("web.pile")} />
        <figcaption>
          {t("web.pile")} <b>{scene.view.pile}</b>
        </figcaption>
      </figure>
      <Display scene={scene} />
      <figure class="pile desk-only tow-discard" data-about="number discard">
        <span class="well">{scene.view.discard.length}</span>
        <figcaption>{t("web.towers.discard")}</figcaption>
      </figure>
    </>
  );

/* ---- Seats ------------------------------------------------------------------------------------------------------------- */

const tag = ({ view }: S, seat: number): SeatTag | null => {
  const bid = view.bids[seat];
  if (view.phase === "build" && view.turn === seat) return { text: t("web.towers.building", { n: view.left }), kind: "gold" };
  if (bid === "pass") return { text: t("web.towers.passed"), kind: "" };
  if (typeof bid === "number") return { text: t("web.towers.bid", { n: bid }), kind: view.winner === seat ? "teal" : "" };
  return view.phase === "bid" && view.starter === seat ? { text: t("web.towers.begins"), kind: "" } : null;
};

const SeatCity = ({ scene, seat }: { scene: S; seat: number }): JSX.Element => {
  const fallen = scene.view.demolitions[seat] ?? [];
  return (
    <>
      <p class="facts">
        <span data-about={`points ${seat}`}>
          <Icon name="i-star" />
          <span class="sr">{t("web.points")}</span>
          <b>{sumsOf(scene, seat).total}</b>
        </span>
        <span title={fallen.map((card) => scene.sitting.card(card)).join(", ")}>
          <Icon name="i-down2" />
          <b>{fallen.length}</b> <span class="word">{t("web.towers.fallen-n")}</span>
        </span>
      </p>
      <City scene={scene} seat={seat} />
    </>
  );
};

/* ---- Own place ---------------------------------------------------------------------------------------------------------- */

const Own = ({ scene }: { scene: S }): JSX.Element => {
  const { view, me } = scene;
  if (me === null) return <p class="quiet">{t("web.watching")}</p>;
  const sums = sumsOf(scene, me);
  const fallen = view.demolitions[me]!;
  return (
    <>
      <div class="skyline big" role="group" aria-label={t("web.towers.your-towers")}>
        {letters.map((kind) => (
          <OwnTower key={kind} scene={scene} kind={kind} />
        ))}
      </div>
      <div class="tow-side">
        <h2 class="zone-title">
          {t("web.towers.your-city")} <span class="quiet">{t("web.n-points", { n: sums.total })}</span>
        </h2>
        <dl class="sums">
          <dt>{t("web.towers.on-towers")}</dt>
          <dd>{sums.built}</dd>
          <dt>{t("web.towers.roofed")}</dt>
          <dd>{sums.roofed ? `+${sums.roofed}` : "–"}</dd>
          <dt>{t("web.towers.tallest")}</dt>
          <dd>{sums.tallest ? `+${sums.tallest}` : "–"}</dd>
          <dt>
            {t("web.towers.fallen")}{" "}
            {fallen.map((card, i) => (
              <Chip key={i} face={faceOf(scene, card)} />
            ))}
          </dt>
          <dd>{sums.fallen ? `−${sums.fallen}` : "–"}</dd>
        </dl>
        {!sums.roofed && <p class="quiet small">{t("web.towers.no-roof")}</p>}
      </div>
    </>
  );
};

/* ---- Buttons ------------------------------------------------------------------------------------------------------------ */

const bidButton = (scene: S, move: string): MoveButton => {
  const n = wordsOf(move)[0];
  const count = marked(scene).length;
  if (n === undefined) return { move, label: scene.sitting.choice(move), key: "p", isPrimary: scene.moves.length === 1 };
  return {
    move,
    label: (
      <>
        <span class="tow-word">{t("web.towers.bid-word")}</span> {n}
      </>
    ),
    key: n,
    isPrimary: (count > 0 && Number(n) === count) || scene.moves.length === 1,
  };
};

/* What the card would lie on. */
const under = (scene: S, card: string): string => {
  const top = scene.view.towers[scene.me!]?.[kindOf(card)]?.at(-1);
  return top ? t("web.towers.on", { top: top.slice(1) }) : t("web.towers.new-tower");
};

const buildButton = (scene: S, move: string, isPrimary: boolean): MoveButton => {
  const card = wordsOf(move)[0]!;
  const face = <Chip face={faceOf(scene, card)} />;
  const label = isPrimary ? t("web.towers.build-card", { card: scene.sitting.card(card) }) : face;
  return { move, label, hint: under(scene, card), isPrimary };
};

/* A sealed bid: as little as it takes, up to so many. */
const ahead = ({ view, me }: S): AheadOffer[] => {
  if (view.phase !== "bid" || me === null || view.bids[me] !== null) return [];
  const upTo = (most: number): AheadOffer => ({
    label: t("web.towers.ahead-up-to", { n: most }),
    moves: [...Array.from({ length: most + 1 }, (_, n) => `bid ${n}`), "pass"],
  });
  const least = view.high === null ? 0 : view.high + 1;
  return [{ label: t("web.online.ahead-pass"), moves: ["pass"] }, ...Array.from({ length: Math.max(0, view.display.length + 1 - least) }, (_, i) => upTo(least + i))];
};

const buttons = (scene: S): MoveButton[] => {
  const { moves, picks, sitting, view } = scene;
  if (view.phase === "bid") return moves.map((move) => bidButton(scene, move));
  const picked = picks.exact(moves);
  const mustFall = !moves.some((move) => verbOf(move) === "build"); /* nothing fits until something falls */
  const falls = moves
    .filter((move) => verbOf(move) === "demolish" && (mustFall || picked.includes(move)))
    .map((move): MoveButton => {
      const isPrimary = picked.includes(move) || moves.length === 1;
      return { move, label: sitting.choice(move), hint: t("web.towers.costs", { n: sitting.figure(move) }), isPrimary };
    });
  const builds = moves
    .filter((move) => verbOf(move) === "build")
    .map((move) => buildButton(scene, move, picked.includes(move) || moves.length === 1));
  return [...falls, ...builds].sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
};

const hint = ({ view, moves }: S): string =>
  view.phase === "bid"
    ? t("web.towers.tap-to-count")
    : moves.some((move) => verbOf(move) === "demolish")
      ? t("web.towers.tap-to-demolish")
      : t("web.towers.tap-to-build");

export const table: GameTable<Towers> = {
  face: faceIn,
  progress: ({ view }) => (
    <div class="progress">
      <span class="long">{t("web.towers.round", { n: view.round })}</span>
      {view.phase !== "over" && (
        <span class="long">{t(view.reshuffled ? "web.towers.last-pile" : "web.towers.first-pile", { n: view.pile })}</span>
      )}
    </div>
  ),
  seat: (scene, seat) => <SeatCity scene={scene} seat={seat} />,
  tag,
  points: (scene, seat) => sumsOf(scene, seat).total,
  isOut: (view, seat) => view.bids[seat] === "pass",
  court: (scene) => <Court scene={scene} />,
  courtClass: "tow-floor",
  own: (scene) => <Own scene={scene} />,
  ownClass: "tow-own",
  buttons,
  hint,
  ahead,
  sections: { card: 9, tower: 11, "number pile": 10, "number discard": 8, points: 11, "phase bid": 6, "phase build": 7, "phase over": 11, "action demolish": 7 },
};
