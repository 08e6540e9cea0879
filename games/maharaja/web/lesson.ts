import type { Lesson } from "client/learn/lesson";

export const lesson: Lesson = {
  game: "maharaja",
  seed: "8a9534ad5154b1acf8bb801423c07e1ba00c1b36c841cc3c4e1dc998f0ded621",
  names: ["Anna", "Béla"],
  before: [
    [0, "choose 1"], [1, "choose 6"], [2, "choose 4"],
    [0, "place v1"], [2, "place v12"], [1, "place v12"],
    [0, "place v2"], [2, "place v22"], [1, "place v7"],
    [0, "place v13"], [2, "place v9"], [1, "place v10"],
    [0, "place v11"], [2, "place v8"], [1, "place v22"],
  ],
  steps: [
    { text: "web.learn.maharaja.map", shows: ".city[data-city=A], .maharaja-piece" },
    {
      text: "web.learn.maharaja.plan",
      moves: ["plan gold both"],
      shows: ".mah-chip:is([data-act=gold], [data-act=both])",
      then: [[1, "plan gold palace"], [2, "plan gold houses"]],
    },
    { text: "web.learn.maharaja.travel", moves: ["travel r1"], shows: ".city[data-city=A]" },
    { text: "web.learn.maharaja.palace", moves: ["palace inner"], shows: ".city[data-city=A]" },
    { text: "web.learn.maharaja.house", moves: ["house A"], shows: ".city[data-city=A]" },
    { text: "web.learn.maharaja.gold", moves: ["gold"], shows: ".mah-facts" },
    {
      text: "web.learn.maharaja.finish",
      moves: ["end"],
      then: [
        [2, "travel r1"], [2, "house A"], [2, "house A"], [2, "gold"], [2, "end"],
        [1, "travel r1"], [1, "palace outer"], [1, "gold"], [1, "end"],
      ],
    },
    { text: "web.learn.maharaja.end", shows: ".gov" },
  ],
};
