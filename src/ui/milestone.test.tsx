import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { milestoneStatusLabels } from '../content/roadmap.ts';
import { MilestoneBadge } from './milestone.tsx';

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
