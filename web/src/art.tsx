/* Pictures: symbols of art.svg, and later of cards.svg, which the page holds once. */
import type { ComponentChildren, JSX } from "preact";

export const addArt = (svg: string): void =>
  document.body.insertAdjacentHTML("beforeend", `<div class="art" aria-hidden="true">${svg}</div>`);

export const Icon = ({ name }: { name: string }): JSX.Element => (
  <svg class="icon" aria-hidden="true">
    <use href={`#${name}`} />
  </svg>
);

/* The name of the site, and the way back to its start page. */
export const Brand = (): JSX.Element => (
  <a class="brand" href="/">
    <svg aria-hidden="true">
      <use href="#logo" />
    </svg>
    Arkád
  </a>
);

/* What a card shows: its kind (data-k, with the art of that name), its value or a word, and the kind's glyph. */
export interface Face {
  kind: string; /* GAME-cloth */
  glyph: string; /* g-cloth */
  value: string; /* 4; empty: a word instead */
  word?: string;
  label: string; /* for screen readers: "cloth 4" */
  code?: string; /* as the notation writes it: then it can be explained */
}

const aboutOf = ({ code }: Face): string | undefined => (code === undefined ? undefined : `card ${code}`);

/* Tells a card apart, whatever shows it: GAME-cloth-4. */
const codeOf = (face: Face): string => (face.value ? `${face.kind}-${face.value}` : face.kind);

const Front = ({ face }: { face: Face }): JSX.Element => (
  <svg viewBox="0 0 80 112" aria-hidden="true">
    <use href={`#f-${face.kind}`} />
    {face.value ? (
      <text class="card-value" x="8" y="32">
        {face.value}
      </text>
    ) : (
      <text class="card-word" x="9" y="23">
        {face.word}
      </text>
    )}
  </svg>
);

export const Card = ({ face, size = "" }: { face: Face; size?: "l" | "s" | "" }): JSX.Element => (
  <span class={`card ${size}`} data-k={face.kind} data-c={codeOf(face)} data-about={aboutOf(face)} role="img" aria-label={face.label}>
    <Front face={face} />
  </span>
);

/* With the word that is written on it, if any: what is seen is also read aloud. */
const spokenName = ({ label, value, word }: Face): string => (value || !word || label.includes(word) ? label : `${label}, ${word}`);

/* A card that can be picked. Why it cannot be is told when it is touched. */
export const CardButton = (props: {
  face: Face;
  size?: "l" | "s" | "";
  isPicked: boolean;
  why?: string | null;
  onPick: () => void;
}): JSX.Element => (
  <button
    type="button"
    class={`card ${props.size ?? ""}`}
    data-k={props.face.kind}
    data-c={codeOf(props.face)}
    data-about={aboutOf(props.face)}
    aria-label={[spokenName(props.face), props.why].filter(Boolean).join(", ")}
    aria-pressed={props.isPicked}
    aria-disabled={props.why ? "true" : undefined}
    title={props.why ?? undefined}
    onClick={props.onPick}
  >
    <Front face={props.face} />
  </button>
);

export const Back = ({ label, size = "s" }: { label: string; size?: "l" | "s" | "" }): JSX.Element => (
  <span class={`card ${size}`} role="img" aria-label={label}>
    <svg viewBox="0 0 80 112" aria-hidden="true">
      <use href="#f-back" />
    </svg>
  </span>
);

export const Mini = ({ face }: { face: Face }): JSX.Element => (
  <span class="mini" data-k={face.kind} data-c={codeOf(face)} data-about={aboutOf(face)} role="img" aria-label={face.label}>
    <svg viewBox="0 0 40 54" aria-hidden="true">
      <use href={`#m-${face.kind}`} />
      <text class="mini-value" x="5" y="20">
        {face.value}
      </text>
    </svg>
  </span>
);

export const Minis = ({ faces }: { faces: Face[] }): JSX.Element => (
  <span class="minis">
    {faces.map((face, i) => (
      <Mini key={i} face={face} />
    ))}
  </span>
);

/* A card inside a sentence. */
export const Chip = ({ face }: { face: Face }): JSX.Element => (
  <span class="chip" data-k={face.kind} data-c={codeOf(face)} data-about={aboutOf(face)}>
    <svg aria-hidden="true">
      <use href={`#${face.glyph}`} />
    </svg>
    <span class="sr">{face.label}</span>
    <span aria-hidden="true">{face.value || face.word}</span>
  </span>
);

/* Bots of one level are told apart by their numbers. */
const initial = (name: string): string => /\d$/.exec(name)?.[0] ?? [...name][0] ?? "";

/* A seat's shape with its initial. */
export const Mark = ({ seat, name, size = "" }: { seat: number; name: string; size?: "s" | "l" | "" }): JSX.Element => (
  <span class={`mark ${size}`} data-seat={seat} aria-hidden="true">
    <svg>
      <use href={`#seat-${seat}`} />
    </svg>
    <b>{initial(name)}</b>
  </span>
);

export const Tag = ({ kind = "", children }: { kind?: string; children: ComponentChildren }): JSX.Element => (
  <span class={`tag ${kind}`}>{children}</span>
);
