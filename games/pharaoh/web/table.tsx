/* The table of Oh, Pharaoh!: open cards, the track, pyramids of blocks, and everything that happens between them. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { Back, Card, CardButton, Icon, Mini } from "client/art";
import type { GameTable, MoveButton, SeatTag } from "client/table/game";
import { inOrder } from "client/table/hand";
import type { Pick } from "client/table/picks";
import { verbOf, wordsOf } from "client/table/picks";
import { Sheet } from "client/table/sheet";
import { t } from "client/words";
import { PyramidOf } from "./pyramid";
import { Offers } from "./offers";
import { Salvage, salvageButtons, salvageHint } from "./salvage";
import { ahead, answerButtons, answerHint, Declining, isTrading, OfferShown, openTrade, Trade, tradeButtons, tradeHint } from "./trade";
import { cards, faceIn, faceOf, factsOf, handOf, levelsOf, type Pharaoh, type S, sizeOf } from "./view";
import { type Way, waysOf, whyNot } from "./ways";

const verbs = (scene: S, verb: string): string[] => scene.moves.filter((move) => verbOf(move) === verb);
const picksOf = (scene: S, zone: string): Pick[] => scene.picks.picked.value.filter((pick) => pick.zone === zone);
const pickedCards = (scene: S): string[] => picksOf(scene, "hand").map((pick) => pick.word);
const isMine = ({ sitting }: S): boolean => sitting.state.value === "yours";

/* Picks a thing alone, or drops it. */
const only = (scene: S, pick: Pick): void =>
  void (scene.picks.picked.value = scene.picks.has(pick) ? scene.picks.picked.value.filter((other) => other.zone !== pick.zone) : [pick]);

/* ---- Open cards, track, what is going on -------------------------------------------------------------------------- */

const Open = ({ scene }: { scene: S }): JSX.Element => {
  const { view } = scene;
  const pile = { zone: "open", place: "pile", word: "pile" };
  const pileCount = sizeOf(view.pile);
  return (
    <section class="pha-market" aria-label={t("web.pharaoh.open-cards")}>
      <h2 class="zone-title">
        {t("web.pharaoh.open-cards")} <span class="quiet">{t("web.pharaoh.open-how")}</span>
      </h2>
      <div class="row open">
        {view.open.map((card, i) => {
          if (!card) return <span key={i} class="well" aria-hidden="true" />;
          const pick = { zone: "open", place: i, word: card };
          const why = scene.moves.includes(`draw ${card}`) ? null : scene.sitting.check(`draw ${card}`);
          return verbs(scene, "draw").length ? (
            <CardButton
              key={i}
              face={faceOf(scene, card)}
              isPicked={scene.picks.has(pick)}
              why={why}
              onPick={() => (why ? scene.touch(pick, why) : only(scene, pick))}
            />
          ) : (
            <Card key={i} face={faceOf(scene, card)} />
          );
        })}
        <figure class="pile" data-about="number pile">
          {scene.moves.includes("draw pile") ? (
            <button
              type="button"
              class="card"
              aria-label={scene.sitting.choice("draw pile")}
              aria-pressed={scene.picks.has(pile)}
              onClick={() => only(scene, pile)}
            >
              <svg viewBox="0 0 80 112" aria-hidden="true">
                <use href="#f-back" />
              </svg>
            </button>
          ) : (
            <Back label={t("web.pile")} size="" />
          )}
          <figcaption>
            {t("web.pile")} <b>{pileCount}</b>
          </figcaption>
        </figure>
        <figure class="pile">
          <span class="well">{view.discard.length}</span>
          <figcaption>{t("web.pharaoh.discard")}</figcaption>
        </figure>
      </div>
    </section>
  );
};

const Track = ({ scene }: { scene: S }): JSX.Element => {
  const { marker } = scene.view;
  const [two, three, last] = factsOf(scene).fields;
  const notes: Record<number, string> = {
    [two]: t("web.pharaoh.field-two"),
    [three]: t("web.pharaoh.field-three"),
    [last]: t("web.pharaoh.field-last"),
  };
  return (
    <section class="pha-track" aria-label={t("web.pharaoh.track")}>
      <h2 class="zone-title">
        {t("web.pharaoh.track")} <span class="quiet">{t("web.pharaoh.marker-on", { n: marker })}</span>
      </h2>
      <ol class="track">
        {Array.from({ length: last + 1 }, (_, i) => (
          <li key={i} data-about={i === marker ? "number marker" : undefined} class={`${i === marker ? "at" : i < marker ? "past" : ""} ${notes[i] ? "special" : ""}`}>
            <b>{i}</b>
            {notes[i] && <span>{notes[i]}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
};

const steps = ["score", "draw", "act", "end"];

const Steps = ({ scene }: { scene: S }): JSX.Element => {
  const { view } = scene;
  const now = steps.includes(view.phase) ? steps.indexOf(view.phase) : steps.indexOf("act");
  return (
    <section class="pha-steps desk-only" aria-label={t("web.pharaoh.steps")}>
      <ol class="steps">
        {steps.map((step, i) => (
          <li key={step} class={i < now ? "past" : ""} aria-current={i === now ? "step" : undefined}>
            {t(`web.pharaoh.step.${step}`)}
          </li>
        ))}
      </ol>
    </section>
  );
};

/* The pyramid the thief got into, block by block. */
const Loot = ({ scene }: { scene: S }): JSX.Element | null => {
  const { play, pyramids } = scene.view;
  const pyramid = pyramids[play?.target ?? 0]?.[(play?.pyramid ?? 1) - 1];
  if (!pyramid) return null;
  const block = (number: number, card: string) => {
    const move = `steal ${card === "*" ? "*" : ""}${number}`;
    if (!scene.moves.includes(move)) return null;
    const pick = { zone: "steal", place: move, word: move };
    return { isPicked: scene.picks.has(pick), label: scene.sitting.choice(move), onPick: () => only(scene, pick) };
  };
  return <PyramidOf levels={levelsOf(pyramid)} block={block} />;
};

/* A thief or tax collector on its way, and the die. */
const Played = ({ scene }: { scene: S }): JSX.Element | null => {
  const { play, die } = scene.view;
  if ((!play && die === null) || verbs(scene, "salvage").length) return null;
  const name = play ? scene.names[play.from]! : "";
  const goal = play && play.target !== null ? t("web.pharaoh.thief-at", { name: scene.called(play.target) }) : t("web.pharaoh.tax-all");
  return (
    <section class="pha-event" aria-label={t("web.pharaoh.played")}>
      <div class="row wrap">
        {play && (
          <>
            <Mini face={faceOf(scene, play.card)} />
            <span>
              <b>{name}</b> {goal}
            </span>
            {play.pharaohs.map((seat) => (
              <span key={seat} class="row">
                <Mini face={faceOf(scene, "P")} /> {scene.called(seat)}
              </span>
            ))}
          </>
        )}
        {die !== null && (
          <span class="tag gold">
            <Icon name="i-die" /> {t("pharaoh.die", { n: die })}
          </span>
        )}
        {verbs(scene, "steal").length > 0 && <Loot scene={scene} />}
      </div>
    </section>
  );
};

const Worth = ({ n }: { n: number }): JSX.Element => (
  <>
    <span class="worth-word">{t("web.pharaoh.worth")}</span> <b>{n}</b>
  </>
);

/* Where proposals are made and answered. */
const bargaining = ["act", "answer", "counter"];

const Court = ({ scene }: { scene: S }): JSX.Element => (
  <>
    <Open scene={scene} />
    <Track scene={scene} />
    <Steps scene={scene} />
    <div class="pha-events">
      {scene.view.offer && <OfferShown scene={scene} offer={scene.view.offer} />}
      <Played scene={scene} />
      <Salvage scene={scene} />
      <Declining scene={scene} />
      {bargaining.includes(scene.view.phase) && !isTrading(scene) && <Offers scene={scene} />}
    </div>
    {isTrading(scene) && <Trade scene={scene} />}
    <MoreWays scene={scene} />
  </>
);

/* ---- Pyramids --------------------------------------------------------------------------------------------------------- */

/* The listed moves that a pyramid stands for by what is picked: thieves, swaps, scorings. */
const movesAt = (scene: S, seat: number, n: number): string[] => {
  if (isTrading(scene)) return [];
  const cards = pickedCards(scene);
  const mode = picksOf(scene, "mode")[0]?.word;
  return scene.moves.filter((move) => {
    const [verb, ...words] = move.split(" ");
    if (verb === "score") return seat === scene.me && words[0] === String(n);
    if (words[0] !== String(seat) || words[1] !== String(n)) return false;
    if (verb === "thief") return cards.length === 1 && cards[0] === "T";
    return verb === "swap" && (mode === "swap" || (cards.length === 1 && cards[0] === words[2]));
  });
};

/* Moves at a pyramid are picked one after the other; the cards picked stay picked. */
const pickAt = (scene: S, moves: string[]): void => {
  const others = scene.picks.picked.value.filter((pick) => pick.zone !== "at");
  const now = moves.findIndex((move) => scene.picks.has({ zone: "at", place: move, word: move }));
  const next = moves[now + 1];
  scene.picks.picked.value = next ? [...others, { zone: "at", place: next, word: next }] : others;
};

const Sites = ({ scene, seat, isBig, ghost }: { scene: S; seat: number; isBig?: boolean; ghost?: Way | undefined }): JSX.Element => (
  <div class="sites" style={{ "--count": Math.max(1, scene.view.pyramids[seat]?.length ?? 0) }}>
    {(scene.view.pyramids[seat] ?? []).map((pyramid, i) => {
      const moves = movesAt(scene, seat, i + 1);
      const levels = levelsOf(pyramid);
      const ghosts = ghost?.pyramid === i ? ghost.levels : undefined;
      const worth = factsOf(scene).worth[seat]![i]!;
      return (
        <PyramidOf
          key={i}
          levels={levels}
          {...(ghosts ? { ghosts } : {})}
          isBig={isBig ?? false}
          label={t("web.pharaoh.pyramid-n", { n: i + 1 })}
          about={`pyramid ${seat}:${i + 1}`}
          caption={ghosts ? <Gain from={worth} to={ghost!.worth} /> : <Worth n={worth} />}
          isPicked={moves.some((move) => scene.picks.has({ zone: "at", place: move, word: move }))}
          onPick={moves.length ? () => pickAt(scene, moves) : undefined}
        />
      );
    })}
    {ghost && ghost.pyramid === null && (
      <PyramidOf
        levels={new Map()}
        ghosts={ghost.levels}
        isBig={isBig ?? false}
        caption={<Gain from={0} to={ghost.worth} />}
      />
    )}
  </div>
);

const Gain = ({ from, to }: { from: number; to: number }): JSX.Element => (
  <>
    {from} → <b class="gain">{to}</b>
  </>
);

const Seat = ({ scene, seat }: { scene: S; seat: number }): JSX.Element => (
  <>
    <p class="facts">
      <span>
        <Icon name="i-cards" />
        <span class="sr">{t("web.cards")}</span>
        <b>{sizeOf(scene.view.hands[seat])}</b>
      </span>
      <span data-about={`points ${seat}`}>
        <Icon name="i-star" />
        <span class="sr">{t("web.points")}</span>
        <b>{scene.view.points[seat]}</b>
      </span>
    </p>
    <Sites scene={scene} seat={seat} />
  </>
);

/* ---- Own place ---------------------------------------------------------------------------------------------------------- */

/* Cards are picked together for pyramids and trades; alone when discarded. */
const pickCard = (scene: S, pick: Pick): void => {
  const { picks, view } = scene;
  if (view.phase === "end") return only(scene, pick);
  const others = isTrading(scene) ? picks.picked.value : picksOf(scene, "hand");
  if (picks.has(pick)) picks.drop(pick);
  else picks.picked.value = [...others, pick];
};

const Hand = ({ scene }: { scene: S }): JSX.Element => {
  const hand = handOf(scene);
  const isOpen = isMine(scene) && (scene.view.phase === "act" || isTrading(scene) || verbs(scene, "discard").length > 0);
  return (
    <div class="pha-hand">
      <h2 class="zone-title">
        {t("web.your-hand")} <span class="quiet">{t("web.pharaoh.n-cards", { n: hand.length })}</span>
      </h2>
      <div class="hand" style={{ "--n": hand.length }} role="group" aria-label={t("web.your-hand")} tabIndex={isOpen ? undefined : 0}>
        {inOrder(hand, true).map((i) => {
          const card = hand[i]!;
          const pick = { zone: "hand", place: i, word: card };
          return isOpen ? (
            <CardButton key={i} face={faceOf(scene, card)} isPicked={scene.picks.has(pick)} onPick={() => pickCard(scene, pick)} />
          ) : (
            <Card key={i} face={faceOf(scene, card)} />
          );
        })}
      </div>
    </div>
  );
};

const Own = ({ scene }: { scene: S }): JSX.Element => {
  const { view, me } = scene;
  if (me === null) return <p class="quiet">{t("web.watching")}</p>;
  const own = view.pyramids[me] ?? [];
  const ghost = isMine(scene) && view.phase === "act" && !isTrading(scene) ? waysOf(scene, pickedCards(scene))[0] : undefined;
  const isFree = own.length < (view.two ? 2 : 1) && ghost?.pyramid !== null;
  return (
    <>
      <div class="pha-sites">
        <h2 class="zone-title">
          {t(view.two ? "web.pharaoh.your-pyramids" : "web.pharaoh.your-pyramid")}{" "}
          <span class="quiet">{t("web.n-points", { n: view.points[me]! })}</span>
        </h2>
        <div class="row">
          <Sites scene={scene} seat={me} isBig ghost={ghost} />
          {isFree && (
            <p class="site">
              <span>
                {t(own.length ? "web.pharaoh.second-site" : "web.pharaoh.site")}
                <br />
                <b>{t("web.pharaoh.free")}</b>
              </span>
            </p>
          )}
        </div>
      </div>
      <Hand scene={scene} />
    </>
  );
};

/* ---- Buttons -------------------------------------------------------------------------------------------------------------- */

const WAYS_SHOWN = 2;
const areWaysShown = signal(-1);

const labelOf = (way: Way): string => {
  const cards = [...way.levels]
    .sort(([a], [b]) => a - b)
    .map(([number, level]) => [...level].map((card) => (card === "*" ? `${number}*` : card)).join(" "))
    .join(" ");
  return t(way.pyramid === null ? "web.pharaoh.build" : "web.pharaoh.add", { cards });
};

const wayButton = (way: Way, i: number): MoveButton => ({
  move: way.move,
  label: labelOf(way),
  hint: t("web.pharaoh.then-worth", { n: way.worth }),
  isPrimary: i === 0,
});

/* All ways to lay the picked cards, when the bar has no room for them. */
const MoreWays = ({ scene }: { scene: S }): JSX.Element | null => {
  if (areWaysShown.value !== scene.sitting.log.value.length) return null;
  const own = scene.view.pyramids[scene.me ?? 0] ?? [];
  const worth = factsOf(scene).worth[scene.me ?? 0]!;
  const close = (): void => void (areWaysShown.value = -1);
  return (
    <Sheet title={t("web.pharaoh.ways")} onClose={close}>
      <div class="pha-ways">
        {waysOf(scene, pickedCards(scene)).map((way) => {
          const levels = way.pyramid === null ? new Map<number, string>() : levelsOf(own[way.pyramid]!);
          const play = (): void => {
            close();
            scene.play(way.move);
          };
          return (
            <PyramidOf
              key={way.move}
              levels={levels}
              ghosts={way.levels}
              label={scene.sitting.choice(way.move)}
              caption={<Gain from={way.pyramid === null ? 0 : worth[way.pyramid]!} to={way.worth} />}
              onPick={play}
            />
          );
        })}
      </div>
    </Sheet>
  );
};

const tradeButton = (scene: S): MoveButton[] =>
  verbs(scene, "offer").length
    ? [
        {
          move: "trade",
          label: t("web.pharaoh.trade-open"),
          key: "t",
          onPress: () => openTrade(scene),
        },
      ]
    : [];

const choices = (scene: S, moves: string[], isPrimary = false): MoveButton[] =>
  moves.map((move) => ({ move, label: scene.sitting.choice(move), isPrimary }));

const thiefButtons = (scene: S): MoveButton[] =>
  verbs(scene, "thief").map((move) => {
    const [seat, n] = wordsOf(move).map(Number) as [number, number];
    const levels = scene.view.pyramids[seat]![n - 1]!.levels.length;
    return {
      move,
      label: t("web.pharaoh.thief-to", { name: scene.names[seat]!, n }),
      hint: t("web.pharaoh.die-needed", { n: levels }),
      isPrimary: scene.picks.has({ zone: "at", place: move, word: move }),
    };
  });

const swapButtons = (scene: S, moves: string[]): MoveButton[] =>
  moves.map((move) => {
    const [seat, , number] = wordsOf(move) as [string, string, string];
    return {
      move,
      label: t("web.pharaoh.swap"),
      hint: t("web.pharaoh.swap-at", { name: scene.names[Number(seat)]!, n: number }),
      isPrimary: scene.picks.has({ zone: "at", place: move, word: move }),
    };
  });

const endButton = (scene: S): MoveButton[] =>
  scene.moves.includes("end") ? [{ move: "end", label: t("web.pharaoh.end"), key: "e", isPrimary: scene.moves.length === 1 }] : [];

/* The picked place of a kind of move first, then the others. */
const pickedFirst = (buttons: MoveButton[]): MoveButton[] =>
  buttons.sort((a, b) => Number(b.isPrimary ?? false) - Number(a.isPrimary ?? false));

const withPicked = (scene: S, cards: string[]): MoveButton[] => {
  const trade = [...tradeButton(scene), ...endButton(scene)];
  if (cards.length === 1 && cards[0] === "T") return [...pickedFirst(thiefButtons(scene)).slice(0, 3), ...trade];
  if (cards.length === 1 && cards[0] === "X") return [...choices(scene, verbs(scene, "tax"), true), ...trade];
  const ways = waysOf(scene, cards);
  const swaps = cards.length === 1 ? verbs(scene, "swap").filter((move) => wordsOf(move)[2] === cards[0]) : [];
  const more: MoveButton = {
    move: "ways",
    label: t("web.pharaoh.more-ways", { n: ways.length }),
    onPress: () => (areWaysShown.value = scene.sitting.log.value.length),
  };
  const at = pickedFirst(swapButtons(scene, swaps)).slice(0, 2);
  const shown = ways.slice(0, WAYS_SHOWN - at.length).map((way, i) => wayButton(way, at[0]?.isPrimary ? 1 : i));
  return [...(at[0]?.isPrimary ? [...at, ...shown] : [...shown, ...at]), ...(ways.length > shown.length ? [more] : []), ...trade];
};

const actButtons = (scene: S): MoveButton[] => {
  const cards = pickedCards(scene);
  if (cards.length) return withPicked(scene, cards);
  const swaps = verbs(scene, "swap");
  if (picksOf(scene, "mode").length) return pickedFirst(swapButtons(scene, swaps)).slice(0, 5);
  const thief = handOf(scene).indexOf("T");
  const thieves: MoveButton = {
    move: "thief",
    label: t("web.pharaoh.thief-open"),
    onPress: () => (scene.picks.picked.value = [{ zone: "hand", place: thief, word: "T" }]),
  };
  const swapOpen: MoveButton = {
    move: "swap",
    label: t("web.pharaoh.swap-open"),
    onPress: () => (scene.picks.picked.value = [{ zone: "mode", place: 0, word: "swap" }]),
  };
  return [
    ...(swaps.length > 1 ? [swapOpen] : swapButtons(scene, swaps)),
    ...(verbs(scene, "thief").length ? [thieves] : []),
    ...choices(scene, verbs(scene, "tax")),
    ...tradeButton(scene),
    ...endButton(scene),
  ];
};

const drawButtons = (scene: S): MoveButton[] => {
  const picked = picksOf(scene, "open")[0];
  return choices(scene, picked ? [`draw ${picked.word}`] : scene.moves, Boolean(picked));
};

/* steal *3: the joker of level 3. */
const stealButtons = (scene: S): MoveButton[] => {
  const picked = picksOf(scene, "steal").map((pick) => pick.word);
  return (picked.length ? picked : scene.moves).map((move) => {
    const [, joker, number] = /(\*?)(\d)$/.exec(move)!;
    return { move, label: t("web.pharaoh.steal", { card: `${number}${joker}` }), isPrimary: picked.length > 0 };
  });
};

const scoreButtons = (scene: S): MoveButton[] => {
  const picked = picksOf(scene, "at")[0]?.word;
  return scene.moves.map((move) => ({
    move,
    label: scene.sitting.choice(move),
    isPrimary: picked ? move === picked : scene.moves.length === 1,
    ...(move === "done" ? { key: "d" } : {}),
  }));
};

const endStepButtons = (scene: S): MoveButton[] => {
  const card = pickedCards(scene)[0];
  const done: MoveButton[] = scene.moves.includes("done")
    ? [{ move: "done", label: scene.sitting.choice("done"), key: "d", isPrimary: !card }]
    : [];
  return [...(card && scene.moves.includes(`discard ${card}`) ? choices(scene, [`discard ${card}`], true) : []), ...done];
};

const buttons = (scene: S): MoveButton[] => {
  if (isTrading(scene)) return tradeButtons(scene);
  switch (scene.view.phase) {
    case "score":
      return scoreButtons(scene);
    case "draw":
      return drawButtons(scene);
    case "act":
      return actButtons(scene);
    case "answer":
    case "counter":
      return answerButtons(scene);
    case "steal":
      return stealButtons(scene);
    case "salvage":
      return salvageButtons(scene);
    case "end":
      return endStepButtons(scene);
    default:
      return choices(scene, scene.moves);
  }
};

const hint = (scene: S): string | null => {
  if (isTrading(scene)) return tradeHint(scene);
  if (scene.view.offer) return answerHint(scene);
  if (scene.view.phase === "salvage") return salvageHint(scene);
  if (scene.view.phase === "end") return verbs(scene, "discard").length ? t("web.pharaoh.tap-to-discard") : null;
  if (scene.view.phase === "steal") return t("web.pharaoh.tap-to-steal");
  if (scene.view.phase !== "act") return null;
  const cards = pickedCards(scene);
  if (!cards.length) return t("web.pharaoh.tap-to-build");
  return waysOf(scene, cards).length ? null : whyNot(scene, cards);
};

const tag = ({ view }: S, seat: number): SeatTag | null =>
  view.turn === seat ? { text: t("web.pharaoh.turn"), kind: "gold" } : null;

const nextField = (scene: S): string => {
  const { view } = scene;
  const [two, three, last] = factsOf(scene).fields;
  if (!view.two) return t("web.pharaoh.next-field", { n: two, what: t("web.pharaoh.field-two") });
  if (!view.three) return t("web.pharaoh.next-field", { n: three, what: t("web.pharaoh.field-three") });
  return view.last ? t("web.pharaoh.end-near") : t("web.pharaoh.next-field", { n: last, what: t("web.pharaoh.field-last") });
};

export const table: GameTable<Pharaoh> = {
  face: (namer, card) => (cards.includes(card) ? faceIn(namer, card) : null),
  wishes: cards,
  progress: (scene) => (
    <div class="progress">
      <span class="long">{t("web.pharaoh.marker-of", { n: scene.view.marker, all: factsOf(scene).fields[2] })}</span>
      <span class="long">{nextField(scene)}</span>
    </div>
  ),
  seat: (scene, seat) => <Seat scene={scene} seat={seat} />,
  tag,
  points: ({ view }, seat) => view.points[seat] ?? 0,
  court: (scene) => <Court scene={scene} />,
  courtClass: "pha-floor",
  own: (scene) => <Own scene={scene} />,
  ownClass: "pha-own",
  buttons,
  hint,
  ahead,
  hasSorting: true,
  sections: { card: 5, "card *": 5, "card T": 13, "card X": 14, "card P": 15, "card E": 17, pyramid: 5, "number marker": 3, points: 17, "action offer": 11, "action swap": 9, "action thief": 13, "action tax": 14, "phase score": 7, "phase draw": 8, "phase act": 9, "phase answer": 11, "phase counter": 11, "phase guard": 15, "phase steal": 13, "phase salvage": 13, "phase end": 10, "phase over": 17 },
};
