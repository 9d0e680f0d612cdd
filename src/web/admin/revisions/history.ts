import type { Post } from '../../../domain/posts/post.ts';
import type { Revision, RevisionSummary } from '../../../domain/posts/revisions.ts';

/** A post, its saves, and the two of them that are compared. */
export type History = {
  post: Post;
  /** The latest first; the present state is among them. */
  revisions: RevisionSummary[];
  selected: Revision;
  /** Null when there is nothing to compare with. */
  against: Revision | null;
};
