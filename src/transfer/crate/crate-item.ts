import type { ImportedItem } from '../imported-item.ts';
import type { CrateTables } from '../source-session.ts';
import type { ImportRun } from '../write-items.ts';

export type CrateRun = ImportRun & { crate: CrateTables };

type Part = Pick<ImportedItem, 'position' | 'key' | 'label' | 'title'>;
type Outcome = Pick<ImportedItem, 'outcome'> & Partial<Pick<ImportedItem, 'reason' | 'notes'>>;

/** What became of a part of an export that is not a post. */
export function partItem(part: Part, outcome: Outcome): ImportedItem {
  const noPost = { slug: '', status: '', date: null, postId: null } as const;
  return { ...part, ...noPost, reason: '', notes: [], ...outcome };
}
