/* A table without pictures: everything is played from the list of moves. */
import type { GameTable } from "../table/game";

export const plain: GameTable = {
  progress: () => null,
  seat: () => <p class="facts" />,
  tag: () => null,
  points: (view, seat) => view.scores?.[seat] ?? 0,
  court: () => <div />,
  courtClass: "",
  own: () => <p />,
  ownClass: "",
  buttons: (scene) => scene.moves.slice(0, 5).map((move) => ({ move, label: scene.sitting.choice(move) })),
};
