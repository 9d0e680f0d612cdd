export interface Statistic {
  /** Unique within its page; the anchor of its footnote. */
  id: string;
  value: string;
  label: string;
  footnote: string;
}

export interface ChartRow {
  label: string;
  /** A single value, or the two ends of a range, in the chart's unit. */
  value: number | readonly [low: number, high: number];
  display: string;
  /** A forecast, not a measurement. */
  expected?: boolean;
}

export interface Chart {
  title: string;
  unit: string;
  rows: readonly ChartRow[];
  /** The distance of the axis ticks, in the chart's unit. */
  step: number;
  footnote: string;
}

export const chartLabels = { table: 'The figures as a table' };
