/** A figure that a page quotes. */
export interface Statistic {
  /** Unique within its page; the anchor of its footnote. */
  id: string;
  value: string;
  label: string;
  /** What the figure measures and, where it is known, whose it is. */
  footnote: string;
}

export interface ChartRow {
  label: string;
  /** A single value, or the two ends of a range, in the chart's unit. */
  value: number | readonly [low: number, high: number];
  /** The value as it is printed. */
  display: string;
  /** Not measured: somebody expects it. */
  expected?: boolean;
}

/** A small chart; its rows are also the table behind it. */
export interface Chart {
  title: string;
  unit: string;
  rows: readonly ChartRow[];
  /** From one mark of the axis to the next, in the chart's unit. */
  step: number;
  footnote: string;
}

export const chartLabels = { table: 'The figures as a table' };
