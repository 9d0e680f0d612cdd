import { expect, test } from 'vitest';
import type { AdminPostSummary } from '../../reading.ts';
import { fieldsAfter, questionBefore } from './bulk.ts';

const NOW = '2026-03-01T09:00:00.000Z';

const post = (fields: Partial<AdminPostSummary>) =>
  ({ status: 'published', date: NOW, tags: [], ...fields }) as AdminPostSummary;

const live = post({});
const draft = post({ status: 'draft' });

test('questionBefore: nothing leaves the site or reaches it without a question that says how many posts do', () => {
  const posts = [live, draft, post({ date: '2026-03-02T09:00:00.000Z' })];
  expect(questionBefore({ kind: 'make-draft' }, posts, NOW)).toBe(
    'Make draft: 3 posts? On the site now: 1. Drafts are taken off the site until they are published again.',
  );
  expect(questionBefore({ kind: 'add-tag', tag: 'x', known: [] }, [live], NOW)).toBeNull();
});

test('fieldsAfter: an action edits one field, and nothing where that is so already; tags are the same in any letter case', () => {
  const known = ['New'];
  const tagged = post({ tags: ['Assays', 'assays', 'Other'] });
  for (const [action, before, after] of [
    [{ kind: 'add-tag', tag: 'ASSAYS ', known }, tagged, null],
    [{ kind: 'add-tag', tag: ' new ', known }, draft, { tags: ['New'] }],
    [{ kind: 'remove-tag', tag: 'aSSays', known }, tagged, { tags: ['Other'] }],
    [{ kind: 'remove-tag', tag: 'None', known }, tagged, null],
    [{ kind: 'publish' }, live, null],
    [{ kind: 'make-draft' }, live, { status: 'draft' }],
  ] as const) {
    expect(fieldsAfter(action, before)).toEqual(after);
  }
});
