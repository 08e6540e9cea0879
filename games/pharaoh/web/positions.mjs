/* Typical positions, for pictures and tests (web/tests/positions.mjs). */
/* The first listed move that begins like one of these, the likes of it in order. */
const first = (...begins) => (moves) => begins.flatMap((begin) => moves.filter((move) => move.startsWith(begin)))[0] ?? moves[0];
/* Pyramids grow wide, and are robbed of what they stand on. */
const ruin = (moves) => {
  const extended = moves.filter((move) => /^(build|extend)/.test(move)).sort((a, b) => b.length - a.length)[0];
  return extended ?? first("thief", "steal", "allow", "end", "done", "draw pile")(moves);
};

export const wanted = [
  { name: "pharaoh", players: 4, seed: "pictures 2", at: 260, asked: /^(extend)/ },
  { name: "pharaoh-offer", players: 4, seed: "offer", at: 60, asked: /^accept/ },
  { name: "pharaoh-thief", players: 4, seed: "thief", at: 40, asked: /^steal/ },
  { name: "pharaoh-guard", players: 4, seed: "guard", at: 40, asked: /^allow/ },
  { name: "pharaoh-all", players: 4, seed: "all", at: 2, asked: /^decline/, play: first("draw pile", "offer all") },
  { name: "pharaoh-counter", players: 4, seed: "counter", at: 3, asked: /^decline/, play: first("draw pile", "offer 1", "counter") },
  { name: "pharaoh-salvage", players: 3, options: "offers=0", seed: "723", at: 20, asked: /^salvage/, least: 150, play: ruin },
];
