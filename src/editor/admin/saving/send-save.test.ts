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
  const published = { status: 'published' } as const;
  const later = { ...published, isUnpublished: true, publishAt: AT };
  const never = { ...later, publishAt: null };
  for (const [expected, request, stored, sent = values] of [
    [true, published, null],
    [false, published, null, { ...values, title: 'B' }],
    [false, { status: 'draft' }, null],
    [false, published, changes],
    [true, later, changes],
    [false, later, null],
    [false, never, changes],
    [true, never, { ...changes, publishAt: null }],
  ] as const) {
    expect(isDone({ seen, sent, request }, { post, changes: stored }, ORIGIN)).toBe(expected);
  }
});
