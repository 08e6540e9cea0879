/* The map: roads, villages, cities with their palaces, architects and the maharaja; where it is small it can be enlarged. */
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { Icon } from "client/art";
import type { MapData } from "client/engine/engine";
import { t } from "client/words";
import { Architect, House, Site } from "./pieces";
import { spotOf } from "./spots";
import { Plate, StartSign } from "client/maps/plate";
import { pathOf } from "client/maps/road";
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
    if (scene.sitting.state.value === "yours") scene.touch({ zone: "no", place: id, word: `no ${id}` }, whyNot(scene, id) ?? undefined);
  };
  if (!isOpen && !isPicked)
    return (
      <g
        class={name}
        role="button"
        tabindex={-1}
        aria-disabled="true"
        data-node={id}
        data-about={`place ${id}`}
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
      data-about={`place ${id}`}
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

const namesOf = (scene: S, seats: number[]): string => seats.map((seat) => scene.called(seat)).join(", ");

const Village = ({ scene, n }: { scene: S; n: number }): JSX.Element => {
  const [x, y] = mapOf(scene).villages[n - 1]!;
  const owners = scene.view.villages[`v${n}`] ?? [];
  const half = owners.length > 1 ? 42 : 24;
  const label = t("web.maharaja.village-with", { name: scene.sitting.thing("place", `v${n}`), names: owners.length ? namesOf(scene, owners) : t("web.maharaja.empty") });
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
  const houses = city.houses.flatMap((n, seat) => (n ? [`${scene.called(seat)} ${n}`] : []));
  const owners = [city.inner, ...city.outer].filter((owner): owner is number => typeof owner === "number");
  const palaces = [...new Set(owners)].map((seat) => `${scene.called(seat)} ${owners.filter((owner) => owner === seat).length}`);
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

const Architects = ({ scene, id }: { scene: S; id: string }): JSX.Element => {
  const here = scene.view.architects.flatMap((place, seat) => (place === id ? [seat] : []));
  return (
    <>
      {here.map((seat) => {
        const [x, y] = spotOf(mapOf(scene), id, 1 + seat, 1 + scene.sitting.players);
        return <Architect key={seat} seat={seat} x={x} y={y} />;
      })}
    </>
  );
};

/* The cities that are drawn; those of other maps look like one of them. */
const pictures = "ABCDEFG";
const pictureOf = (id: string): string => pictures[(id.charCodeAt(0) - "A".charCodeAt(0)) % pictures.length]!;

const CityOf = ({ scene, id }: { scene: S; id: string }): JSX.Element => {
  const { x, y, name } = placeOf(mapOf(scene), id);
  return (
    <Node scene={scene} id={id} class="city" label={citySaid(scene, id)} city={id}>
      <rect x={x - 84} y={y - 50} width={168} height={100} rx={14} />
      <use class="skyline-of" href={`#city-${pictureOf(id)}`} x={x - 84} y={y - 47} width={168} height={70} />
      <Palaces scene={scene} id={id} x={x} y={y} />
      <CityHouses scene={scene} id={id} x={x} y={y} />
      <Plate id={id} name={name} x={x} y={y} />
      <Architects scene={scene} id={id} />
    </Node>
  );
};

const Start = ({ scene }: { scene: S }): JSX.Element => {
  const { x, y } = mapOf(scene).places[0]!;
  return (
    <Node scene={scene} id="0" class="start" label={t("web.maps.start")}>
      <StartSign x={x} y={y} />
      <Architects scene={scene} id="0" />
    </Node>
  );
};

const Piece = ({ scene }: { scene: S }): JSX.Element => {
  const { maharaja } = scene.view;
  const [cx, cy] = spotOf(mapOf(scene), maharaja, 0, 1 + scene.sitting.players);
  return (
    <g class="maharaja-piece" data-fly="maharaja" role="img" aria-label={t("web.maharaja.maharaja-in", { name: placeOf(mapOf(scene), maharaja).name })}>
      <circle cx={cx} cy={cy} r={24} />
      <use href="#g-maharaja" x={cx - 17} y={cy - 17} width={34} height={34} />
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

/* ---- Zooming: at first the whole map is shown; two fingers or the buttons make it larger ------------------------------- */

const MOST = 4;
const zoom = signal(1); /* 1: all of it fits */
const shown = signal({ x: 0, y: 0, width: 1, height: 1 }); /* the part that is seen, as parts of the whole */

let view: HTMLElement | null = null;
let pinch: { apart: number; zoom: number } | null = null;

const look = (): void => {
  if (!view) return;
  const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = view;
  const next = { x: scrollLeft / scrollWidth, y: scrollTop / scrollHeight, width: clientWidth / scrollWidth, height: clientHeight / scrollHeight };
  if (JSON.stringify(next) !== JSON.stringify(shown.peek())) shown.value = next;
};

/* Brings a point (in parts of the whole) to the middle. */
const centre = (x: number, y: number): void => {
  view?.scrollTo(x * view.scrollWidth - view.clientWidth / 2, y * view.scrollHeight - view.clientHeight / 2);
  look();
};

/* What is at this point of the frame stays there. */
const zoomTo = (next: number, x: number, y: number): void => {
  if (!view) return;
  const [atX, atY] = [(view.scrollLeft + x) / view.scrollWidth, (view.scrollTop + y) / view.scrollHeight];
  zoom.value = Math.min(MOST, Math.max(1, next));
  view.style.setProperty("--zoom", String(zoom.value));
  view.scrollTo(atX * view.scrollWidth - x, atY * view.scrollHeight - y);
  look();
};

const apart = ({ touches: [one, other] }: TouchEvent): number => Math.hypot(one!.clientX - other!.clientX, one!.clientY - other!.clientY);

const onTouch = (event: TouchEvent): void => {
  if (event.touches.length !== 2) return void (pinch = null);
  pinch ??= { apart: apart(event), zoom: zoom.value };
  event.preventDefault();
  const frame = view!.getBoundingClientRect();
  const [one, other] = event.touches;
  const [x, y] = [(one!.clientX + other!.clientX) / 2 - frame.x, (one!.clientY + other!.clientY) / 2 - frame.y];
  zoomTo((pinch.zoom * apart(event)) / pinch.apart, x, y);
};

/* From all of it to where my architect stands; after that around what is seen. */
const zoomBy = (scene: S, factor: number): void => {
  if (!view) return;
  const isFirst = zoom.value === 1 && factor > 1;
  zoomTo(zoom.value * factor, view.clientWidth / 2, view.clientHeight / 2);
  if (!isFirst) return;
  const map = mapOf(scene);
  const box = boxOf(map);
  const { x, y } = placeOf(map, architectOf(scene));
  centre((x - box.x) / box.width, (y - box.y) / box.height);
};

export const MapView = ({ scene }: { scene: S }): JSX.Element => {
  const map = mapOf(scene);
  const box = boxOf(map);
  const hold = (element: HTMLElement | null): void => {
    if (!element || element === view || element.closest(".picture")) return;
    view = element;
    zoom.value = 1;
    for (const kind of ["touchstart", "touchmove", "touchend"] as const) element.addEventListener(kind, onTouch, { passive: false });
    new ResizeObserver(look).observe(element);
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

/* Beside the map where it is small: larger, smaller, and, when only a part is seen, which part of it, with all houses. */
export const MapTools = ({ scene }: { scene: S }): JSX.Element => (
  <div class="map-tools phone-only" role="group" aria-label={t("web.maharaja.zoom")}>
    <button type="button" class="btn square" aria-label={t("web.maharaja.larger")} aria-disabled={zoom.value >= MOST ? "true" : undefined} onClick={() => zoomBy(scene, 1.6)}>
      <Icon name="i-plus" />
    </button>
    <button type="button" class="btn square" aria-label={t("web.maharaja.smaller")} aria-disabled={zoom.value <= 1 ? "true" : undefined} onClick={() => zoomBy(scene, 1 / 1.6)}>
      <Icon name="i-minus" />
    </button>
    {zoom.value > 1 && <LittleMap scene={scene} />}
  </div>
);

const LittleMap = ({ scene }: { scene: S }): JSX.Element => {
  const map = mapOf(scene);
  const box = boxOf(map);
  const { x, y, width, height } = shown.value;
  const jump = (event: MouseEvent): void => {
    const frame = (event.currentTarget as Element).getBoundingClientRect();
    centre((event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height);
  };
  return (
    <button type="button" class="minimap-jump" aria-label={t("web.maharaja.little-map")} onClick={jump}>
      <svg class="minimap" viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="road" d={map.roads.map((road) => pathOf(map, road)).join("")} />
        {map.places.slice(1).map((place) => (
          <circle key={place.id} data-city={place.id} data-hue={place.colour} cx={place.x} cy={place.y} r={52} />
        ))}
        {map.villages.flatMap(([atX, atY], i) =>
          (scene.view.villages[`v${i + 1}`] ?? []).map((seat, n) => (
            <rect key={`${i} ${n}`} class="owned" data-seat={seat} x={atX - 28 + 40 * n} y={atY - 28} width={56} height={56} />
          )),
        )}
        <rect class="part" x={box.x + x * box.width} y={box.y + y * box.height} width={width * box.width} height={height * box.height} rx={24} />
      </svg>
    </button>
  );
};
