import type { ReactNode } from 'react';
import { type Chart, type ChartRow, chartLabels } from '../content/figures.ts';
import { Icon } from './icon.tsx';

type ChartFigureProps = {
  chart: Chart;
  children: ReactNode;
  className?: string;
};

export function ChartFigure({ chart, children, className = '' }: ChartFigureProps) {
  const { title, unit, rows, footnote } = chart;
  return (
    <figure className={`border-ink border-t pt-4 ${className}`}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="font-display text-lg leading-tight">{title}</span>
        <span className="eyebrow">{unit}</span>
      </p>
      <div className="mt-6">{children}</div>
      <FigureTable title={`${title} (${unit})`} rows={rows} />
      <figcaption className="mt-1 text-muted text-xs leading-relaxed">{footnote}</figcaption>
    </figure>
  );
}

type FigureTableProps = {
  title: string;
  rows: readonly Pick<ChartRow, 'label' | 'display'>[];
};

export function FigureTable({ title, rows }: FigureTableProps) {
  return (
    <details className="group text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-muted text-xs transition-colors hover:text-teal">
        <Icon
          name="plus"
          className="size-4 text-teal transition-transform duration-200 group-open:rotate-45"
        />
        {chartLabels.table}
      </summary>
      <table className="mb-3 w-full border-collapse text-left">
        <caption className="sr-only">{title}</caption>
        <tbody>
          {rows.map(({ label, display }) => (
            <tr key={label} className="border-line border-t last:border-b">
              <th scope="row" className="py-2 pr-4 font-normal text-muted">
                {label}
              </th>
              <td className="whitespace-nowrap py-2 text-right tabular-nums">{display}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function chartSummary({ title, rows }: Chart): string {
  return `${title}. ${rows.map(({ label, display }) => `${label}: ${display}`).join('; ')}.`;
}

export function rangeOf({ value }: ChartRow): { low: number; high: number } {
  return typeof value === 'number'
    ? { low: value, high: value }
    : { low: value[0], high: value[1] };
}

export function axisTicks({ rows, step }: Pick<Chart, 'rows' | 'step'>): number[] {
  const longest = Math.max(...rows.map((row) => rangeOf(row).high));
  return Array.from({ length: Math.ceil(longest / step) + 1 }, (_, index) => index * step);
}

export function TickLines({
  ticks,
  y,
}: {
  ticks: readonly number[];
  y: (value: number) => number;
}) {
  return ticks.slice(1).map((tick) => (
    <g key={tick}>
      <line x2="100%" y1={y(tick)} y2={y(tick)} className="stroke-line" />
      <text y={y(tick) - 5} className="fill-muted font-mono">
        {tick}
      </text>
    </g>
  ));
}

export function Hatch({ id, className }: { id: string; className: string }) {
  return (
    <pattern
      id={id}
      width="4"
      height="4"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <path d="M0 0V4" className={className} />
    </pattern>
  );
}
