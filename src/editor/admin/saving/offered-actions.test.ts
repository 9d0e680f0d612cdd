import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { publishDateField } from '../../../admin/publish-date.ts';
import { offeredActions } from './offered-actions.ts';

beforeAll(() => void vi.stubEnv('TZ', 'Australia/Brisbane'));
afterAll(() => void vi.unstubAllEnvs());

const NOW = new Date('2026-11-22T02:00:00.000Z');
const PAST = '2026-01-01T00:00:00.000Z';
const THURSDAY = '2026-11-25T23:00:00.000Z';
const NEXT_YEAR = '2027-03-01T23:00:00.000Z';

const published = (date: string, publishDate: string | null = null) =>
  ({ status: 'published', date, publishDate }) as const;
const onSite = published(PAST);
const scheduled = published(THURSDAY, THURSDAY);
const draft = { ...onSite, status: 'draft' } as const;
const drafted = { ...scheduled, status: 'draft' } as const;
const waiting = { publishAt: null, problem: null };
const planned = { publishAt: THURSDAY, problem: null };
const failed = { publishAt: PAST, problem: 'The slug is taken.' };

type State = Pick<Parameters<typeof offeredActions>[0], 'post' | 'changes' | 'status'>;
type Row = [
  post: State['post'],
  status: State['status'],
  date: string | null,
  ...effects: string[],
];

const IN_2027 = 'Schedules it for Tue, Mar 2, 2027 at 9:00 AM';
const KEEPS = 'Keeps it a draft';
const CANCELS = 'Cancels its publication';
const STAYS = 'Keeps it scheduled for Thursday at 9:00 AM';
const LEAVES = 'Takes it off the site';
const UNSEEN = 'Readers see no change';

/** A post, what the form says, and the effects of Save as Draft, the save that stays, and the submit button. */
const POSTS: Row[] = [
  [null, 'published', null, '', '', 'Publishes it now'],
  [null, 'draft', null, '', '', ''],
  [null, 'published', THURSDAY, '', '', 'Schedules it for Thursday at 9:00 AM'],
  [null, 'published', PAST, '', '', 'Publishes it now'],
  [draft, 'draft', null, KEEPS, KEEPS, KEEPS],
  [draft, 'published', null, KEEPS, KEEPS, 'Publishes it now'],
  [drafted, 'draft', THURSDAY, KEEPS, KEEPS, KEEPS],
  [drafted, 'published', NEXT_YEAR, KEEPS, KEEPS, IN_2027],
  [scheduled, 'published', THURSDAY, CANCELS, STAYS, STAYS],
  [scheduled, 'published', NEXT_YEAR, CANCELS, IN_2027, IN_2027],
  [scheduled, 'published', null, CANCELS, CANCELS, 'Publishes it now'],
  [scheduled, 'draft', THURSDAY, CANCELS, CANCELS, CANCELS],
  [onSite, 'published', null, LEAVES, UNSEEN, 'Updates it on the site'],
  [onSite, 'draft', null, LEAVES, UNSEEN, LEAVES],
  [onSite, 'published', THURSDAY, LEAVES, UNSEEN, `${LEAVES} until Thursday at 9:00 AM`],
  [published(PAST, PAST), 'published', PAST, LEAVES, UNSEEN, 'Updates it on the site'],
];

function effectsOf({ date, ...state }: State & { date: string | null }): string[] {
  const { draft, stay, submit } = offeredActions(
    { ...state, publishDate: publishDateField(date) },
    NOW,
  );
  const effects = [draft, stay, submit].map(({ effect }) => effect.replace(/\s/g, ' '));
  expect(draft.isWithdrawal).toBe(effects[0] === LEAVES);
  // The button that stays publishes nothing that its text does not name.
  expect(stay.request.isInPlace).toBe(true);
  return [...effects, [draft, stay, submit].map(({ label }) => label).join(', ')];
}

describe('a writer reads beside each button what it will do to this post', () => {
  test.each(POSTS)('%j as %s of %s', (post, status, date, ...effects) => {
    const stay = post === onSite || post?.publishDate === PAST ? 'without publishing' : 'and stay';
    const submit =
      post !== null ? 'Update Post' : status === 'draft' ? 'Save Draft' : 'Publish Post';
    expect(effectsOf({ post, changes: null, status, date })).toEqual([
      ...effects,
      `Save as Draft, Save ${stay}, ${submit}`,
    ]);
  });

  test('which has unpublished changes', () => {
    const changed = (changes: State['changes']) =>
      effectsOf({ post: onSite, changes, status: 'published', date: null });
    const labels = 'Save as Draft, Save without publishing, Update Post';
    const now = 'Publishes these changes now';
    expect(changed(waiting)).toEqual([LEAVES, UNSEEN, now, labels]);
    expect(changed(failed)).toEqual([LEAVES, UNSEEN, now, labels]);
    const later = 'Not public until Thursday at 9:00 AM';
    expect(changed(planned)).toEqual([LEAVES, later, now, labels]);
  });
});
