/* The table of Alhambra: the yard and its currencies, the open money, who leads in what; payments composed by touching. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { Card, CardButton, Chip, type Face, Icon, Mark } from "client/art";
import type { View } from "client/engine/engine";
import type { GameTable, MoveButton, Namer, Scene, SeatTag } from "client/table/game";
import { inOrder, isByKind } from "client/table/hand";
import { type Pick, verbOf } from "client/table/picks";
import { t } from "client/words";

interface Alhambra extends View {
  turn: number | null;
  actions: number;
  pile: number | string[];
  money: string[];
  buildings: number | string[];
  yard: (string | null)[];
  hands: (string[] | number)[];
  owned: Partial<Record<Kind, number>>[]; /* with two players the dummy's last */
  points: number[];
  scored: Scoring[];
}

type S = Scene<Alhambra>;

const currencies = { y: "yellow", b: "blue", g: "green", o: "orange" } as const;
type Currency = keyof typeof currencies;
const coins = Object.keys(currencies) as Currency[];

const kinds = { P: "pavilion", S: "seraglio", A: "arcades", C: "chambers", G: "garden", T: "tower" } as const;
type Kind = keyof typeof kinds;
const letters = Object.keys(kinds) as Kind[];

const scorings = ["A", "B", "C"] as const;
type Scoring = (typeof scorings)[number];

/* What the engine counts: kinds are in the order of the letters. */
interface Facts {
  rewards: number[][][]; /* by scoring, kind and place */
  leaders: number[][]; /* who has most of each kind */
  purses: (number[] | null)[]; /* by seat and currency */
}

const factsOf = ({ sitting }: S): Facts => sitting.facts() as Facts;

/* The number that stands on a card. */
const valueOf = (card: string): number => Number(card.slice(1));
const sizeOf = (cards: string[] | number | undefined): number => (typeof cards === "number" ? cards : (cards?.length ?? 0));

const isMoney = (card: string): boolean => card[0]! in currencies;

const faceIn = (sitting: Namer, card: string): Face => {
  const kind = isMoney(card) ? `money-${currencies[card[0] as Currency]}` : `building-${kinds[card[0] as Kind]}`;
  const glyph = isMoney(card) ? `g-coin-${card[0]}` : `g-${kinds[card[0] as Kind]}`;
  return { kind, glyph, value: card.slice(1), label: sitting.card(card), code: card };
};

const faceOf = ({ sitting }: S, card: string): Face => faceIn(sitting, card);

/* ---- Purchases ------------------------------------------------------------------------------------------------------- */

/* A listed or composed purchase, read from its notation: buy 2 with b5 b4 (for dummy). */
interface Purchase {
  move: string;
  place: number; /* from 0 */
  cards: string[];
  isGift: boolean;
}

const purchaseOf = (move: string): Purchase => {
  const [, place, , ...cards] = move.split(" ");
  const isGift = move.endsWith(" for dummy");
  return { move, place: Number(place) - 1, cards: isGift ? cards.slice(0, -2) : cards, isGift };
};

const purchases = (scene: S): Purchase[] => scene.moves.filter((move) => verbOf(move) === "buy").map(purchaseOf);

const excess = ({ sitting }: S, { move }: Purchase): number => sitting.figure(move);

/* Listed payments for a place, the closest to its price first. */
const paymentsFor = (scene: S, place: number): Purchase[] =>
  purchases(scene)
    .filter((purchase) => purchase.place === place && !purchase.isGift)
    .sort((a, b) => excess(scene, a) - excess(scene, b) || a.cards.length - b.cards.length);

const myHand = (scene: S): string[] => (scene.me === null ? [] : (scene.view.hands[scene.me] as string[]));

const yardPick = (place: number): Pick => ({ zone: "yard", place, word: String(place + 1) });
const inZone = (scene: S, zone: string): Pick[] => scene.picks.picked.value.filter((pick) => pick.zone === zone);

const handPicks = (scene: S, cards: string[]): Pick[] => {
  const left = [...cards];
  return myHand(scene).flatMap((card, place) => {
    const at = left.indexOf(card);
    if (at < 0) return [];
    left.splice(at, 1);
    return [{ zone: "hand", place, word: card }];
  });
};

/* What is picked, as the notation writes it: a payment falls in value, money to take stands by currency and rises. */
const composed = (scene: S): string | null => {
  const paid = inZone(scene, "hand").map((pick) => pick.word);
  const taken = inZone(scene, "money").map((pick) => pick.word);
  const place = inZone(scene, "yard")[0]?.word;
  if (place && paid.length) return `buy ${place} with ${paid.sort((a, b) => valueOf(b) - valueOf(a)).join(" ")}`;
  return taken.length ? takeOf(taken) : null;
};

const takeOf = (cards: string[]): string => {
  const order = (card: string): number => coins.indexOf(card[0] as Currency) * 10 + valueOf(card);
  return `take ${[...cards].sort((a, b) => order(a) - order(b)).join(" ")}`;
};

/* ---- Touching ---------------------------------------------------------------------------------------------------------- */

/* A building picks the payment closest to its price, which can then be changed card by card. */
const touchYard = (scene: S, place: number, why: string | null): void => {
  if (scene.picks.has(yardPick(place)) || why) return scene.choose([], why ?? undefined);
  scene.choose([yardPick(place), ...handPicks(scene, paymentsFor(scene, place)[0]!.cards)]);
};

/* Money of the hand can only be for the place of its currency. */
const touchHand = (scene: S, pick: Pick): void => {
  const place = coins.indexOf(pick.word[0] as Currency);
  if (!scene.view.yard[place]) return scene.choose([], scene.sitting.check(`buy ${place + 1} with ${pick.word}`) ?? undefined);
  const others = inZone(scene, "hand").filter((other) => other.word[0] === pick.word[0] && other.place !== pick.place);
  const paid = scene.picks.has(pick) ? others : [...others, pick];
  scene.choose(paid.length ? [yardPick(place), ...paid] : []);
};

/* Money that does not go with what is picked is picked in its place. */
const touchMoney = (scene: S, pick: Pick): void => {
  const others = inZone(scene, "money").filter((other) => other.place !== pick.place);
  if (scene.picks.has(pick)) return scene.choose(others);
  const why = scene.sitting.check(takeOf([...others, pick].map((other) => other.word)));
  scene.choose(why ? [pick] : [...others, pick]);
};

const whyNotBuy = (scene: S, place: number): string | null => {
  if (paymentsFor(scene, place).length) return null;
  const cards = myHand(scene).filter((card) => card[0] === coins[place]);
  if (!cards.length) return t("web.alhambra.no-currency", { currency: t(`alhambra.currency.${coins[place]!}`) });
  return scene.sitting.check(`buy ${place + 1} with ${cards.sort((a, b) => valueOf(b) - valueOf(a)).join(" ")}`);
};

/* ---- What is on the table ----------------------------------------------------------------------------------------------- */

const Place = ({ scene, place }: { scene: S; place: number }): JSX.Element => {
  const building = scene.view.yard[place];
  const coin = coins[place]!;
  const isMine = scene.sitting.state.value === "yours";
  const why = isMine && building ? whyNotBuy(scene, place) : null;
  return (
    <li class="place">
      {!building ? (
        <span class="well card l">{t("web.alhambra.empty")}</span>
      ) : isMine ? (
        <CardButton
          face={faceOf(scene, building)}
          size="l"
          isPicked={scene.picks.has(yardPick(place))}
          why={why}
          onPick={() => touchYard(scene, place, why)}
        />
      ) : (
        <Card face={faceOf(scene, building)} size="l" />
      )}
      <span class="till" data-k={`money-${currencies[coin]}`}>
        <svg aria-hidden="true">
          <use href={`#g-coin-${coin}`} />
        </svg>
        {t(`alhambra.currency.${coin}`)}
      </span>
    </li>
  );
};

const Yard = ({ scene }: { scene: S }): JSX.Element => (
  <section aria-label={t("web.alhambra.yard")}>
    <h2 class="zone-title">
      {t("web.alhambra.yard")} <span class="quiet">{t("web.alhambra.yard-how")}</span>
    </h2>
    <ol class="yard">
      {coins.map((coin, place) => (
        <Place key={coin} scene={scene} place={place} />
      ))}
    </ol>
  </section>
);

const Money = ({ scene }: { scene: S }): JSX.Element => {
  const taken = inZone(scene, "money").map((pick) => pick.word);
  return (
    <section aria-label={t("web.alhambra.money")}>
      <h2 class="zone-title">
        {t("web.alhambra.money")}{" "}
        <span class="quiet num">{taken.length > 1 ? `${taken.map(valueOf).join(" + ")} = ${scene.sitting.figure(takeOf(taken))}` : t("web.alhambra.up-to")}</span>
      </h2>
      <div class="money">
        {scene.view.money.map((card, i) => {
          const pick = { zone: "money", place: i, word: card };
          return scene.sitting.state.value === "yours" ? (
            <CardButton
              key={i}
              face={faceOf(scene, card)}
              size="s"
              isPicked={scene.picks.has(pick)}
              onPick={() => touchMoney(scene, pick)}
            />
          ) : (
            <Card key={i} face={faceOf(scene, card)} size="s" />
          );
        })}
      </div>
    </section>
  );
};

const ownerName = (scene: S, owner: number): string => (owner < scene.names.length ? scene.called(owner) : t("alhambra.dummy"));
/* The dummy, the third owner of two players' games, has a number for an initial. */
const OwnerMark = ({ scene, owner }: { scene: S; owner: number }): JSX.Element => (
  <Mark seat={owner} name={scene.names[owner] ?? String(owner + 1)} size="s" />
);
const nextScoring = (view: Alhambra): Scoring => scorings[Math.min(view.scored.length, 2)]!;

/* How many of each kind everybody has, and what a scoring pays for them. */
const Majorities = ({ scene }: { scene: S }): JSX.Element => {
  const { view } = scene;
  const chosen = useSignal<Scoring | null>(null);
  const scoring = chosen.value ?? nextScoring(view);
  const { rewards, leaders } = factsOf(scene);
  return (
    <section class="majority" aria-label={t("web.alhambra.majorities")}>
      <header class="row">
        <h2 class="zone-title grow">{t("web.alhambra.majorities")}</h2>
        {scorings.map((letter) => (
          <button
            key={letter}
            type="button"
            class="scoring"
            data-about={`scoring ${letter}`}
            aria-pressed={scoring === letter}
            aria-label={t("web.alhambra.what-pays", { letter })}
            onClick={() => (chosen.value = letter)}
          >
            <b class={view.scored.includes(letter) ? "done" : ""}>{letter}</b>
          </button>
        ))}
      </header>
      <table class={view.owned.length > 5 ? "many" : ""} style={{ "--rows": view.owned.length + 2 }}>
        <thead>
          <tr>
            <th>
              <span class="sr">{t("web.alhambra.kind")}</span>
            </th>
            {view.owned.map((_, owner) => (
              <th key={owner} scope="col" title={ownerName(scene, owner)}>
                <OwnerMark scene={scene} owner={owner} />
                <span class="sr">{ownerName(scene, owner)}</span>
              </th>
            ))}
            <th scope="col" class="pays">
              {t(`web.alhambra.places.${scoring}`)}
            </th>
          </tr>
        </thead>
        <tbody>
          {letters.map((kind, row) => {
            return (
              <tr key={kind}>
                <th scope="row" data-k={`building-${kinds[kind]}`} data-about={`kind ${kind}`}>
                  <svg aria-hidden="true">
                    <use href={`#g-${kinds[kind]}`} />
                  </svg>
                  <span>{t(`alhambra.kind.${kind}`)}</span>
                </th>
                {view.owned.map((counts, owner) => (
                  <td key={owner} class={leaders[row]!.includes(owner) ? "lead" : ""}>
                    {counts[kind] ?? "–"}
                  </td>
                ))}
                <td class="pays">{rewards[scorings.indexOf(scoring)]![row]!.join("/")}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("web.points")}</th>
            {view.points.map((points, owner) => (
              <td key={owner}>{points}</td>
            ))}
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  );
};

/* The last scoring seen from this table, with what it gave. */
const useLastScoring = (view: Alhambra): { letter: Scoring; gains: number[] } | null => {
  const seen = useRef<{ count: number; points: number[]; last: { letter: Scoring; gains: number[] } | null } | null>(null);
  seen.current ??= { count: view.scored.length, points: view.points, last: null };
  const { count, points } = seen.current;
  if (view.scored.length > count) {
    const gains = view.points.map((now, owner) => now - points[owner]!);
    seen.current.last = { letter: view.scored.at(-1)!, gains };
  }
  if (view.scored.length < count) seen.current.last = null; /* taken back */
  seen.current.count = view.scored.length;
  seen.current.points = view.points;
  return seen.current.last;
};

const Stock = ({ scene }: { scene: S }): JSX.Element => {
  const scored = useLastScoring(scene.view);
  return (
    <div class="stock">
      {scored ? (
        <p class="gains" role="status">
          <b>{t("web.alhambra.scored", { letter: scored.letter })}</b>
          {scored.gains.map((gain, owner) => (
            <span key={owner}>
              <OwnerMark scene={scene} owner={owner} />
              <span class="sr">{ownerName(scene, owner)}</span> <b>+{gain}</b>
            </span>
          ))}
        </p>
      ) : (
        <span class="desk-only" data-about="number pile">
          <Icon name="i-cards" />
          <b>{sizeOf(scene.view.pile)}</b> {t("web.alhambra.in-pile")}
        </span>
      )}
    </div>
  );
};

const Court = ({ scene }: { scene: S }): JSX.Element => (
  <>
    <Yard scene={scene} />
    <Money scene={scene} />
    <Stock scene={scene} />
    <Majorities scene={scene} />
  </>
);

/* ---- Seats -------------------------------------------------------------------------------------------------------------- */

const tag = ({ view, me }: S, seat: number): SeatTag | null =>
  view.turn === seat && view.actions > 0
    ? { text: t(seat === me ? "web.alhambra.you-again" : "web.alhambra.again"), kind: "gold" }
    : null;

/* What somebody owns: a wall of six kinds with their counts. */
const Wall = ({ counts }: { counts: Partial<Record<Kind, number>> }): JSX.Element => (
  <ul class="wall">
    {letters.map((kind) => (
      <li
        key={kind}
        class={counts[kind] ? "" : "none"}
        data-k={`building-${kinds[kind]}`}
        aria-label={`${t(`alhambra.kind.${kind}`)} ${counts[kind] ?? 0}`}
      >
        <svg aria-hidden="true">
          <use href={`#g-${kinds[kind]}`} />
        </svg>
        <b aria-hidden="true">{counts[kind] ?? "–"}</b>
      </li>
    ))}
  </ul>
);

const SeatWall = ({ scene, seat }: { scene: S; seat: number }): JSX.Element => (
  <>
    <p class="facts">
      <span>
        <Icon name="i-cards" />
        <b>{sizeOf(scene.view.hands[seat])}</b> <span class="word">{t("web.alhambra.money-cards")}</span>
      </span>
      <span data-about={`points ${seat}`}>
        <Icon name="i-star" />
        <span class="sr">{t("web.points")}</span>
        <b>{scene.view.points[seat]}</b>
      </span>
    </p>
    <Wall counts={scene.view.owned[seat] ?? {}} />
  </>
);

/* ---- Own place ------------------------------------------------------------------------------------------------------------ */

/* "7 of 9", while a payment is being put together. */
const payment = (scene: S): string | null => {
  const place = inZone(scene, "yard")[0]?.place as number | undefined;
  const building = place === undefined ? null : scene.view.yard[place];
  const move = composed(scene);
  if (!building || !move) return null;
  const price = valueOf(building);
  const sum = price + scene.sitting.figure(move);
  const fills = { sum, price, building: scene.sitting.card(building), n: Math.abs(sum - price) };
  if (sum === price) return t("web.alhambra.exact-for", fills);
  return t(sum < price ? "web.alhambra.short-for" : "web.alhambra.over-for", fills);
};

const sums = (scene: S): string =>
  coins
    .map((coin, i) => ({ coin, sum: factsOf(scene).purses[scene.me!]?.[i] ?? 0 }))
    .filter(({ sum }) => sum > 0)
    .map(({ coin, sum }) => `${t(`alhambra.currency.${coin}`)} ${sum}`)
    .join(" · ");

const Own = ({ scene }: { scene: S }): JSX.Element => {
  const { view, me, picks } = scene;
  if (me === null) return <p class="quiet">{t("web.watching")}</p>;
  const hand = myHand(scene);
  const isMine = scene.sitting.state.value === "yours";
  const pays = payment(scene);
  return (
    <>
      <div class="alh-money">
        <h2 class="zone-title">
          {t("web.alhambra.your-money")}{" "}
          {pays ? <b class="pays-now num">{pays}</b> : <span class="quiet num">{sums(scene)}</span>}
        </h2>
        <div class="hand" style={{ "--n": hand.length, "--extra": `${8 * (new Set(hand.map((card) => card[0])).size - 1)}px` }} role="group" aria-label={t("web.alhambra.your-money")} tabIndex={isMine ? undefined : 0}>
          {inOrder(hand).map((i, n, order) => {
            const card = hand[i]!;
            const pick = { zone: "hand", place: i, word: card };
            const isFirst = n > 0 && isByKind() && hand[order[n - 1]!]![0] !== card[0];
            return (
              <span key={i} class={isFirst ? "slot first" : "slot"}>
                {isMine ? (
                  <CardButton face={faceOf(scene, card)} isPicked={picks.has(pick)} onPick={() => touchHand(scene, pick)} />
                ) : (
                  <Card face={faceOf(scene, card)} />
                )}
              </span>
            );
          })}
          {!hand.length && <p class="quiet">{t("web.alhambra.no-money")}</p>}
        </div>
      </div>
      <div class="alh-mine desk-only">
        <h2 class="zone-title">
          {t("web.alhambra.your-buildings")} <span class="quiet">{t("web.n-points", { n: view.points[me]! })}</span>
        </h2>
        <Wall counts={view.owned[me] ?? {}} />
      </div>
    </>
  );
};

/* ---- Buttons --------------------------------------------------------------------------------------------------------------- */

const Chips = ({ scene, cards }: { scene: S; cards: string[] }): JSX.Element => (
  <span class="chips">
    {cards.map((card, i) => (
      <Chip key={i} face={faceOf(scene, card)} />
    ))}
  </span>
);

const change = (scene: S, purchase: Purchase): string => {
  const n = excess(scene, purchase);
  return n ? t("web.alhambra.too-much", { n }) : t("web.alhambra.exact");
};

const buyButton = (scene: S, purchase: Purchase, isPrimary: boolean): MoveButton => {
  const building = scene.sitting.card(scene.view.yard[purchase.place]!);
  return {
    move: purchase.move,
    label: purchase.isGift ? (
      t("web.alhambra.give")
    ) : (
      <>
        {t("web.alhambra.buy", { building })} {!isPrimary && <Chips scene={scene} cards={purchase.cards} />}
      </>
    ),
    hint: purchase.isGift ? t("web.alhambra.give-how", { building }) : change(scene, purchase),
    isPrimary: isPrimary && !purchase.isGift,
    ...(purchase.isGift ? { key: "d" } : {}),
  };
};

const takeButton = (scene: S, move: string, isPrimary: boolean): MoveButton => {
  const cards = move.split(" ").slice(1);
  return {
    move,
    label: (
      <>
        {t("web.alhambra.take")} <Chips scene={scene} cards={cards} />
      </>
    ),
    isPrimary,
  };
};

const moveButton = (scene: S, move: string, isPrimary: boolean): MoveButton => {
  if (verbOf(move) === "buy") return buyButton(scene, purchaseOf(move), isPrimary);
  if (verbOf(move) === "take") return takeButton(scene, move, isPrimary);
  return { move, label: scene.sitting.choice(move), isPrimary };
};

const FEW = 3;

const buttons = (scene: S): MoveButton[] => {
  const { moves, sitting } = scene;
  const move = composed(scene);
  if (move) return [move, `${move} for dummy`].filter((made) => !sitting.check(made)).map((made) => moveButton(scene, made, true));
  if (scene.picks.picked.value.length) return [];
  if (moves.length <= FEW) return moves.map((listed) => moveButton(scene, listed, moves.length === 1));
  return purchases(scene)
    .filter((purchase) => !purchase.isGift && excess(scene, purchase) === 0)
    .slice(0, FEW)
    .map((purchase) => buyButton(scene, purchase, false));
};

const hint = (scene: S): string => payment(scene) ?? t("web.alhambra.how");

const Progress = ({ view }: { view: Alhambra }): JSX.Element => (
  <div class="progress">
    <span class="scorings long" role="img" aria-label={t("web.alhambra.held", { letters: view.scored.join(", ") || "–" })}>
      {scorings.map((letter) => (
        <b key={letter} class={view.scored.includes(letter) ? "done" : ""}>
          {letter}
        </b>
      ))}
    </span>
    <span class="long" data-about="number buildings">
      <b>{sizeOf(view.buildings)}</b> {t("web.alhambra.to-come")}
    </span>
  </div>
);

export const table: GameTable<Alhambra> = {
  face: (namer, card) => (card.length > 1 ? faceIn(namer, card) : null), /* A and B only call for a scoring */
  progress: ({ view }) => <Progress view={view} />,
  seat: (scene, seat) => <SeatWall scene={scene} seat={seat} />,
  tag,
  points: ({ view }, seat) => view.points[seat] ?? 0,
  court: (scene) => <Court scene={scene} />,
  courtClass: "alh-floor",
  own: (scene) => <Own scene={scene} />,
  ownClass: "alh-own",
  buttons,
  hint,
  hasSorting: true,
  sections: { card: 8, kind: 12, scoring: 12, points: 12, "number pile": 10, "number buildings": 14, "action take": 8, "action buy": 9, "phase turn": 7, "phase over": 14 },
};
