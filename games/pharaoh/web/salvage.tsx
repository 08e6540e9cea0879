/*
 * What stays of a robbed pyramid. There may be tens of thousands of ways: one is put together card by card, and all of
 * them can be looked through, the best first. The pick `way` is the move it would be, legal or not yet.
 */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { MoveButton } from "client/table/game";
import { t } from "client/words";
import { PyramidOf } from "./pyramid";
import { type Levels, levelsOf, type S, writeLevels } from "./view";
import { levelsIn } from "./ways";

const NONE = "salvage none";
const PAGE = 60; /* pictures at a time */
const LAST = 9;

const waysOf = ({ moves, sitting }: S): string[] =>
  moves
    .filter((move) => move.startsWith("salvage") && move !== NONE)
    .map((move) => ({ move, worth: sitting.figure(move) }))
    .sort((a, b) => b.worth - a.worth || b.move.length - a.move.length)
    .map(({ move }) => move);

const choose = (scene: S, move: string): void => scene.choose([{ zone: "way", place: move, word: move }]);
const chosen = (scene: S): string | undefined => scene.picks.picked.value.find((pick) => pick.zone === "way")?.word;
const levelsFor = (move: string | undefined): Levels => (!move || move === NONE ? new Map() : levelsIn(move));

/* ---- Card by card --------------------------------------------------------------------------------------------------- */

const jokersOn = (level: string): number => level.split("*").length - 1;
/* The numbers they stand for, each once for each joker. */
const jokersOf = (levels: Levels): number[] =>
  [...levels].sort(([a], [b]) => a - b).flatMap(([number, level]) => Array<number>(jokersOn(level)).fill(number));
const stonesOf = (levels: Levels): Levels =>
  new Map([...levels].map(([number, level]): [number, string] => [number, level.replaceAll("*", "")]).filter(([, stones]) => stones));

const moveFor = (stones: Levels, jokers: number[]): string => {
  const levels = new Map(stones);
  for (const number of jokers) levels.set(number, `${levels.get(number) ?? ""}*`);
  const text = writeLevels(new Map([...levels].filter(([, level]) => level)));
  return text ? `salvage ${text}` : NONE;
};

/* The stones as they lie: touched, one more or one fewer of its number stays. */
const Stones = ({ scene, ruin, stays }: { scene: S; ruin: Levels; stays: Levels }): JSX.Element => {
  const stones = stonesOf(stays);
  const block = (number: number, _card: string, i: number) => {
    const count = stones.get(number)?.length ?? 0;
    const next = new Map(stones).set(number, String(number).repeat(i < count ? count - 1 : count + 1));
    return {
      isPicked: i < count,
      label: t("web.pharaoh.stone-stays", { card: scene.sitting.card(String(number)) }),
      onPick: () => choose(scene, moveFor(next, jokersOf(stays))),
    };
  };
  return <PyramidOf levels={stonesOf(ruin)} block={block} label={t("web.pharaoh.ruin")} />;
};

const Jokers = ({ scene, ruin, stays }: { scene: S; ruin: Levels; stays: Levels }): JSX.Element => {
  const now = jokersOf(stays);
  const set = (i: number, text: string): void => {
    const others = now.filter((_, other) => other !== i);
    choose(scene, moveFor(stonesOf(stays), [...others, ...(text ? [Number(text)] : [])].sort((a, b) => a - b)));
  };
  return (
    <>
      {jokersOf(ruin).map((_, i) => (
        <label key={i}>
          {t("web.pharaoh.joker-n", { n: i + 1 })}
          <select class="field" value={String(now[i] ?? "")} onChange={(event) => set(i, event.currentTarget.value)}>
            <option value="">{t("web.pharaoh.joker-back")}</option>
            {Array.from({ length: LAST }, (_empty, number) => (
              <option key={number} value={String(number + 1)}>
                {t("web.pharaoh.joker-as", { n: number + 1 })}
              </option>
            ))}
          </select>
        </label>
      ))}
    </>
  );
};

/* ---- All of them ---------------------------------------------------------------------------------------------------- */

const Worth = ({ scene, move }: { scene: S; move: string }): JSX.Element => (
  <>
    {t("web.pharaoh.worth")} <b>{scene.sitting.figure(move)}</b>
  </>
);

const All = ({ scene, ways }: { scene: S; ways: string[] }): JSX.Element => {
  const shown = useSignal(PAGE);
  return (
    <div class="pha-ways" role="group" aria-label={t("web.pharaoh.all-ways", { n: ways.length })}>
      {ways.slice(0, shown.value).map((move) => (
        <PyramidOf
          key={move}
          levels={levelsIn(move)}
          caption={<Worth scene={scene} move={move} />}
          isPicked={chosen(scene) === move}
          onPick={() => choose(scene, move)}
        />
      ))}
      {ways.length > shown.value && (
        <button type="button" class="btn" onClick={() => (shown.value += PAGE)}>
          {t("web.pharaoh.next-ways", { n: ways.length - shown.value })}
        </button>
      )}
    </div>
  );
};

export const Salvage = ({ scene }: { scene: S }): JSX.Element | null => {
  const { play, pyramids } = scene.view;
  const ways = useMemo(() => waysOf(scene), [scene.moves]);
  const robbed = pyramids[scene.me ?? 0]?.[(play?.pyramid ?? 1) - 1];
  if (!ways.length || !robbed) return null;
  const ruin = levelsOf(robbed);
  const stays = levelsFor(chosen(scene));
  return (
    <section class="pha-event pha-salvage" aria-label={t("web.pharaoh.stays")}>
      <div class="salvage-own">
        <h2 class="zone-title">{t("web.pharaoh.stays")}</h2>
        <Stones scene={scene} ruin={ruin} stays={stays} />
        <Jokers scene={scene} ruin={ruin} stays={stays} />
      </div>
      <div class="salvage-all">
        <h3>{t("web.pharaoh.all-ways", { n: ways.length })}</h3>
        <All scene={scene} ways={ways} />
      </div>
    </section>
  );
};

export const salvageButtons = (scene: S): MoveButton[] => {
  const move = chosen(scene);
  const none: MoveButton = { move: NONE, label: scene.sitting.choice(NONE), isPrimary: move === NONE || scene.moves.length === 1 };
  if (!move || move === NONE) return [none];
  const why = scene.sitting.check(move);
  return [{ move, label: t("web.pharaoh.leave"), hint: t("web.pharaoh.then-worth", { n: scene.sitting.figure(move) }), isPrimary: !why, why }, none];
};

export const salvageHint = (scene: S): string | null => {
  const move = chosen(scene);
  if (!move) return scene.moves.length > 1 ? t("web.pharaoh.stays-how") : null;
  return scene.sitting.check(move) ?? scene.sitting.choice(move);
};
