import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { milestoneStatusLabels } from '../content/roadmap.ts';
import { hasEnded, MilestoneBadge } from './milestones.tsx';

test.each([
  ['upcoming', 'bg-amber-tint'],
  ['planned', 'bg-stone-tint'],
  ['done', 'bg-teal/8'],
  ['postponed', 'bg-stone-tint'],
  ['', 'bg-stone-tint'],
])('a milestone that is "%s" has the colour of its status: %s', (status, colour) => {
  expect(renderToStaticMarkup(<MilestoneBadge status={status} label="Label" />)).toContain(colour);
});

test('a milestone says its status in words', () => {
  expect(milestoneStatusLabels).toEqual({ upcoming: 'Upcoming', planned: 'Planned', done: 'Done' });
});

test('a date on a roadmap has passed once its period is over, not before', () => {
  const now = new Date('2026-11-22T00:00:00Z');
  const passed = ['Q4 2025', 'Q2 2026', 'Q3 2026', '2025', 'Q4 2025 to Q2 2026'];
  const ahead = ['Q4 2026', '2026', '2027', 'Q3 2026 to Q1 2027', '2028+', 'when it is ready'];
  const periods = [...passed, ...ahead];
  expect(periods.filter((period) => hasEnded(period, now))).toEqual(passed);
  expect(hasEnded('Q4 2025', new Date('2025-12-31T23:59:59Z'))).toBe(false);
  expect(hasEnded('Q4 2025', new Date('2026-01-01T00:00:00Z'))).toBe(true);
});
