import { expect, test } from 'vitest';
import { aPost } from '../../../../test/a-post.ts';
import { FIELD_NAMES, pickFields } from '../../fields.ts';
import type { Revision } from '../../revisions.ts';
import { comparisonIn, restoredDraft } from './history.ts';

test('restoredDraft: text is restored byte for byte, and a public post stays public at its URL', () => {
  const current = aPost({
    title: 'Now',
    slug: 'now',
    content: 'Line one\r\nLine two',
    status: 'published',
    publishDate: '2026-03-01T00:00:00.000Z',
    version: 4,
  });
  const written = pickFields(current, FIELD_NAMES);
  const earlier: Revision = {
    ...written,
    ...{ title: 'Then', slug: 'then', status: 'draft', publishDate: null },
    ...{ version: 1, savedAt: '2026-02-01T00:00:00.000Z', savedBy: null },
  };
  expect(restoredDraft(earlier, current)).toEqual({ ...written, title: 'Then' });
});

test('comparisonIn: the URL names what is compared; without, what the last save changed', () => {
  for (const [query, comparison] of [
    ['', { version: 12, against: 11 }],
    ['version=11', { version: 11, against: 9 }],
    ['version=1&against=12', { version: 1, against: 12 }],
    ['version=1', { version: 1, against: null }],
    ['version=7&against=x', { version: 12, against: 11 }],
    ['version=9&against=9', { version: 9, against: 1 }],
  ] as const) {
    expect(comparisonIn([12, 11, 9, 1], new URLSearchParams(query)), query).toEqual(comparison);
  }
  expect(comparisonIn([1], new URLSearchParams())).toEqual({ version: 1, against: null });
});
