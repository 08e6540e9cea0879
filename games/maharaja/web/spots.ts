/* Where architects and the maharaja stand beside a place of the map: near it, but over no village, city, start or piece. */
import type { MapData } from "client/engine/engine";

export type Spot = readonly [x: number, y: number];

/* Half of what each takes, and how far it reaches up and down: a village with two houses and its number, a city with its
   plate and houses, a piece. */
const VILLAGE = { half: 42, up: 24, down: 50 };
const CITY = { half: 88, up: 88, down: 72 };
const START = { half: 40, up: 40, down: 40 };
const PIECE = { half: 17, up: 25, down: 24 };
type Extent = typeof PIECE;

const isOver = ([x, y]: Spot, a: Extent, [toX, toY]: Spot, b: Extent): boolean =>
  Math.abs(x - toX) < a.half + b.half && y - a.up < toY + b.down && y + a.down > toY - b.up;

/* Rings of points, the nearest first; of two as near the one to the right. */
const around = ([x, y]: Spot): Spot[] => {
  const found: Spot[] = [];
  for (let dy = -180; dy <= 180; dy += 15) for (let dx = -240; dx <= 240; dx += 15) found.push([x + dx, y + dy]);
  const far = ([toX, toY]: Spot): number => Math.hypot(toX - x, (toY - y) * 1.4) - (toX > x ? 8 : 0);
  return found.sort((a, b) => far(a) - far(b));
};

/* One spot for each of `count` pieces at every place, by the place's id: a piece always stands at the same side of a city. */
const spotsOn = (map: MapData, count: number): Map<string, Spot[]> => {
  const fixed = [
    ...map.villages.map(([x, y]) => ({ at: [x, y] as Spot, extent: VILLAGE })),
    ...map.places.map(({ x, y }, i) => ({ at: [x, y] as Spot, extent: i ? CITY : START })),
  ];
  const taken: Spot[] = [];
  const isFree = (spot: Spot): boolean =>
    !fixed.some(({ at, extent }) => isOver(spot, PIECE, at, extent)) && !taken.some((other) => isOver(spot, PIECE, other, PIECE));
  const all = new Map<string, Spot[]>(map.places.map(({ id }) => [id, []]));
  const candidates = new Map(map.places.map(({ id, x, y }) => [id, around([x, y])]));
  for (let i = 0; i < count; i++)
    for (const { id, x, y } of map.places) {
      const spot = candidates.get(id)!.find(isFree) ?? [x, y];
      taken.push(spot);
      all.get(id)!.push(spot);
    }
  return all;
};

const known = new WeakMap<MapData, Map<string, Spot[]>>();

/* The maharaja's spot is the first; then those of the seats. */
export const spotOf = (map: MapData, id: string, piece: number, count: number): Spot => {
  if (!known.has(map)) known.set(map, spotsOn(map, count));
  return known.get(map)!.get(id)![piece]!;
};
