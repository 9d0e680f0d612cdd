import { sql } from 'kysely';
import { z } from 'zod';
import type { TitleOfPost } from '../accounts/audit.ts';
import type { Site } from '../site.ts';
import { POST_STATUSES } from './fields.ts';
import { AUTHORED_COLUMNS, findPostIdByAnySlug, toAuthored } from './rows.ts';
import { authoredSchema } from './schemas.ts';

export const auditedTitle: TitleOfPost = () =>
  // Another post may have had this slug at another time. The version of that moment, else a public one.
  sql<string | null>`(select title from post_versions where post_id = coalesce(
      (select id from posts where posts.slug = audit_events.subject and deleted_at is null),
      (select post_id from former_slugs where former_slugs.slug = audit_events.subject))
    and post_versions.slug = audit_events.subject and saved_at <= audit_events.at
    order by case when audit_events.at in (saved_at, published_at) then 0 when published_at is not null then 1 else 2 end,
      saved_at desc, version desc limit 1)`;

const summarySchema = z
  .object({
    version: z.int().min(1),
    savedAt: z.iso.datetime(),
    savedBy: z.string().nullable().describe('An email address; null: the program'),
    title: z.string(),
    status: z.enum(POST_STATUSES),
  })
  .meta({ id: 'RevisionSummary' });

export const listedRevisionSchema = summarySchema
  .extend({ isLatest: z.boolean().describe('The working text, public or not') })
  .meta({ id: 'ListedRevision' });

export const revisionSchema = summarySchema.extend(authoredSchema.shape).meta({ id: 'Revision' });

/** A save of a post without the content, for lists. Its status is `published` if it is or was the public version. */
export type RevisionSummary = z.output<typeof summarySchema>;

export type ListedRevision = z.output<typeof listedRevisionSchema>;

/** Restoring a revision is an ordinary edit with these fields. */
export type Revision = z.output<typeof revisionSchema>;

export async function revisionsOf(
  { db: { query } }: Site,
  slug: string,
): Promise<ListedRevision[] | null> {
  const id = await findPostIdByAnySlug(query, slug);
  if (id === null) return null;
  const rows = await query
    .selectFrom('post_versions')
    .innerJoin('posts', 'posts.id', 'post_id')
    .select(['version', 'saved_at as savedAt', 'saved_by as savedBy', 'title', 'published_at'])
    .select('latest_version')
    .where('post_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ published_at, latest_version, ...row }) => ({
    ...row,
    status: published_at === null ? 'draft' : 'published',
    isLatest: row.version === latest_version,
  }));
}

export async function readRevision({ db: { query } }: Site, slug: string, version: number) {
  const id = await findPostIdByAnySlug(query, slug);
  if (id === null) return null;
  const row = await query
    .selectFrom('post_versions')
    .select([...AUTHORED_COLUMNS, 'published_at', 'saved_at as savedAt', 'saved_by as savedBy'])
    .where('post_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { savedAt, savedBy } = row;
  return { ...toAuthored(row), version, savedAt, savedBy };
}

/**
 * Deletes versions that were never public and are not the latest, but the last of each day (in UTC).
 *
 * @param before those that were saved before this instant
 * @returns how many
 */
export async function thinVersions({ db: { query } }: Site, before: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from post_versions
    where published_at is null and saved_at < ${before}
      and not exists (select 1 from posts where id = post_id and latest_version = post_versions.version)
      and exists (select 1 from post_versions as later
        where later.post_id = post_versions.post_id and later.version > post_versions.version
          and substr(later.saved_at, 1, 10) = substr(post_versions.saved_at, 1, 10))`.execute(
    query,
  );
  return Number(numAffectedRows);
}
