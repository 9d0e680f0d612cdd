import type { RevisionSummary } from '../../../domain/posts/revisions.ts';

/** Sample posts and imports are saved by no administrator. */
export function savedByWhom({ savedBy }: Pick<RevisionSummary, 'savedBy'>): string {
  return `by ${savedBy ?? 'the program'}`;
}
