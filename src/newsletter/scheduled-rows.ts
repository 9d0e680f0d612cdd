import type { Kysely, Selectable } from 'kysely';
import { recordPictureUses } from '../media/picture-uses.ts';
import { lockPost } from '../posts/stored-post.ts';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';

/** An issue that waits for its time. Instants are ISO 8601 in UTC. */
export type ScheduledIssue = {
  /** The issue that it becomes has the same. */
  id: string;
  /** The slug of the post, as it is now or was last. */
  slug: string;
  title: string;
  /** Null for the title of the post when it is sent. */
  subject: string | null;
  /** Markdown. */
  introduction: string;
  sendAt: string;
  /** Differs after every save. */
  etag: string;
  /** Email of an administrator. */
  scheduledBy: string;
  scheduledAt: string;
  /** Why it was not sent at its time; null while nothing failed. */
  problem: string | null;
};

export type ScheduledRow = Selectable<Tables['scheduled_issues']>;

export const SCHEDULED_ALREADY =
  'This post is already scheduled as a newsletter. Change or cancel that one first.';

/** The id of the scheduled issue of a post; null for none. */
export async function scheduledOf(trx: Kysely<Tables>, postId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('scheduled_issues')
    .select('id')
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Records the pictures of the introduction, or their end, as uses of its post. A post in the trash keeps its uses. */
export async function recordScheduledUses(
  trx: Kysely<Tables>,
  engine: Engine,
  postId: string,
): Promise<void> {
  if ((await lockPost(trx, engine, postId)) === undefined) return;
  await recordPictureUses(trx, postId);
}

/** Ends a row whose issue was sent or cancelled. */
export async function endScheduled(
  trx: Kysely<Tables>,
  engine: Engine,
  { id, post_id }: Pick<ScheduledRow, 'id' | 'post_id'>,
): Promise<void> {
  await trx.deleteFrom('scheduled_issues').where('id', '=', id).execute();
  await recordScheduledUses(trx, engine, post_id);
}

export function toScheduledIssue(row: ScheduledRow): ScheduledIssue {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    subject: row.subject,
    introduction: row.introduction,
    sendAt: row.send_at,
    etag: row.etag,
    scheduledBy: row.scheduled_by,
    scheduledAt: row.scheduled_at,
    problem: row.problem,
  };
}
