import { expect, it } from 'vitest';
import { ADMINISTRATOR as EDITOR, makeApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { createPost, editPost, saveChanges } from '../../test/save-posts.ts';
import { unwrap } from '../../test/unwrap.ts';

import { removePost, restorePost } from '../posts/trash.ts';
import { discardChanges } from '../posts/unpublished-changes.ts';
import { readAuditTrail } from './audit.ts';
import { ensureAdministrator, resetPassword } from './people.ts';
import { signIn } from './sign-in.ts';

const BY = { by: EDITOR.email };

it('the audit log lists who did what, the latest first, page by page; posts are named as they were then, never by unpublished changes or by another post of their slug', async () => {
  const { site, clock } = await makeApp();
  const titled = (title: string, slug: string) => input({ title, slug });
  let id = '';
  const steps: readonly (() => Promise<unknown>)[] = [
    () => ensureAdministrator(site, EDITOR),
    () => signIn(site, EDITOR, { userAgent: 'Desk' }),
    async () => {
      id = unwrap(await createPost(site, titled('First', 'a'), BY)).id;
    },
    () => editPost(site, 'a', titled('Renamed', 'b'), BY),
    () => editPost(site, 'b', titled('Refused', 'b'), { ...BY, etag: 'stale' }),
    () => saveChanges(site, 'b', titled('Never public', 'b'), { ...BY, publishAt: null }),
    () => discardChanges(site, 'b', BY),
    () => removePost(site, 'b', BY),
    () => restorePost(site, id, BY),
    () => createPost(site, titled('To be removed', 'c'), BY),
    () => removePost(site, 'c', BY),
    () => createPost(site, titled('In its place', 'c'), BY),
    () => resetPassword(site, EDITOR.email),
  ];
  for (const step of steps) {
    clock.advance(60_000);
    await step();
  }
  const lines: string[] = [];
  let cursor: Parameters<typeof readAuditTrail>[1]['cursor'];
  do {
    const { events, next } = await readAuditTrail(site, { limit: 4, cursor });
    for (const { actor, action, subject, title } of events) {
      lines.push(`${actor} ${action} ${subject}: ${title}`);
    }
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('audit-log.txt');
});
