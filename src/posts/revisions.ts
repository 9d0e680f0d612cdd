import { sql } from 'kysely';
import { z } from 'zod';
import type { TitleOfPost } from '../accounts/audit.ts';
import type { Site } from '../site.ts';
import { POST_STATUSES } from './fields.ts';
import { AUTHORED_COLUMNS, findPostIdByAnySlug, toAuthored } from './rows.ts';
import { authoredSchema } from './schemas.ts';

/** The title that a post had when something was done with it. */
export const auditedTitle: TitleOfPost = (event) =>
  event
    .selectFrom('post_versions')
    .select('post_versions.title')
    .where((eb) =>
      eb(
        'post_versions.post_id',
        '=',
        eb.fn.coalesce(
          eb
            .selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.slug', '=', 'audit_events.subject')
            .where('posts.deleted_at', 'is', null),
          eb
            .selectFrom('former_slugs')
            .select('former_slugs.post_id')
            .whereRef('former_slugs.slug', '=', 'audit_events.subject'),
        ),
      ),
    )
    // Another post may have had this slug at another time.
    .whereRef('post_versions.slug', '=', 'audit_events.subject')
    .whereRef('post_versions.saved_at', '<=', 'audit_events.at')
    .orderBy('post_versions.saved_at', 'desc')
    .orderBy('post_versions.version', 'desc')
    .limit(1)
    .$asScalar();

const summarySchema = z
  .object({
    version: z.int().min(1),
    savedAt: z.iso.datetime(),
    savedBy: z.string().nullable().meta({ description: 'An email address; null: the program' }),
    title: z.string(),
    status: z.enum(POST_STATUSES),
  })
  .meta({ id: 'RevisionSummary' });

export const listedRevisionSchema = summarySchema
  .extend({
    isLatest: z.boolean().meta({
      description: 'The working text: where it is not the public one, the unpublished changes',
    }),
  })
  .meta({ id: 'ListedRevision' });

export const revisionSchema = summarySchema.extend(authoredSchema.shape).meta({ id: 'Revision' });

/** A save of a post without the content, for lists. Its status is `published` if it is or was the public version. */
export type RevisionSummary = z.output<typeof summarySchema>;

export type ListedRevision = z.output<typeof listedRevisionSchema>;

/** The author's fields at one save. Restoring a revision is an ordinary edit with these fields. */
export type Revision = z.output<typeof revisionSchema>;

const SUMMARY = ['version', 'saved_at', 'saved_by', 'title', 'published_at'] as const;

/** The revisions of the post with the slug, newest first; null if there is no such post. */
export async function revisionsOf(
  { db: { query } }: Site,
  slug: string,
): Promise<ListedRevision[] | null> {
  const id = await findPostIdByAnySlug(query, slug);
  if (id === null) return null;
  const rows = await query
    .selectFrom('post_versions')
    .innerJoin('posts', 'posts.id', 'post_id')
    .select([...SUMMARY, 'latest_version'])
    .where('post_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ version, saved_at, saved_by, title, published_at, latest_version }) => ({
    version,
    savedAt: saved_at,
    savedBy: saved_by,
    title,
    status: published_at === null ? 'draft' : 'published',
    isLatest: version === latest_version,
  }));
}

/** One revision of the post with the slug; null if there is none. */
export async function readRevision(
  { db: { query } }: Site,
  slug: string,
  version: number,
): Promise<Revision | null> {
  const id = await findPostIdByAnySlug(query, slug);
  if (id === null) return null;
  const row = await query
    .selectFrom('post_versions')
    .select([...AUTHORED_COLUMNS, 'published_at', 'saved_at', 'saved_by'])
    .where('post_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { saved_at: savedAt, saved_by: savedBy } = row;
  return { ...toAuthored(row), version, savedAt, savedBy };
}

/**
 * Deletes versions that were never public and are not the latest, but the last of each day (in UTC).
 *
 * @param before those that were saved before this instant
 * @returns how many
 */
export async function thinVersions({ db: { query } }: Site, before: string): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('post_versions')
    .where('published_at', 'is', null)
    .where('saved_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.id', '=', 'post_versions.post_id')
            .whereRef('posts.latest_version', '=', 'post_versions.version'),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('post_versions as later')
          .select('later.version')
          .whereRef('later.post_id', '=', 'post_versions.post_id')
          .whereRef('later.version', '>', 'post_versions.version')
          .where(
            sql<boolean>`substr(later.saved_at, 1, 10) = substr(post_versions.saved_at, 1, 10)`,
          ),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
