import { describe, expect, test } from 'vitest';
import type { Post } from '../../../posts/post.ts';
import { saveOutcome } from './use-save-actions.ts';

const now = new Date('2026-11-22T02:00:00.000Z');
const onSite = { status: 'published', date: '2026-01-01T00:00:00.000Z', publishDate: null };
const draft = { ...onSite, status: 'draft' };

describe('a writer reads on the dashboard what a save did', () => {
  test.each([
    [draft, false, /^is saved as a draft$/],
    [draft, true, /^is saved as a draft$/],
    [onSite, false, /^is published$/],
    [onSite, true, /^is updated on the site$/],
    [{ ...onSite, date: '2026-11-25T23:00:00.000Z' }, false, /^is scheduled for \w+day at \d/],
  ] as const)('%j, on the site before: %s → %s', (post, wasOnSite, outcome) => {
    expect(saveOutcome(post as unknown as Post, wasOnSite, now)).toMatch(outcome);
  });
});
