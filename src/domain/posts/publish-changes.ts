import type { Database } from '../../db/connect.ts';
import type { Failure, Result } from '../../failure.ts';
import { attemptEach } from '../attempt-each.ts';
import {
  type ChangesRow,
  deleteChanges,
  isReplaced,
  NO_CHANGES,
  readChanges,
  replaced,
  toInput,
} from './changes-rows.ts';
import type { createPostEditing } from './editing.ts';
import { findPostIdByAnySlug } from './rows.ts';
import type { SavedPost } from './saving.ts';
import { noSuchPost, readPost } from './stored-post.ts';

type PublishChangesDeps = {
  db: Pick<Database, 'query'>;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  replacePost: ReturnType<typeof createPostEditing>['replacePost'];
};

/** Publishing unpublished changes: at once, and at their time. */
export function createPublishChanges({ db: { query }, now, replacePost }: PublishChangesDeps) {
  /** Makes the changes public now, as an edit of the version that they change. */
  async function publishChanges(
    slug: string,
    { by, etag }: { by: string; etag?: string | undefined },
  ): Promise<Result<SavedPost>> {
    const id = await findPostIdByAnySlug(query, slug);
    if (id === null) return noSuchPost(slug);
    const row = await readChanges(query, id);
    if (row === null) return NO_CHANGES;
    if (isReplaced(row, etag)) return replaced(await readPost(query, id), row);
    return publish(row, by);
  }

  /** The row ends in the transaction that edits the post: of several processes, one publishes it. */
  async function publish(row: ChangesRow, by: string | undefined): Promise<Result<SavedPost>> {
    return replacePost({ id: row.post_id, slug: row.slug }, toInput(row), {
      by,
      version: row.base_version,
      action: 'changes-published',
      async before(trx) {
        if (await deleteChanges(trx, row.post_id, row.etag)) return null;
        return replaced(await readPost(trx, row.post_id), await readChanges(trx, row.post_id));
      },
    });
  }

  /**
   * Publishes the changes whose time has come. Those that cannot be published stay, with the reason, and are not
   * tried again. Idempotent, and safe in several processes at once.
   *
   * @throws AggregateError of those that failed unexpectedly, after all were tried: they are tried again
   */
  async function publishDueChanges(): Promise<void> {
    const due = await query
      .selectFrom('unpublished_changes')
      .select('post_id')
      .where('publish_at', '<=', now())
      .where('problem', 'is', null)
      .orderBy('publish_at')
      .execute();
    await attemptEach(due, ({ post_id }) => publishDue(post_id), 'Changes could not be published');
  }

  async function publishDue(id: string): Promise<void> {
    const row = await readChanges(query, id);
    // They may have been rescheduled since the list was read.
    if (row?.publish_at == null || row.publish_at > now()) return;
    const published = await publish(row, row.saved_by ?? undefined);
    if (published.ok) return;
    await query
      .updateTable('unpublished_changes')
      .set({ problem: inWords(published.failure) })
      .where('post_id', '=', id)
      .where('etag', '=', row.etag)
      .execute();
  }

  return { publishChanges, publishDueChanges };
}

function inWords(failure: Failure): string {
  return 'issues' in failure ? failure.issues.map(({ msg }) => msg).join(' ') : failure.detail;
}
