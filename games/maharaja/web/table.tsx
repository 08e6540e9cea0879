/* The table of Maharaja: the map and the governors, opponents with their hidden plans, one's disc and what is left of it. */
import type { JSX } from "preact";
import { Icon } from "client/art";
import type { GameTable, MoveButton, SeatTag } from "client/table/game";
import { verbOf, wordsOf } from "client/table/picks";
import { t } from "client/words";
import { MapTools, MapView } from "./map";
import { bidOf, Character, Own } from "./own";
import {
  cityName,
  clear,
  hueOf,
  type Maharaja,
  type Mode,
  modeOf,
  movesAt,
  movesIn,
  nodeOf,
  palacesOf,
  parts,
  picked,
  planOf,
  type S,
  set,
} from "./view";

/* ---- Governors ------------------------------------------------------------------------------------------------------------ */

/* The ends of the track. */
const fieldsOf = ({ sitting }: S): [bottom: number, top: number] => (sitting.facts() as { fields: [number, number] }).fields;
const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));
const byField = ({ view }: S): string[] => Object.keys(view.track).sort((a, b) => view.track[a]! - view.track[b]!);

const Token = ({ scene, city }: { scene: S; city: string }): JSX.Element => {
  const move = `governor ${city}`;
  const mode = modeOf(scene);
  const isOpen = (mode === null || mode === "governor") && scene.moves.includes(move);
  if (!isOpen)
    return (
      <b class="token" data-about={`token ${city}`} data-city={city} data-hue={hueOf(scene, city)}>
        {city}
      </b>
    );
  return (
    <button
      type="button"
      class="token can"
      data-about={`token ${city}`}
      data-city={city}
      data-hue={hueOf(scene, city)}
      aria-label={scene.sitting.choice(move)}
      aria-pressed={picked(scene, "move").includes(move)}
      onClick={() => set(scene, ["mode", "governor"], ["move", move])}
    >
      {city}
    </button>
  );
};

const Governors = ({ scene }: { scene: S }): JSX.Element => {
  const { view } = scene;
  const order = byField(scene);
  const [bottom, top] = fieldsOf(scene);
  const note = (city: string): string => t(city === view.maharaja ? "web.maharaja.here" : "web.maharaja.next");
  return (
    <section class="gov" aria-label={t("web.maharaja.governors")}>
      <h2 class="zone-title">{t("web.maharaja.governors")}</h2>
      <ol class="gov-track desk-only">
        {Array.from({ length: top - bottom + 1 }, (_, i) => top - i).map((field) => {
          const city = order.find((other) => view.track[other] === field);
          return (
            <li key={field} class={field === top ? "end" : ""}>
              <i>{signed(field)}</i>
              {city && <Token scene={scene} city={city} />}
              {city && (city === view.maharaja || city === order[0]) && <span>{note(city)}</span>}
              {field === top && !city && <span>{t("web.maharaja.end")}</span>}
            </li>
          );
        })}
      </ol>
      <ol class="gov-strip phone-only">
        {order.map((city) => (
          <li key={city}>
            <Token scene={scene} city={city} />
            <span>{signed(view.track[city]!)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
};

/* ---- Seats ------------------------------------------------------------------------------------------------------------------- */

/* Shown, set but hidden, or not yet set. */
const Plans = ({ plan }: { plan: string[] | number | null }): JSX.Element => {
  if (Array.isArray(plan))
    return (
      <div class="plans" role="img" aria-label={t("web.maharaja.plan-shown", { plan: plan.map((a) => t(`maharaja.action.${a}`)).join(", ") })}>
        {plan.map((action, i) => (
          <span key={i} class="plan" title={t(`maharaja.action.${action}`)}>
            <Icon name={`g-${action}`} />
          </span>
        ))}
      </div>
    );
  const isSet = plan !== null;
  return (
    <div class="plans" role="img" aria-label={t(isSet ? "web.maharaja.plan-hidden" : "web.maharaja.plan-none")}>
      {[0, 1].map((i) => (
        <span key={i} class={`plan sealed ${isSet ? "set" : ""}`} aria-hidden="true">
          {isSet ? <Icon name="i-lock" /> : "–"}
        </span>
      ))}
    </div>
  );
};

const Seat = ({ scene, seat }: { scene: S; seat: number }): JSX.Element => {
  const { view } = scene;
  const facts: [glyph: string, text: string, said: string, name: string][] = [
    ["g-palace", String(palacesOf(scene, seat)), t("web.maharaja.palaces"), ""],
    ["g-house", String(view.reserve[seat]), t("web.maharaja.ready"), ""],
    ["g-gold", String(view.gold[seat] ?? "?"), t("web.maharaja.gold"), "desk-only"],
  ];
  if (view.coins[seat]) facts.push(["g-ch7", String(view.coins[seat]), t("web.maharaja.coins"), ""]);
  return (
    <>
      <p class="facts chars">
        {view.characters[seat]!.map((n) => (
          <Character key={n} n={n} />
        ))}
      </p>
      <p class="facts">
        {facts.map(([glyph, text, said, name]) => (
          <span key={glyph} class={name} title={said}>
            <Icon name={glyph} />
            <span class="sr">{said}</span>
            <b>{text}</b>
          </span>
        ))}
      </p>
      {view.round > 0 && <Plans plan={view.plans[seat] ?? null} />}
    </>
  );
};

const tag = ({ view }: S, seat: number): SeatTag | null => {
  if (view.phase === "auction" && view.bid) {
    if (view.bid.by === seat) return { text: t("web.maharaja.bid-n", { n: view.bid.high! }), kind: "gold" };
    return view.bid.passed.includes(seat) ? { text: t("web.maharaja.passed"), kind: "" } : null;
  }
  if (view.turn === seat && view.round > 0) return { text: t("web.maharaja.acts"), kind: "gold" };
  return view.acted[seat] ? { text: t("web.maharaja.acted"), kind: "teal" } : null;
};

/* ---- Buttons -------------------------------------------------------------------------------------------------------------------- */

/* Short where the map shows the rest. */
const inShort = (scene: S, move: string): Pick<MoveButton, "label" | "hint"> => {
  if (verbOf(move) !== "palace") return { label: scene.sitting.choice(move) };
  return { label: t(`web.maharaja.${move.replace(" ", "-")}`), hint: `${scene.sitting.figure(move)} ${t("web.maharaja.gold")}` };
};

const choices = (scene: S, moves: string[]): MoveButton[] =>
  moves.map((move, i) => ({ move, ...inShort(scene, move), isPrimary: i === 0 }));

const back = (scene: S): MoveButton => ({ move: "back", label: t("web.maharaja.back"), onPress: () => clear(scene) });

const open = (scene: S, mode: Mode, key?: string): MoveButton => ({
  move: mode,
  label: t(`web.maharaja.${mode}-open`),
  onPress: () => set(scene, ["mode", mode]),
  ...(key ? { key } : {}),
});

const hasPartsLeft = ({ view }: S): boolean => parts.some((part) => view.parts[part] > 0);

/* Ending with parts left is asked for twice. */
const endButton = (scene: S): MoveButton => {
  const isShort = hasPartsLeft(scene);
  return {
    move: "end",
    label: t("web.maharaja.end-turn"),
    key: "e",
    isPrimary: !isShort && !scene.moves.some((move) => verbOf(move) === "mason"),
    ...(isShort ? { hint: t("web.maharaja.others-gain"), onPress: () => set(scene, ["warn", "end"]) } : {}),
  };
};

/* The parts of the plan stand above the bar; here a simple one of them, then travel and the end. */
const actButtons = (scene: S): MoveButton[] => {
  const { view } = scene;
  const plain = parts
    .filter((part) => view.parts[part] > 0 && scene.moves.includes(part))
    .map((part): MoveButton => ({ move: part, label: scene.sitting.choice(part) }));
  const travel = movesIn(scene, "travel").length ? [open(scene, "travel", "t")] : [];
  return [...plain.slice(0, 1), ...travel, endButton(scene)];
};

const travelButtons = (scene: S): MoveButton[] => {
  const move = `travel ${picked(scene, "road").join(" ")}`;
  return scene.sitting.check(move) ? [back(scene)] : [...choices(scene, [move]), back(scene)];
};

const modeButtons = (scene: S, mode: Mode): MoveButton[] => {
  if (mode === "travel" && picked(scene, "road").length) return travelButtons(scene);
  const moves = movesIn(scene, mode);
  const few = moves.length <= 3 && mode !== "travel" ? choices(scene, moves).map((button) => ({ ...button, isPrimary: moves.length === 1 })) : [];
  return [...few, back(scene)];
};

const planButtons = (scene: S): MoveButton[] => {
  const chosen = picked(scene, "plan");
  const move = planOf(chosen);
  return chosen.length === 2 && scene.moves.includes(move) ? choices(scene, [move]) : [];
};

const auctionButtons = (scene: S): MoveButton[] => {
  const bid = bidOf(scene);
  return [
    ...(bid === null ? [] : choices(scene, [`bid ${bid}`])),
    ...scene.moves.filter((move) => move === "pass").map((move) => ({ move, label: scene.sitting.choice(move), key: "p" })),
  ];
};

const pickedMoves = (scene: S): string[] => {
  const moves = picked(scene, "move").filter((move) => scene.moves.includes(move));
  const node = picked(scene, "node")[0];
  return moves.length ? moves : node ? movesAt(scene, node) : [];
};

const buttons = (scene: S): MoveButton[] => {
  const { phase } = scene.view;
  if (phase === "plan") return planButtons(scene);
  if (phase === "auction") return auctionButtons(scene);
  const ready = pickedMoves(scene);
  if (ready.length) return [...choices(scene, ready.slice(0, 3)), ...(phase === "act" ? [back(scene)] : [])];
  if (phase !== "act") return scene.moves.length <= 3 ? choices(scene, scene.moves).map((button) => ({ ...button, isPrimary: false })) : [];
  if (picked(scene, "warn").length) return [...choices(scene, ["end"]), back(scene)];
  const mode = modeOf(scene);
  return mode ? modeButtons(scene, mode) : actButtons(scene);
};

const powerHint = (scene: S): string | null => {
  const move = picked(scene, "move")[0];
  return move && /^(choose|take|exchange|yield) /.test(move) ? t(`web.maharaja.power.${wordsOf(move)[0]}`) : null;
};

const hint = (scene: S): string | null => {
  const power = powerHint(scene);
  if (power) return power;
  const { phase } = scene.view;
  if (phase === "plan") return t("web.maharaja.tap-to-plan", { n: 2 - picked(scene, "plan").length });
  if (phase === "place") return t("web.maharaja.tap-village");
  if (phase === "choose" || phase === "replace" || phase === "yield") return t("web.maharaja.tap-character");
  if (phase !== "act") return null;
  if (picked(scene, "warn").length) return t("web.maharaja.warn");
  const mode = modeOf(scene);
  if (mode === "travel") {
    const route = picked(scene, "road");
    return (route.length && scene.sitting.check(`travel ${route.join(" ")}`)) || t("web.maharaja.tap-road");
  }
  if ((mode === "move" || mode === "mason") && picked(scene, "from").length) return t("web.maharaja.tap-to");
  return mode ? t(`web.maharaja.tap-${mode}`) : t("web.maharaja.tap-act");
};

const Progress = ({ scene }: { scene: S }): JSX.Element => (
  <div class="progress">
    {scene.view.round > 0 && <span class="long">{t("web.maharaja.round", { n: scene.view.round })}</span>}
    {scene.view.maharaja !== "0" && (
      <span class="long">{t("web.maharaja.maharaja-in", { name: cityName(scene, scene.view.maharaja) })}</span>
    )}
    <span class="long">{t("web.maharaja.next-city", { name: cityName(scene, byField(scene)[0]!) })}</span>
  </div>
);

export const table: GameTable<Maharaja> = {
  progress: (scene) => <Progress scene={scene} />,
  seat: (scene, seat) => <Seat scene={scene} seat={seat} />,
  tag,
  points: palacesOf,
  court: (scene) => (
    <>
      <MapView scene={scene} />
      <MapTools scene={scene} />
      <Governors scene={scene} />
    </>
  ),
  courtClass: "mah-floor",
  own: (scene) => <Own scene={scene} />,
  ownClass: "mah-own",
  buttons,
  hint,
  lights: (scene, move) => {
    const words = wordsOf(move);
    const node = nodeOf(scene, move);
    return [...(node ? [`place ${node}`] : []), ...words.flatMap((word) => [`place ${word}`, `action ${word}`]), ...(verbOf(move) === "governor" ? [`token ${words[0]}`] : [])];
  },
  sections: { place: 4, "place 0": 4, token: 6, character: 3, points: 24, "number gold": 14, "number houses": 16, "number palaces": 24, "action house": 14, "action houses": 14, "action palace": 14, "action both": 14, "action move": 15, "action quarry": 16, "action governor": 17, "action character": 18, "action mason": 19, "action travel": 20, "action end": 21, action: 13, "phase choose": 7, "phase auction": 31, "phase place": 7, "phase plan": 10, "phase act": 11, "phase replace": 18, "phase yield": 18, "phase over": 24 },
};
