import type { AuthoredFields, Post } from '../../post.ts';
import type { Revision } from '../../revisions.ts';

/**
 * An earlier version's content, to be saved over the current version. Slug, status and publish date stay:
 * a restore must not break a link, publish a post or unpublish it.
 */
export function restoredDraft(revision: Revision, current: Post): AuthoredFields {
  const { version: _, savedAt: __, savedBy: ___, ...authored } = revision;
  const { slug, status, publishDate } = current;
  return { ...authored, slug, status, publishDate };
}

/** Restoring would change something. */
export function isRestorable(revision: Revision, current: Post): boolean {
  const draft = restoredDraft(revision, current);
  return (Object.keys(draft) as (keyof typeof draft)[]).some(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(current[field]),
  );
}
