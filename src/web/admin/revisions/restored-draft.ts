import type { Post } from '../../../domain/posts/post.ts';
import type { FullPostDraft } from '../../../domain/posts/post-input.ts';
import type { Revision } from '../../../domain/posts/revisions.ts';

/**
 * An earlier version's content, to be saved over the present version. Slug, status and publish date stay:
 * a restore must not break a link, publish a post or unpublish it.
 */
export function restoredDraft(revision: Revision, present: Post): FullPostDraft {
  const { title, description, content, author, tags, coverImage, coverImageCaption } = revision;
  const { slug, status, publishDate } = present;
  return {
    title,
    description,
    content,
    author,
    tags,
    coverImage,
    coverImageCaption,
    references: revision.references,
    citationStyle: revision.citationStyle,
    isResearch: revision.isResearch,
    slug,
    status,
    publishDate,
  };
}

/** Restoring would change something. */
export function isRestorable(revision: Revision, present: Post): boolean {
  const draft = restoredDraft(revision, present);
  return (Object.keys(draft) as (keyof typeof draft)[]).some(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(present[field]),
  );
}
