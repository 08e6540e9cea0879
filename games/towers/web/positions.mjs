/* Typical positions, for pictures and tests (web/tests/positions.mjs). */
export const wanted = [
  { name: "towers", players: 4, seed: "pictures 3", at: 120, asked: /^build / },
  { name: "towers-five", players: 5, seed: "five", at: 90, asked: /^bid/ },
];
