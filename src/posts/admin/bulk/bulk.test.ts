import { expect, test } from 'vitest';
import type { AdminPostSummary } from '../../reading.ts';
import { fieldsAfter, questionBefore } from './bulk.ts';

const NOW = '2026-03-01T09:00:00.000Z';
const LATER = '2026-03-02T09:00:00.000Z';

const post = (fields: Partial<AdminPostSummary>) =>
  ({ status: 'published', date: NOW, publishDate: null, tags: [], ...fields }) as AdminPostSummary;

const live = post({});
const scheduled = post({ date: LATER, publishDate: LATER });
const draft = post({ status: 'draft' });

test('questionBefore: nothing leaves the site or reaches it without a question that says how many posts do', () => {
  const ask = (kind: 'publish' | 'make-draft' | 'move-to-trash', posts: AdminPostSummary[]) =>
    questionBefore({ kind }, posts, NOW);
  expect(ask('make-draft', [live, draft, scheduled])).toMatch(
    /^Make 3 posts drafts\? On the site now: 1\./,
  );
  expect(ask('make-draft', [draft, scheduled])).toBeNull();
  expect(ask('publish', [draft, live])).toMatch(/^Publish 1 post\?/);
  expect(ask('publish', [live])).toBeNull();
  expect(ask('move-to-trash', [live, live])).toBe(
    'Move 2 posts to the trash? On the site now: 2. What is there can be restored for 30 days.',
  );
  expect(questionBefore({ kind: 'add-tag', tag: 'x', known: [] }, [live], NOW)).toBeNull();
});

test('fieldsAfter: an action edits one field, and nothing where that is so already; tags are the same in any letter case', () => {
  const known = ['New'];
  const tagged = post({ tags: ['Assays', 'assays', 'Other'] });
  expect(fieldsAfter({ kind: 'add-tag', tag: 'ASSAYS ', known }, tagged)).toBeNull();
  expect(fieldsAfter({ kind: 'add-tag', tag: ' new ', known }, draft)).toEqual({ tags: ['New'] });
  expect(fieldsAfter({ kind: 'remove-tag', tag: 'aSSays', known }, tagged)).toEqual({
    tags: ['Other'],
  });
  expect(fieldsAfter({ kind: 'remove-tag', tag: 'None', known }, tagged)).toBeNull();
  expect(fieldsAfter({ kind: 'publish' }, live)).toBeNull();
  expect(fieldsAfter({ kind: 'make-draft' }, live)).toEqual({ status: 'draft' });
});
