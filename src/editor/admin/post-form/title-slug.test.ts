import { expect, test } from 'vitest';
import { slugForTitle } from './use-post-values.ts';

test('a new post’s slug follows its title, whatever was typed before', () => {
  const before = { title: 'Binding', slug: 'by-hand' };
  expect(slugForTitle(true, before, 'Binding & Bias')).toBe('binding-bias');
});

test('an existing post’s slug follows its title if it was made from it', () => {
  const before = { title: 'What IC50 means', slug: 'what-ic50-means' };
  expect(slugForTitle(false, before, 'What Ki means')).toBe('what-ki-means');
});

test('a slug written by hand is not overwritten by an edit of the title', () => {
  const before = { title: 'What IC50 means', slug: 'ic50' };
  expect(slugForTitle(false, before, 'What Ki means')).toBe('ic50');
});
