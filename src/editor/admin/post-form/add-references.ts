import { freeKey } from '../../../science/references/keys.ts';
import {
  MAX_REFERENCES,
  type Reference,
  referenceUrl,
} from '../../../science/references/reference.ts';
import { workIdentity } from '../../../science/references/same-work.ts';

/** A list with what was read into it, and how many of these are new, known and left out. */
export type AddedReferences = {
  references: Reference[];
  /** Those of the list that were read, also what it had already. */
  read: Reference[];
  added: number;
  /** Were listed, and are known in full now. */
  completed: number;
  /** Were listed as they are. */
  known: number;
  /** Have no place: a post has so many at most. */
  leftOut: number;
};

/** Adds references to a list: each work once, with a key of its own. The author's title and description stay. */
export function addReferences(
  listed: readonly Reference[],
  read: readonly Reference[],
): AddedReferences {
  const result = { references: [...listed], added: 0, completed: 0, known: 0, leftOut: 0 };
  const { references } = result;
  const places = new Set<number>();
  for (const reference of read) {
    const index = references.findIndex((other) => workIdentity(other) === workIdentity(reference));
    const there = references[index];
    const key = freeKey(reference.key ?? 'reference', (taken) =>
      references.some((other) => other !== there && other.key === taken),
    );
    if (there === undefined) {
      if (references.length >= MAX_REFERENCES) result.leftOut += 1;
      else {
        places.add(references.push({ ...reference, key }) - 1);
        result.added += 1;
      }
      continue;
    }
    places.add(index);
    if (there.csl === undefined && reference.csl !== undefined) {
      const title = isTitled(there) ? there.title : reference.title;
      references[index] = { ...there, title, key: there.key || key, csl: reference.csl };
      result.completed += 1;
    } else result.known += 1;
  }
  return { ...result, read: references.filter((_, index) => places.has(index)) };
}

/** A title of its own, not the DOI. */
function isTitled({ title, url }: Reference): boolean {
  return title !== '' && referenceUrl(title) !== url;
}

/** What was done, in sentences; empty when nothing was read. */
export function outcomeOf({ added, completed, known, leftOut }: AddedReferences): string {
  const count = (number: number, verb: string) =>
    number === 0
      ? []
      : [`${number} ${number === 1 ? 'reference was' : 'references were'} ${verb}.`];
  return [
    ...count(added, 'added'),
    ...count(completed, 'already in the list, now completed'),
    ...count(known, 'already in the list'),
    ...count(leftOut, `left out: a post can have at most ${MAX_REFERENCES}`),
  ].join(' ');
}
