/* The dialog for a table at the server: which game, who sits where, how fast, for whom. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { type Clock, post, type TableInfo, whyNot } from "../api";
import { Icon, Mark } from "../art";
import type { GameForm } from "../engine/engine";
import { aboutGame, nameOf, usualGame } from "../games";
import { hasMap, mapText } from "../maps/kept";
import { MapPick } from "../maps/pick";
import { comeIn, me } from "../online/me";
import { go } from "../route";
import { ownName } from "../settings";
import type { Chosen } from "../setup-text";
import { Sheet } from "../table/sheet";
import { lang, languages, t } from "../words";
import { GameOptions } from "./game-options";
import { GamePick } from "./game-pick";
import { Options } from "./options";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LEVELS = [1, 2, 3, 4, 5];
const FIRST_LEVEL = 2;

const clocks = {
  m1: { kind: "live", move_ms: MINUTE, bank_ms: 10 * MINUTE },
  m3: { kind: "live", move_ms: 3 * MINUTE, bank_ms: 20 * MINUTE },
  day: { kind: "days", move_ms: DAY },
  days2: { kind: "days", move_ms: 2 * DAY },
  days: { kind: "days", move_ms: 3 * DAY },
  week: { kind: "days", move_ms: 7 * DAY },
  none: { kind: "none" },
} as const satisfies Record<string, Clock>;
type ClockName = keyof typeof clocks;

const kinds = ["me", "open", "invited", "bot"] as const;
interface Chair {
  kind: (typeof kinds)[number];
  level: number;
}

const myName = (): string => me.value?.name ?? (ownName.value.trim() || t("web.guest"));

/* ---- Seats -------------------------------------------------------------------------------------------------------------- */

interface SeatLineProps {
  chair: Chair;
  at: number;
  isRated: boolean;
  onChange: (chair: Chair) => void;
  onRemove: (() => void) | null;
}

const letterOf = (chair: Chair): string => (chair.kind === "me" ? myName() : chair.kind === "bot" ? t("web.online.kind.bot") : "?");

const SeatLine = ({ chair, at, isRated, onChange, onRemove }: SeatLineProps): JSX.Element => (
  <li class="seatline">
    <Mark seat={at} name={letterOf(chair)} />
    <span class="opts" role="radiogroup" aria-label={t("web.online.seat-n", { n: at + 1 })}>
      {kinds
        .filter((kind) => kind !== "bot" || !isRated)
        .map((kind) => (
          <label key={kind} class="opt">
            <input type="radio" name={`seat${at}`} checked={chair.kind === kind} onChange={() => onChange({ ...chair, kind })} />
            <span>{t(`web.online.kind.${kind}`)}</span>
          </label>
        ))}
    </span>
    {chair.kind === "bot" ? (
      <select
        class="field level"
        aria-label={t("web.bots-level")}
        value={chair.level}
        onChange={(event) => onChange({ ...chair, level: Number(event.currentTarget.value) })}
      >
        {LEVELS.map((level) => (
          <option key={level} value={level}>
            {t(`level.${level}`)}
          </option>
        ))}
      </select>
    ) : (
      <span class="quiet small">{chair.kind === "me" ? myName() : t(`web.online.kind-how.${chair.kind}`)}</span>
    )}
    {onRemove && (
      <button type="button" class="btn plain square" aria-label={t("web.online.remove-seat", { n: at + 1 })} onClick={onRemove}>
        <Icon name="i-x" />
      </button>
    )}
  </li>
);

/* I sit on one seat: whoever sits me somewhere else frees the one before. */
const changed = (chairs: Chair[], at: number, chair: Chair): Chair[] => {
  const was = chairs[at]!;
  if (was.kind === "me" && chair.kind !== "me") return chairs;
  return chairs.map((other, i) => {
    if (i === at) return chair;
    return chair.kind === "me" && other.kind === "me" ? { ...other, kind: was.kind } : other;
  });
};

const Seats = (props: { game: string; form: GameForm; chairs: Chair[]; isRated: boolean; onChange: (chairs: Chair[]) => void }): JSX.Element => {
  const { chairs, onChange } = props;
  const [fewest, most] = props.form.players;
  return (
    <fieldset>
      <legend>
        {t("web.online.seats")} <span class="quiet small">{t("web.online.seats-how", { game: nameOf(props.game), fewest, most })}</span>
      </legend>
      <ol class="seatlines">
        {chairs.map((chair, at) => (
          <SeatLine
            key={at}
            chair={chair}
            at={at}
            isRated={props.isRated}
            onChange={(fresh) => onChange(changed(chairs, at, fresh))}
            onRemove={chairs.length > fewest && chair.kind !== "me" ? () => onChange(chairs.filter((_, i) => i !== at)) : null}
          />
        ))}
      </ol>
      {chairs.length < most && (
        <button type="button" class="btn plain add" onClick={() => onChange([...chairs, { kind: "open", level: FIRST_LEVEL }])}>
          <Icon name="i-plus" />
          <span>{t("web.online.add-seat")}</span>
        </button>
      )}
    </fieldset>
  );
};

/* As many chairs as the game takes, mine among them. */
const fitChairs = (chairs: Chair[], [fewest, most]: GameForm["players"]): Chair[] => {
  const fit = [...chairs];
  while (fit.length < fewest) fit.push({ kind: "open", level: FIRST_LEVEL });
  while (fit.length > most) fit.splice(fit.findLastIndex((chair) => chair.kind !== "me"), 1);
  return fit;
};

const chairName = (chair: Chair, at: number): string => {
  const seat = t("web.online.seat-n", { n: at + 1 });
  return chair.kind === "me" ? `${seat}: ${myName()}` : chair.kind === "bot" ? `${seat}: ${t(`level.${chair.level}`)}` : seat;
};

/* ---- The dialog ---------------------------------------------------------------------------------------------------------- */

const optionValue = (text: string): boolean | number => (text === "on" ? true : text === "off" ? false : Number(text));

const standard: Chair[] = [
  { kind: "me", level: FIRST_LEVEL },
  { kind: "open", level: FIRST_LEVEL },
  { kind: "open", level: FIRST_LEVEL },
  { kind: "bot", level: FIRST_LEVEL },
];

const Rated = ({ isRated, onChange }: { isRated: boolean; onChange: (yes: boolean) => void }): JSX.Element => {
  const isPerson = me.value?.kind === "person";
  return (
    <fieldset class="ticks">
      <legend>{t("web.online.rating")}</legend>
      <label class="tick">
        <input type="checkbox" disabled={!isPerson} checked={isRated} onChange={(event) => onChange(event.currentTarget.checked)} />
        <span>{t(isPerson ? "web.online.rated-how" : "web.online.rated-needs")}</span>
      </label>
    </fieldset>
  );
};

export const NewTable = ({ onClose }: { onClose: () => void }): JSX.Element => {
  const game = useSignal(usualGame());
  const chairs = useSignal(standard);
  const chosen = useSignal<Chosen>({});
  const map = useSignal("");
  const clock = useSignal<ClockName>("m3");
  const isPublic = useSignal<"all" | "link">("link");
  const isRated = useSignal(false);
  const speaks = useSignal(lang.peek());
  const why = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const choose = (name: string): void => {
    game.value = name;
    chosen.value = {};
    chairs.value = fitChairs(chairs.value, aboutGame(name).form.players);
  };
  /* Who starts is asked again when a chair is added or removed. */
  const seat = (fresh: Chair[]): void => {
    const { starter, ...others } = chosen.value;
    if (starter !== undefined && fresh.length !== chairs.value.length) chosen.value = others;
    chairs.value = fresh;
  };
  const rate = (yes: boolean): void => {
    isRated.value = yes;
    if (yes) chairs.value = chairs.value.map((chair) => (chair.kind === "bot" ? { ...chair, kind: "open" } : chair));
  };
  const wish = (): object => ({
    game: game.value,
    options: Object.fromEntries(Object.entries(chosen.value).map(([name, value]) => [name, optionValue(value)])),
    ...(hasMap(game.value) && mapText(map.value) ? { map: mapText(map.value) } : {}),
    players: chairs.value.length,
    seats: chairs.value.map(({ kind, level }) => (kind === "bot" ? { kind, level } : { kind })),
    public: isPublic.value === "all",
    clock: clocks[clock.value],
    rated: isRated.value,
    lang: speaks.value,
  });
  const make = async (): Promise<void> => {
    isBusy.value = true;
    try {
      await comeIn();
      go(`/table/${(await post<TableInfo>("/tables", wish())).code}`);
    } catch (error) {
      why.value = whyNot(error);
      isBusy.value = false;
    }
  };
  const form = aboutGame(game.value).form;
  return (
    <Sheet title={t("web.online.new-table")} onClose={onClose}>
      <div class="sheet-body">
        <GamePick chosen={game.value} onChoose={choose} />
        <Seats game={game.value} form={form} chairs={chairs.value} isRated={isRated.value} onChange={seat} />
        <div class="two">
          <Options
            name="clock"
            title={t("web.online.clock")}
            values={Object.keys(clocks) as ClockName[]}
            chosen={clock.value}
            say={(name) => t(`web.online.clock-${name}`)}
            onChoose={(name) => (clock.value = name)}
          />
          <Options
            name="who"
            title={t("web.online.who-may")}
            values={["link", "all"] as const}
            chosen={isPublic.value}
            say={(who) => t(`web.online.who-${who}`)}
            onChoose={(who) => (isPublic.value = who)}
          />
          <Options
            name="speaks"
            title={t("web.language")}
            values={Object.keys(languages)}
            chosen={speaks.value}
            say={(code) => <bdi lang={code}>{languages[code]}</bdi>}
            onChoose={(code) => (speaks.value = code)}
          />
          <Rated isRated={isRated.value} onChange={rate} />
        </div>
        <MapPick game={game.value} chosen={map.value} onChoose={(name) => (map.value = name)} />
        <GameOptions
          game={game.value}
          options={form.options}
          seats={chairs.value.map(chairName)}
          chosen={chosen.value}
          onChoose={(change) => (chosen.value = change(chosen.peek()))}
        />
        <p class="fair">
          <Icon name="i-shield" />
          <span>{t("web.online.sealed-before")}</span>
        </p>
        {why.value && (
          <p class="wrong" role="alert">
            {why.value}
          </p>
        )}
      </div>
      <footer>
        <button type="button" class="btn" onClick={onClose}>
          {t("web.cancel")}
        </button>
        <button type="button" class="btn teal" disabled={isBusy.value} onClick={() => void make()}>
          {t("web.online.open-table")}
        </button>
      </footer>
    </Sheet>
  );
};
