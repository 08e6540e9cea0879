/* The score pad, for people at a real table: they enter counts, the engine says what they are worth. */
import { useSignal, useSignalEffect, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Icon, Mark } from "../art";
import type { Engine } from "../engine/engine";
import { aboutGame, games, isGame, nameOf } from "../games";
import { later, withEngine } from "../later";
import { Header } from "../pages/header";
import { Sheet as Dialog } from "../table/sheet";
import { knows, need, t } from "../words";
import { Field } from "./fields";
import type { EndSheet, PadProps, Tabs } from "./game";
import { dropSheet, fit, fresh, isKept, keepSheet, padOf, stored } from "./kept";
import { emptyLine, type Entry, type Form, formOf, type Line, type Sheet, sumsOf } from "./sheet";
import { initialOf, Label, labelOf, Worth } from "./worth";

const NAME_MAX = 14;

/* Who owns something behind the players is a dummy. */
const ownerNames = (sheet: Sheet, owners: number): string[] =>
  Array.from({ length: owners }, (_, i) =>
    i < sheet.names.length ? sheet.names[i]!.trim() || t("web.pad.player", { n: i + 1 }) : t("web.pad.dummy"),
  );

/* ---- Players ------------------------------------------------------------------------------------------------------------ */

const Players = ({ sheet, form, change }: { sheet: Sheet; form: Form; change: (sheet: Sheet) => void }): JSX.Element => {
  const [fewest, most] = form.players;
  const without = (line: Line, at: number): Line => line.filter((_, owner) => owner !== at);
  const remove = (at: number): void =>
    change({
      ...sheet,
      names: sheet.names.filter((_, i) => i !== at),
      lines: sheet.lines.map((line) => without(line, at)),
      end: without(sheet.end, at),
    });
  /* The dummy's row, if there is one, is nobody's any more. */
  const add = (): void =>
    change({ ...sheet, names: [...sheet.names, ""], lines: sheet.lines.map((line) => line.slice(0, sheet.names.length)) });
  return (
    <section class="box pad-players" aria-label={t("web.pad.players")}>
      <ul>
        {sheet.names.map((name, seat) => (
          <li key={seat}>
            <Mark seat={seat} name={name.trim() || String(seat + 1)} />
            <input
              class="field"
              maxLength={NAME_MAX}
              aria-label={t("web.pad.name-of", { n: seat + 1 })}
              placeholder={t("web.pad.player", { n: seat + 1 })}
              value={name}
              onInput={(event) => change({ ...sheet, names: sheet.names.map((old, i) => (i === seat ? event.currentTarget.value : old)) })}
            />
            {sheet.names.length > fewest && (
              <button
                type="button"
                class="btn plain square"
                aria-label={t("web.pad.remove", { name: name.trim() || t("web.pad.player", { n: seat + 1 }) })}
                onClick={() => remove(seat)}
              >
                <Icon name="i-x" />
              </button>
            )}
          </li>
        ))}
        {sheet.names.length < most && (
          <li>
            <button type="button" class="btn" onClick={add}>
              <Icon name="i-plus" />
              {t("web.pad.add")}
            </button>
          </li>
        )}
      </ul>
    </section>
  );
};

/* ---- Counting ------------------------------------------------------------------------------------------------------------- */

interface CountingProps {
  game: string;
  form: Form;
  names: string[];
  line: Line;
  totals: number[] | null;
  onChange: (line: Line) => void;
}

/* How far this count can go: there are only so many for all. */
const mostOf = (entry: Entry, at: number, line: Line, owner: number): number => {
  const others = line.reduce((sum, row, i) => sum + (i === owner ? 0 : row[at]!), 0);
  return entry.together ? Math.min(entry.max, entry.together - others) : entry.max;
};

/* All owners side by side; on a phone one of them at a time. */
const Counting = ({ game, form, names, line, totals, onChange }: CountingProps): JSX.Element => {
  const own = padOf(game);
  const { beside = {} } = own;
  const shown = useSignal(0);
  const at = Math.min(shown.value, names.length - 1);
  const set = (owner: number, entry: number, value: number): void =>
    onChange(line.map((row, i) => (i === owner ? row.map((old, j) => (j === entry ? value : old)) : row)));
  const field = (name: string, owner: number, children?: JSX.Element): JSX.Element => {
    const index = form.entries.findIndex((entry) => entry.name === name);
    const entry = form.entries[index]!;
    const props = {
      entry,
      label: `${labelOf(own, game, name)}, ${names[owner]}`,
      value: line[owner]![index]!,
      most: mostOf(entry, index, line, owner),
      onChange: (value: number): void => set(owner, index, value),
    };
    return own.field?.(props) ?? <Field {...props}>{children}</Field>;
  };
  const besides = (name: string, owner: number): JSX.Element[] =>
    Object.entries(beside).flatMap(([other, { of, glyph }]) => (of === name ? [field(other, owner, <Icon name={glyph} />)] : []));
  return (
    <div class="pad-sheet" data-shown={at}>
      <div class="pad-who phone-only" role="group" aria-label={t("web.pad.players")}>
        {names.map((name, owner) => (
          <button key={owner} type="button" aria-pressed={owner === at} onClick={() => (shown.value = owner)}>
            <Mark seat={owner} name={initialOf(name, owner)} size="s" />
            <span>{name}</span>
            {totals && <b class="num">{totals[owner]}</b>}
          </button>
        ))}
      </div>
      <table class="pad-grid">
        <thead class="desk-only">
          <tr>
            <td />
            {names.map((name, owner) => (
              <th key={owner} scope="col">
                <Mark seat={owner} name={initialOf(name, owner)} size="s" /> {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {form.entries
            .filter(({ name }) => !beside[name])
            .map((entry) => (
              <tr key={entry.name}>
                <th scope="row">
                  <Label own={own} game={game} name={entry.name} />
                </th>
                {names.map((_, owner) => (
                  <td key={owner} class={owner === at ? "shown" : ""}>
                    <span class="pad-cell">
                      {field(entry.name, owner)}
                      {besides(entry.name, owner)}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      <button type="button" class="btn phone-only pad-next" onClick={() => (shown.value = (at + 1) % names.length)}>
        {t("web.pad.next", { name: names[(at + 1) % names.length]! })}
        <Icon name="i-right" />
      </button>
    </div>
  );
};

/* ---- Lines as tabs ------------------------------------------------------------------------------------------------------------ */

const Tab = ({ title, isShown, onPick }: { title: string; isShown: boolean; onPick: () => void }): JSX.Element => (
  <button type="button" class="btn" aria-pressed={isShown} onClick={onPick}>
    {title}
  </button>
);

const Refused = ({ why }: { why: string }): JSX.Element => (
  <p class="toast bad" role="alert">
    <Icon name="i-x" />
    {why}
  </p>
);

const isEmpty = (line: Line, form: Form): boolean => String(line) === String(emptyLine(form));

interface TabRowProps extends Omit<PadProps, "names"> {
  tabs: Tabs;
  end: EndSheet | undefined;
  at: Signal<number>; /* the line that is shown; behind the last one: the end */
}

const TabRow = ({ engine, game, sheet, change, tabs, end, at }: TabRowProps): JSX.Element => {
  const form = formOf(engine, game, sheet.names.length);
  const pick = (to: number): void => {
    const before = sheet.lines[to - 1];
    if (!tabs.add && before && isEmpty(sheet.lines[to]!, form))
      change({ ...sheet, lines: sheet.lines.map((old, i) => (i === to ? tabs.begin(before, form) : old)) });
    at.value = to;
  };
  const add = (): void => {
    change({ ...sheet, lines: [...sheet.lines, tabs.begin(sheet.lines.at(-1)!, form)] });
    at.value = sheet.lines.length;
  };
  return (
    <div class="pad-tabs" role="group" aria-label={t("web.pad.lines")}>
      {sheet.lines.map((_, i) => (
        <Tab key={i} title={tabs.title(i)} isShown={i === at.value} onPick={() => pick(i)} />
      ))}
      {tabs.add && sheet.lines.length < form.lines && (
        <button type="button" class="btn" onClick={add}>
          <Icon name="i-plus" />
          {tabs.add()}
        </button>
      )}
      {end && <Tab title={end.title()} isShown={at.value >= sheet.lines.length} onPick={() => (at.value = sheet.lines.length)} />}
    </div>
  );
};

/* What is counted several times, the end, or all at once. */
const Lines = ({ engine, game, sheet, change }: PadProps): JSX.Element => {
  const { tabs, end, total, beside } = padOf(game);
  const at = useSignal(0);
  const players = sheet.names.length;
  const ending = end && at.value >= sheet.lines.length ? end : null;
  const pad = ending ? ending.pad : game;
  const form = formOf(engine, pad, players);
  const line = ending ? sheet.end : sheet.lines[Math.min(at.value, sheet.lines.length - 1)]!;
  const sums = sumsOf(engine, pad, players, sheet.options, ending ? [sheet.end] : sheet.lines);
  const names = ownerNames(sheet, form.owners);
  const setLine = (next: Line): void =>
    change(ending ? { ...sheet, end: next } : { ...sheet, lines: sheet.lines.map((old, i) => (i === at.value ? next : old)) });
  const isWide = players * (beside ? 1.4 : 1) > 4.3; /* no room for both side by side */
  return (
    <>
      {tabs && <TabRow {...{ engine, game, sheet, change, tabs, end, at }} />}
      <div class={`pad-cols ${isWide ? "wide" : ""}`}>
        <Counting game={game} form={form} names={names} line={line} totals={typeof sums === "string" ? null : sums.totals} onChange={setLine} />
        {typeof sums === "string" ? (
          <Refused why={sums} />
        ) : (
          <Worth
            pad={pad}
            form={form}
            names={names}
            sums={sums}
            line={ending ? 0 : at.value}
            subtotal={tabs?.hasSubtotals ? tabs.title(at.value) : null}
            total={(ending?.total ?? total)?.() ?? t("web.pad.total")}
            label={(part) => labelOf(padOf(game), game, part)}
          />
        )}
      </div>
    </>
  );
};

/* ---- The page --------------------------------------------------------------------------------------------------------------- */

const ClearDialog = ({ onClose, onClear }: { onClose: () => void; onClear: () => void }): JSX.Element => (
  <Dialog title={t("web.pad.clear")} onClose={onClose}>
    <p>{t("web.pad.clear-sure")}</p>
    <footer>
      <button type="button" class="btn" onClick={onClose}>
        {t("web.cancel")}
      </button>
      <button type="button" class="btn teal" onClick={onClear}>
        {t("web.pad.clear")}
      </button>
    </footer>
  </Dialog>
);

const GamePad = ({ engine, game }: { engine: Engine; game: string }): JSX.Element => {
  const about = aboutGame(game);
  const sheet: Signal<Sheet> = useMemo(() => stored(engine, game, about.first), [game]);
  const isClearing = useSignal(false);
  useSignalEffect(() => keepSheet(game, sheet.value));
  useEffect(() => {
    document.title = `${nameOf(game)} – ${t("web.pad.name")}`;
  });
  const change = (next: Sheet): void => {
    sheet.value = fit(engine, game, next);
  };
  const clear = (): void => {
    sheet.value = fresh(engine, game, sheet.value.names);
    isClearing.value = false;
  };
  const Body = padOf(game).Body ?? Lines;
  return (
    <>
      <div class="pad-title">
        <span class="badge" data-k={about.kind}>
          <Icon name={`g-${about.glyphs[1]}`} />
        </span>
        <h1>{nameOf(game)}</h1>
        <a class="btn plain" href={`/rules/${game}`}>
          {t("web.rules")}
        </a>
        <button type="button" class="btn" aria-haspopup="dialog" onClick={() => (isClearing.value = true)}>
          {t("web.pad.clear")}
        </button>
      </div>
      <Players sheet={sheet.value} form={formOf(engine, game, sheet.value.names.length)} change={change} />
      <Body key={game} engine={engine} game={game} sheet={sheet.value} names={ownerNames(sheet.value, sheet.value.names.length)} change={change} />
      {isClearing.value && <ClearDialog onClose={() => (isClearing.value = false)} onClear={clear} />}
    </>
  );
};

const ReadyPad = later("a score pad", withEngine(() => Promise.resolve(GamePad)));

const Choice = (): JSX.Element => {
  useEffect(() => {
    document.title = `${t("web.pad.name")} – Arkád`;
  });
  const kept = useSignal(games().filter(({ name }) => isKept(name)).map(({ name }) => name));
  return (
    <>
      <h1>{t("web.pad.name")}</h1>
      <p class="quiet">{t("web.pad.intro")}</p>
      <ul class="pad-games">
        {games().filter(({ form }) => form.hasPad).map(({ name, kind, glyphs }) => (
          <li key={name} class="box" data-k={kind}>
            <a href={`/pad/${name}`}>
              <span class="badge" data-k={kind}>
                <Icon name={`g-${glyphs[1]}`} />
              </span>
              <span class="grow">
                <b>{nameOf(name)}</b>
                {knows(`web.pad.what.${name}`) && <span class="quiet small">{t(`web.pad.what.${name}`)}</span>}
              </span>
              <Icon name="i-right" />
            </a>
            {kept.value.includes(name) && (
              <span class="pad-kept small quiet">
                {t("web.pad.kept")}
                <button
                  type="button"
                  class="btn plain"
                  onClick={() => {
                    dropSheet(name);
                    kept.value = kept.value.filter((other) => other !== name);
                  }}
                >
                  {t("web.pad.forget")}
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
};

export const Pad = ({ game }: { game: string | undefined }): JSX.Element => {
  const name = isGame(game) && aboutGame(game).form.hasPad ? game : null;
  return (
    <div class="lobby pad">
      <Header page="pad" />
      <main>{name ? <ReadyPad key={name} game={name} /> : <Choice />}</main>
    </div>
  );
};

/* The page, when its words are here. */
export const ready = async (): Promise<typeof Pad> => {
  await need("after");
  return Pad;
};
