import { expect, test } from 'vitest';
import { funding, roadmap } from '../../../content/investors.ts';
import { timeSpan } from './funding-chart.tsx';

test('an investor sees each round and milestone where its date is on the calendar', () => {
  const spans = (texts: readonly string[]) =>
    texts.map((text) => Object.values(timeSpan(text)).join(' to '));
  expect(spans(funding.rounds.map(({ timeline }) => timeline))).toEqual([
    '2025.75 to 2026.5',
    '2026.5 to 2027.25',
    '2028 to 2029',
  ]);
  expect(spans(roadmap.milestones.map(({ date }) => date))).toEqual([
    '2025.75 to 2026',
    '2026.25 to 2026.5',
    '2027 to 2028',
  ]);
  expect(() => timeSpan('soon')).toThrow('soon');
});
