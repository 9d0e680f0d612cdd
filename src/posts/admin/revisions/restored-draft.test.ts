import { expect, test } from 'vitest';
import { aPost } from '../../../../test/a-post.ts';
import { authoredFields, type Post } from '../../post.ts';
import type { Revision } from '../../revisions.ts';
import { isRestorable, restoredDraft } from './restored-draft.ts';

const written = {
  ...authoredFields(aPost()),
  title: 'Now',
  description: '',
  content: 'Line one\r\nLine two',
  author: 'Site AI',
  tags: ['Assays'],
  coverImage: '',
  coverImageCaption: '',
  references: [],
};

const present: Post = {
  ...written,
  id: 'cc97444b-f95b-4484-909d-319fb3ba9e55',
  slug: 'now',
  status: 'published',
  publishDate: '2026-03-01T00:00:00.000Z',
  citationStyle: 'numbered',
  isResearch: false,
  date: '2026-03-01T00:00:00.000Z',
  updated_at: '2026-03-02T00:00:00.000Z',
  readingTime: 1,
  contentHtml: '',
  version: 4,
  etag: 'a.4',
};

const earlier: Revision = {
  ...written,
  title: 'Then',
  slug: 'then',
  status: 'draft',
  publishDate: null,
  citationStyle: 'numbered',
  isResearch: false,
  version: 1,
  savedAt: '2026-02-01T00:00:00.000Z',
  savedBy: null,
};

test('text is restored byte for byte, and a public post stays public at its URL', () => {
  expect(restoredDraft(earlier, present)).toEqual({
    ...written,
    title: 'Then',
    slug: 'now',
    status: 'published',
    publishDate: '2026-03-01T00:00:00.000Z',
    citationStyle: 'numbered',
    isResearch: false,
  });
});

test('nothing is saved for a version that equals the current one', () => {
  expect(isRestorable(earlier, present)).toBe(true);
  expect(isRestorable({ ...earlier, title: 'Now' }, present)).toBe(false);
});
