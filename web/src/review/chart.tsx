/* How the chances moved, one line per seat; numbered pins where most was lost; a cursor at the move that is shown. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Step } from "../engine/reviewing";
import { t } from "../words";

const DASHES = ["", "7 4", "2 4", "10 3 2 3", "12 4", "4 2 1 2"];
const LEFT = 42;
const TOP = 14;
const BOTTOM = 26;
const APART = 18; /* labels */
const LETTER = 7.6; /* of a label, about */

export interface ChartProps {
  steps: Step[];
  points: Step[];
  count: number;
  names: string[];
  me: number | null;
  at: number;
  onPick: (n: number) => void;
}

interface Frame {
  width: number;
  height: number;
  right: number;
  x: (n: number) => number;
  y: (chance: number) => number;
}

/* The names are on the right, as far as there is room for them. */
const frameOf = (width: number, height: number, { count, names }: ChartProps): Frame => {
  const longest = Math.max(...names.map((name) => name.length));
  const right = Math.min(width * 0.34, 140, 34 + longest * LETTER);
  return {
    width,
    height,
    right,
    x: (n) => LEFT + (n * (width - LEFT - right)) / Math.max(1, count),
    y: (chance) => TOP + (1 - chance) * (height - TOP - BOTTOM),
  };
};

const percent = (chance: number): number => Math.round(100 * chance);

/* What the picture shows, in words. */
export const chartWords = ({ steps, count, names }: ChartProps): string => {
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last) return t("web.review.chart-empty");
  const lines = names.map((name, seat) => {
    const best = steps.reduce((high, step) => (step.chances[seat]! > high.chances[seat]! ? step : high));
    return t("web.review.chart-line", {
      name,
      first: percent(first.chances[seat]!),
      best: percent(best.chances[seat]!),
      at: best.n,
      last: percent(last.chances[seat]!),
    });
  });
  return [t("web.review.chart-of", { n: count }), ...lines].join(" ");
};

/* Where the names are on the right: by the ends of their lines, none over another. */
const labelsOf = (ends: number[], top: number, bottom: number): number[] => {
  const order = ends.map((_, seat) => seat).sort((a, b) => ends[a]! - ends[b]!);
  const placed = [...ends];
  order.forEach((seat, i) => (placed[seat] = Math.max(ends[seat]!, i ? placed[order[i - 1]!]! + APART : top)));
  let most = bottom;
  for (const seat of [...order].reverse()) {
    placed[seat] = Math.min(placed[seat]!, most);
    most = placed[seat]! - APART;
  }
  return placed;
};

const Grid = ({ frame, count }: { frame: Frame; count: number }): JSX.Element => (
  <>
    {[0, 0.25, 0.5, 0.75, 1].map((chance) => (
      <g key={chance}>
        <path class="grid" d={`M${LEFT} ${frame.y(chance)}H${frame.width - frame.right}`} />
        <text x={LEFT - 6} y={frame.y(chance) + 4} text-anchor="end">
          {percent(chance)}%
        </text>
      </g>
    ))}
    {[0, 0.25, 0.5, 0.75, 1].map((share) => (
      <text key={share} x={frame.x(count * share)} y={frame.height - 6} text-anchor="middle">
        {Math.round(count * share)}
      </text>
    ))}
  </>
);

const Lines = ({ frame, props }: { frame: Frame; props: ChartProps }): JSX.Element => (
  <>
    {props.names.map((_, seat) => (
      <polyline
        key={seat}
        class={`line ${seat === props.me ? "mine" : ""}`}
        data-seat={seat}
        stroke-dasharray={DASHES[seat] || undefined}
        points={props.steps.map((step) => `${frame.x(step.n).toFixed(1)},${frame.y(step.chances[seat]!).toFixed(1)}`).join(" ")}
      />
    ))}
  </>
);

const Labels = ({ frame, props }: { frame: Frame; props: ChartProps }): JSX.Element | null => {
  const last = props.steps.at(-1);
  if (!last) return null;
  const places = labelsOf(last.chances.map((chance) => frame.y(chance)), TOP + 2, frame.height - BOTTOM);
  const room = Math.floor((frame.right - 28) / LETTER);
  return (
    <>
      {props.names.map((name, seat) => (
        <g key={seat}>
          <use
            href={`#seat-${seat}`}
            class="key"
            data-seat={seat}
            x={frame.width - frame.right + 6}
            y={places[seat]! - 7}
            width="14"
            height="14"
          />
          <text class="end" x={frame.width - frame.right + 24} y={places[seat]! + 4}>
            {name.length > room ? `${name.slice(0, room - 1)}…` : name}
          </text>
        </g>
      ))}
    </>
  );
};

const Pins = ({ frame, points }: { frame: Frame; points: Step[] }): JSX.Element => (
  <>
    {points.map((step, i) => (
      <g key={step.n} class="pin">
        <circle cx={frame.x(step.n)} cy={frame.y(step.chances[step.seat!]!)} r="10" />
        <text x={frame.x(step.n)} y={frame.y(step.chances[step.seat!]!) + 4.5}>
          {i + 1}
        </text>
      </g>
    ))}
  </>
);

export const Chart = (props: ChartProps): JSX.Element => {
  const box = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 600, height: 300 });
  useLayoutEffect(() => {
    const fit = (): void => {
      const { clientWidth: width, clientHeight: height } = box.current!;
      if (width && (width !== size.value.width || height !== size.value.height)) size.value = { width, height };
    };
    const observer = new ResizeObserver(fit);
    observer.observe(box.current!);
    fit();
    return () => observer.disconnect();
  }, []);
  const frame = frameOf(size.value.width, size.value.height, props);
  const pick = (event: MouseEvent): void => {
    const share = (event.clientX - box.current!.getBoundingClientRect().left - LEFT) / (frame.width - LEFT - frame.right);
    props.onPick(Math.round(Math.min(1, Math.max(0, share)) * props.count));
  };
  return (
    <div class="chart-box" ref={box}>
      {/* The slider below does the same for the keyboard. */}
      <svg class="chart" viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={chartWords(props)} onClick={pick}>
        <Grid frame={frame} count={props.count} />
        <Lines frame={frame} props={props} />
        <path class="cursor" d={`M${frame.x(props.at)} ${TOP}V${frame.height - BOTTOM}`} />
        <Pins frame={frame} points={props.points} />
        <Labels frame={frame} props={props} />
      </svg>
    </div>
  );
};

/* ---- As a file ---------------------------------------------------------------------------------------------------------- */

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/* The picture by itself, with its colours in it. */
export const chartFile = (props: ChartProps, title: string): string => {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const frame = frameOf(960, 420, props);
  const text = (x: number, y: number, words: string, more = ""): string =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${colour("ink")}" ${more}>${escaped(words)}</text>`;
  const places = labelsOf(props.steps.at(-1)?.chances.map((chance) => frame.y(chance)) ?? [], TOP, frame.height - BOTTOM);
  const parts = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    `<path d="M${LEFT} ${frame.y(share)}H${frame.width - frame.right}" stroke="${colour("line")}"/>`,
    text(LEFT - 6, frame.y(share) + 4, `${percent(share)} %`, 'text-anchor="end"'),
    text(frame.x(props.count * share), frame.height - 6, String(Math.round(props.count * share)), 'text-anchor="middle"'),
  ]);
  props.names.forEach((name, seat) => {
    const points = props.steps.map((step) => `${frame.x(step.n).toFixed(1)},${frame.y(step.chances[seat]!).toFixed(1)}`).join(" ");
    const line = `fill="none" stroke="${colour(`seat-${seat}`)}" stroke-width="2.5" stroke-dasharray="${DASHES[seat]}"`;
    parts.push(`<polyline points="${points}" ${line}/>`);
    if (places.length) parts.push(text(frame.width - frame.right + 8, places[seat]! + 4, name, 'font-weight="700"'));
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title><rect width="100%" height="100%" fill="${colour("panel")}"/>`,
    ...parts,
    "</svg>",
  ].join("\n");
};
