/* A map that is being written, as far as it can be drawn, over a grid of its coordinates. */
import type { JSX } from "preact";
import type { MapData } from "../engine/engine";
import { t } from "../words";
import type { DraftMap } from "./loader";
import { Plate, StartSign } from "./plate";
import { pathOf } from "./road";

const LINES = [0, 250, 500, 750, 1000];
const BOX = "-110 -120 1220 1190"; /* the whole plane, and cities at its edge */

const Grid = (): JSX.Element => (
  <g class="map-grid" aria-hidden="true">
    {LINES.map((at) => (
      <g key={at}>
        <path d={`M${at} 0V1000M0 ${at}H1000`} />
        <text x={at} y={-92}>
          {at}
        </text>
        <text x={-82} y={at + 7}>
          {at}
        </text>
      </g>
    ))}
  </g>
);

const Village = ({ n, at: [x, y] }: { n: number; at: [number, number] }): JSX.Element => (
  <g class="village">
    <rect class="ring" x={x - 24} y={y - 24} width={48} height={48} rx={24} />
    <text class="vn" x={x} y={y + 7}>
      {n}
    </text>
  </g>
);

const City = ({ place: { id, name, colour, x, y, home } }: { place: MapData["places"][number] }): JSX.Element => (
  <g class="city" data-city={id} data-hue={colour}>
    <rect x={x - 84} y={y - 50} width={168} height={100} rx={14} />
    {home > 0 && <use href={`#g-ch${home}`} x={x - 26} y={y - 34} width={52} height={52} />}
    <text class="count" x={x} y={y + 42}>
      {home > 0 ? home : ""}
    </text>
    <Plate id={id} name={name} x={x} y={y} />
  </g>
);

const Start = ({ x, y }: { x: number; y: number }): JSX.Element => (
  <g class="start">
    <StartSign x={x} y={y} />
  </g>
);

const countOf = (list: unknown[]): number => list.filter(Boolean).length;

export const Drawing = ({ map }: { map: DraftMap }): JSX.Element => {
  const roads = map.roads.map((road) => (road ? pathOf(map, road) : "")).join("");
  const said = t("web.maps.drawn", { places: countOf(map.places), roads: countOf(map.roads), villages: countOf(map.villages) });
  return (
    <figure class="map-drawing">
      <svg class="map" viewBox={BOX} role="img" aria-label={said}>
        <Grid />
        <path class="road-edge" d={roads} />
        <path class="road" d={roads} />
        {map.places[0] && <Start {...map.places[0]} />}
        {map.villages.map((at, i) => at && <Village key={i} n={i + 1} at={at} />)}
        {map.places.slice(1).map((place) => place && <City key={place.id} place={place} />)}
      </svg>
      <figcaption class="small quiet">{said}</figcaption>
    </figure>
  );
};
