/* A road of the map as a path of SVG; none where a place is not there yet. */
import type { MapData } from "../engine/engine";

export const pathOf = ({ places }: { places: (MapData["places"][number] | null)[] }, road: MapData["roads"][number]): string => {
  const [from, to] = [places[road.from], places[road.to]];
  if (!from || !to) return "";
  const way = road.curve ? `Q${road.curve.join(" ")} ` : "L";
  return `M${from.x} ${from.y}${way}${to.x} ${to.y}`;
};
