/* The pad of Oh, Pharaoh!: pyramids one after another, as they are scored, and those that are left at the end. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Icon, Mark } from "client/art";
import { Field } from "client/pad/fields";
import type { GamePad, PadProps } from "client/pad/game";
import { emptyLine, formOf, type Line, sumsOf } from "client/pad/sheet";
import { initialOf, Worth } from "client/pad/worth";
import { readOptions, writeOptions } from "client/setup-text";
import { t } from "client/words";

interface Pyramid {
  seat: number;
  bottom: number;
  levels: number;
  standing: number;
}

const FIRST: Pyramid = { seat: 0, bottom: 1, levels: 2, standing: 0 };

const found = (line: Line): Pyramid => {
  const seat = Math.max(0, line.findIndex((row) => row[1]));
  const [bottom = 0, levels = 0, standing = 0] = line[seat] ?? [];
  return { seat, bottom, levels, standing };
};

/* 3 4 5: its numbers from the bottom up. */
const numbers = ({ bottom, levels }: Pyramid): string => Array.from({ length: levels }, (_, i) => bottom + i).join(" ");

const Pyramids = ({ engine, game, sheet, names, change }: PadProps): JSX.Element => {
  const next = useSignal<Pyramid>(FIRST);
  const players = names.length;
  const form = formOf(engine, game, players);
  const second = engine.form(game).options.find(({ name }) => name === "second")!;
  const seat = Math.min(next.value.seat, players - 1);
  const { bottom, levels, standing } = next.value;
  const line = emptyLine(form).map((row, owner) => (owner === seat ? [bottom, levels, standing] : row));
  const count = (lines: Line[]): ReturnType<typeof sumsOf> => sumsOf(engine, game, players, sheet.options, lines);
  const sums = count(sheet.lines);
  const tried = count([...sheet.lines, line]);
  const set = (part: Partial<Pyramid>): void => void (next.value = { ...next.value, ...part });
  const add = (): void => {
    if (typeof tried !== "string") change({ ...sheet, lines: [...sheet.lines, line] });
  };
  const remove = (at: number): void => change({ ...sheet, lines: sheet.lines.filter((_, i) => i !== at) });
  const entry = (name: string): (typeof form.entries)[number] => form.entries.find((other) => other.name === name)!;
  return (
    <>
      <section class="box pad-new" aria-label={t("web.pad.new-pyramid")}>
        <header>
          <h2>{t("web.pad.new-pyramid")}</h2>
          {typeof sums !== "string" && <span class="quiet">{t("web.pad.marker", { n: sums.marker })}</span>}
        </header>
        <div class="pad-who" role="group" aria-label={t("web.pad.whose")}>
          {names.map((name, owner) => (
            <button key={owner} type="button" aria-pressed={owner === seat} onClick={() => set({ seat: owner })}>
              <Mark seat={owner} name={initialOf(name, owner)} size="s" />
              <span>{name}</span>
            </button>
          ))}
        </div>
        <div class="pad-fields">
          <div>
            <span>{t("web.pad.part.pharaoh.bottom")}</span>
            <Field
              entry={{ ...entry("bottom"), min: 1 }}
              label={t("web.pad.part.pharaoh.bottom")}
              value={bottom}
              most={entry("bottom").max}
              onChange={(value) => set({ bottom: value })}
            />
          </div>
          <div>
            <span>{t("web.pad.part.pharaoh.levels")}</span>
            <Field
              entry={{ ...entry("levels"), min: 2 }}
              label={t("web.pad.part.pharaoh.levels")}
              value={levels}
              most={entry("levels").max}
              onChange={(value) => set({ levels: value })}
            />
          </div>
          <div>
            <span>{t("web.pad.part.pharaoh.standing")}</span>
            <Field
              entry={entry("standing")}
              label={t("web.pad.part.pharaoh.standing")}
              value={standing}
              most={1}
              onChange={(value) => set({ standing: value })}
            />
          </div>
        </div>
        <div class="pad-add">
          <p role="status">
            {typeof tried === "string"
              ? tried
              : t("web.pad.pyramid", { numbers: numbers(next.value), n: tried.lines.at(-1)![seat]![0]! })}
          </p>
          <button type="button" class="btn teal" aria-disabled={typeof tried === "string" ? "true" : undefined} onClick={add}>
            <Icon name="i-plus" />
            {t("web.pad.write", { name: names[seat]! })}
          </button>
        </div>
        <label class="pad-option small">
          {t("web.option.pharaoh.second")}{" "}
          <select
            class="field"
            value={readOptions(sheet.options)["second"] ?? String(second.standard)}
            onChange={(event) => change({ ...sheet, options: writeOptions({ second: event.currentTarget.value }) })}
          >
            {Array.from({ length: second.max - second.min + 1 }, (_, i) => second.min + i).map((field) => (
              <option key={field}>{field}</option>
            ))}
          </select>
        </label>
      </section>
      {typeof sums !== "string" && (
        <>
          <Worth pad={game} form={form} names={names} sums={sums} line={0} total={t("web.pad.total")} />
          <ol class="box pad-list" aria-label={t("web.pad.lines")}>
            {sheet.lines.map((row, i) => {
              const pyramid = found(row);
              return (
                <li key={i}>
                  <span class="quiet num">{i + 1}.</span>
                  <Mark seat={pyramid.seat} name={initialOf(names[pyramid.seat] ?? "?", pyramid.seat)} size="s" />
                  <span class="grow">
                    <b>{names[pyramid.seat]}</b> <span class="num">{numbers(pyramid)}</span>
                    {pyramid.standing ? <span class="quiet small"> {t("web.pad.stood")}</span> : null}
                  </span>
                  <b class="num">{sums.lines[i]?.[pyramid.seat]?.[0]}</b>
                  <button type="button" class="btn plain square" aria-label={t("web.pad.strike", { n: i + 1 })} onClick={() => remove(i)}>
                    <Icon name="i-x" />
                  </button>
                </li>
              );
            })}
            {!sheet.lines.length && <li class="quiet">{t("web.pad.no-pyramids")}</li>}
          </ol>
        </>
      )}
    </>
  );
};

export const pad: GamePad = { lines: 0, Body: Pyramids };
