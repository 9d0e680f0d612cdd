import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { linkToken, sessionOf } from '../../test/accounts.ts';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { ADMINISTRATOR, makeApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import * as savePosts from '../../test/save-posts.ts';
import { unwrap } from '../../test/unwrap.ts';

import * as publicPosts from '../posts/public-posts.ts';
import * as reading from '../posts/reading.ts';
import { prepareSave, save } from '../posts/saving.ts';
import * as trash from '../posts/trash.ts';
import * as changes from '../posts/unpublished-changes.ts';
import type { Database } from '../server/db/connect.ts';
import { addMilliseconds } from '../server/instants.ts';
import * as audit from './audit.ts';
import * as links from './mailed-links.ts';
import * as people from './people.ts';
import * as sessions from './sessions.ts';
import { signIn } from './sign-in.ts';

const OTHER = { email: 'other@site.test', password: 'another password for tests' };
const WRITER = { email: 'writer@site.test', password: 'a writer’s password for tests' };
/** Without characters that look alike. */
const GENERATED = /^[^0OIl1\s]{24}$/;
const HOUR = 60 * 60 * 1000;
const BY = { by: ADMINISTRATOR.email };

async function makeSite(db?: Database) {
  const app = await makeApp({ db });
  const { site } = app;
  return {
    ...app,
    /** Starts a session of the administrator. */
    start: app.signIn,
    ...boundTo(site, {
      ...people,
      ...links,
      ...sessions,
      ...audit,
      signIn,
    }),
    posts: boundTo(site, { ...savePosts, ...publicPosts, ...reading, ...trash, ...changes }),
  };
}

/** An administrator, another one, and a writer, all signed in. */
async function makePeople(db?: Database) {
  const site = await makeSite(db);
  const tokens: string[] = [];
  for (const who of [ADMINISTRATOR, OTHER, WRITER]) {
    await site.ensureAdministrator(who);
    tokens.push(await sessionOf(site.site, who));
  }
  await site.changeRole(WRITER, 'writer', BY);
  return { ...site, tokens };
}

describeEachEngine('people', (makeDatabase) => {
  it('always have an administrator, also when two demote or remove each other at once', async () => {
    const site = await makePeople(await makeDatabase());
    const [first, second] = await Promise.all([
      site.changeRole(OTHER, 'writer', BY),
      site.changeRole(ADMINISTRATOR, 'writer', { by: OTHER.email }),
    ]);
    expect([first.ok, second.ok].sort()).toEqual([false, true]);
    const left = (await site.listPeople()).filter(({ role }) => role === 'administrator');
    expect(left).toHaveLength(1);
    const [by = { email: '' }] = left;
    const [loser] = [ADMINISTRATOR, OTHER].filter(({ email }) => email !== by.email);
    await site.changeRole(loser ?? OTHER, 'administrator', { by: by.email });
    const removals = await Promise.all([
      site.removePerson(OTHER, BY),
      site.removePerson(ADMINISTRATOR, { by: OTHER.email }),
    ]);
    expect(removals.filter(({ ok }) => ok)).toHaveLength(1);
    expect(removals.find(({ ok }) => !ok)).toMatchObject({ failure: { kind: 'forbidden' } });
  });

  it('who are removed while a save is under way have nothing scheduled', async () => {
    const { site, removePerson, posts } = await makePeople(await makeDatabase());
    const publishDate = addMilliseconds(site.now(), HOUR);
    const wanted = (slug: string, recheck: () => Promise<void>) => {
      const fields = input({ title: 'T', slug, publishDate });
      return { base: null, fields, publish: 'published' as const, by: WRITER.email, recheck };
    };
    const begun = wanted('begun', async () => undefined);
    const write = unwrap(await prepareSave(site, randomUUID(), begun));
    let removed: ReturnType<typeof removePerson> | undefined;
    await site.db.query.transaction().execute(async (trx) => {
      unwrap(await write(trx));
      removed = removePerson(WRITER, BY);
      // Long enough for the removal to come to what it waits for.
      await sleep(100);
    });
    expect(await removed).toMatchObject({ ok: true });
    expect(await posts.postStats()).toMatchObject({ scheduled: 0 });

    await people.addAdministrator(site, WRITER.email, 'writer');
    const late = wanted('late', async () => void unwrap(await removePerson(WRITER, BY)));
    expect(await save(site, randomUUID(), late)).toMatchObject({
      ok: false,
      failure: { kind: 'unauthenticated' },
    });
    expect(await posts.postStats()).toMatchObject({ scheduled: 0 });
  });
});

describe('people', () => {
  it('are listed with role and last visit, keep their session when their role changes, with its rights, and lose it when they are removed', async () => {
    const { clock, tokens, findSession, ...site } = await makePeople();
    const [own = '', other = '', writer = ''] = tokens;
    await site.addAdministrator('new@site.test', 'writer');
    clock.advance(90_000);
    expect(await findSession(other)).toMatchObject({ role: 'administrator' });
    const listed = await site.listPeople();
    expect(listed).toMatchObject([
      { email: ADMINISTRATOR.email, role: 'administrator', lastSeenAt: '2026-03-01T09:00:00.000Z' },
      { email: 'new@site.test', role: 'writer', lastSeenAt: null, hasSecondFactor: false },
      { email: OTHER.email, role: 'administrator', lastSeenAt: '2026-03-01T09:01:30.000Z' },
      { email: WRITER.email, role: 'writer' },
    ]);
    const [ownId, , otherId, writerId] = listed.map(({ id }) => `/api/admin/people/${id}`);
    const { password } = ADMINISTRATOR;
    const statuses: number[] = [];
    for (const [path, role] of [
      [writerId, 'administrator'],
      [otherId, 'writer'],
    ]) {
      statuses.push((await site.patchJson(`${path}`, { role, password }, own)).status);
    }
    expect(await findSession(writer)).toMatchObject({ role: 'administrator' });
    expect(await findSession(other)).toMatchObject({ role: 'writer' });
    const { events } = await site.readAuditTrail({ limit: 20 });
    const recorded = events.map(({ actor, action, subject }) => `${actor} ${action} ${subject}`);
    expect(recorded).toContain(`${ADMINISTRATOR.email} became-writer ${OTHER.email}`);
    expect(recorded).toContain(`${ADMINISTRATOR.email} became-administrator ${WRITER.email}`);
    statuses.push((await site.postJson(`${ownId}/remove`, { password }, own)).status);
    expect(statuses).toEqual([204, 204, 204]);
    expect((await site.get('/api/admin/people', own)).status).toBe(401);
  });

  it('lose what they handed out as writers, and their sessions and reset links with their account, not their posts', async () => {
    const { tokens, sendMails, db, posts, ...site } = await makePeople();
    const by = OTHER.email;
    await posts.createPost(input({ title: 'T' }), { by });
    await site.invite({ email: 'guest@site.test', role: 'writer' }, { by });
    await site.requestPasswordReset(OTHER);
    const mails = await sendMails();
    const tokenTo = (email: string) => linkToken(mails.find(({ to }) => to === email)?.text);
    const [guest, reset] = [tokenTo('guest@site.test'), tokenTo(by)];
    expect(await site.openLink(guest)).toMatchObject({ ok: true });
    expect(await site.openLink(reset)).toMatchObject({ ok: true });

    unwrap(await site.changeRole(OTHER, 'writer', BY));
    expect(await site.listPeople()).toHaveLength(3);
    const late = await site.invite({ email: 'late@site.test', role: 'writer' }, { by });
    expect(late).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await site.openLink(guest)).toMatchObject({
      failure: { detail: expect.stringContaining('withdrawn') },
    });
    expect(await site.openLink(reset)).toMatchObject({ ok: false });
    await site.requestPasswordReset(OTHER);
    const second = linkToken((await sendMails())[0]?.text);
    expect(await site.openLink(second)).toMatchObject({ ok: true });
    unwrap(await site.removePerson(OTHER, BY));
    expect(await site.findSession(tokens[1] ?? '')).toBeNull();
    const redeemed = await site.redeemLink({ token: second, password: 'x'.repeat(20) });
    expect(redeemed).toMatchObject({ ok: false });
    const revisions = await db.query.selectFrom('post_versions').select('saved_by').execute();
    expect(revisions).toEqual([{ saved_by: by }]);
  });

  it('who are removed publish nothing more: what they scheduled waits for somebody else', async () => {
    const { clock, posts, site, ...accounts } = await makePeople();
    const by = WRITER.email;
    const publishDate = addMilliseconds(site.now(), HOUR);
    const scheduled = (slug: string) => input({ title: 'T', slug, publishDate });
    for (const slug of ['held', 'trashed', 'edited'])
      await posts.createPost(scheduled(slug), { by });
    await posts.removePost('trashed', BY);
    await posts.editPost('edited', scheduled('edited'), BY);
    for (const slug of ['changed', 'kept']) await posts.createPost(input({ title: 'T', slug }), BY);
    const changes = { publishAt: publishDate, replaces: null };
    const changed = (slug: string) => input({ slug, title: 'Changed' });
    unwrap(await posts.saveChanges('changed', changed('changed'), { ...changes, by }));
    unwrap(await posts.saveChanges('kept', changed('kept'), { ...changes, ...BY }));

    expect(await accounts.removePerson(WRITER, BY)).toMatchObject({ ok: true });
    const problem = expect.stringContaining('removed');
    const listed = async () => {
      const page = await posts.allPosts({ limit: 10 });
      return Object.fromEntries(page.posts.map((post) => [post.slug, post]));
    };
    expect(await listed()).toMatchObject({
      held: { status: 'draft', date: publishDate, changes: { problem, savedBy: by } },
      edited: { status: 'published', changes: null },
      changed: { status: 'published', changes: { problem, publishAt: publishDate } },
      kept: { changes: { problem: null } },
    });
    clock.advance(2 * HOUR);
    await posts.publishDueChanges();
    const [trashed] = (await posts.trashedPosts({ limit: 1 })).posts;
    unwrap(await posts.restorePost(trashed?.id ?? '', BY));
    const { posts: publicPosts } = await posts.publishedPosts({ limit: 10 });
    const titles = publicPosts.map(({ slug, title }) => `${slug} ${title}`);
    expect(titles.sort()).toEqual(['changed T', 'edited T', 'kept Changed']);
    unwrap(await posts.editPost('held', scheduled('held'), BY));
    unwrap(await posts.publishChanges('changed', BY));
    expect(await listed()).toMatchObject({ held: { changes: null }, changed: { changes: null } });
  });
});

describe('the operator', () => {
  it('adds an administrator once, with a password that works, and another one when it is forgotten', async () => {
    const { site, ...accounts } = await makeSite();
    const added = unwrap(await accounts.addAdministrator('New@site.test'));
    expect(added).toEqual({ email: 'new@site.test', password: expect.stringMatching(GENERATED) });
    const token = await sessionOf(site, added);
    const again = await accounts.addAdministrator('new@site.test');
    expect(again).toMatchObject({ failure: { kind: 'conflict' } });
    const reset = unwrap(await accounts.resetPassword('NEW@site.test'));
    expect(await accounts.findSession(token)).toBeNull();
    expect(await accounts.signIn(added)).toMatchObject({ ok: false });
    await sessionOf(site, reset);
    const unknown = await accounts.resetPassword('nobody@site.test');
    expect(unknown).toMatchObject({ failure: { kind: 'not-found' } });
  });

  it('names an administrator in the settings, who stays as they are at every start, removed or demoted, and returns with changed ones or where nobody is left', async () => {
    const { site, db, ensureAdministrator, removePerson, findSession, signIn, ...access } =
      await makeSite();
    const listed = async () =>
      (await access.listPeople()).map(({ email, role }) => `${role} ${email}`);
    const other = `administrator ${OTHER.email}`;
    await ensureAdministrator(OTHER);
    await ensureAdministrator({ ...ADMINISTRATOR, email: 'Editor@Site.test' });
    const token = await sessionOf(site, ADMINISTRATOR);
    await ensureAdministrator({ ...ADMINISTRATOR, email: ADMINISTRATOR.email.toUpperCase() });
    expect(await findSession(token)).not.toBeNull();
    const next = { ...ADMINISTRATOR, password: 'set by the operator' };
    await ensureAdministrator(next);
    expect(await findSession(token)).toBeNull();
    await sessionOf(site, next);
    await access.changeRole(ADMINISTRATOR, 'writer', { by: null });
    await ensureAdministrator(next);
    expect(await listed()).toEqual([`writer ${ADMINISTRATOR.email}`, other]);
    await removePerson(ADMINISTRATOR, { by: null });
    await ensureAdministrator(next);
    expect(await listed()).toEqual([other]);
    const changed = { ...ADMINISTRATOR, password: 'changed by the operator' };
    await ensureAdministrator(changed);
    expect(await signIn(changed)).toMatchObject({ ok: true });
    await access.resetPassword(changed.email, 'changed in the account');
    await ensureAdministrator(changed);
    expect(await signIn(changed)).toMatchObject({ ok: false });
    await removePerson(ADMINISTRATOR, { by: null });
    await ensureAdministrator({ ...changed, email: 'third@site.test' });
    expect(await listed()).toEqual([other, 'administrator third@site.test']);
    await db.query.deleteFrom('administrators').execute();
    await ensureAdministrator(ADMINISTRATOR);
    expect(await signIn(ADMINISTRATOR)).toMatchObject({ ok: true });
  });
});
