/* Typical positions, for pictures and tests (web/tests/positions.mjs). */

/* Bids of three cards at a time, the cheapest ones: several hands lie on the table before somebody gives in. */
const cardsOf = (move) => move.split(" ").slice(1);
const sumOf = (move) => cardsOf(move).reduce((sum, card) => sum + (card[0] === "m" ? 9 : Number(card.slice(1))), 0);
const threeCards = (moves) => {
  const bids = moves.filter((move) => /^bid/.test(move) && cardsOf(move).length <= 3);
  bids.sort((a, b) => cardsOf(b).length - cardsOf(a).length || sumOf(a) - sumOf(b));
  return bids[0] ?? (moves.includes("pass") ? "pass" : moves[0]);
};

export const wanted = [
  { name: "byzanz", players: 4, seed: "pictures 2", at: 80, asked: /^bid .* .* / },
  { name: "byzanz-six", players: 6, seed: "six", at: 90, asked: /^bid/ },
  { name: "byzanz-give", players: 4, seed: "give", at: 30, asked: /^give/ },
  { name: "byzanz-market", players: 4, seed: "market", at: 50, asked: /^take/ },
  { name: "byzanz-trim", players: 3, seed: "trim", at: 20, asked: /^discard/ },
  { name: "byzanz-bids", players: 4, seed: "0", at: 41, asked: /^bid/, play: threeCards },
];
