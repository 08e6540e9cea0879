/* The player's own maps: written here as map files, drawn while they are written, kept by this browser. */
import { signal, useComputed, useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { sentence } from "../api";
import { Icon } from "../art";
import { download } from "../download";
import { Header } from "../pages/header";
import { NewGame } from "../pages/new-game";
import { play } from "../start";
import { Sheet } from "../table/sheet";
import { lang, need, speakThrough, t } from "../words";
import { Drawing } from "./drawing";
import { draft, dropDraft, dropMap, keepDraft, keepMap, mapNames, mapText } from "./kept";
import { type DraftMap, MapLoader } from "./loader";

const FILE_MAX = 1 << 16; /* larger files are not maps, and are not read */

/* ---- The desk: what is written, and where it came from ---------------------------------------------------------------- */

interface Note {
  isBad: boolean;
  text: string;
}

class Desk {
  readonly text: Signal<string>;
  readonly note = signal<Note | null>(null);
  readonly ours: string;
  readonly oursName: string;
  private name = ""; /* of the kept map that is being changed */

  constructor(private readonly loader: MapLoader) {
    this.ours = loader.example();
    this.oursName = loader.read(this.ours).name;
    this.text = signal(draft() ?? this.ours);
  }

  read(): DraftMap {
    lang.value; /* in which it complains */
    return this.loader.read(this.text.value);
  }

  type(text: string): void {
    this.text.value = text;
    this.note.value = null;
    keepDraft(text);
  }

  /* Another map on the desk; `name`: of the kept one that it is. */
  put(text: string, name: string): void {
    this.name = name;
    this.text.value = text;
    this.note.value = null;
    dropDraft();
  }

  /* Whether something would be lost if another map came in its place. */
  isUnsaved(): boolean {
    const text = this.text.peek();
    return text.trim() !== "" && text !== this.ours && !mapNames.peek().some((name) => mapText(name) === text);
  }

  /* The kept map that would be overwritten, if it is another one. */
  replaces(name: string): boolean {
    const there = mapText(name);
    return there !== undefined && name !== this.name && there !== this.text.peek();
  }

  save(name: string): boolean {
    const isKept = keepMap(name, this.text.peek());
    this.name = name;
    this.note.value = { isBad: !isKept, text: t(isKept ? "web.maps.saved" : "web.maps.not-saved", { name }) };
    if (isKept) dropDraft();
    return isKept;
  }
}

/* ---- The editor ---------------------------------------------------------------------------------------------------------- */

/* Puts the cursor on a line and shows it. */
const showLine = (field: HTMLTextAreaElement, line: number): void => {
  const lines = field.value.split("\n");
  const from = lines.slice(0, line - 1).join("\n").length + Number(line > 1);
  field.focus();
  field.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  field.scrollTop = Math.max(0, ((line - 4) * field.scrollHeight) / lines.length);
};

const State = ({ map, onShow }: { map: DraftMap; onShow: () => void }): JSX.Element => (
  <div class="map-state" id="map-state" role="status">
    {map.why === null ? (
      <p class="done">
        <Icon name="i-check" /> {t("web.maps.right")}
      </p>
    ) : (
      <>
        <p class="wrong">{sentence(map.why)}</p>
        {map.line > 0 && (
          <button type="button" class="btn plain" onClick={onShow}>
            {t("web.maps.show-line", { n: map.line })}
          </button>
        )}
      </>
    )}
  </div>
);

interface EditorProps {
  desk: Desk;
  map: DraftMap;
  children: ComponentChildren;
}

const Editor = ({ desk, map, children }: EditorProps): JSX.Element => {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <section class="box map-editor">
      <header>
        <h2>
          <label for="map-text">{t("web.maps.text")}</label>
        </h2>
      </header>
      <textarea
        id="map-text"
        ref={field}
        class="field"
        wrap="off"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        aria-describedby="map-state"
        aria-invalid={map.why !== null}
        value={desk.text.value}
        onInput={(event) => desk.type(event.currentTarget.value)}
      />
      <State map={map} onShow={() => showLine(field.current!, map.line)} />
      {children}
    </section>
  );
};

/* ---- What is kept, and the form in words --------------------------------------------------------------------------------- */

interface KeptProps {
  onEdit: (name: string) => void;
  onDrop: (name: string) => void;
}

const Kept = ({ onEdit, onDrop }: KeptProps): JSX.Element => (
  <section class="box map-kept">
    <header>
      <h2>{t("web.maps.kept")}</h2>
    </header>
    {mapNames.value.length === 0 && <p class="quiet small">{t("web.maps.none-kept")}</p>}
    <ul>
      {mapNames.value.map((name) => (
        <li key={name}>
          <b class="grow">{name}</b>
          <button type="button" class="btn" aria-label={t("web.maps.edit-name", { name })} onClick={() => onEdit(name)}>
            {t("web.maps.edit")}
          </button>
          <button type="button" class="btn plain" aria-label={t("web.maps.drop-name", { name })} onClick={() => onDrop(name)}>
            {t("web.maps.drop")}
          </button>
        </li>
      ))}
    </ul>
  </section>
);

const forms = {
  map: "map wheel",
  place: "place A 490 340 pink 6 Jaipur",
  road: "road r12 B G v22 89,605 v23 89,410 curve 35,510",
  remark: "# …",
};
const facts = ["point", "home", "villages", "curve", "reach"] as const;

const Form = (): JSX.Element => (
  <section class="box map-form">
    <header>
      <h2>{t("web.maps.form")}</h2>
    </header>
    <div class="box-body">
      <p>{t("web.maps.form-intro")}</p>
      <dl>
        {Object.entries(forms).map(([form, line]) => (
          <div key={form}>
            <dt>
              <code>{line}</code>
            </dt>
            <dd>{t(`web.maps.says.${form}`)}</dd>
          </div>
        ))}
      </dl>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{t(`web.maps.fact.${fact}`)}</li>
        ))}
      </ul>
    </div>
  </section>
);

/* ---- The page ------------------------------------------------------------------------------------------------------------ */

interface Question {
  text: string;
  yes: string;
  act: () => void;
}

const Ask = ({ question, onClose }: { question: Question; onClose: () => void }): JSX.Element => (
  <Sheet title={question.yes} onClose={onClose}>
    <p>{question.text}</p>
    <footer>
      <button type="button" class="btn" onClick={onClose}>
        {t("web.cancel")}
      </button>
      <button
        type="button"
        class="btn teal"
        onClick={() => {
          onClose();
          question.act();
        }}
      >
        {question.yes}
      </button>
    </footer>
  </Sheet>
);

const Import = ({ onText, onRefused }: { onText: (text: string) => void; onRefused: (why: string) => void }): JSX.Element => {
  const read = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    input.value = ""; /* the same file may be chosen again */
    if (!file) return;
    if (file.size > FILE_MAX) return onRefused(t("web.maps.too-large", { name: file.name }));
    await file.text().then(onText, () => onRefused(t("web.maps.unreadable", { name: file.name })));
  };
  return (
    <label class="btn map-import">
      <input class="sr" type="file" accept=".map,.txt,text/plain" onChange={(event) => void read(event.currentTarget)} />
      {t("web.maps.import")}
    </label>
  );
};

const MapsPage = ({ loader }: { loader: MapLoader }): JSX.Element => {
  const desk = useMemo(() => new Desk(loader), [loader]);
  const question = useSignal<Question | null>(null);
  const played = useSignal<string | null>(null);
  const map = useComputed(() => desk.read()).value;
  useEffect(() => {
    document.title = `${t("web.maps.title")} – Arkád`;
  });
  const put = (text: string, name: string): void => {
    const act = (): void => desk.put(text, name);
    if (desk.isUnsaved()) question.value = { text: t("web.maps.unsaved-sure"), yes: t("web.maps.replace-text"), act };
    else act();
  };
  /* Saves under the name in it, asking before another map is overwritten; then goes on. */
  const save = (then = (): void => undefined): void => {
    const { name } = map;
    const act = (): void => void (desk.save(name) && then());
    if (name === desk.oursName) desk.note.value = { isBad: true, text: t("web.maps.ours-name", { name }) };
    else if (desk.replaces(name)) question.value = { text: t("web.maps.replace-sure", { name }), yes: t("web.maps.replace"), act };
    else act();
  };
  const drop = (name: string): void => {
    question.value = { text: t("web.maps.drop-sure", { name }), yes: t("web.maps.drop"), act: () => dropMap(name) };
  };
  const isWhole = map.why === null;
  return (
    <div class="lobby maps">
      <Header page="maps" />
      <main>
        <h1>{t("web.maps.title")}</h1>
        <p class="quiet">{t("web.maps.intro")}</p>
        <div class="map-cols">
          <Editor desk={desk} map={map}>
            {desk.note.value && (
              <p class={`map-note ${desk.note.value.isBad ? "wrong" : "done"}`} role={desk.note.value.isBad ? "alert" : "status"}>
                {desk.note.value.text}
              </p>
            )}
            <div class="row wrap map-actions">
              <button type="button" class="btn teal" disabled={!isWhole} onClick={() => save()}>
                {t("web.maps.save")}
              </button>
              <button type="button" class="btn" disabled={!isWhole} onClick={() => save(() => (played.value = map.name))}>
                <Icon name="i-play" /> {t("web.maps.play")}
              </button>
              <button
                type="button"
                class="btn"
                onClick={() => download(`${map.name || "arkad"}.map`, "text/plain", desk.text.value)}
              >
                {t("web.maps.download")}
              </button>
              <Import onText={(text) => put(text, "")} onRefused={(text) => (desk.note.value = { isBad: true, text })} />
              <button type="button" class="btn plain" onClick={() => put(desk.ours, "")}>
                {t("web.maps.begin-ours")}
              </button>
            </div>
          </Editor>
          <section class="box map-shown" aria-label={t("web.maps.drawing")}>
            <Drawing map={map} />
          </section>
          <Kept onEdit={(name) => put(mapText(name) ?? "", name)} onDrop={drop} />
          <Form />
        </div>
      </main>
      {question.value && <Ask question={question.value} onClose={() => (question.value = null)} />}
      {played.value !== null && <NewGame map={played.value} onClose={() => (played.value = null)} onStart={play} />}
    </div>
  );
};

/* The page, when its words and the loader are here. */
export const ready = async (): Promise<() => JSX.Element> => {
  const [loader] = await Promise.all([MapLoader.load(), need("maps")]);
  speakThrough((words) => loader.speak(words));
  return () => <MapsPage loader={loader} />;
};
