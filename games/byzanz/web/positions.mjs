/* Typical positions, for pictures and tests (web/tests/positions.mjs). */
export const wanted = [
  { name: "byzanz", players: 4, seed: "pictures 2", at: 80, asked: /^bid .* .* / },
  { name: "byzanz-six", players: 6, seed: "six", at: 90, asked: /^bid/ },
  { name: "byzanz-give", players: 4, seed: "give", at: 30, asked: /^give/ },
  { name: "byzanz-market", players: 4, seed: "market", at: 50, asked: /^take/ },
  { name: "byzanz-trim", players: 3, seed: "trim", at: 20, asked: /^discard/ },
];
