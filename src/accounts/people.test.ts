import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
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
import * as invitations from './invitations.ts';
import * as resets from './password-resets.ts';
import * as people from './people.ts';
import * as sessions from './sessions.ts';
import * as signIn from './sign-in.ts';

const OTHER = { email: 'other@site.test', password: 'another password for tests' };
const WRITER = { email: 'writer@site.test', password: 'a writer’s password for tests' };
const HOUR = 60 * 60 * 1000;
const BY = { by: ADMINISTRATOR.email };

/** An administrator, another one, and a writer, all signed in. */
async function makePeople(db?: Database) {
  const app = await makeApp({ db });
  const { site } = app;
  const tokens: string[] = [];
  for (const who of [ADMINISTRATOR, OTHER, WRITER]) {
    await people.ensureAdministrator(site, who);
    const started = await signIn.signIn(site, who);
    if (!started.ok || !('session' in started.value)) throw new Error('No session');
    tokens.push(started.value.session.token);
  }
  await people.changeRole(site, WRITER, 'writer', BY);
  return {
    ...app,
    ...boundTo(site, { ...people, ...invitations, ...resets, ...sessions, ...signIn, ...audit }),
    posts: boundTo(site, { ...savePosts, ...publicPosts, ...reading, ...trash, ...changes }),
    tokens,
  };
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
  it('are listed with their role and when they were last seen', async () => {
    const { clock, tokens, ...site } = await makePeople();
    await site.addAdministrator('new@site.test', 'writer');
    clock.advance(90_000);
    await site.findSession(tokens[1] ?? '');
    expect(await site.listPeople()).toMatchObject([
      { email: ADMINISTRATOR.email, role: 'administrator', lastSeenAt: '2026-03-01T09:00:00.000Z' },
      { email: 'new@site.test', role: 'writer', lastSeenAt: null, hasSecondFactor: false },
      { email: OTHER.email, role: 'administrator', lastSeenAt: '2026-03-01T09:01:30.000Z' },
      { email: WRITER.email, role: 'writer' },
    ]);
  });

  it('keep their session when their role changes, with the rights of the new role', async () => {
    const { changeRole, findSession, tokens, ...site } = await makePeople();
    const [, other = '', writer = ''] = tokens;
    expect(await findSession(writer)).toMatchObject({ role: 'writer' });
    unwrap(await changeRole(WRITER, 'administrator', BY));
    expect(await findSession(writer)).toMatchObject({ role: 'administrator' });
    unwrap(await changeRole(OTHER, 'writer', BY));
    expect(await findSession(other)).toMatchObject({ role: 'writer' });
    const { events } = await site.readAuditTrail({ limit: 20 });
    const recorded = events.map(({ actor, action, subject }) => `${actor} ${action} ${subject}`);
    expect(recorded).toContain(`${ADMINISTRATOR.email} became-writer ${OTHER.email}`);
    expect(recorded).toContain(`${ADMINISTRATOR.email} became-administrator ${WRITER.email}`);
  });

  it('lose their sessions, invitations and reset links with their account, not their posts', async () => {
    const { tokens, sendMails, db, posts, ...site } = await makePeople();
    const by = OTHER.email;
    await posts.createPost(input({ title: 'T' }), { by });
    await site.invite({ email: 'guest@site.test', role: 'writer' }, { by });
    await site.requestPasswordReset(OTHER);
    const mails = await sendMails();
    const tokenTo = (email: string) =>
      /#([0-9a-f]{40})/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
    const [guest, reset] = [tokenTo('guest@site.test'), tokenTo(OTHER.email)];
    expect(await site.openInvitation(guest)).toMatchObject({ ok: true });
    expect(await site.openPasswordReset(reset)).toMatchObject({ ok: true });

    expect(await site.removePerson(OTHER, BY)).toMatchObject({ ok: true });
    expect(await site.findSession(tokens[1] ?? '')).toBeNull();
    expect(await site.openInvitation(guest)).toMatchObject({
      failure: { detail: expect.stringContaining('withdrawn') },
    });
    expect(await site.openPasswordReset(reset)).toMatchObject({ ok: false });
    const redeemed = await site.redeemPasswordReset({
      token: reset,
      password: 'x'.repeat(20),
    });
    expect(redeemed).toMatchObject({ ok: false });
    const revisions = await db.query.selectFrom('post_versions').select('saved_by').execute();
    expect(revisions).toEqual([{ saved_by: OTHER.email }]);
  });

  it('who are removed publish nothing more: what they scheduled waits for somebody else', async () => {
    const { site, clock, posts, ...accounts } = await makePeople();
    const by = WRITER.email;
    const publishDate = addMilliseconds(site.now(), HOUR);
    const due = addMilliseconds(site.now(), 2 * HOUR);
    const scheduled = (slug: string) =>
      input({ title: 'T', slug, tags: ['t'], content: `Words of ${slug}`, publishDate });
    for (const slug of ['held', 'trashed']) await posts.createPost(scheduled(slug), { by });
    await posts.removePost('trashed', BY);
    await posts.createPost(scheduled('edited'), { by });
    await posts.editPost('edited', scheduled('edited'), BY);
    for (const slug of ['changed', 'kept']) await posts.createPost(input({ title: 'T', slug }), BY);
    const changes = { publishAt: publishDate, replaces: null };
    const changed = (slug: string) => input({ slug, title: 'Changed' });
    unwrap(await posts.saveChanges('changed', changed('changed'), { ...changes, by }));
    unwrap(await posts.saveChanges('kept', changed('kept'), { ...changes, ...BY }));

    await accounts.changeRole(WRITER, 'administrator', BY);
    await accounts.changeRole(WRITER, 'writer', BY);
    expect(await posts.postStats()).toMatchObject({ scheduled: 2 });
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
    clock.set(due);
    await posts.publishDueChanges();
    const isPublic = async (slug: string) => (await posts.publishedPost(slug)) !== null;
    expect(await isPublic('held')).toBe(false);
    expect(await isPublic('edited')).toBe(true);
    const found = async (query: object) =>
      (await posts.publishedPosts({ limit: 10, ...query })).posts.map(({ slug }) => slug);
    expect(await found({ tag: 't' })).toEqual(['edited']);
    expect(await found({ q: 'words' })).toEqual(['edited']);
    expect(await posts.publishedPost('changed')).toMatchObject({ title: 'T' });
    expect(await posts.publishedPost('kept')).toMatchObject({ title: 'Changed' });
    unwrap(
      await posts.restorePost((await posts.trashedPosts({ limit: 1 })).posts[0]?.id ?? '', BY),
    );
    expect(await isPublic('trashed')).toBe(false);

    unwrap(await posts.editPost('held', { ...scheduled('held') }, BY));
    unwrap(await posts.publishChanges('changed', BY));
    expect(await listed()).toMatchObject({ held: { changes: null }, changed: { changes: null } });
    expect(await isPublic('held')).toBe(true);
  });

  it('who are made writers lose what they handed out', async () => {
    const site = await makePeople();
    await site.invite({ email: 'guest@site.test', role: 'administrator' }, { by: OTHER.email });
    await site.changeRole(OTHER, 'writer', BY);
    expect(await site.listInvitations()).toEqual([]);
    const late = await site.invite(
      { email: 'late@site.test', role: 'writer' },
      { by: OTHER.email },
    );
    expect(late).toMatchObject({ failure: { kind: 'forbidden' } });
  });
});
