import { expect, test } from 'vitest';
import { comparisonIn, comparisonQuery } from './comparison.ts';

const VERSIONS = [12, 11, 9, 1];
const wanted = (query: string) => comparisonIn(VERSIONS, new URLSearchParams(query));

test('the URL of the revisions names what is compared: without, what the last save changed', () => {
  for (const [query, comparison] of [
    ['', { version: 12, against: 11 }],
    ['version=11', { version: 11, against: 9 }],
    ['version=1&against=12', { version: 1, against: 12 }],
    ['version=1', { version: 1, against: null }],
    ['version=7&against=x', { version: 12, against: 11 }],
    ['version=9&against=9', { version: 9, against: 1 }],
  ] as const) {
    expect(wanted(query), query).toEqual(comparison);
  }
  expect(comparisonIn([1], new URLSearchParams())).toEqual({ version: 1, against: null });
  for (const version of VERSIONS) {
    for (const against of VERSIONS.filter((other) => other !== version)) {
      const comparison = { version, against };
      expect(wanted(comparisonQuery(VERSIONS, comparison))).toEqual(comparison);
    }
  }
  expect(comparisonQuery(VERSIONS, { version: 12, against: 11 })).toBe('?version=12');
});
