import { expect, test } from 'vitest';
import type { BulkResult } from '../../bulk-editing.ts';
import type { AdminPostSummary } from '../../reading.ts';
import { questionBefore, summaryOf, tagsOf } from './bulk-messages.ts';

const NOW = '2026-03-01T09:00:00.000Z';
const LATER = '2026-03-02T09:00:00.000Z';

const post = (fields: Partial<AdminPostSummary>) =>
  ({ status: 'published', date: NOW, publishDate: null, tags: [], ...fields }) as AdminPostSummary;

const live = post({});
const scheduled = post({ date: LATER, publishDate: LATER });
const draft = post({ status: 'draft' });
const dated = post({ status: 'draft', publishDate: LATER });

test('nothing leaves the site or reaches it without a question that says how many posts do', () => {
  const ask = (kind: 'publish' | 'make-draft' | 'move-to-trash', posts: AdminPostSummary[]) =>
    questionBefore({ kind }, posts, NOW);
  expect(ask('make-draft', [live])).toBe(
    'This post is on the site. As a draft it is taken off the site, until published again. Make 1 post a draft?',
  );
  expect(ask('make-draft', [live, draft, scheduled])).toBe(
    '1 of these posts is on the site. As a draft it is taken off the site, until published again. Make 3 posts drafts?',
  );
  expect(ask('make-draft', [draft, scheduled])).toBeNull();
  expect(ask('publish', [draft, dated, live])).toBe(
    'Publish 2 posts? 1 becomes public at once and 1 becomes public on its publish date.',
  );
  expect(ask('publish', [dated])).toBe('Publish 1 post? It becomes public on its publish date.');
  expect(ask('publish', [live])).toBeNull();
  expect(ask('move-to-trash', [live, live])).toBe(
    'These posts are on the site. Move 2 posts to the trash? What is there can be restored for 30 days.',
  );
  expect(ask('move-to-trash', [draft])).toBe(
    'Move 1 post to the trash? What is there can be restored for 30 days.',
  );
  expect(questionBefore({ kind: 'add-tag', tag: 'x' }, [live], NOW)).toBeNull();
});

test('every post is accounted for in what an action did', () => {
  const results = (
    ['changed', 'changed', 'conflict', 'unchanged', 'missing', 'refused'] as const
  ).map((outcome) => ({ outcome }) as BulkResult);
  expect(summaryOf({ kind: 'add-tag', tag: ' Assays' }, results)).toBe(
    'Add tag “Assays”: 2 changed, 1 was already up to date, 1 was changed by someone else in the meantime, 1 was deleted in the meantime, 1 refused.',
  );
  expect(summaryOf({ kind: 'move-to-trash' }, results.slice(0, 2))).toBe('Move to trash: 2 moved.');
});

test('the tags to remove are those that the posts have, with how many have them', () => {
  const posts = [['Assays', 'B'], ['assays'], ['A']].map((tags) => post({ tags }));
  expect(tagsOf(posts).map(({ tag, count }) => `${tag} ${count}`)).toEqual([
    'Assays 2',
    'A 1',
    'B 1',
  ]);
});
