import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeClock, makeMedia, SITE_OPTIONS } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { createServices } from '../app/services.ts';
import type { Database } from '../server/db/connect.ts';
import type { Accounts } from './accounts.ts';

const EDITOR = { email: 'editor@site.test', password: 'a password for tests' };
const OTHER = { email: 'other@site.test', password: 'another for tests' };
const LONGER = 'a longer password for tests';

async function makeAccounts(db: Database) {
  const clock = makeClock();
  const services = createServices({
    db,
    now: clock.now,
    ...makeMedia(),
    render: async () => ({
      html: '',
      text: '',
      words: 0,
      format: 'markdown',
      blockLines: [],
      findings: [],
      molecules: [],
      links: [],
      dataFiles: [],
      mentions: [],
      glossaryRevision: 0,
    }),
    defaultAuthor: 'Site AI',
    ...SITE_OPTIONS,
  });
  await services.accounts.ensureAdministrator(EDITOR);
  return { clock, ...services.accounts, ...services.posts };
}

async function tokenOf({ signIn }: Pick<Accounts, 'signIn'>, who = EDITOR, userAgent = '') {
  const started = await signIn(who, { userAgent });
  if (!started.ok || !('session' in started.value)) throw new Error('The sign-in was refused');
  return started.value.session.token;
}

describeEachEngine('an administrator’s own account', (makeDatabase) => {
  it('takes a new password with the present one, and ends all other sessions', async () => {
    const accounts = await makeAccounts(await makeDatabase());
    const [here, elsewhere] = [await tokenOf(accounts), await tokenOf(accounts)];
    const change = { email: EDITOR.email, current: EDITOR.password, password: LONGER };
    expect(await accounts.changeOwnPassword(change, here)).toMatchObject({ ok: true });
    expect(await accounts.findSession(here)).not.toBeNull();
    expect(await accounts.findSession(elsewhere)).toBeNull();
    expect(await accounts.signIn(EDITOR)).toMatchObject({ ok: false });
    expect(await accounts.signIn({ ...EDITOR, password: LONGER })).toMatchObject({ ok: true });
  });

  it('keeps its password and sessions when the present password is wrong', async () => {
    const accounts = await makeAccounts(await makeDatabase());
    const [here, elsewhere] = [await tokenOf(accounts), await tokenOf(accounts)];
    const change = { email: EDITOR.email, current: 'a guess', password: LONGER };
    expect(await accounts.changeOwnPassword(change, here)).toMatchObject({
      failure: { kind: 'invalid', issues: [{ loc: ['body', 'current'] }] },
    });
    expect(await accounts.findSession(elsewhere)).not.toBeNull();
    expect(await accounts.signIn(EDITOR)).toMatchObject({ ok: true });
  });

  it('lists its sessions, and ends one by its listed id', async () => {
    const accounts = await makeAccounts(await makeDatabase());
    await accounts.ensureAdministrator(OTHER);
    const phone = await tokenOf(accounts, EDITOR, 'Phone');
    accounts.clock.advance(1000);
    const here = await tokenOf(accounts, EDITOR, 'Desk');
    const theirs = await tokenOf(accounts, OTHER, 'Theirs');
    const sessions = await accounts.sessionsOf(EDITOR.email, here);
    expect(sessions).toMatchObject([
      { userAgent: 'Desk', isCurrent: true, createdAt: '2026-03-01T09:00:01.000Z' },
      { userAgent: 'Phone', isCurrent: false },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(here);
    const id = sessions[1]?.id ?? '';
    expect(await accounts.endOwnSession(OTHER.email, id)).toMatchObject({
      failure: { kind: 'not-found' },
    });
    expect(await accounts.endOwnSession(EDITOR.email, id)).toMatchObject({ ok: true });
    expect(await accounts.findSession(phone)).toBeNull();
    expect(await accounts.findSession(here)).not.toBeNull();
    expect(await accounts.findSession(theirs)).not.toBeNull();
  });
});

describeEachEngine('administrators', (makeDatabase) => {
  it('are added once, with a password that works', async () => {
    const accounts = await makeAccounts(await makeDatabase());
    const added = await accounts.addAdministrator('New@site.test');
    if (!added.ok) throw new Error('Nobody was added');
    expect(await accounts.signIn(added.value)).toMatchObject({
      value: { session: { email: 'new@site.test' } },
    });
    expect(await accounts.addAdministrator('new@site.test')).toMatchObject({
      failure: { kind: 'conflict' },
    });
    expect((await accounts.people()).map(({ email }) => email)).toEqual([
      'editor@site.test',
      'new@site.test',
    ]);
  });

  it('who forgot their password get another one, and are signed out', async () => {
    const accounts = await makeAccounts(await makeDatabase());
    const token = await tokenOf(accounts);
    const reset = await accounts.resetPassword('EDITOR@site.test');
    if (!reset.ok) throw new Error('Nothing was reset');
    expect(await accounts.findSession(token)).toBeNull();
    expect(await accounts.signIn(reset.value)).toMatchObject({ ok: true });
    expect(await accounts.resetPassword('nobody@site.test')).toMatchObject({ ok: false });
  });

  it('who are removed are signed out at once, but never the last one', async () => {
    const accounts = await makeAccounts(await makeDatabase());
    await accounts.ensureAdministrator(OTHER);
    const token = await tokenOf(accounts, OTHER);
    expect(await accounts.removePerson({ email: 'OTHER@site.test' }, { by: null })).toMatchObject({
      ok: true,
    });
    expect(await accounts.findSession(token)).toBeNull();
    expect(await accounts.removePerson({ email: OTHER.email }, { by: null })).toMatchObject({
      failure: { kind: 'not-found' },
    });
    expect(await accounts.removePerson({ email: EDITOR.email }, { by: null })).toMatchObject({
      failure: { kind: 'conflict' },
    });
    expect(await accounts.signIn(EDITOR)).toMatchObject({ ok: true });
  });

  it('cannot all be removed by two who remove each other at once', async () => {
    const accounts = await makeAccounts(await makeDatabase());
    await accounts.ensureAdministrator(OTHER);
    const removals = await Promise.all(
      [EDITOR, OTHER].map(({ email }) => accounts.removePerson({ email }, { by: null })),
    );
    expect(removals.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await accounts.people()).toHaveLength(1);
  });
});

describeEachEngine('the audit log', (makeDatabase) => {
  it('lists posts, sign-ins and passwords, the latest first, page by page', async () => {
    const accounts = await makeAccounts(await makeDatabase());
    const by = EDITOR.email;
    const post = input({ title: 'A' });
    const steps = [
      () => tokenOf(accounts, EDITOR, 'Desk'),
      () => accounts.createPost(post, { by }),
      () => accounts.editPost('a', { ...post, slug: 'b' }, { by }),
      () => accounts.editPost('b', post, { by, etag: 'stale' }),
      () => accounts.removePost('b', { by }),
      () => accounts.resetPassword(by),
    ];
    for (const step of steps) {
      accounts.clock.advance(1000);
      await step();
    }
    const first = await accounts.auditTrail({ limit: 4 });
    const rest = await accounts.auditTrail({ limit: 4, after: first.next ?? undefined });
    const listed = [...first.events, ...rest.events].map((event) =>
      [event.actor, event.action, event.subject].join(' '),
    );
    expect(listed).toEqual([
      ` password-changed ${by}`,
      `${by} post-deleted b`,
      `${by} post-edited b`,
      `${by} post-created a`,
      `${by} signed-in Desk`,
      ` administrator-added ${by}`,
    ]);
    expect(rest.next).toBeNull();
  });

  it('shows the title that a post had then, never that of another post with the same slug', async () => {
    const accounts = await makeAccounts(await makeDatabase());
    const post = input({ title: 'Any' });
    const steps = [
      () => accounts.createPost({ ...post, slug: 'a', title: 'First' }),
      () => accounts.editPost('a', { ...post, slug: 'b', title: 'Renamed' }),
      () => accounts.editPost('b', { ...post, slug: 'b', title: 'Last' }),
      () => accounts.createPost({ ...post, slug: 'c', title: 'To be removed' }),
      () => accounts.removePost('c'),
      () => accounts.createPost({ ...post, slug: 'c', title: 'In its place' }),
    ];
    for (const step of steps) {
      accounts.clock.advance(1000);
      await step();
    }
    const { events } = await accounts.auditTrail({ limit: 10 });
    expect(events.map(({ action, subject, title }) => [action, subject, title])).toEqual([
      ['post-created', 'c', 'In its place'],
      ['post-deleted', 'c', null],
      ['post-created', 'c', null],
      ['post-edited', 'b', 'Last'],
      ['post-edited', 'b', 'Renamed'],
      ['post-created', 'a', 'First'],
      ['administrator-added', EDITOR.email, null],
    ]);
  });
});
