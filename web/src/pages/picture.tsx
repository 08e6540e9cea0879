/*
 * A picture in the rules: a part of the table of some position, drawn by the game's own table, to look at only. It is
 * drawn when it comes near the window of somebody who reads, as wide as a desktop's court and then made smaller to fit, or as a phone shows it.
 */
import { computed, signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { pictures } from "games:pictures";
import { needEngine, pageEngine } from "../engine/page";
import { Later } from "../later";
import type { Played } from "../review/played";
import { ReplaySitting } from "../review/replay";
import type { SavedGame } from "../saved";
import type { GameTable, Scene } from "../table/game";
import { Picks } from "../table/picks";
import { loadTable } from "../table/tables";

export interface PictureProps {
  game: string;
  position: string; /* in positions.json of the game */
  part: string; /* court, own, or seat0 … */
  caption: string;
}

const DESK_PX = 960;
const AHEAD = "600px"; /* so far from the window it is drawn */

const playedOf = ({ id, setup, moves, seat, bots }: SavedGame): Played => ({ id, setup, moves, me: seat, when: null, bots, table: null, lines: null });

const sceneOf = (sitting: ReplaySitting): Scene => {
  const names = sitting.people.value.map((person) => person.name);
  const nothing = (): void => {};
  return {
    sitting,
    online: undefined,
    view: sitting.view.value,
    me: sitting.seat,
    names,
    called: (seat) => names[seat]!,
    moves: [],
    picks: new Picks(),
    touch: nothing,
    choose: nothing,
    play: nothing,
  };
};

/* What a table knows its things by: here nothing is asked, picked, lit or moved. */
const marks = ["id", "role", "data-about", "data-node", "data-c", "data-fly", "tabindex"];

const Drawn = ({ table, saved, part }: { table: GameTable; saved: SavedGame; part: string }): JSX.Element => {
  const sitting = useMemo(() => new ReplaySitting(pageEngine(), playedOf(saved), saved.seat, signal(saved.moves.length), computed(() => false)), [saved]);
  useEffect(() => () => sitting.leave(), [sitting]);
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal<number | null>(null); /* as there is */
  useLayoutEffect(() => {
    const fit = (): void => {
      const isDesk = matchMedia("(min-width: 761px) and (min-height: 561px)").matches;
      width.value = isDesk ? box.current!.parentElement!.clientWidth : null;
    };
    const watch = new ResizeObserver(fit);
    watch.observe(box.current!.parentElement!);
    for (const mark of marks) for (const thing of box.current!.querySelectorAll(`[${mark}]`)) thing.removeAttribute(mark);
    return () => watch.disconnect();
  }, [sitting]);
  const scene = sceneOf(sitting);
  const room = width.value;
  const style = room === null ? {} : { width: `${DESK_PX}px`, zoom: room / DESK_PX };
  return (
    <div class={`g-${table.look ?? sitting.game}`} style={style} ref={box} inert aria-hidden="true">
      {part === "court" && <div class={`floor ${table.courtClass}`}>{table.court(scene)}</div>}
      {part === "own" && <div class={`own ${table.ownClass}`}>{table.own(scene)}</div>}
      {part.startsWith("seat") && <div class="seat">{table.seat(scene, Number(part.slice(4)))}</div>}
    </div>
  );
};

const load = async (game: string, position: string): Promise<{ table: GameTable; saved: SavedGame }> => {
  const [table, found] = await Promise.all([loadTable(game), pictures[game]!(), needEngine()]);
  return { table, saved: found.default[position]! };
};

/* Calls when the figure is in sight; once the page is being read, a little before. */
const watchFor = (figure: HTMLElement, tell: () => void): (() => void) => {
  const within = (rootMargin: string): IntersectionObserver => {
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && tell(), { rootMargin });
    watch.observe(figure);
    return watch;
  };
  let watch = within(scrollY ? AHEAD : "0px");
  const look = (): void => {
    watch.disconnect();
    watch = within(AHEAD);
  };
  addEventListener("scroll", look, { once: true, capture: true });
  return () => {
    removeEventListener("scroll", look, { capture: true });
    watch.disconnect();
  };
};

export const Picture = ({ game, position, part, caption }: PictureProps): JSX.Element => {
  const isNear = useSignal(false);
  const figure = useRef<HTMLElement>(null);
  useEffect(() => watchFor(figure.current!, () => (isNear.value = true)), []);
  return (
    <figure class="picture" data-part={part} ref={figure}>
      <div class="frame">
        {isNear.value && (
          <Later load={() => load(game, position)} of={`${game} ${position}`}>
            {(found) => <Drawn {...found} part={part} />}
          </Later>
        )}
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
};
