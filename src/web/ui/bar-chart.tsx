import { useId } from 'react';
import type { Chart } from '../../content/figures.ts';
import { axisOf, chartSummary, Hatch, rangeOf } from './chart.tsx';

const ROW = 64;
const BAR = 14;
const AXIS = 30;

/** Bars along an axis. Ranges are hatched between their ends; expected values are dashed. */
export function BarChart({ chart }: { chart: Chart }) {
  const hatch = useId();
  const marks = axisOf(chart);
  const end = marks.at(-1) ?? 1;
  const height = chart.rows.length * ROW;
  const at = (value: number) => `${(value / end) * 100}%`;
  return (
    <svg
      role="img"
      aria-label={chartSummary(chart)}
      width="100%"
      height={height + AXIS}
      className="block overflow-visible text-xs"
    >
      <defs>
        <Hatch id={hatch} className="stroke-[1.5] stroke-ink" />
        <Hatch id={`${hatch}-expected`} className="stroke-[1.5] stroke-teal" />
      </defs>
      {marks.map((mark, index) => (
        <g key={mark}>
          <line x1={at(mark)} x2={at(mark)} y1="0" y2={height} className="stroke-line" />
          <text
            x={at(mark)}
            y={height + 20}
            textAnchor={anchor(index, marks.length)}
            className="fill-muted font-mono"
          >
            {mark}
          </text>
        </g>
      ))}
      {chart.rows.map((row, index) => {
        const { low, high } = rangeOf(row);
        const y = index * ROW + 34;
        const look = row.expected
          ? { bar: `url(#${hatch}-expected)`, line: 'stroke-teal', range: 'none' }
          : { bar: 'currentColor', line: 'stroke-ink', range: `url(#${hatch})` };
        return (
          <g key={row.label}>
            <text y={y - 12} className="stroke-8 stroke-paper [paint-order:stroke]">
              <tspan className="fill-muted">{row.label}</tspan>
              <tspan dx="10" className="fill-ink font-medium text-sm tabular-nums">
                {row.display}
              </tspan>
            </text>
            <rect y={y} width={at(low)} height={BAR} fill={look.bar} className={look.line} />
            <rect
              x={at(low)}
              y={y}
              width={at(high - low)}
              height={BAR}
              fill={look.range}
              strokeDasharray={row.expected ? '3 3' : undefined}
              className={look.line}
            />
          </g>
        );
      })}
      <line x2="100%" y1={height} y2={height} className="stroke-ink" />
    </svg>
  );
}

/** Keeps the first and the last label within the chart. */
function anchor(index: number, count: number) {
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}
