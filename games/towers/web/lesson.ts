import type { Lesson } from "client/learn/lesson";

export const lesson: Lesson = {
  game: "towers",
  seed: "b9f4a6ee5febb1d68f8d2364fad970b78f1074ff1e40af45c4d1fe7f6b5ba333",
  names: ["Anna", "Béla"],
  before: [],
  steps: [
    {
      text: "web.learn.towers.bid",
      moves: ["bid 3"],
      shows: ".tow-display .card:is([data-c=towers-candy-14], [data-c=towers-candy-5], [data-c=towers-haunted-13])",
      then: [[1, "pass"], [2, "pass"]],
    },
    { text: "web.learn.towers.high", moves: ["build c14"], shows: ".tow-display [data-c=towers-candy-14]" },
    { text: "web.learn.towers.lower", moves: ["build c5"], shows: ".tow-display [data-c=towers-candy-5]" },
    {
      text: "web.learn.towers.new",
      moves: ["build h13"],
      shows: ".tow-display [data-c=towers-haunted-13]",
      then: [[1, "bid 1"], [2, "pass"]],
    },
    {
      text: "web.learn.towers.raise",
      moves: ["bid 2"],
      shows: ".tow-display .card:is([data-c=towers-candy-3], [data-c=towers-candy-0])",
    },
    { text: "web.learn.towers.before-roof", moves: ["build c3"], shows: ".tow-display [data-c=towers-candy-3]" },
    { text: "web.learn.towers.roof", moves: ["build c0"], shows: ".tow-display [data-c=towers-candy-0]" },
    { text: "web.learn.towers.end", shows: ".tow-side" },
  ],
};
