/* A pyramid that is scored, level by level, and the thief's die. */
import type { JSX } from "preact";
import { Minis } from "client/art";
import { t } from "client/words";
import type { GameMoments } from "client/table/moment";

/* Where the pips of a die are. */
const corners = [[7, 7], [25, 25]];
const others = [[25, 7], [7, 25]];
const sides = [[7, 16], [25, 16]];
const pips = (n: number): number[][] => [...(n % 2 ? [[16, 16]] : []), ...(n > 1 ? corners : []), ...(n > 3 ? others : []), ...(n > 5 ? sides : [])];

const Die = ({ n }: { n: number }): JSX.Element => (
  <svg class="die" viewBox="0 0 32 32">
    <rect x="1" y="1" width="30" height="30" rx="6" />
    {pips(n).map(([x, y]) => (
      <circle key={`${x} ${y}`} cx={x} cy={y} r="3" />
    ))}
  </svg>
);

const isRoll = (what: string): boolean => what === "in" || what === "out";

export const moments: GameMoments = {
  title: (_, [first]) => t(isRoll(first!.what) ? "web.moment.pharaoh.die" : "web.moment.pharaoh.score"),
  name: (_, { what, of }) => {
    if (isRoll(what)) return t("web.moment.pharaoh.rolled", { n: of, how: t(what === "in" ? "pharaoh.thief.in" : "pharaoh.thief.out") });
    return what === "level" ? t("web.moment.pharaoh.level", { n: of }) : t("web.moment.pharaoh.levels", { n: Number(of) });
  },
  picture: ({ sitting }, { what, of }, { face }) => {
    if (isRoll(what)) return <Die n={Number(of)} />;
    return what === "level" && <Minis faces={[face!(sitting, of)!]} />;
  },
  has: ({ what }, n) => (isRoll(what) ? t("web.moment.pharaoh.height", { n }) : what === "level" ? `×${n}` : ""),
};
