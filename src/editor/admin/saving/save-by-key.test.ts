import { expect, it } from 'vitest';
import { publishDateField } from '../../../admin/publish-date.ts';
import type { Post } from '../../../posts/post.ts';
import { saveByKey } from './save-by-key.ts';

const NOW = '2026-03-01T09:00:00.000Z';
const [PAST, AHEAD] = ['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'];

const post = (status: Post['status'], date: string) =>
  ({ status, date, publishDate: date }) as Post;
const form = (status: Post['status'], date: string | null) => ({
  status,
  publishDate: publishDateField(date),
});

it('Ctrl+S publishes neither a draft nor changes, and unpublishes or unschedules no post', () => {
  const draft = { status: 'draft', isInPlace: true };
  expect(saveByKey(null, form('published', null), NOW)).toEqual(draft);
  expect(saveByKey(post('draft', PAST), form('published', PAST), NOW)).toEqual(draft);
  expect(saveByKey(post('draft', AHEAD), form('published', AHEAD), NOW)).toEqual(draft);
  const scheduled = post('published', AHEAD);
  const stays = { status: 'published', isInPlace: true };
  expect(saveByKey(scheduled, form('published', AHEAD), NOW)).toEqual(stays);
  for (const date of [null, PAST]) {
    expect(saveByKey(scheduled, form('published', date), NOW)).toEqual(draft);
  }
  expect(saveByKey(scheduled, form('draft', AHEAD), NOW)).toEqual(draft);
  const onSite = post('published', PAST);
  const unpublished = { status: 'published', isInPlace: true, isUnpublished: true };
  expect(saveByKey(onSite, form('published', null), NOW)).toEqual(unpublished);
  expect(saveByKey(onSite, form('draft', null), NOW)).toEqual(unpublished);
});
