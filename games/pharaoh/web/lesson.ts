import type { Lesson } from "client/learn/lesson";

export const lesson: Lesson = {
  game: "pharaoh",
  seed: "be7ee7a6d41ae57cc45e5fb592458fddeb7bed19fbf8ae84f12c994f0ff38621",
  names: ["Anna", "Béla"],
  before: [],
  steps: [
    { text: "web.learn.pharaoh.draw", moves: ["draw 3"], shows: ".pha-market [data-c=pharaoh-3-3]" },
    {
      text: "web.learn.pharaoh.build",
      moves: ["build 3:33 4:4"],
      shows: ".pha-hand :is([data-c=pharaoh-3-3], [data-c=pharaoh-4-4])",
    },
    {
      text: "web.learn.pharaoh.trade",
      moves: ["offer 1 7 for 2"],
      shows: ".pha-hand [data-c=pharaoh-7-7], .trade-kind:has([data-c=pharaoh-2-2])",
      then: [[1, "accept"]],
    },
    { text: "web.learn.pharaoh.extend", moves: ["extend 1 2:222"], shows: ".pha-hand [data-c=pharaoh-2-2]" },
    {
      text: "web.learn.pharaoh.finish",
      moves: ["end"],
      then: [
        [0, "done"],
        [1, "draw pile"], [1, "build 6:66 7:7"], [1, "end"], [1, "done"],
        [2, "draw pile"], [2, "thief 0 1"],
      ],
    },
    {
      text: "web.learn.pharaoh.guard",
      moves: ["pharaoh"],
      shows: ".pha-event, .pha-hand [data-c=pharaoh-pharaoh]",
      then: [[2, "end"], [2, "done"]],
    },
    { text: "web.learn.pharaoh.score", moves: ["score 1"], shows: ".pha-sites .pyramid" },
    { text: "web.learn.pharaoh.end", shows: ".pha-track" },
  ],
};
