/* Typical positions, for pictures and tests (web/tests/positions.mjs). */
export const wanted = [
  { name: "alhambra", players: 4, seed: "pictures 4", at: 70, asked: /^buy / },
  { name: "alhambra-six", players: 6, seed: "six", at: 110, asked: /^buy / },
  { name: "alhambra-two", players: 2, seed: "two", at: 40, asked: /for dummy/ },
];
