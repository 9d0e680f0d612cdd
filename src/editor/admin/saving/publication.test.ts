import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { publishDateField } from '../../../admin/publish-date.ts';
import type { Post } from '../../../posts/post.ts';
import { offeredActions, saveByKey, saveOutcome } from './publication.ts';

beforeAll(() => void vi.stubEnv('TZ', 'Australia/Brisbane'));
afterAll(() => void vi.unstubAllEnvs());

const NOW = '2026-11-22T02:00:00.000Z';
const PAST = '2026-01-01T00:00:00.000Z';
const THURSDAY = '2026-11-25T23:00:00.000Z';
const NEXT_YEAR = '2027-03-01T23:00:00.000Z';

const published = (date: string, publishDate: string | null = null) =>
  ({ status: 'published', date, publishDate }) as const;
const onSite = published(PAST);
const scheduled = published(THURSDAY, THURSDAY);
const draft = { ...onSite, status: 'draft' } as const;
const drafted = { ...scheduled, status: 'draft' } as const;

type State = Pick<Parameters<typeof offeredActions>[0], 'post' | 'changes' | 'status'>;
type Row = [State['post'], State['status'], date: string | null, ...effects: string[]];

const AT = 'November 26, 2026, 9:00 AM';
const IN_2027 = 'Schedules it for March 2, 2027, 9:00 AM';
const KEEPS = 'Keeps it a draft';
const CANCELS = 'Cancels its publication';
const STAYS = `Keeps it scheduled for ${AT}`;
const LEAVES = 'Takes it off the site';
const UNSEEN = 'Readers see no change';

/** A post, what the form says, and the effects of Save as Draft, the save that stays, and the submit button. */
const POSTS: Row[] = [
  [null, 'published', null, '', '', 'Publishes it now'],
  [null, 'draft', null, '', '', ''],
  [null, 'published', THURSDAY, '', '', `Schedules it for ${AT}`],
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
  [onSite, 'published', THURSDAY, LEAVES, UNSEEN, `${LEAVES} until ${AT}`],
  [published(PAST, PAST), 'published', PAST, LEAVES, UNSEEN, 'Updates it on the site'],
];

function effectsOf({ date, ...state }: State & { date: string | null }): string[] {
  const actions = offeredActions({ ...state, publishDate: publishDateField(date) }, NOW);
  const shown = [actions.draft, actions.stay, actions.submit];
  const effects = shown.map(({ effect }) => effect.replace(/\s/g, ' '));
  expect(actions.isWithdrawal).toBe(effects[0] === LEAVES);
  return [...effects, shown.map(({ label }) => label).join(', ')];
}

test.each(POSTS)(
  'offeredActions: beside each button stands what it will do to %j as %s of %s',
  (post, status, date, ...effects) => {
    const stay =
      post === onSite || post?.publishDate === PAST ? 'without publishing' : 'and go on writing';
    const submit =
      post !== null ? 'Update Post' : status === 'draft' ? 'Save Draft' : 'Publish Post';
    const labels = `Save as Draft, Save ${stay}, ${submit}`;
    expect(effectsOf({ post, changes: null, status, date })).toEqual([...effects, labels]);
  },
);

test('offeredActions: unpublished changes stay so until a time, or until they are published', () => {
  for (const [publishAt, problem, effect] of [
    [null, null, UNSEEN],
    [PAST, 'The slug is taken.', UNSEEN],
    [THURSDAY, null, `Not public until ${AT}`],
  ] as const) {
    const changes = { publishAt, problem };
    const effects = effectsOf({ post: onSite, changes, status: 'published', date: null });
    expect(effects.slice(0, 3)).toEqual([LEAVES, effect, 'Publishes these changes now']);
  }
});

test('offeredActions: the state of a post in words, and a menu that publishes what is not public, and withdraws what is', () => {
  for (const [post, changes, state, first] of [
    [null, null, '', 'Publish now'],
    [draft, null, 'Draft', 'Publish now'],
    [scheduled, null, `Scheduled for ${AT}`, 'Publish now'],
    [onSite, null, 'Public', 'Publish the changes on a date'],
    [onSite, { publishAt: null, problem: null }, 'Public, changes not public', 'Publish the'],
    [onSite, { publishAt: PAST, problem: 'x' }, 'Public, changes not published', 'Publish the'],
  ] as const) {
    const offered = offeredActions({ post, changes, status: 'published', publishDate: '' }, NOW);
    expect(offered.state.replace(/\s/g, ' ')).toBe(state);
    expect(offered.publish.label || offered.schedule.label).toContain(first);
    expect(offered.withdraw.label).toBe(post === onSite ? 'Take off the site' : '');
  }
});

test('saveByKey: Ctrl+S publishes neither a draft nor changes, and unpublishes or unschedules no post', () => {
  const keyed = (
    post: Pick<Post, 'status' | 'date' | 'publishDate'> | null,
    status: Post['status'],
    date: string | null,
  ) => saveByKey(post, { status, publishDate: publishDateField(date) }, NOW);
  const asDraft = { status: 'draft', isInPlace: true };
  for (const [post, status, date] of [
    [null, 'published', null],
    [draft, 'published', PAST],
    [drafted, 'published', THURSDAY],
    [scheduled, 'published', null],
    [scheduled, 'published', PAST],
    [scheduled, 'draft', THURSDAY],
  ] as const) {
    expect(keyed(post, status, date)).toEqual(asDraft);
  }
  const stays = { status: 'published', isInPlace: true };
  expect(keyed(scheduled, 'published', THURSDAY)).toEqual(stays);
  for (const status of ['published', 'draft'] as const) {
    expect(keyed(onSite, status, null)).toEqual({ ...stays, isUnpublished: true });
  }
});

test('saveOutcome: the dashboard says what a save did', () => {
  for (const [post, wasOnSite, outcome] of [
    [draft, false, 'is saved as a draft'],
    [draft, true, 'is saved as a draft'],
    [onSite, false, 'is published'],
    [onSite, true, 'is updated on the site'],
    [scheduled, false, `is scheduled for ${AT}`],
  ] as const) {
    expect(saveOutcome(post, wasOnSite, NOW).replace(/\s/g, ' ')).toBe(outcome);
  }
});
