/* The opponents in their bays, and the standings. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Mark, Tag } from "../art";
import { numberText } from "../readable";
import { t } from "../words";
import type { GameTable, Scene } from "./game";

/* On a phone five opponents do not fit beside each other: the row follows the turn. */
const follow = (row: HTMLElement | null): void => {
  const seat = row?.querySelector<HTMLElement>("[data-turn]");
  if (row && seat) row.scrollTo({ left: seat.offsetLeft - (row.clientWidth - seat.offsetWidth) / 2 });
};

export const Seats = ({ scene, table }: { scene: Scene; table: GameTable }): JSX.Element => {
  const { online } = scene;
  const { players } = scene.sitting;
  const first = scene.me ?? -1;
  const others = Array.from({ length: players - (scene.me === null ? 0 : 1) }, (_, i) => (first + 1 + i) % players);
  const waits = scene.sitting.waits.value;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => follow(row.current), [waits.join()]);
  return (
    <div class="seats" role="group" aria-label={t("web.opponents")} tabIndex={others.length > 3 ? 0 : undefined} ref={row}>
      {others.map((seat) => {
        const tag = table.tag(scene, seat);
        return (
          <section
            key={seat}
            class="seat"
            data-seat={seat}
            data-turn={waits.includes(seat) ? "" : undefined}
            data-out={table.isOut?.(scene.view, seat) ? "" : undefined}
            aria-label={scene.names[seat]}
          >
            <header>
              <Mark seat={seat} name={scene.names[seat]!} />
              <h2>{scene.names[seat]}</h2>
              {tag && <Tag kind={tag.kind}>{tag.text}</Tag>}
              {online && <online.Presence person={scene.sitting.people.value[seat]!} />}
              {online && <online.Timer room={scene.sitting.room!} seat={seat} />}
            </header>
            {table.seat(scene, seat)}
          </section>
        );
      })}
    </div>
  );
};

export const Standing = ({ scene, table }: { scene: Scene; table: GameTable }): JSX.Element => {
  const seats = Array.from({ length: scene.sitting.players }, (_, seat) => seat);
  const result = scene.sitting.result.value;
  const rank = (seat: number): number => (result ? result.places[seat]! : -(table.points(scene, seat) ?? 0));
  return (
    <section class="box">
      <header>
        <h2>{t("web.standing")}</h2>
        <span class="quiet">{t("web.points")}</span>
      </header>
      <ol class="standing">
        {seats
          .sort((a, b) => rank(a) - rank(b) || a - b)
          .map((seat) => {
            const tag = table.tag(scene, seat);
            return (
              <li key={seat} aria-current={scene.sitting.waits.value.includes(seat) ? "true" : undefined}>
                <Mark seat={seat} name={scene.names[seat]!} size="s" />
                <span class="name">{scene.sitting.people.value[seat]?.kind === "me" ? t("web.you") : scene.names[seat]}</span>
                {tag && <Tag kind={tag.kind}>{tag.text}</Tag>}
                <b>{numberText(result ? result.scores[seat] : table.points(scene, seat))}</b>
              </li>
            );
          })}
      </ol>
    </section>
  );
};
