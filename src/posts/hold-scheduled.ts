import { sql } from 'kysely';
import type { HoldScheduled } from '../accounts/people.ts';

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
  const scheduled = await trx
    .selectFrom('posts')
    .innerJoin('post_versions', (join) =>
      join.onRef('post_id', '=', 'posts.id').onRef('version', '=', 'public_version'),
    )
    .select(['id', 'version'])
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
};
