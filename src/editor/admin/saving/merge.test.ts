import { expect, test } from 'vitest';
import { newPostValues } from '../../../posts/admin/post-form-values.ts';
import { mergeVersions } from './merge.ts';

const BASE = { ...newPostValues('Site AI'), title: 'A', tags: ['x'] };

/** Merges texts, with what both sides changed beside them. */
const merged = (base: string, mine: string, theirs: string) =>
  mergeVersions(
    { ...BASE, content: base },
    { ...BASE, title: 'Mine', content: mine },
    { ...BASE, tags: ['x', 'y'], content: theirs },
  );

test.each([
  ['One\n\nTwo\n', 'One, mine\n\nTwo\n', 'One\n\nTwo, theirs\n', 'One, mine\n\nTwo, theirs\n'],
  ['One\n', 'One, better\n', 'One, better\n', 'One, better\n'],
  [
    'One\r\n\r\nTwo  \r\n',
    'One\r\n\r\nTwo  \r\nThree\r\n',
    'One\r\n\r\nTwo  \r\n',
    'One\r\n\r\nTwo  \r\nThree\r\n',
  ],
  ['One\r\nTwo  \r\n', 'One\r\nTwo  \r\n', 'One\r\nTwo  \r\nThree', 'One\r\nTwo  \r\nThree'],
])('changes of different parts of %j lose nothing, to the byte', (base, mine, theirs, content) => {
  const { disagreements, resolve } = merged(base, mine, theirs);
  expect(disagreements).toEqual([]);
  expect(resolve([])).toEqual({ ...BASE, title: 'Mine', tags: ['x', 'y'], content });
});

test.each([
  ['mine', 'Two, mine'],
  ['theirs', 'Two, theirs'],
  ['both', 'Two, mine\n\nTwo, theirs'],
] as const)('changes of the same lines are told, and resolved as %s', (choice, lines) => {
  const { disagreements, resolve } = merged('1\n\nTwo\n', '1\n\nTwo, mine\n', '1\n\nTwo, theirs\n');
  expect(disagreements).toEqual([{ mine: 'Two, mine', theirs: 'Two, theirs' }]);
  expect(resolve([choice]).content).toBe(`1\n\n${lines}\n`);
});
