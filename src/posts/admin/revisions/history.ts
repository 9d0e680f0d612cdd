import type { Post } from '../../post.ts';
import type { ListedRevision, Revision } from '../../revisions.ts';

/** A post, its revisions, and the two that are compared. */
export type History = {
  post: Post;
  /** Latest first. */
  revisions: ListedRevision[];
  selected: Revision;
  /** Null when there is no other version. */
  against: Revision | null;
};
