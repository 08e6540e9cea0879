/* Trades: what is offered, drawn for all to see, and the composer of an offer or a counter-offer. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { CardButton, Chip, Icon, Mark, Minis } from "../../art";
import { Sheet } from "../../table/sheet";
import { t } from "../../words";
import { cards, faceOf, handOf, type Offer, type S, sorted } from "./view";

interface Draft {
  at: number; /* how long the log was: an older draft is forgotten */
  to: number;
  give: number[]; /* places in the hand */
  want: string[];
}

const draft = signal<Draft | null>(null);

const isCounter = (scene: S): boolean => scene.view.phase === "answer";
const othersOf = ({ sitting, me }: S): number[] =>
  Array.from({ length: sitting.players - 1 }, (_, i) => ((me ?? 0) + 1 + i) % sitting.players);

export const openTrade = (scene: S, give: number[]): void => {
  const { offer } = scene.view;
  const to = isCounter(scene) && offer ? offer.from : othersOf(scene)[0]!;
  draft.value = { at: scene.sitting.log.value.length, to, give, want: isCounter(scene) && offer ? [...offer.give] : [] };
};

const closeTrade = (): void => void (draft.value = null);

const moveOf = (scene: S, made: Draft): string => {
  const give = sorted(made.give.map((place) => handOf(scene)[place]!)).join(",");
  const want = sorted(made.want).join(",");
  return isCounter(scene) ? `counter ${give} for ${want}` : `offer ${made.to} ${give} for ${want}`;
};

const Partners = ({ scene, made }: { scene: S; made: Draft }): JSX.Element => (
  <div class="trade-with" role="radiogroup" aria-label={t("web.pharaoh.trade-with")}>
    {othersOf(scene).map((seat) => (
      <button
        key={seat}
        type="button"
        class="btn trade-seat"
        role="radio"
        aria-checked={made.to === seat}
        onClick={() => (draft.value = { ...made, to: seat })}
      >
        <Mark seat={seat} name={scene.names[seat]!} size="s" /> {scene.names[seat]}
      </button>
    ))}
  </div>
);

const Give = ({ scene, made }: { scene: S; made: Draft }): JSX.Element => {
  const toggle = (place: number): void => {
    const give = made.give.includes(place) ? made.give.filter((other) => other !== place) : [...made.give, place];
    draft.value = { ...made, give };
  };
  return (
    <section aria-label={t("web.pharaoh.i-give")}>
      <h3>{t("web.pharaoh.i-give")}</h3>
      <div class="trade-cards">
        {handOf(scene).map((card, i) => (
          <CardButton key={i} face={faceOf(scene, card)} size="s" isPicked={made.give.includes(i)} onPick={() => toggle(i)} />
        ))}
      </div>
    </section>
  );
};

const Want = ({ scene, made }: { scene: S; made: Draft }): JSX.Element => {
  const less = (card: string): string[] => made.want.filter((_, i) => i !== made.want.indexOf(card));
  return (
    <section aria-label={t("web.pharaoh.i-want")}>
      <h3>{t("web.pharaoh.i-want")}</h3>
      <ul class="trade-kinds">
        {cards.map((card) => {
          const count = made.want.filter((other) => other === card).length;
          const face = faceOf(scene, card);
          return (
            <li key={card} data-k={face.kind} class={count ? "on" : ""}>
              <button
                type="button"
                class="trade-kind"
                aria-label={t("web.pharaoh.want-more", { card: face.label, n: count })}
                onClick={() => (draft.value = { ...made, want: [...made.want, card] })}
              >
                <Chip face={{ ...face, word: card }} />
                <b class="num">{count || ""}</b>
              </button>
              {count > 0 && (
                <button
                  type="button"
                  class="trade-less"
                  aria-label={t("web.pharaoh.want-less", { card: face.label })}
                  onClick={() => (draft.value = { ...made, want: less(card) })}
                >
                  <Icon name="i-minus" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};

export const Trade = ({ scene }: { scene: S }): JSX.Element | null => {
  const made = draft.value;
  if (!made || made.at !== scene.sitting.log.value.length) return null;
  const isWhole = made.give.length > 0 && made.want.length > 0;
  const move = moveOf(scene, made);
  const why = isWhole ? scene.sitting.check(move) : t("web.pharaoh.trade-how");
  const send = (): void => {
    if (why) return;
    closeTrade();
    scene.play(move);
  };
  return (
    <Sheet title={t(isCounter(scene) ? "web.pharaoh.counter" : "web.pharaoh.trade")} onClose={closeTrade}>
      {!isCounter(scene) && <Partners scene={scene} made={made} />}
      <Give scene={scene} made={made} />
      <Want scene={scene} made={made} />
      <div class="trade-end">
        <p role="status">{why ?? scene.sitting.choice(move)}</p>
        <button type="button" class="btn primary" aria-disabled={why ? "true" : undefined} onClick={send}>
          {t("web.pharaoh.offer")}
        </button>
      </div>
    </Sheet>
  );
};

export const OfferShown = ({ scene, offer }: { scene: S; offer: Offer }): JSX.Element => (
  <section class="pha-event" aria-label={t(offer.counter ? "web.pharaoh.counter" : "web.pharaoh.an-offer")}>
    <h2 class="zone-title">{t(offer.counter ? "web.pharaoh.counter" : "web.pharaoh.an-offer")}</h2>
    <div class="row wrap">
      <Mark seat={offer.from} name={scene.names[offer.from]!} size="s" /> <b>{scene.names[offer.from]}</b>
      <Minis faces={offer.give.map((card) => faceOf(scene, card))} />
      <Icon name="i-swap" />
      <Mark seat={offer.to} name={scene.names[offer.to]!} size="s" /> <b>{scene.names[offer.to]}</b>
      <Minis faces={offer.want.map((card) => faceOf(scene, card))} />
    </div>
  </section>
);
