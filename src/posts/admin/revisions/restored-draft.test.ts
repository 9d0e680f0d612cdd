import { expect, test } from 'vitest';
import { aPost } from '../../../../test/a-post.ts';
import { authoredFields } from '../../post.ts';
import type { Revision } from '../../revisions.ts';
import { isRestorable, restoredDraft } from './restored-draft.ts';

const present = aPost({
  title: 'Now',
  slug: 'now',
  content: 'Line one\r\nLine two',
  status: 'published',
  publishDate: '2026-03-01T00:00:00.000Z',
  version: 4,
});
const written = authoredFields(present);
const saved = { version: 1, savedAt: '2026-02-01T00:00:00.000Z', savedBy: null };
const earlier: Revision = {
  ...written,
  title: 'Then',
  slug: 'then',
  status: 'draft',
  publishDate: null,
  ...saved,
};

test('text is restored byte for byte, and a public post stays public at its URL', () => {
  const { slug, status, publishDate } = present;
  expect(restoredDraft(earlier, present)).toEqual({
    ...written,
    title: 'Then',
    slug,
    status,
    publishDate,
  });
  // Nothing is saved for a version that equals the current one.
  expect(isRestorable(earlier, present)).toBe(true);
  expect(isRestorable({ ...earlier, title: 'Now' }, present)).toBe(false);
});
