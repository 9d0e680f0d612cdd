import { expect, it } from 'vitest';
import { newPostValues } from './post-form-values.ts';
import { isNothingTyped, NOTHING_TYPED, withTyped } from './typed-fields.ts';

const { content: _, ...VALUES } = newPostValues('A');
const { reference: NONE } = NOTHING_TYPED;

it('a tag and a reference that are typed but not added are part of what is saved', () => {
  const reference = { ...NONE, url: ' https://a.test/ ', type: 'book' as const };
  expect(withTyped({ ...VALUES, tags: ['a'] }, { tag: ' b ', reference })).toMatchObject({
    tags: ['a', 'b'],
    references: [{ url: 'https://a.test/', type: 'book' }],
  });
  expect(withTyped({ ...VALUES, tags: ['a'] }, { ...NOTHING_TYPED, tag: 'a' })).toEqual({
    ...VALUES,
    tags: ['a'],
  });
  expect(withTyped(VALUES, NOTHING_TYPED)).toEqual(VALUES);
});

it('a reference without a URL stops a save, so that its title is not dropped', () => {
  const begun = { tag: '', reference: { ...NONE, title: 'A paper' } };
  expect(withTyped(VALUES, begun)).toBeNull();
  expect(isNothingTyped(begun)).toBe(false);
  expect(isNothingTyped({ tag: ' ', reference: { ...NONE, type: 'book' } })).toBe(true);
});
