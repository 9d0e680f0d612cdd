import { sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '../accounts/audit.ts';
import type { HoldScheduled } from '../accounts/people.ts';
import { recordPictureUses } from '../media/picture-uses.ts';
import { changed } from '../server/db/public-views.ts';
import { type Failure, fail, type Result, succeed } from '../server/failure.ts';
import { attemptEach } from '../server/recurring-job.ts';
import type { Site } from '../site.ts';
import { etagOf } from './post.ts';
import { completePost, findPostIdByAnySlug, toChangesSummary } from './rows.ts';
import { save } from './saving.ts';
import type { changesSchema } from './schemas.ts';
import {
  changePost,
  findLatest,
  point,
  refuseStale,
  selectLatestVersions,
  selectShownVersions,
  toVersionInput,
  type VersionRow,
} from './stored-post.ts';

export type UnpublishedChanges = z.output<typeof changesSchema>;

/** The unpublished changes to the post with the slug; null for none, undefined without a post. */
export async function changesOf({ db: { query } }: Site, slug: string) {
  const id = await findPostIdByAnySlug(query, slug);
  const latest = id === null ? null : await findLatest(query, id);
  if (latest === null) return;
  const { post, row, hasChanges } = latest;
  if (!hasChanges) return null;
  return { ...toChangesSummary(row), etag: post.etag, post: await completePost(query, post) };
}

/** Makes the public text the latest again; the changes stay in the history. */
export async function discardChanges(
  site: Site,
  slug: string,
  { by, etag }: { by: string; etag?: string },
): Promise<Result<void>> {
  return changePost(site, slug, undefined, async (trx, current) => {
    if (current.latest_version === current.version) return NO_CHANGES;
    const stale = await refuseStale(trx, current, etag, current.latest_version);
    if (stale !== null) return stale;
    await point(trx, current, { latest_version: current.version });
    await recordPictureUses(trx, current.id);
    const event = { actor: by, action: 'changes-discarded', subject: current.slug } as const;
    await recordEvent(trx, { ...event, at: site.now() });
    return succeed(undefined);
  });
}

/**
 * Publishes the changes whose time has come. Those that cannot be published stay, with the reason, and are not
 * tried again. Idempotent, and safe in several processes at once.
 *
 * @throws AggregateError of those that failed unexpectedly, after all were tried: they are tried again
 */
export async function publishDueChanges(site: Site): Promise<void> {
  const due = await selectLatestVersions(site.db.query)
    .selectAll('post_versions')
    .where('status', '=', 'published')
    .whereRef('latest_version', '<>', 'public_version')
    .where('publish_at', '<=', site.now())
    .where('problem', 'is', null)
    .orderBy('publish_at')
    .execute();
  await attemptEach(due, (row) => publishDue(site, row), 'Changes could not be published');
}

async function publishDue(site: Site, row: VersionRow): Promise<void> {
  const { post_id: id, version } = row;
  const published = await save(site, id, {
    base: etagOf({ id, version }),
    fields: toVersionInput(row),
    publish: 'published',
    by: row.saved_by ?? undefined,
    action: 'changes-published',
  });
  if (published.ok) return;
  await site.db.query
    .updateTable('post_versions')
    .set({ problem: inWords(published.failure) })
    .where('post_id', '=', id)
    .where('version', '=', version)
    .where('publish_at', 'is not', null)
    .execute();
}

const NO_CHANGES = fail({ kind: 'not-found', detail: 'This post has no unpublished changes.' });

function inWords(failure: Failure): string {
  return 'issues' in failure ? failure.issues.map(({ msg }) => msg).join(' ') : failure.detail;
}

const HELD = 'The person who scheduled this was removed. Save it again, or publish it.';

/** Scheduled changes are no longer due, and scheduled posts become drafts; a save by somebody else ends the note. */
export const holdScheduled: HoldScheduled = async (trx, engine, { by, instant }) => {
  await trx
    .updateTable('post_versions')
    .set({ problem: HELD })
    .where('saved_by', '=', by)
    .where('publish_at', 'is not', null)
    .where('problem', 'is', null)
    .execute();
  const scheduled = await selectShownVersions(trx)
    .select(['id', 'version'])
    .where('public_version', 'is not', null)
    .where('date', '>', instant)
    .where('saved_by', '=', by)
    .$if(engine === 'postgres', (rows) => rows.forUpdate('posts'))
    .execute();
  for (const { id, version } of scheduled) {
    // Also in the trash, from where it would be restored as scheduled.
    const status = sql<'draft'>`case when deleted_at is null then 'draft' else 'trash' end`;
    const draft = { status, public_version: null, latest_version: version };
    await trx.updateTable('posts').set(draft).where('id', '=', id).execute();
    await trx
      .updateTable('post_versions')
      .set({ problem: HELD, published_at: null })
      .where('post_id', '=', id)
      .where('version', '=', version)
      .execute();
  }
  if (scheduled.length > 0) await changed(trx);
};
