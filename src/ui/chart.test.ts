import { describe, expect, it } from 'vitest';
import { axisTicks, chartSummary, rangeOf } from './chart.tsx';

const chart = {
  title: 'Time from idea to medicine',
  unit: 'Years',
  rows: [
    { label: 'Today', value: [15, 20] as const, display: '15–20 years' },
    { label: 'Hoped for', value: 7, display: '7 years' },
  ],
  step: 5,
  footnote: '',
};

describe('a chart', () => {
  it('has an axis from zero to the first tick that no row exceeds', () => {
    expect(axisTicks(chart)).toEqual([0, 5, 10, 15, 20]);
    expect(axisTicks({ ...chart, step: 15 })).toEqual([0, 15, 30]);
    expect(axisTicks({ rows: [{ label: '', value: 2.23, display: '' }], step: 0.5 })).toEqual([
      0, 0.5, 1, 1.5, 2, 2.5,
    ]);
  });

  it('takes a single value for both ends of a range', () => {
    expect(chart.rows.map(rangeOf)).toEqual([
      { low: 15, high: 20 },
      { low: 7, high: 7 },
    ]);
  });

  it('has all its values in its text alternative', () => {
    expect(chartSummary(chart)).toBe(
      'Time from idea to medicine. Today: 15–20 years; Hoped for: 7 years.',
    );
  });
});
