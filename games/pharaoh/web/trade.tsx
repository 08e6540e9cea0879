/*
 * Trades. An offer or a counter is composed on the table itself, from what is picked: `hand` is what I give, `want` what I
 * ask for, `to` whom; a trade is open while `to` is picked. Nothing covers the hand or the pyramids meanwhile.
 */
import { signal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Card, Icon, Mark, Mini, Minis } from "client/art";
import type { Sitting } from "client/sitting";
import type { AheadOffer, MoveButton } from "client/table/game";
import type { Pick } from "client/table/picks";
import { t } from "client/words";
import { Offers } from "./offers";
import { cards, counted, faceOf, handOf, knownOf, type Known, type Offer, othersFrom, type Pharaoh, type S, sorted } from "./view";

const EVERYONE = "all";
const toward = (word: string): Pick => ({ zone: "to", place: 0, word });
const picked = ({ picks }: S, zone: string): Pick[] => picks.picked.value.filter((pick) => pick.zone === zone);
const wanted = (scene: S): string[] => picked(scene, "want").map((pick) => pick.word);
const given = (scene: S): string[] => picked(scene, "hand").map((pick) => pick.word);
const partner = (scene: S): string => picked(scene, "to")[0]?.word ?? "";
const wish = (word: string, i: number): Pick => ({ zone: "want", place: i, word });

export const isTrading = (scene: S): boolean => picked(scene, "to").length > 0;
const isAnswer = ({ view }: S): boolean => view.phase === "answer" || view.phase === "counter";

/* ---- Opening and changing ------------------------------------------------------------------------------------------- */

/* The places of these cards in the hand, as far as they are there. */
const placesOf = (hand: string[], some: string[]): Pick[] => {
  const found: Pick[] = [];
  for (const word of some) {
    const place = hand.findIndex((card, i) => card === word && !found.some((pick) => pick.place === i));
    if (place >= 0) found.push({ zone: "hand", place, word });
  }
  return found;
};

/* An offer begins with what is picked in hand; a counter with what lies on the table, seen from my side. */
export const openTrade = (scene: S): void => {
  const { offer } = scene.view;
  if (isAnswer(scene) && offer)
    scene.choose([toward(String(offer.from)), ...placesOf(handOf(scene), offer.want), ...offer.give.map(wish)]);
  else scene.choose([toward(String(othersFrom(scene, scene.me!)[0])), ...picked(scene, "hand")]);
};

/* In place of what was picked in that zone. */
const change = (scene: S, zone: string, picks: Pick[]): void =>
  scene.choose([...scene.picks.picked.value.filter((pick) => pick.zone !== zone), ...picks]);

const more = (scene: S, card: string): void => change(scene, "want", [...wanted(scene), card].map(wish));
const less = (scene: S, card: string): void => {
  const all = wanted(scene);
  change(scene, "want", all.filter((_, i) => i !== all.lastIndexOf(card)).map(wish));
};

const moveOf = (scene: S): string => {
  const terms = `${sorted(given(scene)).join(",")} for ${sorted(wanted(scene)).join(",")}`;
  return isAnswer(scene) ? `counter ${terms}` : `offer ${partner(scene)} ${terms}`;
};

const whyNot = (scene: S): string | null =>
  given(scene).length && wanted(scene).length ? scene.sitting.check(moveOf(scene)) : t("web.pharaoh.trade-how");

export const tradeHint = (scene: S): string => whyNot(scene) ?? scene.sitting.choice(moveOf(scene));

export const tradeButtons = (scene: S): MoveButton[] => {
  const why = whyNot(scene);
  const label = t(isAnswer(scene) ? "web.pharaoh.counter" : "web.pharaoh.offer");
  return [
    { move: moveOf(scene), label, isPrimary: !why, why },
    { move: "cancel", label: t("web.cancel"), key: "x", onPress: () => scene.choose([]) },
  ];
};

/* ---- Whom, and what is known of them -------------------------------------------------------------------------------- */

const KnownCards = ({ scene, known }: { scene: S; known: Known }): JSX.Element => {
  const faces = (some: string[]) => some.map((card) => faceOf(scene, card));
  return (
    <span class="known">
      {known.certain.length > 0 && <span class="sr">{t("web.pharaoh.known")}</span>}
      <Minis faces={faces(known.certain)} />
      {known.still > 0 && <span class="sr">{t("web.pharaoh.perhaps", { n: known.still })}</span>}
      <span class="doubtful">
        <Minis faces={faces(known.doubtful)} />
      </span>
    </span>
  );
};

const Partner = ({ scene, word }: { scene: S; word: string }): JSX.Element => {
  const seat = Number(word);
  const isOn = partner(scene) === word;
  const choose = (): void => change(scene, "to", [toward(word)]);
  return (
    <button type="button" class="trade-seat" role="radio" aria-checked={isOn} onClick={choose}>
      {word === EVERYONE ? (
        <>
          <Icon name="i-user" /> <b>{t("web.pharaoh.everyone")}</b> <span class="quiet">{t("web.pharaoh.everyone-how")}</span>
        </>
      ) : (
        <>
          <Mark seat={seat} name={scene.names[seat]!} size="s" /> <b>{scene.names[seat]}</b>
          <KnownCards scene={scene} known={knownOf(scene, seat)} />
        </>
      )}
    </button>
  );
};

/* Who answers a proposal can only answer who made it. */
const Partners = ({ scene }: { scene: S }): JSX.Element => {
  const words = isAnswer(scene) ? [partner(scene)] : [...othersFrom(scene, scene.me!).map(String), EVERYONE];
  return (
    <section class="trade-who">
      <h3>{t("web.pharaoh.trade-with")}</h3>
      <div class="trade-with" role="radiogroup" aria-label={t("web.pharaoh.trade-with")}>
        {words.map((word) => (
          <Partner key={word} scene={scene} word={word} />
        ))}
      </div>
    </section>
  );
};

/* ---- What ----------------------------------------------------------------------------------------------------------- */

/* What the partner, or anybody if all are asked, certainly has. */
const knownCards = (scene: S): string[] => {
  const seats = partner(scene) === EVERYONE ? othersFrom(scene, scene.me!) : [Number(partner(scene))];
  return seats.flatMap((seat) => knownOf(scene, seat).certain);
};

const Kind = ({ scene, card, isKnown }: { scene: S; card: string; isKnown: boolean }): JSX.Element => {
  const face = faceOf(scene, card);
  const count = wanted(scene).filter((other) => other === card).length;
  return (
    <button
      type="button"
      class={`trade-kind ${count ? "on" : ""} ${isKnown ? "there" : ""}`}
      aria-label={t(isKnown ? "web.pharaoh.want-known" : "web.pharaoh.want-more", { card: face.label, n: count })}
      data-card={card}
      data-count={count || undefined}
      onClick={() => more(scene, card)}
    >
      <span aria-hidden="true">
        <Card face={face} size="s" />
      </span>
    </button>
  );
};

const Kinds = ({ scene }: { scene: S }): JSX.Element => {
  const known = knownCards(scene);
  return (
    <section class="trade-want">
      <h3>
        {t("web.pharaoh.i-want")} <span class="quiet">{t("web.pharaoh.want-how")}</span>
      </h3>
      <div class="trade-kinds" role="group" aria-label={t("web.pharaoh.i-want")}>
        {cards.map((card) => (
          <Kind key={card} scene={scene} card={card} isKnown={known.includes(card)} />
        ))}
      </div>
    </section>
  );
};

const Deal = ({ scene }: { scene: S }): JSX.Element => (
  <div class="trade-deal">
    <section aria-label={t("web.pharaoh.i-give")}>
      <h3>{t("web.pharaoh.i-give")}</h3>
      {given(scene).length ? (
        <Minis faces={sorted(given(scene)).map((card) => faceOf(scene, card))} />
      ) : (
        <span class="quiet">{t("web.pharaoh.give-how")}</span>
      )}
    </section>
    <Icon name="i-swap" />
    <section aria-label={t("web.pharaoh.i-want")}>
      <h3>{t("web.pharaoh.i-want")}</h3>
      {counted(wanted(scene)).map(([card, count]) => (
        <button
          key={card}
          type="button"
          class="trade-less"
          aria-label={t("web.pharaoh.want-less", { card: faceOf(scene, card).label })}
          data-count={count > 1 ? count : undefined}
          onClick={() => less(scene, card)}
        >
          <Mini face={faceOf(scene, card)} /> <Icon name="i-minus" />
        </button>
      ))}
    </section>
  </div>
);

/* The focus comes here when it opens, and goes back to the bar when it closes around it. */
export const Trade = ({ scene }: { scene: S }): JSX.Element => {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const here = box.current!;
    here.focus({ preventScroll: true });
    here.scrollIntoView({ block: "nearest" });
    return () => {
      if (here.contains(document.activeElement)) document.getElementById("bar")?.focus();
    };
  }, []);
  return (
    <section ref={box} class="pha-trade" tabIndex={-1} aria-label={t(isAnswer(scene) ? "web.pharaoh.counter" : "web.pharaoh.trade")}>
      <Partners scene={scene} />
      <div class="trade-what">
        <Kinds scene={scene} />
        <Deal scene={scene} />
      </div>
      <Offers scene={scene} />
    </section>
  );
};

/* ---- What lies on the table ----------------------------------------------------------------------------------------- */

/* Who is asked now, and who then, of an offer to everyone. */
const Round = ({ scene, offer }: { scene: S; offer: Offer }): JSX.Element => {
  const order = othersFrom(scene, offer.from);
  const at = order.indexOf(offer.to);
  return (
    <p class="trade-round">
      {order.map((seat, i) => (
        <span key={seat} class={i < at ? "past" : ""} aria-current={i === at ? "step" : undefined}>
          <Mark seat={seat} name={scene.names[seat]!} size="s" /> {scene.names[seat]}
          <span class="quiet"> {t(i < at ? "web.pharaoh.said-no" : i === at ? "web.pharaoh.asked-now" : "web.pharaoh.asked-then")}</span>
        </span>
      ))}
    </p>
  );
};

const titleOf = (scene: S, offer: Offer): string => {
  const name = scene.names[offer.from]!;
  if (offer.all) return t("web.pharaoh.offer-to-all", { name });
  return t(offer.counter ? "web.pharaoh.counter-of" : "web.pharaoh.offer-of", { name });
};

export const OfferShown = ({ scene, offer }: { scene: S; offer: Offer }): JSX.Element => {
  const side = (some: string[], label: string): JSX.Element => (
    <section aria-label={label}>
      <h3>{label}</h3>
      <div class="row">
        {sorted(some).map((card, i) => (
          <Card key={i} face={faceOf(scene, card)} size="s" />
        ))}
      </div>
    </section>
  );
  const gives = (seat: number): string => (seat === scene.me ? t("web.pharaoh.i-give") : t("web.pharaoh.gives", { name: scene.names[seat]! }));
  return (
    <section class="pha-event pha-offer" aria-label={titleOf(scene, offer)}>
      <h2 class="zone-title">
        <Mark seat={offer.from} name={scene.names[offer.from]!} size="s" /> {titleOf(scene, offer)}
      </h2>
      <div class="trade-sides">
        {side(offer.give, gives(offer.from))}
        <Icon name="i-swap" />
        {side(offer.want, offer.all && offer.to !== scene.me ? t("web.pharaoh.for-it") : gives(offer.to))}
        {scene.moves.includes("decline") && (
          <button type="button" class="btn" onClick={() => declineAll(scene)}>
            {t("web.pharaoh.decline-all")}
          </button>
        )}
      </div>
      {offer.all && <Round scene={scene} offer={offer} />}
    </section>
  );
};

/* ---- Answers -------------------------------------------------------------------------------------------------------- */

/* Whose turn I decline everything in. At the server that is decided ahead: it says no, whether I am here or not. */
const declined = signal<{ sitting: Sitting; turns: number } | null>(null);
const turnsOf = (sitting: Sitting): number => (sitting.view.value as Pharaoh).turns;
const isDeclining = (sitting: Sitting): boolean =>
  sitting.ahead ? sitting.ahead.moves.value.join() === "decline" : declined.value?.sitting === sitting && declined.value.turns === turnsOf(sitting);

const declineAll = ({ sitting }: S): void => {
  document.getElementById("bar")?.focus();
  if (sitting.ahead) void sitting.ahead.decide(["decline"]);
  else declined.value = { sitting, turns: turnsOf(sitting) };
};

const stopDeclining = ({ ahead }: Sitting): void => {
  declined.value = null;
  void ahead?.decide([]);
};

/* Says no before the question is drawn, until the turn passes or it is stopped. */
export const Declining = ({ scene }: { scene: S }): JSX.Element | null => {
  const { sitting } = scene;
  useSignalEffect(() => {
    if (sitting.ahead || !isDeclining(sitting) || sitting.state.value !== "yours" || !sitting.moves.value.includes("decline")) return;
    void sitting.play("decline").then((why) => why && stopDeclining(sitting));
  });
  if (!isDeclining(sitting)) return null;
  return (
    <section class="pha-event pha-declining" role="status">
      <span class="grow">{t("web.pharaoh.declining")}</span>
      <button type="button" class="btn" onClick={() => stopDeclining(sitting)}>
        {t("web.pharaoh.stop-declining")}
      </button>
    </section>
  );
};

/* What I let happen for the rest of somebody's turn. */
export const ahead = ({ view, me }: S): AheadOffer[] => {
  if (me === null || view.turn === me) return [];
  const guards = (view.hands[me] as string[]).includes("P") ? [{ label: t("web.pharaoh.ahead-guard"), moves: ["pharaoh", "allow", "decline"] }] : [];
  return [
    { label: t("web.pharaoh.ahead-decline"), moves: ["decline"] },
    { label: t("web.pharaoh.ahead-allow"), moves: ["allow", "decline"] },
    ...guards,
  ];
};

export const answerButtons = (scene: S): MoveButton[] => {
  const why = scene.sitting.check("accept");
  const hasCounter = scene.moves.some((move) => move.startsWith("counter"));
  return [
    { move: "accept", label: t("pharaoh.accept"), key: "a", isPrimary: !why, why },
    { move: "decline", label: t("pharaoh.decline"), key: "d" },
    ...(hasCounter ? [{ move: "counter", label: t("web.pharaoh.counter-open"), key: "c", onPress: () => openTrade(scene) }] : []),
  ];
};

/* Why it cannot be accepted, or why not countered. */
export const answerHint = (scene: S): string | null =>
  scene.sitting.check("accept") ?? (scene.view.offer?.all ? t("web.pharaoh.all-how") : null);
