/* The table of Byzanz: the ladder of bid cards, the lot, the market; laid and kept cards, sales at any time. */
import type { JSX } from "preact";
import { Back, Card, CardButton, Chip, type Face, Icon, Mark, Mini, Minis } from "client/art";
import type { View } from "client/engine/engine";
import type { AheadOffer, GameTable, MoveButton, Namer, Scene, SeatTag } from "client/table/game";
import { inOrder } from "client/table/hand";
import { verbOf, wordsOf } from "client/table/picks";
import { t } from "client/words";
import { bidsAhead } from "./ahead";

interface Byzanz extends View {
  round: number;
  rounds: number;
  bidcards: number[];
  turn: number | null;
  opener: number;
  pile: number;
  lot: string[];
  laid: string[][];
  passed: number[];
  won: (number | null)[];
  market: string[];
  hands: (string[] | number)[];
  kept: string[][];
  out: number;
  done: boolean[];
}

type S = Scene<Byzanz>;

const kinds = { c: "cloth", s: "spice", w: "wine", f: "flour", o: "olives", t: "timber", m: "merchant" } as const;
const letters = Object.keys(kinds) as (keyof typeof kinds)[];

const faceIn = (sitting: Namer, card: string): Face => {
  const kind = kinds[card[0] as keyof typeof kinds];
  const value = card.slice(1);
  return { kind: `byzanz-${kind}`, glyph: `g-${kind}`, value, word: t("web.byzanz.any"), label: sitting.card(card), code: card };
};

const faceOf = ({ sitting }: S, card: string): Face => faceIn(sitting, card);

const facesOf = (scene: S, cards: string[]): Face[] => cards.map((card) => faceOf(scene, card));
/* What everybody has bid, and what a kept card counts: the engine's to say. */
interface Facts {
  bids: number[];
  worth: Record<string, number>;
}

const factsOf = ({ sitting }: S): Facts => sitting.facts() as Facts;
const bidOf = (scene: S, seat: number): number => factsOf(scene).bids[seat] ?? 0;
const pointsOf = ({ sitting }: S, seat: number): number => Object.values(sitting.count(seat).parts).reduce((sum, part) => sum + part, 0);
const sizeOf = (hand: string[] | number | undefined): number => (typeof hand === "number" ? hand : (hand?.length ?? 0));
const highest = (scene: S): number => Math.max(0, ...factsOf(scene).bids);

/* ---- What is on the table ----------------------------------------------------------------------------------------- */

const Ladder = ({ scene }: { scene: S }): JSX.Element => {
  const { view, names } = scene;
  const won = view.won.flatMap((card, seat) => (card === null ? [] : [{ card, seat }])).sort((a, b) => b.card - a.card);
  return (
    <section class="byz-ladder" aria-label={t("web.byzanz.bidcards")}>
      <h2 class="zone-title">{t("web.byzanz.bidcards")}</h2>
      <ol class="ladder">
        {won.map(({ card, seat }) => (
          <li key={card} class="won">
            <span class="bidcard won">{card}</span>
            <Mark seat={seat} name={names[seat]!} size="s" />
            <span>{scene.called(seat)}</span>
          </li>
        ))}
        {view.bidcards.map((card, i) => (
          <li key={card} class={i ? "" : "now"} data-about={`bidcard ${card}`}>
            <span class={`bidcard ${i ? "" : "now"}`}>{card}</span>
            <span>
              {t(i === 0 ? "web.byzanz.now" : i === view.bidcards.length - 1 ? "web.byzanz.last" : "web.byzanz.next")}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
};

const Lot = ({ scene }: { scene: S }): JSX.Element => {
  const { view } = scene;
  const mayGive = scene.moves.some((move) => verbOf(move) === "give");
  return (
    <section class="byz-lot" aria-label={t("web.byzanz.lot")}>
      <h2 class="zone-title">
        {t("web.byzanz.lot")}
        {view.bidcards.length > 0 && <span class="quiet">{t("web.byzanz.for-card", { n: view.bidcards[0]! })}</span>}
      </h2>
      <div class="row lot" style={{ "--n": view.lot.length }}>
        {view.lot.map((card, i) =>
          mayGive ? (
            <CardButton
              key={i}
              face={faceOf(scene, card)}
              size="l"
              isPicked={scene.picks.has({ zone: "lot", place: i, word: card })}
              onPick={() => scene.touch({ zone: "lot", place: i, word: card })}
            />
          ) : (
            <Card key={i} face={faceOf(scene, card)} size="l" />
          ),
        )}
        {!view.lot.length && <p class="quiet">{t("web.byzanz.no-lot")}</p>}
      </div>
    </section>
  );
};

const Market = ({ scene }: { scene: S }): JSX.Element => (
  <section class="byz-market" aria-label={t("web.byzanz.market")}>
    <h2 class="zone-title">
      {t("web.byzanz.market")} <span class="quiet">{t("web.byzanz.market-order")}</span>
    </h2>
    <ul class="stalls">
      {letters.map((letter) => {
        const cards = scene.view.market.filter((card) => card.startsWith(letter));
        const move = scene.moves.find((listed) => listed === `take ${letter}`);
        const pick = { zone: "market", place: letter, word: letter };
        const inside = (
          <>
            <Icon name={`g-${kinds[letter]}`} />
            <span class="stall-name">{t(`byzanz.kind.${letter}`)}</span>
            {cards.length ? <Minis faces={facesOf(scene, cards)} /> : <span class="bare">–</span>}
          </>
        );
        return (
          <li key={letter} data-k={`byzanz-${kinds[letter]}`} data-about={`stall ${letter}`}>
            {move ? (
              <button
                type="button"
                class="stall open"
                aria-pressed={scene.picks.has(pick)}
                title={scene.sitting.choice(move)}
                onClick={() => scene.touch(pick)}
              >
                {inside}
              </button>
            ) : (
              <div class="stall">{inside}</div>
            )}
          </li>
        );
      })}
    </ul>
  </section>
);

/* When it is over: what everybody kept, and what each card counts. */
const Kept = ({ scene }: { scene: S }): JSX.Element => {
  const { worth } = factsOf(scene);
  return (
    <section class="byz-end" aria-label={t("web.byzanz.kept")}>
      <h2 class="zone-title">{t("web.byzanz.kept")}</h2>
      <ol>
        {scene.names.map((name, seat) => (
          <li key={seat}>
            <Mark seat={seat} name={name} size="s" />
            <b class="name">{name}</b>
            <ul class="minis">
              {[...scene.view.kept[seat]!]
                .sort((a, b) => worth[b]! - worth[a]!)
                .map((card, i) => (
                  <li key={i}>
                    <Mini face={faceOf(scene, card)} />
                    <span class="num">{worth[card]}</span>
                  </li>
                ))}
            </ul>
            <b class="num">{t("web.n-points", { n: pointsOf(scene, seat) })}</b>
          </li>
        ))}
      </ol>
    </section>
  );
};

const Court = ({ scene }: { scene: S }): JSX.Element => scene.view.phase === "over" ? <Kept scene={scene} /> : (
  <>
    <Ladder scene={scene} />
    <Lot scene={scene} />
    <Market scene={scene} />
    <div class="byz-piles desk-only">
      <figure class="pile" data-about="number pile">
        <Back label={t("web.pile")} />
        <figcaption>
          {t("web.pile")} <b>{scene.view.pile}</b>
        </figcaption>
      </figure>
    </div>
  </>
);

/* ---- Seats ----------------------------------------------------------------------------------------------------------- */

const tag = (scene: S, seat: number): SeatTag | null => {
  const { view } = scene;
  if (view.won[seat]) return { text: t("web.byzanz.card", { n: view.won[seat] }), kind: "teal" };
  if (view.passed.includes(seat)) return { text: t("web.byzanz.passed"), kind: "" };
  const bid = bidOf(scene, seat);
  return bid && bid === highest(scene) ? { text: t("web.byzanz.leads"), kind: "gold" } : null;
};

const SeatLane = ({ scene, seat }: { scene: S; seat: number }): JSX.Element => {
  const { view } = scene;
  const laid = view.laid[seat] ?? [];
  return (
    <>
      <p class="facts">
        <span>
          <Icon name="i-cards" />
          <span class="sr">{t("web.cards")}</span>
          <b>{sizeOf(view.hands[seat])}</b>
        </span>
        <span data-about={`points ${seat}`}>
          <Icon name="i-star" />
          <span class="sr">{t("web.points")}</span>
          <b>{pointsOf(scene, seat)}</b>
        </span>
      </p>
      <div class="lane">
        {view.won[seat] ? (
          <>
            <span class="lane-name">{t("web.byzanz.won")}</span>
            <span class="bidcard won">{view.won[seat]}</span>
          </>
        ) : laid.length ? (
          <>
            <span class="lane-name">
              {t("web.byzanz.bid")} <b class="bid-sum">{bidOf(scene, seat)}</b>
            </span>
            <Minis faces={facesOf(scene, laid)} />
          </>
        ) : (
          <span class="lane-name">{view.passed.includes(seat) ? t("web.byzanz.passed") : ""}</span>
        )}
      </div>
    </>
  );
};

/* ---- Own place --------------------------------------------------------------------------------------------------------- */

/* The sales that keep most, one of each kept card. */
const bestSales = (scene: S): string[] => {
  const sales = scene.moves.filter((move) => verbOf(move) === "sell");
  const { worth } = factsOf(scene);
  const spent = (move: string): number => wordsOf(move).reduce((sum, card) => sum + worth[card]!, 0);
  const best = new Map<string, string>();
  for (const move of sales) {
    const kept = wordsOf(move)[0]!;
    const known = best.get(kept);
    if (!known || spent(move) < spent(known)) best.set(kept, move);
  }
  return [...best.values()].sort((a, b) => worth[wordsOf(b)[0]!]! - worth[wordsOf(a)[0]!]!).slice(0, 2);
};

const Sale = ({ scene, move }: { scene: S; move: string }): JSX.Element => (
  <button type="button" class="btn" data-about="action sell" title={scene.sitting.choice(move)} onClick={() => scene.play(move)}>
    <span>
      {t("web.byzanz.sell")}{" "}
      {wordsOf(move).map((card, i) => (
        <Chip key={i} face={faceOf(scene, card)} />
      ))}
      <br />
      <small>{t("web.byzanz.keeps", { n: factsOf(scene).worth[wordsOf(move)[0]!]! })}</small>
    </span>
  </button>
);

const Own = ({ scene }: { scene: S }): JSX.Element => {
  const { view, me, picks } = scene;
  if (me === null) return <p class="quiet">{t("web.watching")}</p>;
  const hand = view.hands[me] as string[];
  const laid = view.laid[me] ?? [];
  const kept = view.kept[me] ?? [];
  const isBid = view.phase === "auction" && scene.sitting.state.value === "yours";
  const bid = bidOf(scene, me);
  const picked = picks.picked.value.filter((pick) => pick.zone === "hand").sort((a, b) => Number(a.place) - Number(b.place));
  const raised = picked.length ? scene.sitting.figure(`bid ${picked.map((pick) => pick.word).join(" ")}`) : 0;
  return (
    <>
      <div class="byz-hand">
        <h2 class="zone-title">
          {t("web.your-hand")} <span class="quiet">{t("web.byzanz.of-seven", { n: hand.length })}</span>
        </h2>
        <div class="hand" style={{ "--n": hand.length }} role="group" aria-label={t("web.your-hand")}>
          {inOrder(hand).map((i) => {
            const card = hand[i]!;
            const pick = { zone: "hand", place: i, word: card };
            const isUsed = scene.moves.some((move) => wordsOf(move).includes(card));
            const why = scene.moves.length && !isUsed ? (scene.sitting.check(isBid ? `bid ${card}` : `discard ${card}`) ?? "") : null;
            return (
              <CardButton
                key={i}
                face={faceOf(scene, card)}
                isPicked={picks.has(pick)}
                why={why}
                onPick={() => scene.touch(pick, why ?? undefined)}
              />
            );
          })}
        </div>
      </div>
      <div class="byz-laid">
        <h2 class="zone-title">
          {t("web.byzanz.laid")} <span class="quiet num">{t("web.byzanz.so-far", { n: bid })}</span>
        </h2>
        <Minis faces={facesOf(scene, laid)} />
        {isBid && raised > bid && (
          <p class="sum num">
            {bid} + {raised - bid} = <b>{raised}</b>
          </p>
        )}
      </div>
      <div class="byz-kept">
        <h2 class="zone-title">
          {t("web.byzanz.kept")} <span class="quiet">{t("web.n-points", { n: pointsOf(scene, me) })}</span>
        </h2>
        <Minis faces={facesOf(scene, kept)} />
        <div class="sales">
          {bestSales(scene).map((move) => (
            <Sale key={move} scene={scene} move={move} />
          ))}
        </div>
      </div>
    </>
  );
};

/* ---- Buttons ------------------------------------------------------------------------------------------------------------ */

const buttons = (scene: S): MoveButton[] => {
  const { view, picks, sitting } = scene;
  const composed = picks.exact(scene.moves).map((move): MoveButton => {
    const verb = verbOf(move);
    if (verb !== "bid") return { move, label: sitting.choice(move), isPrimary: verb !== "sell" || view.phase !== "auction" };
    const cards = wordsOf(move).map((card) => sitting.card(card));
    return {
      move,
      label: t("web.byzanz.bid-n", { n: sitting.figure(move) }),
      hint: t("web.byzanz.adds", { cards: cards.join(", ") }),
      isPrimary: true,
    };
  });
  const plain = scene.moves
    .filter((move) => wordsOf(move).length === 0)
    .map((move): MoveButton => ({ move, label: sitting.choice(move), key: move[0]!, isPrimary: scene.moves.length === 1 }));
  /* few enough for buttons; more of them are touched where they lie */
  const only = ["give", "take"].includes(verbOf(scene.moves[0] ?? "")) && !composed.length && scene.moves.length <= 3;
  const few = only ? scene.moves.map((move): MoveButton => ({ move, label: sitting.choice(move) })) : [];
  return [...composed, ...plain, ...few];
};

/* Passing, or a bid up to what some cards of the hand come to. */
const ahead = (scene: S): AheadOffer[] => {
  const { view, me, sitting } = scene;
  if (view.phase !== "auction" || me === null || view.won[me] !== null || view.passed.includes(me)) return [];
  const goods = (view.hands[me] as string[]).filter((card) => card !== "m").sort((a, b) => letters.indexOf(a[0] as (typeof letters)[number]) - letters.indexOf(b[0] as (typeof letters)[number]) || (a < b ? -1 : 1));
  const high = Math.max(...view.laid.map((_, seat) => bidOf(scene, seat)));
  return [{ label: t("web.online.ahead-pass"), moves: ["pass"] }, ...bidsAhead(goods, bidOf(scene, me), high, sitting.card)];
};

const hint = (scene: S): string | null => {
  const { view, me } = scene;
  const verb = verbOf(scene.moves[0] ?? "");
  if (verb === "give" || verb === "take") return t(`web.byzanz.tap-to-${verb}`);
  return view.phase === "auction" && me !== null && view.laid[me]?.length
    ? t("web.byzanz.laid-stays", { n: bidOf(scene, me) })
    : view.phase === "auction"
      ? t("web.byzanz.tap-to-bid")
      : null;
};

export const table: GameTable<Byzanz> = {
  face: faceIn,
  progress: ({ view }) => (
    <div class="progress">
      <span class="long">{t("web.round-of", { n: view.round, all: view.rounds })}</span>
      <span class="pips" aria-hidden="true">
        {Array.from({ length: view.rounds }, (_, i) => (
          <i key={i} class={i + 1 < view.round ? "on" : i + 1 === view.round ? "now" : ""} />
        ))}
      </span>
    </div>
  ),
  seat: (scene, seat) => <SeatLane scene={scene} seat={seat} />,
  tag,
  points: pointsOf,
  isOut: (view, seat) => view.passed.includes(seat) || Boolean(view.won[seat]),
  court: (scene) => <Court scene={scene} />,
  courtClass: "byz-floor",
  own: (scene) => <Own scene={scene} />,
  ownClass: "byz-own",
  buttons,
  hint,
  ahead,
  hasSorting: true,
  sections: { card: 2, "card m": 8, stall: 7, bidcard: 5, "action sell": 8, points: 10, "phase auction": 5, "phase pick": 5, "phase trim": 9, "phase market": 7, "phase final": 8, "phase over": 10 },
};
