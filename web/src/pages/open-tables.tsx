/* Open tables at the server, live, and the ways to one: a new one, a quick match, a code. */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { post, type TableInfo, whyNot } from "../api";
import { Icon } from "../art";
import { usualGame } from "../games";
import { later } from "../later";
import { ask } from "../offline/status";
import { Empty } from "../online/empty";
import { hasServer, openTables } from "../online/lobby";
import { line } from "../online/line";
import { comeIn, meet } from "../online/me";
import { OpenRow } from "../online/rows";
import { go } from "../route";
import { Sheet } from "../table/sheet";
import { t } from "../words";
import { GamePick } from "./game-pick";

const NewTable = later("new table", async () => (await import("./new-table")).NewTable);

/* Sits down, makes a table or asks for a match: goes there, or says why not. */
const goTo = async (wish: () => Promise<TableInfo>, why: Signal<string | null>): Promise<void> => {
  why.value = null;
  try {
    await comeIn();
    go(`/table/${(await wish()).code}`);
  } catch (error) {
    why.value = whyNot(error);
  }
};

const Wrong = ({ why }: { why: string | null }): JSX.Element | null =>
  why ? (
    <p class="wrong" role="alert">
      {why}
    </p>
  ) : null;

const QuickMatch = ({ onClose }: { onClose: () => void }): JSX.Element => {
  const game = useSignal(usualGame());
  const why = useSignal<string | null>(null);
  return (
    <Sheet title={t("web.online.quick")} onClose={onClose}>
      <div class="sheet-body">
        <p class="quiet">{t("web.online.quick-how")}</p>
        <GamePick chosen={game.value} onChoose={(name) => (game.value = name)} />
        <Wrong why={why.value} />
      </div>
      <footer>
        <button type="button" class="btn" onClick={onClose}>
          {t("web.cancel")}
        </button>
        <button type="button" class="btn teal" onClick={() => void goTo(() => post("/quick", { game: game.value }), why)}>
          {t("web.online.sit-down")}
        </button>
      </footer>
    </Sheet>
  );
};

/* A code, or a link with one in it; what was invited with stays in it. */
const pathIn = (text: string): string | null => {
  const found = /\/table\/([\w-]+)(\?invite=[\w-]+)?/.exec(text) ?? /^\s*([A-Za-z0-9]{4,24})\s*$/.exec(text);
  return found ? `/table/${found[1]!.toLowerCase()}${found[2] ?? ""}` : null;
};

const JoinByCode = ({ onClose }: { onClose: () => void }): JSX.Element => {
  const text = useSignal("");
  const why = useSignal<string | null>(null);
  const join = (event: Event): void => {
    event.preventDefault();
    const path = pathIn(text.value);
    if (path) go(path);
    else why.value = t("web.online.no-code");
  };
  return (
    <Sheet title={t("web.online.by-code")} onClose={onClose}>
      <form onSubmit={join}>
        <label class="stack">
          <span>{t("web.online.code-or-link")}</span>
          <input
            class="field"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            autofocus
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        <Wrong why={why.value} />
        <p class="row end">
          <button type="submit" class="btn teal">
            {t("web.online.to-the-table")}
          </button>
        </p>
      </form>
    </Sheet>
  );
};

type Dialog = "new" | "quick" | "code";

const Ways = ({ open }: { open: (dialog: Dialog) => void }): JSX.Element => (
  <p class="tail ways">
    <button type="button" class="btn plain" aria-haspopup="dialog" onClick={() => open("quick")}>
      <Icon name="i-bolt" /> {t("web.online.quick")}
    </button>
    <button type="button" class="btn plain" aria-haspopup="dialog" onClick={() => open("code")}>
      <Icon name="i-link" /> {t("web.online.by-code")}
    </button>
  </p>
);

const tryAgain = (): void => {
  line.retry();
  void meet();
  void ask();
};

const Box = ({ count, onNew, children }: { count: number; onNew: (() => void) | null; children: ComponentChildren }): JSX.Element => (
  <section class="box" aria-labelledby="open">
    <header>
      <h2 id="open">{t("web.online.open-tables")}</h2>
      {count > 0 && <span class="small quiet">{t("web.online.n-waiting", { n: count })}</span>}
      {onNew && (
        <button type="button" class="btn teal new" aria-haspopup="dialog" onClick={onNew}>
          <Icon name="i-plus" />
          {t("web.online.new-table")}
        </button>
      )}
    </header>
    {children}
  </section>
);

export const OpenTables = (): JSX.Element => {
  const dialog = useSignal<Dialog | null>(null);
  const why = useSignal<string | null>(null);
  const open = openTables.value;
  const close = (): void => void (dialog.value = null);
  if (!hasServer.value)
    return (
      <Box count={0} onNew={null}>
        <Empty title={t("web.online.offline")} more={t("web.online.offline-how")}>
          <button type="button" class="btn" onClick={tryAgain}>
            {t("web.online.try-now")}
          </button>
        </Empty>
      </Box>
    );
  return (
    <Box count={open?.length ?? 0} onNew={() => (dialog.value = "new")}>
      <Wrong why={why.value} />
      {open?.length === 0 && <Empty title={t("web.online.no-tables")} more={t("web.online.no-tables-how")} />}
      <ul class="trows">
        {open?.map((table) => (
          <OpenRow key={table.code} table={table} onSit={() => void goTo(() => post(`/tables/${table.code}/sit`), why)} />
        ))}
      </ul>
      <Ways open={(name) => (dialog.value = name)} />
      {dialog.value === "new" && <NewTable onClose={close} />}
      {dialog.value === "quick" && <QuickMatch onClose={close} />}
      {dialog.value === "code" && <JoinByCode onClose={close} />}
    </Box>
  );
};
