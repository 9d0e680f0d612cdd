import { describe, expect, it } from 'vitest';
import { ADMINISTRATOR as EDITOR, makeApp, type TestApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';

const BY = { by: EDITOR.email };

describe('the operator', () => {
  it('adds an administrator once, with a password that works, and another one when it is forgotten', async () => {
    const { services } = await makeApp();
    const { accounts } = services;
    const added = unwrap(await accounts.addAdministrator('New@site.test'));
    const step = unwrap(await accounts.signIn(added));
    expect(step).toMatchObject({ session: { email: 'new@site.test' } });
    expect(await accounts.addAdministrator('new@site.test')).toMatchObject({
      failure: { kind: 'conflict' },
    });
    expect(await accounts.people()).toHaveLength(1);
    const reset = unwrap(await accounts.resetPassword('NEW@site.test'));
    const { token = '' } = 'session' in step ? step.session : {};
    expect(await accounts.findSession(token)).toBeNull();
    expect(await accounts.signIn(reset)).toMatchObject({ ok: true });
    expect(await accounts.resetPassword('nobody@site.test')).toMatchObject({ ok: false });
  });
});

describe('the audit log', () => {
  /** Each step a minute after the one before. */
  async function takeSteps({ clock }: TestApp, steps: readonly (() => Promise<unknown>)[]) {
    for (const step of steps) {
      clock.advance(60_000);
      await step();
    }
  }

  it('lists posts, sign-ins and passwords, the latest first, page by page', async () => {
    const app = await makeApp();
    const { accounts, posts } = app.services;
    const post = input({ title: 'A' });
    await takeSteps(app, [
      () => accounts.ensureAdministrator(EDITOR),
      () => accounts.signIn(EDITOR, { userAgent: 'Desk' }),
      () => posts.createPost(post, BY),
      () => posts.editPost('a', { ...post, slug: 'b' }, BY),
      () => posts.editPost('b', post, { ...BY, etag: 'stale' }),
      () => posts.removePost('b', BY),
      () => accounts.resetPassword(EDITOR.email),
    ]);
    const first = await accounts.auditTrail({ limit: 4 });
    const last = await accounts.auditTrail({ limit: 4, after: first.next ?? undefined });
    const listed = [...first.events, ...last.events].map((event) =>
      [event.actor, event.action, event.subject].join(' '),
    );
    expect(listed).toEqual([
      ` password-changed ${EDITOR.email}`,
      `${EDITOR.email} post-deleted b`,
      `${EDITOR.email} post-edited b`,
      `${EDITOR.email} post-created a`,
      `${EDITOR.email} signed-in Desk`,
      ` administrator-added ${EDITOR.email}`,
    ]);
    expect(last.next).toBeNull();
  });

  it('names a post as it was then, never by unpublished changes or by another post of its slug', async () => {
    const app = await makeApp();
    const { accounts, posts } = app.services;
    const titled = (title: string, slug: string) => input({ title, slug });
    const { id } = unwrap(await posts.createPost(titled('First', 'a'), BY));
    await takeSteps(app, [
      () => posts.editPost('a', titled('Renamed', 'b'), BY),
      () => posts.saveChanges('b', titled('Never public', 'b'), { ...BY, publishAt: null }),
      () => posts.discardChanges('b', BY),
      () => posts.removePost('b', BY),
      () => posts.restorePost(id, BY),
      () => posts.createPost(titled('To be removed', 'c'), BY),
      () => posts.removePost('c', BY),
      () => posts.createPost(titled('In its place', 'c'), BY),
    ]);
    const { events } = await accounts.auditTrail({ limit: 20 });
    expect(events.map(({ action, title }) => `${action}: ${title}`).toReversed()).toEqual([
      'post-created: First',
      'post-edited: Renamed',
      'changes-saved: Never public',
      'changes-discarded: Renamed',
      'post-deleted: Renamed',
      'post-restored: Renamed',
      'post-created: null',
      'post-deleted: null',
      'post-created: In its place',
    ]);
  });
});
