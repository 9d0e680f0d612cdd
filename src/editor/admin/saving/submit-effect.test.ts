import { describe, expect, test } from 'vitest';
import { publishDateField } from '../../../admin/publish-date.ts';
import type { Post } from '../../../posts/post.ts';
import { saveOutcome, submitEffect } from './submit-effect.ts';

const now = new Date('2026-11-22T02:00:00.000Z');
const THURSDAY = '2026-11-25T23:00:00.000Z';
const NEXT_YEAR = '2027-03-01T23:00:00.000Z';
const onSite = {
  status: 'published',
  date: '2026-01-01T00:00:00.000Z',
  publishDate: null,
} as const;
const draft = { ...onSite, status: 'draft' } as const;

describe('a writer reads beside the button what it will do', () => {
  test.each([
    ['published', '', null, 'publishes it now'],
    ['published', '', draft, 'publishes it now'],
    ['published', '', onSite, 'updates it on the site'],
    ['published', THURSDAY, null, 'goes out on Thursday at 9:00 AM in Brisbane'],
    ['published', NEXT_YEAR, draft, 'goes out on Tuesday, March 2, 2027 at 9:00 AM in Brisbane'],
    ['published', THURSDAY, onSite, 'takes it off the site until Thursday at 9:00 AM in Brisbane'],
    ['draft', '', null, 'stays a draft'],
    ['draft', THURSDAY, draft, 'stays a draft'],
    ['draft', '', onSite, 'takes it off the site'],
  ] as const)('status %s, date %j, post %j: %s', (status, date, post, effect) => {
    const publishDate = publishDateField(date === '' ? null : date);
    expect(submitEffect({ status, publishDate, post }, now)).toBe(effect);
  });
});

describe('a writer reads on the dashboard what a save did', () => {
  test.each([
    [draft, false, 'is saved as a draft'],
    [draft, true, 'is saved as a draft'],
    [onSite, false, 'is published'],
    [onSite, true, 'is updated on the site'],
    [{ ...onSite, date: THURSDAY }, false, 'goes out on Thursday at 9:00 AM in Brisbane'],
  ] as const)('%j, on the site before: %s → %s', (post, wasOnSite, outcome) => {
    expect(saveOutcome(post as unknown as Post, wasOnSite, now)).toBe(outcome);
  });
});
