/* What people say at a table: players to players, spectators to spectators. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, Tag } from "../art";
import { t } from "../words";
import { me } from "./me";
import type { Room } from "./room";

const LINE_MAX = 500;

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

/* Leaves what was typed when it could not be sent, with the reason. */
const Say = ({ room }: { room: Room }): JSX.Element => {
  const text = useSignal("");
  const why = useSignal<string | null>(null);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!text.value.trim()) return;
    why.value = await room.say(text.value.trim());
    if (!why.value) text.value = "";
  };
  return (
    <>
      {why.value && (
        <p class="wrong" role="alert">
          {why.value}
        </p>
      )}
      <form onSubmit={(event) => void send(event)}>
        <input
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

export const Chat = ({ room }: { room: Room }): JSX.Element => {
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
      <Say room={room} />
    </section>
  );
};

/* Lines that were said by others and not seen. */
export const unread = (room: Room): number =>
  room.talk.value.slice(room.read.value).filter((line) => line.name !== me.value?.name).length;
