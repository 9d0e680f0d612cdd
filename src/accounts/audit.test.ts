import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';

const BY = { by: 'anna@site.test' };

describeEachEngine('the audit log', (makeDatabase) => {
  it('names a post as it was at that moment, and not by changes that nobody published', async () => {
    const { services, clock } = await makeApp({ db: await makeDatabase() });
    const act = async (run: () => Promise<unknown>) => {
      clock.advance(60_000);
      await run();
    };
    const { id } = unwrap(
      await services.posts.createPost(input({ title: 'First', slug: 'a' }), BY),
    );
    await act(() => services.posts.editPost('a', input({ title: 'Second', slug: 'a' }), BY));
    const changes = input({ title: 'Never public', slug: 'a' });
    await act(() => services.posts.saveChanges('a', changes, { ...BY, publishAt: null }));
    await act(() => services.posts.discardChanges('a', BY));
    await act(() => services.posts.removePost('a', BY));
    await act(() => services.posts.restorePost(id, BY));
    const { events } = await services.accounts.auditTrail({ limit: 9 });
    expect(events.map(({ action, title }) => `${action}: ${title}`).toReversed()).toEqual([
      'post-created: First',
      'post-edited: Second',
      'changes-saved: Never public',
      'changes-discarded: Second',
      'post-deleted: Second',
      'post-restored: Second',
    ]);
  });
});
