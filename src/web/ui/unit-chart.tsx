import type { Chart } from '../../content/figures.ts';
import { axisOf, chartSummary, rangeOf } from './chart.tsx';
import { Dots } from './dots.tsx';

const ROWS = 5;
const AXIS = 30;

type UnitChartProps = {
  chart: Chart;
  /** The value of a dot, in the chart's unit. */
  unit: number;
};

/** The chart's only value as dots, column by column, over an axis. */
export function UnitChart({ chart, unit }: UnitChartProps) {
  const [row] = chart.rows;
  if (row === undefined) return null;
  const count = Math.round(rangeOf(row).high / unit);
  const width = Math.ceil(count / ROWS) * ROWS * unit;
  const at = (value: number) => `${(value / width) * 100}%`;
  return (
    <div role="img" aria-label={chartSummary(chart)}>
      <Dots count={count} rows={ROWS} className="w-full text-ink" />
      <svg aria-hidden="true" width="100%" height={AXIS} className="block overflow-visible text-xs">
        {axisOf(chart)
          .filter((mark) => mark <= width)
          .map((mark) => (
            <g key={mark}>
              <line x1={at(mark)} x2={at(mark)} y1="5" y2="10" className="stroke-muted" />
              <text
                x={at(mark)}
                y="24"
                textAnchor={mark === 0 ? 'start' : 'middle'}
                className="fill-muted font-mono"
              >
                {mark}
              </text>
            </g>
          ))}
      </svg>
    </div>
  );
}
