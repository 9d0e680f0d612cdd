import { expect, test } from 'vitest';
import { aPost } from '../../../../test/a-post.ts';
import type { ApiResult } from '../../../admin/api.ts';
import { valuesOfPost } from '../../../posts/admin/post-form-values.ts';
import type { Post } from '../../../posts/post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';
import { storedAlready } from './stored-already.ts';

const ORIGIN = 'https://site.test';
const NOON = '2026-03-01T12:00:00.000Z';

const post = aPost({
  id: '1',
  slug: 'a',
  title: 'A',
  description: '',
  author: 'Site AI',
  tags: [],
  coverImage: '',
  coverImageCaption: '',
  status: 'published',
  publishDate: null,
  citationStyle: 'numbered',
  isResearch: false,
  date: NOON,
  updated_at: NOON,
  readingTime: 1,
  references: [],
  version: 1,
  etag: 'a.1',
  content: 'Text',
  contentHtml: '<p>Text</p>',
});
const sent = valuesOfPost(post, ORIGIN);

function rejected(current: Post | UnpublishedChanges): ApiResult<never> {
  return {
    ok: false,
    failure: { kind: 'rejected', status: 409, detail: 'Meanwhile', issues: [], current },
  };
}

function changesAt(publishAt: string | null): UnpublishedChanges {
  return { etag: '1', savedAt: NOON, savedBy: null, publishAt, problem: null, post };
}

test('a save whose answer was lost is found stored, so that its retry is no conflict', () => {
  expect(storedAlready(rejected(post), sent, undefined, ORIGIN)).toEqual({ post });
  const changes = changesAt(NOON);
  expect(storedAlready(rejected(changes), sent, NOON, ORIGIN)).toEqual({ changes });
});

test('another text, or a save of the other kind, is a conflict', () => {
  const other = { ...post, content: 'Of somebody else' };
  expect(storedAlready(rejected(other), sent, undefined, ORIGIN)).toBeNull();
  expect(storedAlready(rejected(post), sent, null, ORIGIN)).toBeNull();
  for (const publishAt of [undefined, null, '2026-03-01T13:00:00.000Z']) {
    expect(storedAlready(rejected(changesAt(NOON)), sent, publishAt, ORIGIN)).toBeNull();
  }
});
