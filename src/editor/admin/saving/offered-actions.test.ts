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

type State = [
  about: string,
  post: Parameters<typeof offeredActions>[0]['post'],
  changes: Parameters<typeof offeredActions>[0]['changes'],
  status: 'published' | 'draft',
  date: string | null,
];

/** Save as Draft, the save that stays, the submit button. */
const TABLE: [State, string, string, string][] = [
  [
    ['a new post', null, null, 'published', null],
    'Save as Draft: ',
    'Save and stay: ',
    'Publish Post: Publishes it now',
  ],
  [
    ['a new post that is to be a draft', null, null, 'draft', null],
    'Save as Draft: ',
    'Save and stay: ',
    'Save Draft: ',
  ],
  [
    ['a new post with a date ahead', null, null, 'published', THURSDAY],
    'Save as Draft: ',
    'Save and stay: ',
    'Publish Post: Schedules it for Thursday at 9:00 AM',
  ],
  [
    ['a new post with a date in the past', null, null, 'published', PAST],
    'Save as Draft: ',
    'Save and stay: ',
    'Publish Post: Publishes it now',
  ],
  [
    ['a draft', draft, null, 'draft', null],
    'Save as Draft: Keeps it a draft',
    'Save and stay: Keeps it a draft',
    'Update Post: Keeps it a draft',
  ],
  [
    ['a draft that is to be published', draft, null, 'published', null],
    'Save as Draft: Keeps it a draft',
    'Save and stay: Keeps it a draft',
    'Update Post: Publishes it now',
  ],
  [
    ['a draft with a date ahead', drafted, null, 'draft', THURSDAY],
    'Save as Draft: Keeps it a draft',
    'Save and stay: Keeps it a draft',
    'Update Post: Keeps it a draft',
  ],
  [
    ['a draft that is to be scheduled', drafted, null, 'published', NEXT_YEAR],
    'Save as Draft: Keeps it a draft',
    'Save and stay: Keeps it a draft',
    'Update Post: Schedules it for Tue, Mar 2, 2027 at 9:00 AM',
  ],
  [
    ['a scheduled post', scheduled, null, 'published', THURSDAY],
    'Save as Draft: Cancels its publication',
    'Save and stay: Keeps it scheduled for Thursday at 9:00 AM',
    'Update Post: Keeps it scheduled for Thursday at 9:00 AM',
  ],
  [
    ['a scheduled post with another date', scheduled, null, 'published', NEXT_YEAR],
    'Save as Draft: Cancels its publication',
    'Save and stay: Schedules it for Tue, Mar 2, 2027 at 9:00 AM',
    'Update Post: Schedules it for Tue, Mar 2, 2027 at 9:00 AM',
  ],
  [
    ['a scheduled post without its date', scheduled, null, 'published', null],
    'Save as Draft: Cancels its publication',
    'Save and stay: Cancels its publication',
    'Update Post: Publishes it now',
  ],
  [
    ['a scheduled post that is to be a draft', scheduled, null, 'draft', THURSDAY],
    'Save as Draft: Cancels its publication',
    'Save and stay: Cancels its publication',
    'Update Post: Cancels its publication',
  ],
  [
    ['a public post', onSite, null, 'published', null],
    'Save as Draft: Takes it off the site',
    'Save without publishing: Readers see no change',
    'Update Post: Updates it on the site',
  ],
  [
    ['a public post that is to be a draft', onSite, null, 'draft', null],
    'Save as Draft: Takes it off the site',
    'Save without publishing: Readers see no change',
    'Update Post: Takes it off the site',
  ],
  [
    ['a public post with a date ahead', onSite, null, 'published', THURSDAY],
    'Save as Draft: Takes it off the site',
    'Save without publishing: Readers see no change',
    'Update Post: Takes it off the site until Thursday at 9:00 AM',
  ],
  [
    ['a public post whose date has come', published(PAST, PAST), null, 'published', PAST],
    'Save as Draft: Takes it off the site',
    'Save without publishing: Readers see no change',
    'Update Post: Updates it on the site',
  ],
  [
    ['unpublished changes', onSite, waiting, 'published', null],
    'Save as Draft: Takes it off the site',
    'Save without publishing: Readers see no change',
    'Update Post: Publishes these changes now',
  ],
  [
    ['scheduled changes', onSite, planned, 'published', null],
    'Save as Draft: Takes it off the site',
    'Save without publishing: Not public until Thursday at 9:00 AM',
    'Update Post: Publishes these changes now',
  ],
  [
    ['changes that could not be published', onSite, failed, 'published', null],
    'Save as Draft: Takes it off the site',
    'Save without publishing: Readers see no change',
    'Update Post: Publishes these changes now',
  ],
];

describe('a writer reads beside each button what it will do to this post', () => {
  test.each(TABLE)('%j', ([, post, changes, status, date], ...texts) => {
    const publishDate = publishDateField(date);
    const { draft, stay, submit } = offeredActions({ post, changes, status, publishDate }, NOW);
    const shown = [draft, stay, submit].map(({ label, effect }) => `${label}: ${effect}`);
    expect(shown.map((text) => text.replace(/\s/g, ' '))).toEqual(texts);
    expect(draft.isWithdrawal).toBe(texts[0].endsWith('off the site'));
    // The button that stays publishes nothing that its text does not name.
    expect(stay.request.isInPlace).toBe(true);
  });
});
