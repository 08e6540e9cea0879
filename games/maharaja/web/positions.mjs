/* Typical positions, for pictures and tests (web/tests/positions.mjs). */
export const wanted = [
  { name: "maharaja", players: 4, seed: "pictures 1", at: 90, asked: /^(palace|house) / },
  { name: "maharaja-five", players: 5, seed: "five", at: 130, asked: /^plan/ },
  { name: "maharaja-place", players: 4, seed: "place", at: 2, asked: /^place/ },
  { name: "maharaja-auction", players: 3, options: "auction=on", seed: "auction", at: 0, asked: /^bid/ },
  { name: "maharaja-choose", players: 4, options: "auction=off", seed: "choose", at: 0, asked: /^choose/ },
];
