/* What people say at a table: players to players, spectators to spectators; in their own words or in quick phrases. */
import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Chip, type Face, Icon, Tag } from "../art";
import { namesIn, t } from "../words";
import { me } from "./me";
import type { Room } from "./room";

const LINE_MAX = 500;

/* Cards that a phrase can be about. */
export interface Wish {
  card: string;
  face: Face;
}

const wordsOf = (phrase: string, card = "…"): string => t(`phrase.${phrase}`, { card });
/* Whether the phrase has a place for a card. */
const isAboutCard = (phrase: string): boolean => wordsOf(phrase) !== wordsOf(phrase, "");

const Lines = ({ room }: { room: Room }): JSX.Element => {
  const lines = room.talk.value;
  return (
    <div class="lines" role="log" aria-label={t("web.online.chat")} tabIndex={0} ref={(box) => void box?.scrollTo(0, box.scrollHeight)}>
      {lines.map((line, i) => (
        <p key={`${line.at} ${i}`}>
          <b>{line.name || t("server.gone")}</b>
          {line.text}
        </p>
      ))}
      {lines.length === 0 && <p class="quiet">{t("web.online.no-chat")}</p>}
    </div>
  );
};

interface PhrasesProps {
  wishes: Wish[];
  say: (phrase: string, card?: string) => void;
}

/* All phrases of the catalogue; one about a card then asks which. */
const Phrases = ({ wishes, say }: PhrasesProps): JSX.Element => {
  const about = useSignal<string | null>(null);
  const press = (phrase: string): void => {
    if (isAboutCard(phrase)) about.value = phrase;
    else say(phrase);
  };
  if (about.value)
    return (
      <div class="phrases" role="group" aria-label={t("web.online.which-card")}>
        <p>{wordsOf(about.value)}</p>
        {wishes.map(({ card, face }) => (
          <button key={card} type="button" class="btn" onClick={() => say(about.value!, card)}>
            <Chip face={face} />
          </button>
        ))}
      </div>
    );
  return (
    <div class="phrases" role="group" aria-label={t("web.online.phrases")}>
      {namesIn("phrase")
        .filter((phrase) => wishes.length || !isAboutCard(phrase))
        .map((phrase) => (
          <button key={phrase} type="button" class="btn" onClick={() => press(phrase)}>
            {wordsOf(phrase)}
          </button>
        ))}
    </div>
  );
};

const PhrasesKey = ({ isOpen }: { isOpen: Signal<boolean> }): JSX.Element => (
  <button
    type="button"
    class="btn plain"
    aria-label={t("web.online.phrases")}
    title={t("web.online.phrases")}
    aria-expanded={isOpen.value}
    onClick={() => (isOpen.value = !isOpen.value)}
  >
    <Icon name="i-chat" />
  </button>
);

/* Keeps what was typed if it could not be sent, with the reason. */
const Say = ({ room, wishes }: { room: Room; wishes: Wish[] }): JSX.Element => {
  const text = useSignal("");
  const why = useSignal<string | null>(null);
  const isOpen = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!text.value.trim()) return;
    why.value = await room.say({ text: text.value.trim() });
    if (!why.value) text.value = "";
  };
  const sayPhrase = (phrase: string, card?: string): void => {
    isOpen.value = false;
    field.current?.focus();
    void room.say({ phrase, ...(card ? { card } : {}) }).then((refusal) => (why.value = refusal));
  };
  return (
    <>
      {isOpen.value && <Phrases wishes={wishes} say={sayPhrase} />}
      {why.value && (
        <p class="wrong" role="alert">
          {why.value}
        </p>
      )}
      <form onSubmit={(event) => void send(event)}>
        <PhrasesKey isOpen={isOpen} />
        <input
          ref={field}
          class="field"
          maxLength={LINE_MAX}
          autocomplete="off"
          aria-label={t("web.online.say-something")}
          placeholder={t("web.online.say-something")}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        />
        <button type="submit" class="btn" aria-label={t("web.online.send")}>
          <Icon name="i-send" />
        </button>
      </form>
    </>
  );
};

export const Chat = ({ room, wishes = [] }: { room: Room; wishes?: Wish[] }): JSX.Element => {
  const count = room.talk.value.length;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (box.current?.offsetParent) room.read.value = count; /* a phone hides it beside the table */
  }, [count]);
  return (
    <section ref={box} class="box chat" aria-label={t("web.online.chat")}>
      <header>
        <h2>{t("web.online.chat")}</h2>
        {room.seat.value === null && <Tag kind="teal">{t("web.online.spectators")}</Tag>}
      </header>
      <Lines room={room} />
      <Say room={room} wishes={wishes} />
    </section>
  );
};

/* Lines that were said by others and not seen. */
export const unread = (room: Room): number =>
  room.talk.value.slice(room.read.value).filter((line) => line.name !== me.value?.name).length;
