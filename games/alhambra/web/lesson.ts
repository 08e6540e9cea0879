import type { Lesson } from "client/learn/lesson";

export const lesson: Lesson = {
  game: "alhambra",
  seed: "47ae64d8d490c81bd2cce3d45ce90b474f6781bd2377d5a937c3b770294cb9da",
  names: ["Anna", "Béla"],
  before: [],
  steps: [
    { text: "web.learn.alhambra.yard", shows: ".yard" },
    {
      text: "web.learn.alhambra.take",
      moves: ["take y2 b3"],
      shows: ".money .card:is([data-c=money-yellow-2], [data-c=money-blue-3])",
      then: [[1, "buy 4 with o8"], [2, "take g7"]],
    },
    { text: "web.learn.alhambra.exact", moves: ["buy 1 with y8 y2"], shows: ".yard [data-c=building-garden-10]" },
    { text: "web.learn.alhambra.again", moves: ["buy 2 with b3 b1"], shows: ".yard [data-c=building-arcades-4]" },
    {
      text: "web.learn.alhambra.money",
      moves: ["take g9"],
      shows: ".money [data-c=money-green-9]",
      then: [[1, "take y7"], [2, "take o6"]],
    },
    { text: "web.learn.alhambra.over", moves: ["buy 3 with g9"], shows: ".yard [data-c=building-chambers-7]" },
    { text: "web.learn.alhambra.end", shows: ".majority" },
  ],
};
