import { type SVGProps, useId } from 'react';
import { type FundingRound, funding, roadmap } from '../../../content/investors.ts';
import { axisTicks, ChartFigure, chartSummary, Hatch, TickLines } from '../../../ui/chart.tsx';

/** Years as decimals, so that Q2 2026 is from 2026.25 to 2026.5. */
type TimeSpan = { from: number; to: number };

const DATE = /(?:Q([1-4]) )?(\d{4})/g;

/** The time that "Q4 2025 to Q2 2026", "Q2 2026" or "2027" names; of "2028+", the first year. */
export function timeSpan(text: string): TimeSpan {
  const spans = [...text.matchAll(DATE)].map(([, quarter, year]) =>
    quarter === undefined
      ? { from: Number(year), to: Number(year) + 1 }
      : { from: Number(year) + (Number(quarter) - 1) / 4, to: Number(year) + Number(quarter) / 4 },
  );
  const [first] = spans;
  if (first === undefined) throw new Error(`There is no date in "${text}".`);
  return { from: first.from, to: spans.at(-1)?.to ?? first.to };
}

const HEIGHT = 260;
const PADDING_TOP = 70;
const ROW_HEIGHT = 26;
const FIRST_ROW = HEIGHT + 48;
/** Per cent of the width, for the labels of the ticks. */
const PADDING_LEFT = 8;

const chart = {
  ...funding.figure,
  rows: funding.rounds.map((round) => ({
    label: `${round.level}, ${round.timeline}: ${round.focus}`,
    value: amountOf(round),
    display: round.amount,
  })),
};
const ticks = axisTicks(chart);
const highest = ticks.at(-1) ?? 1;

const spans = funding.rounds.map(({ timeline }) => timeSpan(timeline));
const start = Math.min(...spans.map(({ from }) => from));
const end = Math.max(...spans.map(({ to }) => to));
const years = Array.from({ length: Math.ceil(end - start) - 1 }, (_, i) => Math.ceil(start) + i);

/** Greater than 100: the last round has no end date, so the right side of its column is cut off. */
const RIGHT = 102;
const share = (time: number) => (time / (end - start)) * (RIGHT - PADDING_LEFT);
const x = (time: number) => `${PADDING_LEFT + share(time - start)}%`;
const y = (value: number) => PADDING_TOP + (1 - value / highest) * (HEIGHT - PADDING_TOP);

/** Enlarged letters have no room for the drawing; the table below it has its figures. */
export function FundingChart() {
  const hatch = useId();
  return (
    <ChartFigure chart={chart}>
      <svg
        role="img"
        aria-label={chartSummary(chart)}
        width="100%"
        height={FIRST_ROW + roadmap.milestones.length * ROW_HEIGHT}
        className="block text-xs max-narrow:hidden [&_text]:stroke-8 [&_text]:stroke-surface [&_text]:[paint-order:stroke]"
      >
        <defs>
          <Hatch id={hatch} className="stroke-[1.5] stroke-teal" />
        </defs>
        <TickLines ticks={ticks} y={y} />
        {years.map((year) => (
          <g key={year}>
            <line x1={x(year)} x2={x(year)} y1={HEIGHT} y2={HEIGHT + 26} className="stroke-line" />
            <text x={x(year)} dx="6" y={HEIGHT + 20} className="fill-muted font-mono">
              {year}
            </text>
          </g>
        ))}
        {funding.rounds.map((round) => (
          <Column key={round.level} round={round} hatch={`url(#${hatch})`} />
        ))}
        <line x2="100%" y1={HEIGHT} y2={HEIGHT} className="stroke-ink" />
        {roadmap.milestones.map(({ date, title }, index) => {
          const { from, to } = timeSpan(date);
          const top = FIRST_ROW + index * ROW_HEIGHT;
          return (
            <g key={date}>
              <rect
                x={x(from)}
                y={top}
                width={`${share(to - from)}%`}
                height="8"
                className="fill-ink"
              />
              <text x={x(to)} dx="8" y={top + 9} className="fill-ink">
                {title}
              </text>
            </g>
          );
        })}
      </svg>
    </ChartFigure>
  );
}

function Column({ round, hatch }: { round: FundingRound; hatch: string }) {
  const { from, to } = timeSpan(round.timeline);
  const [low, high] = amountOf(round);
  const isCurrent = round.status === 'current';
  const bar = { x: x(from), width: `${share(to - from)}%`, className: 'stroke-teal text-teal' };
  // The label of the last column ends at the edge: it may be wider than the column.
  const label: SVGProps<SVGTextElement> =
    to === end ? { x: '100%', textAnchor: 'end' } : { x: x(from) };
  return (
    <g>
      <rect
        {...bar}
        y={y(low)}
        height={HEIGHT - y(low)}
        fill={isCurrent ? 'currentColor' : hatch}
      />
      <rect {...bar} y={y(high)} height={y(low) - y(high)} fill="none" strokeDasharray="3 3" />
      <text
        {...label}
        y={y(high) - 12}
        className="fill-ink font-display text-base tabular-nums sm:text-xl"
      >
        {round.amount}
      </text>
      <text {...label} y={y(high) - 40} className="fill-muted">
        {round.level}
        {/* Painted after the name before it, its outline would cover its last letter. */}
        <tspan className="stroke-none max-lg:hidden">: {round.focus}</tspan>
      </text>
    </g>
  );
}

/** The two ends of "$2–5M". */
function amountOf({ amount }: FundingRound): [low: number, high: number] {
  const [low = 0, high = low] = [...amount.matchAll(/\d+/g)].map(Number);
  return [low, high];
}
