import { useId } from 'react';
import type { Chart } from '../content/figures.ts';
import { axisTicks, chartSummary, Hatch, rangeOf } from './chart.tsx';

const ROW_HEIGHT = 64;
const BAR_HEIGHT = 14;
const AXIS_HEIGHT = 30;

/** Bars along an axis. Ranges are hatched between their ends; expected values are dashed. */
export function BarChart({ chart }: { chart: Chart }) {
  const hatch = useId();
  const ticks = axisTicks(chart);
  const end = ticks.at(-1) ?? 1;
  const height = chart.rows.length * ROW_HEIGHT;
  const at = (value: number) => `${(value / end) * 100}%`;
  return (
    <svg
      role="img"
      aria-label={chartSummary(chart)}
      width="100%"
      height={height + AXIS_HEIGHT}
      className="block overflow-visible text-xs"
    >
      <defs>
        <Hatch id={hatch} className="stroke-[1.5] stroke-ink" />
        <Hatch id={`${hatch}-expected`} className="stroke-[1.5] stroke-teal" />
      </defs>
      {ticks.map((tick, index) => (
        <g key={tick}>
          <line x1={at(tick)} x2={at(tick)} y1="0" y2={height} className="stroke-line" />
          <text
            x={at(tick)}
            y={height + 20}
            textAnchor={anchor(index, ticks.length)}
            className="fill-muted font-mono"
          >
            {tick}
          </text>
        </g>
      ))}
      {chart.rows.map((row, index) => {
        const { low, high } = rangeOf(row);
        const y = index * ROW_HEIGHT + 34;
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
            <rect y={y} width={at(low)} height={BAR_HEIGHT} fill={look.bar} className={look.line} />
            <rect
              x={at(low)}
              y={y}
              width={at(high - low)}
              height={BAR_HEIGHT}
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

function anchor(index: number, count: number) {
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}
