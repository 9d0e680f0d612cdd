import type { Post } from '../../../domain/posts/post.ts';
import type { PostDraft } from '../../../domain/posts/post-input.ts';
import type { Revision } from '../../../domain/posts/revisions.ts';

/**
 * What an earlier version said, to be saved over the present one. Where and whether the post can be
 * read stays as it is: bringing words back must not break a link, nor publish or take back a post.
 */
export function restoredDraft(revision: Revision, present: Post): PostDraft {
  const { title, description, content, author, tags, coverImage, coverImageCaption } = revision;
  const { slug, status, publishDate } = present;
  return {
    ...{ title, description, content, author, tags, coverImage, coverImageCaption },
    references: revision.references,
    ...{ slug, status, publishDate },
  };
}

/** Whether restoring would change anything. */
export function isRestorable(revision: Revision, present: Post): boolean {
  const draft = restoredDraft(revision, present);
  return (Object.keys(draft) as (keyof typeof draft)[]).some(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(present[field]),
  );
}
