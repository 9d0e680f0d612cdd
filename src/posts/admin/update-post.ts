import { caller } from '../../admin/caller.ts';
import type { Finding } from '../../text/finding.ts';
import type { adminPosts } from '../api/admin-posts.ts';
import type { Post } from '../post.ts';
import type { PostDraft } from '../post-input.ts';
import type { UnpublishedChanges } from '../unpublished-changes.ts';

/** A post that was saved, with what its readers would miss; that is unknown of one that was found saved. */
export type PostAnswer = Post & { findings?: Finding[] };

/** A post to be saved, with the codes of the warnings that its writer has seen. */
export type CheckedDraft = PostDraft & { acknowledged?: string[] };

/** Identifies the version of a post that was read. */
export type PostVersion = Pick<Post, 'slug' | 'version' | 'etag'>;

/**
 * Replaces a post; rejected with 409 when it has changed since that version.
 *
 * @param changes the unpublished changes that the draft contains: they end with the save
 */
export function updatePost(
  { slug, etag }: Pick<Post, 'slug' | 'etag'>,
  draft: CheckedDraft,
  changes: UnpublishedChanges | null = null,
) {
  return caller<typeof adminPosts>()('PUT', '/admin/blog/posts/:slug', {
    param: { slug },
    json: { ...draft, etag, changes: changes?.etag },
  });
}
