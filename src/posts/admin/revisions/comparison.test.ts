import { describe, expect, test } from 'vitest';
import { comparisonIn, comparisonQuery } from './comparison.ts';

const VERSIONS = [12, 11, 9, 1];
const wanted = (query: string) => comparisonIn(VERSIONS, new URLSearchParams(query));

describe('the URL of the revisions', () => {
  test.each([
    ['nothing shows what the last save changed', '', { version: 12, against: 11 }],
    ['a version shows what that save changed', 'version=11', { version: 11, against: 9 }],
    ['two versions are compared', 'version=1&against=12', { version: 1, against: 12 }],
    ['the first version has nothing before it', 'version=1', { version: 1, against: null }],
    ['what is not there is passed over', 'version=7&against=x', { version: 12, against: 11 }],
    ['a version is not compared with itself', 'version=9&against=9', { version: 9, against: 1 }],
  ])('%s', (_, query, comparison) => {
    expect(wanted(query)).toEqual(comparison);
  });

  test('leads back to the comparison that it was made for', () => {
    for (const version of VERSIONS) {
      for (const against of VERSIONS.filter((other) => other !== version)) {
        const comparison = { version, against };
        expect(wanted(comparisonQuery(VERSIONS, comparison))).toEqual(comparison);
      }
    }
    expect(comparisonQuery(VERSIONS, { version: 1, against: null })).toBe('?version=1');
    expect(comparisonQuery(VERSIONS, { version: 12, against: 11 })).toBe('?version=12');
  });

  test('is that of the only version where a post was saved once', () => {
    expect(comparisonIn([1], new URLSearchParams())).toEqual({ version: 1, against: null });
  });
});
