/* Pieces on the map: a house, a palace or an architect in the colour of its seat, with the seat's shape. */
import type { JSX } from "preact";

const Shape = ({ seat, x, y, r }: { seat: number; x: number; y: number; r: number }): JSX.Element => (
  <use href={`#seat-${seat}`} x={x - r} y={y - r} width={2 * r} height={2 * r} class="shape" />
);

export const House = ({ seat, x, y }: { seat: number; x: number; y: number }): JSX.Element => (
  <g class="piece" data-seat={seat} data-fly={`house ${x} ${y}`}>
    <path d={`M${x} ${y - 17}l17 14v17h-34v-17z`} />
    <Shape seat={seat} x={x} y={y + 3} r={7.5} />
  </g>
);

interface SiteProps {
  owner: number | "n" | null;
  x: number;
  y: number;
  width: number;
  height: number;
  isTarget: boolean;
}

/* A palace's site: an arch, empty or filled. */
export const Site = ({ owner, x, y, width: w, height: h, isTarget }: SiteProps): JSX.Element => {
  const d = `M${x - w / 2} ${y + h / 2}v${-(h - w / 2)}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}z`;
  if (owner === null) return <path class={`site-free ${isTarget ? "target" : ""}`} d={d} />;
  if (owner === "n") return <path class="site-neutral" d={d} />;
  return (
    <g class="piece" data-seat={owner} data-fly={`palace ${x} ${y}`}>
      <path d={d} />
      <Shape seat={owner} x={x} y={y + h * 0.08} r={w * 0.29} />
    </g>
  );
};

export const Architect = ({ seat, x, y }: { seat: number; x: number; y: number }): JSX.Element => (
  <g class="piece architect" data-seat={seat} data-fly={`architect ${seat}`}>
    <path d={`M${x - 15} ${y + 22}c0-20 6-28 15-28s15 8 15 28z`} />
    <circle cx={x} cy={y - 13} r={10} />
    <Shape seat={seat} x={x} y={y + 11} r={7} />
  </g>
);
