import type { RevisionSummary } from '../../revisions.ts';

/** Sample posts and imports have no administrator as author. */
export function savedByLabel({ savedBy }: Pick<RevisionSummary, 'savedBy'>): string {
  return `by ${savedBy ?? 'the program'}`;
}
