import type { Note } from './source.ts';

/** The status of a post here, and why it is another than there. */
export type FormerStatus = { status: 'published' | 'draft'; notes: Note[] };

/** The title of a post that has none. */
export const UNTITLED = 'Untitled';

export const NO_TITLE: Note = { kind: 'changed', message: `It has no title: it is “${UNTITLED}”.` };

/** Made of what was not public there, or not a post: its address must not make it public here. */
export function asDraft(why: string): FormerStatus {
  return { status: 'draft', notes: [{ kind: 'changed', message: `${why}: it comes as a draft.` }] };
}
