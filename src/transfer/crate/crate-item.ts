import type { ImportRun } from '../import-run.ts';
import type { ImportedItem } from '../imported-item.ts';
import type { Crate } from './open-crate.ts';

export type CrateRun = ImportRun & { crate: Crate };

type Part = Pick<ImportedItem, 'position' | 'key' | 'label' | 'title'>;
type Outcome = Pick<ImportedItem, 'outcome'> & Partial<Pick<ImportedItem, 'reason' | 'notes'>>;

/** What became of a part of an export that is not a post. */
export function partItem(part: Part, outcome: Outcome): ImportedItem {
  const noPost = { slug: '', status: '', date: null, postId: null } as const;
  return { ...part, ...noPost, reason: '', notes: [], ...outcome };
}
