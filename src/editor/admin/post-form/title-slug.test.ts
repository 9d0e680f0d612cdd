import { expect, test } from 'vitest';
import { slugForTitle } from './use-post-values.ts';

test.each([
  ['a new post’s follows its title, whatever was typed before', true, 'by-hand', 'binding-bias'],
  ['an existing post’s follows its title if it was made from it', false, 'binding', 'binding-bias'],
  ['one that was written by hand stays', false, 'ic50', 'ic50'],
])('slugForTitle: %s', (_, isNew, slug, expected) => {
  expect(slugForTitle(isNew, { title: 'Binding', slug }, 'Binding & Bias')).toBe(expected);
});
