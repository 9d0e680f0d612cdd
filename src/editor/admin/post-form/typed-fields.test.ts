import { expect, it } from 'vitest';
import { newPostValues } from '../../../posts/admin/post-form-values.ts';
import { isNothingTyped, NOTHING_TYPED, typedProblem, withTyped } from './use-post-values.ts';

const { content: _, ...VALUES } = newPostValues('A');
const { reference: NONE } = NOTHING_TYPED;

it('a tag and a reference that are typed but not added are part of what is saved', () => {
  const reference = { ...NONE, url: ' https://a.test/ ', type: 'book' as const, key: ' a b ' };
  expect(
    withTyped({ ...VALUES, tags: ['a'] }, { ...NOTHING_TYPED, tag: ' b ', reference }),
  ).toMatchObject({
    tags: ['a', 'b'],
    references: [{ url: 'https://a.test/', type: 'book', key: 'a-b' }],
  });
  expect(withTyped({ ...VALUES, tags: ['a'] }, { ...NOTHING_TYPED, tag: 'a' })).toEqual({
    ...VALUES,
    tags: ['a'],
  });
  expect(withTyped(VALUES, NOTHING_TYPED)).toEqual(VALUES);
});

it('a reference without a URL, and pasted ones that were not read, stop a save that would drop them', () => {
  const begun = { ...NOTHING_TYPED, reference: { ...NONE, title: 'A paper' } };
  expect(typedProblem(begun)).toContain('it has no URL');
  expect(isNothingTyped(begun)).toBe(false);
  const pasted = { ...NOTHING_TYPED, pasted: '@book{' };
  expect(typedProblem(pasted)).toContain('have not been read');
  expect(isNothingTyped(pasted)).toBe(false);
  const blank = { tag: ' ', reference: { ...NONE, type: 'book' as const }, pasted: '\n' };
  expect(isNothingTyped(blank)).toBe(true);
  expect(typedProblem(blank)).toBeNull();
});
