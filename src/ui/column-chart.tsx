import { useId } from 'react';
import type { Chart } from '../content/figures.ts';
import { axisTicks, chartSummary, Hatch, rangeOf, TickLines } from './chart.tsx';

const HEIGHT = 240;
const PADDING_TOP = 34;
const LABELS_HEIGHT = 30;
/** Per cent of the width: the first year, the last year, and the width of a column. */
const FIRST_X = 16;
const LAST_X = 88;
const COLUMN_WIDTH = 11;

/** No line connects them: values between are unknown. */
export function ColumnChart({ chart, between }: { chart: Chart; between: string }) {
  const hatch = useId();
  const ticks = axisTicks(chart);
  const highest = ticks.at(-1) ?? 1;
  const last = chart.rows.at(-1);
  const years = yearsOf(chart);
  const x = (year: number) =>
    FIRST_X + ((year - (years[0] ?? 0)) / (years.length - 1)) * (LAST_X - FIRST_X);
  const y = (value: number) => PADDING_TOP + (1 - value / highest) * (HEIGHT - PADDING_TOP);
  return (
    <svg
      role="img"
      aria-label={`${chartSummary(chart)} ${between}.`}
      width="100%"
      height={HEIGHT + LABELS_HEIGHT}
      className="block overflow-visible text-xs"
    >
      <defs>
        <Hatch id={hatch} className="stroke-[1.5] stroke-teal" />
      </defs>
      <TickLines ticks={ticks} y={y} />
      {years.map((year) => (
        <g key={year}>
          <line
            x1={`${x(year)}%`}
            x2={`${x(year)}%`}
            y1={HEIGHT}
            y2={HEIGHT + 5}
            className="stroke-ink"
          />
          <text
            x={`${x(year)}%`}
            y={HEIGHT + 22}
            textAnchor="middle"
            className={`font-mono ${chart.rows.some(({ label }) => label === `${year}`) ? 'fill-ink' : 'fill-muted'}`}
          >
            {year}
          </text>
        </g>
      ))}
      {chart.rows.map((row) => {
        const { high } = rangeOf(row);
        return (
          <g key={row.label}>
            <rect
              x={`${x(Number(row.label)) - COLUMN_WIDTH / 2}%`}
              y={y(high)}
              width={`${COLUMN_WIDTH}%`}
              height={HEIGHT - y(high)}
              fill={row.expected ? `url(#${hatch})` : 'currentColor'}
              className="stroke-teal text-teal"
            />
            <text
              x={`${x(Number(row.label))}%`}
              y={y(high) - 12}
              textAnchor="middle"
              className="fill-ink stroke-8 stroke-paper font-display text-xl tabular-nums [paint-order:stroke]"
            >
              {row.display}
            </text>
          </g>
        );
      })}
      <line x2="100%" y1={HEIGHT} y2={HEIGHT} className="stroke-ink" />
      <text
        x={`${LAST_X - COLUMN_WIDTH / 2}%`}
        dx="-10"
        y={y(last === undefined ? 0 : rangeOf(last).high) + 12}
        textAnchor="end"
        className="fill-muted stroke-8 stroke-paper [paint-order:stroke]"
      >
        {between}
      </text>
    </svg>
  );
}

function yearsOf({ rows }: Chart): number[] {
  const labelled = rows.map(({ label }) => Number(label));
  const first = Math.min(...labelled);
  return Array.from({ length: Math.max(...labelled) - first + 1 }, (_, index) => first + index);
}
