import type { Chart } from '../content/figures.ts';
import { axisTicks, chartSummary, rangeOf } from './chart.tsx';
import { Dots } from './dots.tsx';

const ROWS = 5;
const AXIS_HEIGHT = 30;

export function UnitChart({ chart, unit }: { chart: Chart; unit: number }) {
  const [row] = chart.rows;
  if (row === undefined) return null;
  const count = Math.round(rangeOf(row).high / unit);
  const width = Math.ceil(count / ROWS) * ROWS * unit;
  const at = (value: number) => `${(value / width) * 100}%`;
  return (
    <div role="img" aria-label={chartSummary(chart)}>
      <Dots count={count} rows={ROWS} className="w-full text-ink" />
      <svg
        aria-hidden="true"
        width="100%"
        height={AXIS_HEIGHT}
        className="block overflow-visible text-xs"
      >
        {axisTicks(chart)
          .filter((tick) => tick <= width)
          .map((tick) => (
            <g key={tick}>
              <line x1={at(tick)} x2={at(tick)} y1="5" y2="10" className="stroke-muted" />
              <text
                x={at(tick)}
                y="24"
                textAnchor={tick === 0 ? 'start' : 'middle'}
                className="fill-muted font-mono"
              >
                {tick}
              </text>
            </g>
          ))}
      </svg>
    </div>
  );
}
