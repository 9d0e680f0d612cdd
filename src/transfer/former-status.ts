import type { Note } from './source.ts';

/** The status that a post gets, and notes about why it differs from the former one. */
export type FormerStatus = { status: 'published' | 'draft'; notes: Note[] };

/** The title of a post that has none. */
export const UNTITLED = 'Untitled';

export const NO_TITLE: Note = {
  kind: 'changed',
  message: `It has no title, so it is called “${UNTITLED}”.`,
};

/** The status of what was not public, or not a post. */
export function asDraft(why: string): FormerStatus {
  return {
    status: 'draft',
    notes: [{ kind: 'changed', message: `${why}, so it is imported as a draft.` }],
  };
}
