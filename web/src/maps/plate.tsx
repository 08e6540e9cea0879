/* What stands on every map, written or played on: the plate with a city's name, the start. */
import { Fragment, type JSX } from "preact";

export const Plate = ({ id, name, x, y }: { id: string; name: string; x: number; y: number }): JSX.Element => (
  <g class="plate">
    <rect x={x - 84} y={y - 78} width={168} height={32} rx={16} />
    <circle cx={x - 68} cy={y - 62} r={16} />
    <text class="letter" x={x - 68} y={y - 54.5}>
      {id}
    </text>
    <text class="name" x={x + 14} y={y - 54.5}>
      {name}
    </text>
  </g>
);

/* A little flag: the word for it is too long for its place in some languages, and is read aloud. */
export const StartSign = ({ x, y }: { x: number; y: number }): JSX.Element => (
  <Fragment>
    <circle cx={x} cy={y} r={32} />
    <path fill="var(--ink-2)" d={`M${x - 10} ${y + 18}v-36h4v3l20 9-20 9v15z`} />
  </Fragment>
);
