import type { Lesson } from "client/learn/lesson";

export const lesson: Lesson = {
  game: "byzanz",
  seed: "77818e40eb81ec2a26e36bd0ea533e37f10569f75a6abccc0843270fc66ec82e",
  names: ["Anna", "Béla"],
  before: [],
  steps: [
    {
      text: "web.learn.byzanz.bid",
      moves: ["bid f2"],
      shows: ".byz-own .hand [data-c=byzanz-flour-2]",
      then: [[1, "bid t3"], [2, "pass"]],
    },
    {
      text: "web.learn.byzanz.raise",
      moves: ["bid t4"],
      shows: ".byz-own .hand [data-c=byzanz-timber-4]",
      then: [[1, "pass"]],
    },
    { text: "web.learn.byzanz.give", moves: ["give s1"], shows: ".byz-lot [data-c=byzanz-spice-1]" },
    {
      text: "web.learn.byzanz.sell",
      moves: ["sell o4 o2 o1"],
      shows: ".byz-kept .btn",
      then: [[1, "bid t2"], [2, "bid s3"], [1, "pass"], [2, "give f1"], [1, "give f1"], [1, "take t"], [2, "take f"], [2, "sell f2 f1 f1"]],
    },
    { text: "web.learn.byzanz.market", moves: ["take s"], shows: ".stalls .stall.open" },
    { text: "web.learn.byzanz.again", moves: ["sell s3 s2 s1"], shows: ".byz-kept .btn" },
    { text: "web.learn.byzanz.end", shows: ".byz-kept" },
  ],
};
