import { expect, test } from 'vitest';
import { newPostValues, valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import type { Post } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import { isDone } from './send-save.ts';

test('isDone: a save whose answer was lost is done if the same text is stored, as public and at the same time as was wanted', () => {
  const ORIGIN = 'https://ligara.example';
  const AT = '2027-01-01T00:00:00.000Z';
  const post = { ...newPostValues('A'), publishDate: null, title: 'A', etag: 'x.1' } as Post;
  const values = valuesOfPost(post, ORIGIN);
  const changes = { post, publishAt: AT, problem: null } as UnpublishedChanges;
  const seen = { post, changes: null };
  const isStored = (
    request: Parameters<typeof isDone>[0]['request'],
    stored: Parameters<typeof isDone>[1],
    sent = values,
  ) => isDone({ seen, sent, request }, stored, ORIGIN);
  const published = { status: 'published' } as const;
  expect(isStored(published, { post, changes: null })).toBe(true);
  expect(isStored(published, { post, changes: null }, { ...values, title: 'B' })).toBe(false);
  expect(isStored({ status: 'draft' }, { post, changes: null })).toBe(false);
  expect(isStored(published, { post, changes })).toBe(false);
  const later = { ...published, isUnpublished: true, publishAt: AT };
  expect(isStored(later, { post, changes })).toBe(true);
  expect(isStored(later, { post, changes: null })).toBe(false);
  expect(isStored({ ...later, publishAt: null }, { post, changes })).toBe(false);
  expect(
    isStored({ ...later, publishAt: null }, { post, changes: { ...changes, publishAt: null } }),
  ).toBe(true);
});
