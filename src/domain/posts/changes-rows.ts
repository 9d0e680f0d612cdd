import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { fail, type Result } from '../../failure.ts';
import type { Post, ReadPost } from './post.ts';
import type { PostInput } from './post-input.ts';

/** What a list says of unpublished changes. */
export type ChangesSummary = {
  /** ISO 8601 in UTC. */
  savedAt: string;
  /** The email of an administrator; null for the program itself. */
  savedBy: string | null;
  /** When they are published by themselves; null for not at all. ISO 8601 in UTC. */
  publishAt: string | null;
  /** Why publishing at that time failed; null while nothing failed. */
  problem: string | null;
};

/** Changes to a public post that are saved and not public yet. */
export type UnpublishedChanges = ChangesSummary & {
  /** Differs after every save. */
  etag: string;
  /** The post as the changes make it; its `version` is that of the post which they change. */
  post: ReadPost;
};

export type ChangesRow = Selectable<Tables['unpublished_changes']>;

const SUMMARY = ['saved_at', 'saved_by', 'publish_at', 'problem'] as const;

export async function readChanges(
  query: Kysely<Tables>,
  postId: string,
): Promise<ChangesRow | null> {
  const row = await query
    .selectFrom('unpublished_changes')
    .selectAll()
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row ?? null;
}

/** Loads the summaries of posts' changes; returns a lookup by post id. */
export async function readChangesSummaries(
  query: Kysely<Tables>,
  ids: readonly string[],
): Promise<(id: string) => ChangesSummary | null> {
  const rows =
    ids.length === 0
      ? []
      : await query
          .selectFrom('unpublished_changes')
          .select(['post_id', ...SUMMARY])
          .where('post_id', 'in', ids)
          .execute();
  const changes = new Map(rows.map((row) => [row.post_id, toChangesSummary(row)]));
  return (id) => changes.get(id) ?? null;
}

/** @returns false when there are no changes with the etag */
export async function deleteChanges(
  trx: Kysely<Tables>,
  postId: string,
  etag: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('unpublished_changes')
    .where('post_id', '=', postId)
    .where('etag', '=', etag)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function toChangesSummary(row: Pick<ChangesRow, (typeof SUMMARY)[number]>): ChangesSummary {
  return {
    savedAt: row.saved_at,
    savedBy: row.saved_by,
    publishAt: row.publish_at,
    problem: row.problem,
  };
}

/** What publishing the changes saves. */
export function toInput(row: ChangesRow): PostInput {
  return {
    slug: row.slug,
    title: row.title,
    description: row.description,
    author: row.author,
    coverImage: row.cover_image,
    coverImageCaption: row.cover_image_caption,
    status: 'published',
    publishDate: row.publish_date,
    references: JSON.parse(row.references),
    citationStyle: row.citation_style,
    isResearch: row.is_research === 1,
    tags: JSON.parse(row.tags),
    content: row.content,
  };
}

export function toUnpublishedChanges(live: Post, row: ChangesRow): UnpublishedChanges {
  return {
    ...toChangesSummary(row),
    etag: row.etag,
    post: {
      ...live,
      ...toInput(row),
      date: row.publish_date ?? live.date,
      updated_at: row.saved_at,
      readingTime: row.reading_time,
      contentHtml: row.content_html,
      version: row.base_version,
    },
  };
}

export const NO_CHANGES = fail({
  kind: 'not-found',
  detail: 'This post has no unpublished changes.',
});

export function isReplaced(existing: ChangesRow | null, etag: string | null | undefined): boolean {
  return etag !== undefined && etag !== (existing?.etag ?? null);
}

/** The conflict of changes that are not the ones that were read. */
export function replaced(live: Post, existing: ChangesRow | null): Result<never> {
  return fail({
    kind: 'conflict',
    detail:
      existing === null
        ? 'The unpublished changes were published or discarded in the meantime.'
        : 'Someone else saved unpublished changes to this post in the meantime.',
    current: existing === null ? live : toUnpublishedChanges(live, existing),
  });
}
