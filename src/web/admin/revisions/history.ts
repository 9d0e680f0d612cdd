import type { Post } from '../../../domain/posts/post.ts';
import type { Revision, RevisionSummary } from '../../../domain/posts/revisions.ts';

/** A post, its revisions, and the two that are compared. */
export type History = {
  post: Post;
  /** Latest first, from the present version on. */
  revisions: RevisionSummary[];
  selected: Revision;
  /** Null when there is no other version. */
  against: Revision | null;
};
