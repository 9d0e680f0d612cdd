import { describe, expect, it } from 'vitest';
import { ADMINISTRATOR as EDITOR, makeApp, type TestApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { createPost, editPost, saveChanges } from '../../test/save-posts.ts';
import { unwrap } from '../../test/unwrap.ts';

import { removePost, restorePost } from '../posts/trash.ts';
import { discardChanges } from '../posts/unpublished-changes.ts';
import { readAuditTrail } from './audit.ts';
import { ensureAdministrator, resetPassword } from './people.ts';
import { signIn } from './sign-in.ts';

const BY = { by: EDITOR.email };

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

    const post = input({ title: 'A' });
    await takeSteps(app, [
      () => ensureAdministrator(app.site, EDITOR),
      () => signIn(app.site, EDITOR, { userAgent: 'Desk' }),
      () => createPost(app.site, post, BY),
      () => editPost(app.site, 'a', { ...post, slug: 'b' }, BY),
      () => editPost(app.site, 'b', post, { ...BY, etag: 'stale' }),
      () => removePost(app.site, 'b', BY),
      () => resetPassword(app.site, EDITOR.email),
    ]);
    const first = await readAuditTrail(app.site, { limit: 4 });
    const last = await readAuditTrail(app.site, { limit: 4, cursor: first.next ?? undefined });
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

    const titled = (title: string, slug: string) => input({ title, slug });
    const { id } = unwrap(await createPost(app.site, titled('First', 'a'), BY));
    await takeSteps(app, [
      () => editPost(app.site, 'a', titled('Renamed', 'b'), BY),
      () => saveChanges(app.site, 'b', titled('Never public', 'b'), { ...BY, publishAt: null }),
      () => discardChanges(app.site, 'b', BY),
      () => removePost(app.site, 'b', BY),
      () => restorePost(app.site, id, BY),
      () => createPost(app.site, titled('To be removed', 'c'), BY),
      () => removePost(app.site, 'c', BY),
      () => createPost(app.site, titled('In its place', 'c'), BY),
    ]);
    const { events } = await readAuditTrail(app.site, { limit: 20 });
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
