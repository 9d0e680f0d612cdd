import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
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

const POSTS: Record<string, State['post']> = {
  ...{ new: null, draft, drafted, scheduled },
  ...{ 'on the site': onSite, dated: published(PAST, PAST) },
};
const DATES: Record<string, string> = { past: PAST, Thursday: THURSDAY, 'next year': NEXT_YEAR };

const AT = 'November 26, 2026, 9:00 AM';
const LEAVES = 'Takes it off the site';

function effectsOf({ date, ...state }: State & { date: string | null }): string[] {
  const actions = offeredActions({ ...state, publishDate: publishDateField(date) }, NOW);
  const shown = [actions.draft, actions.stay, actions.submit];
  const effects = shown.map(({ effect }) => effect.replace(/\s/g, ' '));
  expect(actions.isWithdrawal).toBe(effects[0] === LEAVES);
  return [...effects, shown.map(({ label }) => label).join(', ')];
}

test.each(readTable(new URL('publication.tsv', import.meta.url)))(
  'offeredActions: beside each button stands what it will do to a %s post that is to be %s %s',
  (name = '', status = '', date = '', ...effects) => {
    const post = POSTS[name] ?? null;
    const state = { post, changes: null, status: status as State['status'] };
    expect(effectsOf({ ...state, date: DATES[date] ?? null })).toEqual(effects);
  },
);

test('offeredActions: unpublished changes stay so until a time, or until they are published', () => {
  for (const [publishAt, problem, effect] of [
    [null, null, 'Readers see no change'],
    [PAST, 'The slug is taken.', 'Readers see no change'],
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
