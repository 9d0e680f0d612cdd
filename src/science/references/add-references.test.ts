import { expect, it } from 'vitest';
import { addReferences } from './editing.ts';
import type { Reference } from './reference.ts';

const reference = (given: Partial<Reference>): Reference => ({
  title: 'T',
  url: 'https://doi.org/10.1000/1',
  description: '',
  type: 'article',
  ...given,
});
const csl = { type: 'article-journal', title: 'In full', DOI: '10.1000/ABC' } as const;

it('a work that is pasted twice is listed once', () => {
  const read = [
    reference({ key: 'a', csl, url: 'https://doi.org/10.1000/ABC' }),
    reference({ key: 'a', csl, url: 'https://doi.org/10.1000/abc' }),
    reference({ key: 'b', url: 'http://www.A.test/x/' }),
  ];
  const first = addReferences([], read);
  expect(first.references.map(({ key }) => key)).toEqual(['a', 'b']);
  expect(first.outcome).toBe('2 references were added. 1 reference was already in the list.');
  const again = addReferences(first.references, [
    ...read,
    reference({ key: 'b', url: 'https://a.test/x' }),
  ]);
  expect(again.references).toEqual(first.references);
  expect(again.outcome).toBe('4 references were already in the list.');
});

it('what was read is told apart from the rest of the list: it alone is cited', () => {
  const listed = [reference({ key: 'other', url: 'https://other.test' }), reference({ key: 'a' })];
  const added = addReferences(listed, [
    reference({ key: 'a' }),
    reference({ key: 'b', url: 'https://b.test' }),
  ]);
  expect(added.read.map(({ key }) => key)).toEqual(['a', 'b']);
});

it('another work whose key is taken gets one of its own', () => {
  const listed = [reference({ key: 'smith2020', url: 'https://a.test' })];
  const { references } = addReferences(listed, [reference({ key: 'smith2020' })]);
  expect(references.map(({ key }) => key)).toEqual(['smith2020', 'smith2020a']);
});

it('what the author has written of a reference stays when the work becomes known in full', () => {
  const listed = [
    reference({ title: 'My title', description: 'Why', url: 'https://doi.org/10.1000/abc' }),
    reference({ title: '10.1000/2', url: 'https://doi.org/10.1000/2', key: 'mine' }),
  ];
  const added = addReferences(listed, [
    reference({ key: 'k', csl, title: 'In full' }),
    reference({ key: 'l', csl: { ...csl, DOI: '10.1000/2' }, title: 'Other' }),
  ]);
  expect(added.references).toEqual([
    { ...listed[0], key: 'k', csl },
    { ...listed[1], title: 'Other', csl: { ...csl, DOI: '10.1000/2' } },
  ]);
  expect(added.outcome).toBe('2 references were already in the list, now completed.');
});

it('two hundred are the most that a post has', () => {
  const many = Array.from({ length: 201 }, (_, index) =>
    reference({ key: 'k', url: `https://a.test/${index}` }),
  );
  const added = addReferences([], many);
  expect(added.references).toHaveLength(200);
  expect(added.outcome).toContain('1 reference was left out: a post can have at most 200.');
});
