/* One's own place: the disc, character, gold, palaces and houses; then what the phase needs: actions to plan, characters
   to choose from, a bid, or the parts of the plan that are left. */
import type { JSX } from "preact";
import { Icon, Mark } from "client/art";
import { verbOf, wordsOf } from "client/table/picks";
import { t } from "client/words";
import { Actions, Disc } from "./disc";
import { actions, clear, planOf, type Mode, modeOf, movesIn, type Part, parts, picked, type S, set } from "./view";

export const Character = ({ n }: { n: number }): JSX.Element => (
  <span class="char" data-about={`character ${n}`}>
    <svg class="face" data-k={`maharaja-${n}`} aria-hidden="true">
      <use href={`#face-${n}`} />
    </svg>
    <b>{n}</b> <span class="char-name">{t(`maharaja.character.${n}`)}</span>
  </span>
);

/* An arrow is set; with both set, the older one is moved. */
const plan = (scene: S, action: string): void => {
  const chosen = [...picked(scene, "plan"), action].slice(-2);
  set(scene, ...chosen.map((word): [string, string] => ["plan", word]));
  const move = planOf(chosen);
  if (chosen.length === 2 && !scene.moves.includes(move)) scene.choose(scene.picks.picked.value, scene.sitting.check(move) ?? undefined);
};

const Planning = ({ scene }: { scene: S }): JSX.Element => (
  <Actions of={actions} chosen={picked(scene, "plan")} onPick={(action) => plan(scene, action)} />
);

/* Moves that name a character: chosen, taken, given away. */
const Characters = ({ scene, moves }: { scene: S; moves: string[] }): JSX.Element => {
  const now = picked(scene, "move")[0];
  const mode = modeOf(scene);
  return (
    <div class="mah-actions" role="group" aria-label={t("web.maharaja.characters")}>
      {moves.map((move) => {
        const words = wordsOf(move);
        const isLure = verbOf(move) === "lure";
        const from = isLure ? Number(words[0]) : words[1] === "from" ? Number(words[2]) : null;
        const own = words[3] === "for" ? Number(words[4]) : null;
        return (
          <button
            key={move}
            type="button"
            class="mah-chip"
            aria-pressed={now === move}
            title={isLure ? undefined : t(`web.maharaja.power.${words[0]}`)}
            onClick={() => set(scene, ...(mode ? [["mode", mode] as [string, string]] : []), ["move", move])}
          >
            <span class="sr">{scene.sitting.choice(move)}</span>
            <span class="row" aria-hidden="true">
              {isLure ? <Icon name="g-character" /> : <Character n={Number(words[0])} />}
              {from !== null && <Mark seat={from} name={scene.names[from]!} size="s" />}
              {own !== null && <Icon name="i-swap" />}
              {own !== null && <Character n={own} />}
            </span>
          </button>
        );
      })}
    </div>
  );
};

export const bidOf = (scene: S): number | null => {
  const bids = scene.moves.filter((move) => verbOf(move) === "bid").map((move) => Number(wordsOf(move)[0]));
  const wanted = Number(picked(scene, "bid")[0] ?? bids[0]);
  return bids.length ? (bids.includes(wanted) ? wanted : bids[0]!) : null;
};

const Bidding = ({ scene }: { scene: S }): JSX.Element => {
  const { bid } = scene.view;
  const now = bidOf(scene);
  const step = (by: number): void => {
    if (now !== null && scene.moves.includes(`bid ${now + by}`)) set(scene, ["bid", String(now + by)]);
  };
  const high = bid && bid.by !== null ? t("web.maharaja.high-bid", { n: bid.high!, name: scene.called(bid.by) }) : t("web.maharaja.no-bid");
  return (
    <div class="mah-choice">
      <p class="quiet">{high}</p>
      {now !== null && (
        <div class="mah-bid" role="group" aria-label={t("web.maharaja.your-bid")}>
          <button type="button" class="btn square" aria-label={t("web.maharaja.less")} onClick={() => step(-1)}>
            <Icon name="i-minus" />
          </button>
          <output>
            <b>{now}</b> {t("web.maharaja.gold")}
          </output>
          <button type="button" class="btn square" aria-label={t("web.maharaja.more")} onClick={() => step(1)}>
            <Icon name="i-plus" />
          </button>
        </div>
      )}
    </div>
  );
};

const modeOfPart: Partial<Record<Part, Mode>> = {
  house: "house",
  city: "house",
  palace: "palace",
  move: "move",
  governor: "governor",
  character: "character",
};

/* A move that would carry the part out: the engine says why it is not possible. */
const attempts: Record<Part, string> = {
  gold: "gold",
  house: "house v1",
  city: "house A",
  palace: "palace outer",
  move: "move v1 v2",
  quarry: "quarry",
  governor: "governor A",
  character: "take 1",
};

const glyphs: Partial<Record<Part, string>> = { city: "house" };

const PartChip = ({ scene, part }: { scene: S; part: Part }): JSX.Element => {
  const mode = modeOfPart[part];
  const canDo = mode ? movesIn(scene, mode).length > 0 : scene.moves.includes(part);
  const isOn = mode ? modeOf(scene) === mode : picked(scene, "move")[0] === part;
  const touch = (): void => {
    if (isOn) clear(scene);
    else if (!canDo) scene.touch({ zone: "part", place: 0, word: `no ${part}` }, scene.sitting.check(attempts[part]) ?? undefined);
    else set(scene, mode ? ["mode", mode] : ["move", part]);
  };
  const count = scene.view.parts[part];
  return (
    <button type="button" class="mah-chip" data-about={`action ${part === "city" ? "house" : part}`} aria-pressed={isOn} aria-disabled={canDo ? undefined : "true"} onClick={touch}>
      <Icon name={`g-${glyphs[part] ?? part}`} />
      <span>{t(`maharaja.part.${part}`)}</span>
      {count > 1 && <b>×{count}</b>}
    </button>
  );
};

const ModeChip = ({ scene, mode, glyph }: { scene: S; mode: Mode; glyph: string }): JSX.Element => (
  <button
    type="button"
    class="mah-chip extra"
    aria-pressed={modeOf(scene) === mode}
    onClick={() => (modeOf(scene) === mode ? clear(scene) : set(scene, ["mode", mode]))}
  >
    <Icon name={glyph} />
    <span>{t(`web.maharaja.${mode}`)}</span>
  </button>
);

const Acting = ({ scene }: { scene: S }): JSX.Element => {
  const mode = modeOf(scene);
  if (mode === "character") return <Characters scene={scene} moves={movesIn(scene, "character")} />;
  if (mode === "coin") {
    const choices = movesIn(scene, "coin").map((move) => wordsOf(move)[0]!);
    const chosen = picked(scene, "move").map((move) => wordsOf(move)[0]!);
    return <Actions of={choices} chosen={chosen} onPick={(action) => set(scene, ["mode", "coin"], ["move", `coin ${action}`])} />;
  }
  return (
    <div class="mah-actions" role="group" aria-label={t("web.maharaja.parts")}>
      {parts.map((part) => scene.view.parts[part] > 0 && <PartChip key={part} scene={scene} part={part} />)}
      {movesIn(scene, "mason").length > 0 && <ModeChip scene={scene} mode="mason" glyph="g-ch5" />}
      {movesIn(scene, "coin").length > 0 && <ModeChip scene={scene} mode="coin" glyph="g-ch7" />}
    </div>
  );
};

const Choice = ({ scene }: { scene: S }): JSX.Element | null => {
  if (scene.sitting.state.value !== "yours") return null;
  switch (scene.view.phase) {
    case "plan":
      return <Planning scene={scene} />;
    case "auction":
      return <Bidding scene={scene} />;
    case "act":
      return <Acting scene={scene} />;
    case "choose":
    case "replace":
    case "yield":
      return <Characters scene={scene} moves={scene.moves} />;
    default:
      return null;
  }
};

const Purse = ({ scene, me }: { scene: S; me: number }): JSX.Element => {
  const { view } = scene;
  const facts: [glyph: string, n: number | null, word: string, about: string][] = [
    ["g-gold", view.gold[me] ?? null, t("web.maharaja.gold"), "number gold"],
    ["g-palace", view.palaces_left[me]!, t("web.maharaja.left"), "number palaces"],
    ["g-house", view.reserve[me]!, t("web.maharaja.ready"), "number houses"],
  ];
  if (view.coins[me]) facts.push(["g-ch7", view.coins[me]!, t("web.maharaja.coins"), "character 7"]);
  return (
    <ul class="purse">
      {facts.map(([glyph, n, word, about]) => (
        <li key={glyph} data-about={about} title={word}>
          <Icon name={glyph} />
          <b>{n ?? "?"}</b> <span class="word">{word}</span>
        </li>
      ))}
    </ul>
  );
};

/* Actions and characters need more room than the parts of a plan. */
const rowClass = (scene: S): string => {
  if (scene.sitting.state.value !== "yours") return "";
  const { phase } = scene.view;
  const mode = modeOf(scene);
  if (phase === "plan" || mode === "coin") return "planning";
  if (["choose", "replace", "yield"].includes(phase) || mode === "character") return "choosing";
  return phase === "act" ? "acting" : "";
};

export const Own = ({ scene }: { scene: S }): JSX.Element => {
  const { view, me } = scene;
  if (me === null) return <p class="quiet mah-row">{t("web.watching")}</p>;
  const mine = view.plans[me];
  const chosen = Array.isArray(mine) ? mine : picked(scene, "plan");
  const isPlanning = view.phase === "plan" && scene.sitting.state.value === "yours";
  return (
    <>
      <Disc chosen={chosen} onPick={isPlanning ? (action) => plan(scene, action) : undefined} />
      <div class={`mah-row ${rowClass(scene)}`}>
        <div class="mah-facts">
          <p class="row">
            <Mark seat={me} name={scene.names[me]!} />
            {view.characters[me]!.map((n) => (
              <Character key={n} n={n} />
            ))}
          </p>
          <Purse scene={scene} me={me} />
          {isPlanning && (
            <p class="secret">
              <Icon name="i-lock" /> {t("web.maharaja.secret")}
            </p>
          )}
        </div>
        <Choice scene={scene} />
      </div>
    </>
  );
};
