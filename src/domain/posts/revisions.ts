import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import type { AuthoredFields, Post, PostStatus, Reference } from './post.ts';
import { findPostIdByAnySlug, toAuthoredColumns } from './rows.ts';

/** A save of a post without the content, for lists. */
export type RevisionSummary = {
  version: number;
  /** ISO 8601 in UTC. */
  savedAt: string;
  /** The email of the administrator; null for the program itself. */
  savedBy: string | null;
  title: string;
  status: PostStatus;
};

/** The author's fields at one save. Restoring a revision is an ordinary edit with these fields. */
export type Revision = RevisionSummary & AuthoredFields;

const SUMMARY = ['version', 'saved_at', 'saved_by', 'title', 'status'] as const;

export async function recordRevision(
  query: Kysely<Tables>,
  post: Post,
  by: string | undefined,
): Promise<void> {
  await query
    .insertInto('post_revisions')
    .values({
      ...toAuthoredColumns(post),
      post_id: post.id,
      version: post.version,
      saved_at: post.updated_at,
      saved_by: by ?? null,
      tags: JSON.stringify(post.tags),
    })
    .execute();
}

export function createRevisions({ query }: Database) {
  /** The revisions of the post with the slug, newest first; null if there is no such post. */
  async function revisionsOf(slug: string): Promise<RevisionSummary[] | null> {
    const id = await findPostIdByAnySlug(query, slug);
    if (id === null) return null;
    const rows = await query
      .selectFrom('post_revisions')
      .select(SUMMARY)
      .where('post_id', '=', id)
      .orderBy('version', 'desc')
      .execute();
    return rows.map(toSummary);
  }

  /** One revision of the post with the slug; null if there is none. */
  async function revision(slug: string, version: number): Promise<Revision | null> {
    const id = await findPostIdByAnySlug(query, slug);
    if (id === null) return null;
    const row = await query
      .selectFrom('post_revisions')
      .selectAll()
      .where('post_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      ...toSummary(row),
      slug: row.slug,
      description: row.description,
      author: row.author,
      coverImage: row.cover_image,
      coverImageCaption: row.cover_image_caption,
      tags: JSON.parse(row.tags) as string[],
      publishDate: row.publish_date,
      references: JSON.parse(row.references) as Reference[],
      citationStyle: row.citation_style,
      isResearch: row.is_research === 1,
      content: row.content,
    };
  }

  return { revisionsOf, revision };
}

type SummaryRow = Pick<Tables['post_revisions'], (typeof SUMMARY)[number]>;

function toSummary(row: SummaryRow): RevisionSummary {
  return {
    version: row.version,
    savedAt: row.saved_at,
    savedBy: row.saved_by,
    title: row.title,
    status: row.status,
  };
}
