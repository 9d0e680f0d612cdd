import type { Post } from '../../post.ts';
import type { ListedRevision, Revision, RevisionSummary } from '../../revisions.ts';

/** A post, its revisions, and the two that are compared. */
export type History = {
  post: Post;
  /** Latest first. */
  revisions: ListedRevision[];
  selected: Revision;
  /** Null when there is no other version. */
  against: Revision | null;
};

/** Sample posts and imports have no administrator as author. */
export function savedByLabel({ savedBy }: Pick<RevisionSummary, 'savedBy'>): string {
  return `by ${savedBy ?? 'the program'}`;
}
