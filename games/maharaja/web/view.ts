/* The view of Maharaja, and where its moves lie on the map. */
import type { MapData, View } from "client/engine/engine";
import type { Scene } from "client/table/game";
import type { Pick } from "client/table/picks";
import { verbOf } from "client/table/picks";

export interface City {
  houses: number[];
  inner: number | null;
  outer: (number | "n")[];
}

export const parts = ["gold", "house", "city", "palace", "move", "quarry", "governor", "character"] as const;
export type Part = (typeof parts)[number];

/* The actions of the disc, in its order. */
export const actions = ["gold", "house", "houses", "move", "quarry", "palace", "both", "governor", "character"];

/* Two actions as the move that plans them, in the order of the disc. */
export const planOf = (chosen: string[]): string => `plan ${[...chosen].sort((a, b) => actions.indexOf(a) - actions.indexOf(b)).join(" ")}`;

export interface Maharaja extends View {
  round: number;
  maharaja: string;
  turn: number | null;
  asked: number | null;
  track: Record<string, number>;
  characters: number[][];
  bank_characters: number[];
  acted: boolean[];
  architects: string[];
  gold: (number | null)[];
  reserve: number[];
  bank_houses: number[];
  palaces_left: number[];
  villages: Record<string, number[]>;
  cities: Record<string, City>;
  plans: (string[] | number | null)[];
  parts: Record<Part, number>;
  roads: number;
  mason_used: boolean;
  coin_used: boolean;
  coins: number[];
  bank_coins: number;
  bid: { high: number | null; by: number | null; passed: number[] } | null;
}

export type S = Scene<Maharaja>;

const maps = new WeakMap<object, MapData>();

/* The map does not change in a game: it is asked for once. */
export const mapOf = ({ sitting }: S): MapData => {
  const known = maps.get(sitting);
  if (known) return known;
  const map = sitting.map();
  maps.set(sitting, map);
  return map;
};

export const placeOf = (map: MapData, id: string): MapData["places"][number] => map.places.find((place) => place.id === id)!;
export const hueOf = (scene: S, id: string): string => placeOf(mapOf(scene), id).colour;
export const cityName = (scene: S, id: string): string => placeOf(mapOf(scene), id).name;
export const palacesOf = ({ sitting }: S, seat: number): number => sitting.count(seat).parts["palaces"]!;

/* ---- What is picked: the kind of move, a place, a whole move, roads, arrows of the disc ------------------------------ */

export type Mode = "house" | "move" | "palace" | "governor" | "character" | "mason" | "coin" | "travel";

const verbsOf: Record<Mode, string[]> = {
  house: ["house"],
  move: ["move"],
  palace: ["palace"],
  governor: ["governor"],
  character: ["take", "exchange", "lure"],
  mason: ["mason"],
  coin: ["coin"],
  travel: ["travel"],
};

export const picked = (scene: S, zone: string): string[] =>
  scene.picks.picked.value.filter((pick) => pick.zone === zone).map((pick) => pick.word);

export const modeOf = (scene: S): Mode | null => (picked(scene, "mode")[0] as Mode | undefined) ?? null;

export const set = (scene: S, ...words: [zone: string, word: string][]): void => {
  scene.picks.picked.value = words.map(([zone, word], i): Pick => ({ zone, place: i, word }));
};

export const clear = (scene: S): void => scene.picks.clear();

export const movesIn = (scene: S, mode: Mode): string[] => scene.moves.filter((move) => verbsOf[mode].includes(verbOf(move)));

/* Where a road leads from a place; null if it does not begin there. */
const along = (map: MapData, road: string, from: string): string | null => {
  const { from: one, to: other } = map.roads[Number(road.slice(1)) - 1]!;
  const ends = [map.places[one]!.id, map.places[other]!.id];
  return ends.includes(from) ? ends[1 - ends.indexOf(from)]! : null;
};

export const endOf = (map: MapData, start: string, roads: string[]): string =>
  roads.reduce((place, road) => along(map, road, place) ?? place, start);

export const architectOf = ({ view, me }: S): string => (me === null ? "0" : view.architects[me]!);

/* The roads not in the route that lead on from its end. */
const roadsFrom = (scene: S, route: string[]): { road: string; to: string }[] => {
  const map = mapOf(scene);
  const end = endOf(map, architectOf(scene), route);
  return map.roads.flatMap((_, i) => {
    const road = `r${i + 1}`;
    const to = route.includes(road) ? null : along(map, road, end);
    return to === null ? [] : [{ road, to }];
  });
};

const canTravel = ({ sitting }: S, route: string[]): boolean => !sitting.check(`travel ${route.join(" ")}`);

/* Those of them that can be travelled, at least with one road more: a journey cannot end everywhere. */
export const roadsOn = (scene: S): { road: string; to: string }[] => {
  const route = picked(scene, "road");
  return roadsFrom(scene, route).filter(({ road }) => {
    const longer = [...route, road];
    return canTravel(scene, longer) || roadsFrom(scene, longer).some((next) => canTravel(scene, [...longer, next.road]));
  });
};

/* Moving a house: from where, once that is picked, to where. */
const moveNode = (scene: S, words: string[]): string | null => {
  const from = picked(scene, "from")[0];
  return !from ? words[0]! : from === words[0] ? words[1]! : null;
};

/* The place on the map that a listed move is made at. */
export const nodeOf = (scene: S, move: string): string | null => {
  const [verb, ...words] = move.split(" ") as [string, ...string[]];
  if (verb === "place" || verb === "house") return words[0]!;
  if (verb === "palace") return architectOf(scene);
  if (verb === "travel") return endOf(mapOf(scene), architectOf(scene), words);
  if (verb === "move") return moveNode(scene, words);
  if (verb === "mason") return words[0] === "house" ? words[1]! : moveNode(scene, words.slice(1));
  return null;
};

const isMoving = (move: string): boolean => /^(mason )?move /.test(move);

/* Moves that a touch on the map can mean now. Moving houses needs its mode, as it has two ends. */
const onMap = (scene: S): string[] => {
  const mode = modeOf(scene);
  return mode ? movesIn(scene, mode) : scene.moves.filter((move) => !isMoving(move));
};

export const movesAt = (scene: S, node: string): string[] => onMap(scene).filter((move) => nodeOf(scene, move) === node);

export const isLit = (scene: S, node: string): boolean =>
  modeOf(scene) === "travel" ? roadsOn(scene).some(({ to }) => to === node) : movesAt(scene, node).length > 0;

/* A place is touched: the route goes on to it, a house is lifted from it, or it is picked. */
export const touchNode = (scene: S, node: string): void => {
  const mode = modeOf(scene);
  const kept: [string, string][] = mode ? [["mode", mode]] : [];
  if (mode === "travel") {
    const next = roadsOn(scene).find(({ to }) => to === node);
    if (next) set(scene, ...kept, ...[...picked(scene, "road"), next.road].map((road): [string, string] => ["road", road]));
    return;
  }
  const from = picked(scene, "from")[0];
  const at = movesAt(scene, node);
  if (from === node) return set(scene, ...kept);
  if (!from && at.length && at.every(isMoving)) return set(scene, ...kept, ["from", node]);
  if (from) kept.push(["from", from]);
  if (at.length) set(scene, ...kept, ["node", node]);
};

/* Why a place cannot be touched now, in the engine's words. */
export const whyNot = (scene: S, node: string): string | null => {
  const { sitting, view } = scene;
  const mode = modeOf(scene);
  if (view.phase === "place") return sitting.check(`place ${node}`);
  if (mode === "house") return sitting.check(`house ${node}`);
  if (mode !== "travel") return null;
  const route = picked(scene, "road");
  const next = roadsFrom(scene, route).find(({ to }) => to === node);
  return next ? sitting.check(`travel ${[...route, next.road].join(" ")}`) : null;
};
