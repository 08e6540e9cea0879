/* The map: roads, villages, cities with their palaces, architects and the maharaja; on a phone a part of it at a time. */
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import type { MapData } from "../../engine/engine";
import { t } from "../../words";
import { Architect, House, Site } from "./pieces";
import { pathOf } from "./road";
import { architectOf, cityName, hueOf, isLit, mapOf, modeOf, picked, placeOf, roadsOn, type S, set, touchNode, whyNot } from "./view";

/* The part of the plane that holds everything drawn. */
const boxOf = (map: MapData): { x: number; y: number; width: number; height: number } => {
  const xs = [...map.places.map((place) => place.x), ...map.villages.map(([x]) => x)];
  const ys = [...map.places.map((place) => place.y), ...map.villages.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs) - 80, Math.min(...ys) - 112];
  return { x, y, width: Math.max(...xs) + 160 - x, height: Math.max(...ys) + 84 - y };
};

/* The next places along the roads, for the arrow keys. */
const nearby = (map: MapData, id: string): string =>
  map.roads
    .flatMap((road) => {
      const way = [map.places[road.from]!.id, ...road.villages.map((n) => `v${n}`), map.places[road.to]!.id];
      return way.flatMap((place, i) => (place === id ? [way[i - 1], way[i + 1]] : []));
    })
    .filter((place) => place !== undefined)
    .join(" ");

const onPress = (act: () => void) => (event: KeyboardEvent): void => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  act();
};

/* A place that can be touched, or one that says why not. */
const Node = (props: {
  scene: S;
  id: string;
  class: string;
  label: string;
  city?: string;
  children: ComponentChildren;
}): JSX.Element => {
  const { scene, id } = props;
  const isOpen = scene.sitting.state.value === "yours" && isLit(scene, id);
  const isPicked = [...picked(scene, "node"), ...picked(scene, "from")].includes(id);
  const name = `${props.class} ${isOpen ? "open" : ""} ${isPicked ? "picked" : ""}`;
  const sayWhy = (): void => {
    const why = scene.sitting.state.value === "yours" ? whyNot(scene, id) : null;
    if (why) scene.touch({ zone: "no", place: id, word: `no ${id}` }, why);
  };
  if (!isOpen && !isPicked)
    return (
      <g
        class={name}
        role="button"
        tabindex={-1}
        aria-disabled="true"
        data-node={id}
        data-near={nearby(mapOf(scene), id)}
        data-city={props.city}
        data-hue={props.city && hueOf(scene, props.city)}
        onClick={sayWhy}
        onKeyDown={onPress(sayWhy)}
      >
        <title>{props.label}</title>
        {props.children}
      </g>
    );
  return (
    <g
      class={name}
      role="button"
      tabindex={0}
      aria-pressed={isPicked}
      data-node={id}
      data-near={nearby(mapOf(scene), id)}
      data-city={props.city}
      data-hue={props.city && hueOf(scene, props.city)}
      onClick={() => touchNode(scene, id)}
      onKeyDown={onPress(() => touchNode(scene, id))}
    >
      <title>{props.label}</title>
      {props.children}
    </g>
  );
};

const namesOf = (scene: S, seats: number[]): string => seats.map((seat) => scene.names[seat]).join(", ");

const Village = ({ scene, n }: { scene: S; n: number }): JSX.Element => {
  const [x, y] = mapOf(scene).villages[n - 1]!;
  const owners = scene.view.villages[`v${n}`] ?? [];
  const half = owners.length > 1 ? 42 : 24;
  const label = t("web.maharaja.village-with", { n, names: owners.length ? namesOf(scene, owners) : t("web.maharaja.empty") });
  return (
    <Node scene={scene} id={`v${n}`} class="village" label={label}>
      <rect class="ring" x={x - half} y={y - 24} width={2 * half} height={48} rx={24} />
      {owners.map((seat, i) => (
        <House key={i} seat={seat} x={owners.length > 1 ? x + (i * 2 - 1) * 18 : x} y={y} />
      ))}
      <text class={owners.length ? "vn out" : "vn"} x={x} y={owners.length ? y + 43 : y + 7}>
        {n}
      </text>
    </Node>
  );
};

const outerSites = [-70, -50, -30, 30, 50, 70];

/* What stands in a city, spoken. */
const citySaid = (scene: S, id: string): string => {
  const city = scene.view.cities[id]!;
  const houses = city.houses.flatMap((n, seat) => (n ? [`${scene.names[seat]} ${n}`] : []));
  const owners = [city.inner, ...city.outer].filter((owner): owner is number => typeof owner === "number");
  const palaces = [...new Set(owners)].map((seat) => `${scene.names[seat]} ${owners.filter((owner) => owner === seat).length}`);
  const none = t("web.maharaja.empty");
  return t("web.maharaja.city-with", {
    name: cityName(scene, id),
    palaces: palaces.join(", ") || none,
    houses: houses.join(", ") || none,
  });
};

const Palaces = ({ scene, id, x, y }: { scene: S; id: string; x: number; y: number }): JSX.Element => {
  const city = scene.view.cities[id]!;
  const isHere = id === architectOf(scene) && ["palace", null].includes(modeOf(scene));
  const isInner = isHere && scene.moves.includes("palace inner");
  const isOuter = isHere && scene.moves.includes("palace outer");
  const touch = (move: string) => (event: Event) => {
    event.stopPropagation();
    set(scene, ["mode", "palace"], ["move", move]);
  };
  return (
    <>
      <g onClick={isInner ? touch("palace inner") : undefined}>
        <Site owner={city.inner} x={x} y={y - 8} width={36} height={56} isTarget={isInner} />
      </g>
      <g onClick={isOuter ? touch("palace outer") : undefined}>
        {outerSites.map((dx, i) => (
          <Site
            key={dx}
            owner={city.outer[i] ?? null}
            x={x + dx}
            y={y + 1}
            width={17}
            height={36}
            isTarget={isOuter && i === city.outer.length}
          />
        ))}
      </g>
    </>
  );
};

const CityHouses = ({ scene, id, x, y }: { scene: S; id: string; x: number; y: number }): JSX.Element => {
  const owners = scene.view.cities[id]!.houses.flatMap((n, seat) => (n ? [{ n, seat }] : []));
  const step = owners.length > 2 ? 58 : 64;
  return (
    <>
      {owners.map(({ n, seat }, i) => {
        const at = x - ((owners.length - 1) * step) / 2 + i * step - 12;
        return (
          <g key={seat}>
            <House seat={seat} x={at} y={y + 52} />
            <text class="count" x={at + 27} y={y + 64}>
              {n}
            </text>
          </g>
        );
      })}
    </>
  );
};

const Architects = ({ scene, id, x, y }: { scene: S; id: string; x: number; y: number }): JSX.Element => {
  const here = scene.view.architects.flatMap((place, seat) => (place === id ? [seat] : []));
  return (
    <>
      {here.map((seat, i) => (
        <Architect key={seat} seat={seat} x={x + (i % 2) * 34} y={y + Math.floor(i / 2) * 46} />
      ))}
    </>
  );
};

const CityOf = ({ scene, id }: { scene: S; id: string }): JSX.Element => {
  const { x, y, name } = placeOf(mapOf(scene), id);
  return (
    <Node scene={scene} id={id} class="city" label={citySaid(scene, id)} city={id}>
      <rect x={x - 84} y={y - 50} width={168} height={100} rx={14} />
      <Palaces scene={scene} id={id} x={x} y={y} />
      <CityHouses scene={scene} id={id} x={x} y={y} />
      <g class="plate">
        <rect x={x - 84} y={y - 78} width={168} height={32} rx={16} />
        <circle cx={x - 68} cy={y - 62} r={16} />
        <text class="letter" x={x - 68} y={y - 54.5}>
          {id}
        </text>
        <text class="name" x={x + 14} y={y - 54.5}>
          {name}
        </text>
      </g>
      <Architects scene={scene} id={id} x={x + 102} y={y - 14} />
    </Node>
  );
};

const Start = ({ scene }: { scene: S }): JSX.Element => {
  const { x, y } = mapOf(scene).places[0]!;
  return (
    <Node scene={scene} id="0" class="start" label={t("web.maharaja.start")}>
      <circle cx={x} cy={y} r={32} />
      <text x={x} y={y + 8}>
        {t("web.maharaja.start")}
      </text>
      <Architects scene={scene} id="0" x={x + 44} y={y + 28} />
    </Node>
  );
};

const Piece = ({ scene }: { scene: S }): JSX.Element => {
  const { maharaja } = scene.view;
  const { x, y } = placeOf(mapOf(scene), maharaja);
  const [cx, cy] = maharaja === "0" ? [x - 52, y - 30] : [x + 102, y - 78];
  return (
    <g class="maharaja-piece" data-fly="maharaja" role="img" aria-label={t("web.maharaja.maharaja-in", { name: placeOf(mapOf(scene), maharaja).name })}>
      <circle cx={cx} cy={cy} r={28} />
      <use href="#g-maharaja" x={cx - 20} y={cy - 20} width={40} height={40} />
    </g>
  );
};

/* While travelling, the roads that lead on are lit, and those of the route. */
const Roads = ({ scene }: { scene: S }): JSX.Element => {
  const map = mapOf(scene);
  const all = map.roads.map((road) => pathOf(map, road)).join("");
  const isTravel = modeOf(scene) === "travel";
  const route = picked(scene, "road");
  const pathsOf = (roads: string[]): string => roads.map((road) => pathOf(map, map.roads[Number(road.slice(1)) - 1]!)).join("");
  return (
    <>
      <path class="road-edge" d={all} />
      <path class="road" d={all} />
      {isTravel && <path class="road lit" d={pathsOf(roadsOn(scene).map(({ road }) => road))} />}
      {route.length > 0 && <path class="road taken" d={pathsOf(route)} />}
    </>
  );
};

/* ---- The part that is shown on a phone -------------------------------------------------------------------------------- */

const shown = signal({ x: 0, y: 0, width: 1, height: 1 }); /* as parts of the whole */

let view: HTMLElement | null = null;

const look = (): void => {
  if (!view) return;
  const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = view;
  const next = {
    x: scrollLeft / scrollWidth,
    y: scrollTop / scrollHeight,
    width: clientWidth / scrollWidth,
    height: clientHeight / scrollHeight,
  };
  if (JSON.stringify(next) !== JSON.stringify(shown.peek())) shown.value = next;
};

/* Brings a point (in parts of the whole) to the middle. */
const centre = (x: number, y: number): void => {
  view?.scrollTo(x * view.scrollWidth - view.clientWidth / 2, y * view.scrollHeight - view.clientHeight / 2);
  look();
};

/* Two fingers zoom, from all of it at once to nearly double; at 1 villages are 44 px apart. */
const ZOOM = [0.45, 1.8] as const;
let pinch: { apart: number; zoom: number } | null = null;
let zoom = 1;

const apart = ({ touches: [one, other] }: TouchEvent): number => Math.hypot(one!.clientX - other!.clientX, one!.clientY - other!.clientY);

const zoomTo = (next: number, x: number, y: number): void => {
  if (!view) return;
  zoom = Math.min(ZOOM[1], Math.max(ZOOM[0], next));
  const [atX, atY] = [(view.scrollLeft + x) / view.scrollWidth, (view.scrollTop + y) / view.scrollHeight];
  view.style.setProperty("--zoom", String(zoom));
  view.scrollTo(atX * view.scrollWidth - x, atY * view.scrollHeight - y);
  look();
};

const onTouch = (event: TouchEvent): void => {
  if (event.touches.length !== 2) return void (pinch = null);
  pinch ??= { apart: apart(event), zoom };
  event.preventDefault();
  const frame = view!.getBoundingClientRect();
  const [one, other] = event.touches;
  const [x, y] = [(one!.clientX + other!.clientX) / 2 - frame.x, (one!.clientY + other!.clientY) / 2 - frame.y];
  zoomTo((pinch.zoom * apart(event)) / pinch.apart, x, y);
};

export const MapView = ({ scene }: { scene: S }): JSX.Element => {
  const map = mapOf(scene);
  const box = boxOf(map);
  const here = placeOf(map, architectOf(scene));
  const hold = (element: HTMLElement | null): void => {
    if (!element || element === view) return;
    view = element;
    zoom = 1;
    for (const kind of ["touchstart", "touchmove", "touchend"] as const) element.addEventListener(kind, onTouch, { passive: false });
    requestAnimationFrame(() => centre((here.x - box.x) / box.width, (here.y - box.y) / box.height));
  };
  return (
    <div class="map-view" ref={hold} onScroll={look} tabIndex={0} role="region" aria-label={t("web.maharaja.map")}>
      <svg
        class="map"
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        role="group"
        aria-label={t("web.maharaja.map")}
      >
        <Roads scene={scene} />
        <Start scene={scene} />
        {map.villages.map((_, i) => (
          <Village key={i} scene={scene} n={i + 1} />
        ))}
        {map.places.slice(1).map((place) => (
          <CityOf key={place.id} scene={scene} id={place.id} />
        ))}
        <Piece scene={scene} />
      </svg>
    </div>
  );
};

export const LittleMap = ({ scene }: { scene: S }): JSX.Element => {
  const map = mapOf(scene);
  const box = boxOf(map);
  const { x, y, width, height } = shown.value;
  const jump = (event: MouseEvent): void => {
    const frame = (event.currentTarget as Element).getBoundingClientRect();
    centre((event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height);
  };
  return (
    <button type="button" class="minimap-jump phone-only" aria-label={t("web.maharaja.little-map")} onClick={jump}>
      <svg class="minimap" viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="road" d={map.roads.map((road) => pathOf(map, road)).join("")} />
        {map.places.slice(1).map((place) => (
          <circle key={place.id} data-city={place.id} data-hue={place.colour} cx={place.x} cy={place.y} r={52} />
        ))}
        <rect x={box.x + x * box.width} y={box.y + y * box.height} width={width * box.width} height={height * box.height} rx={24} />
      </svg>
    </button>
  );
};
