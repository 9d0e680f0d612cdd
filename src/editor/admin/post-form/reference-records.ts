import { freeKey } from '../../../science/references/keys.ts';
import type { CslItem, CslName, TextVariable } from '../../../science/references/reference.ts';
import {
  CSL_TYPES,
  MAX_REFERENCES,
  type Reference,
  referenceUrl,
} from '../../../science/references/reference.ts';
import { invertedName, personName } from '../../../science/references/reference-text.ts';
import { workIdentity } from '../../../science/references/same-work.ts';

/** A list with what was read into it. */
type AddedReferences = ReturnType<typeof addReferences>;

/** Adds references to a list: each work once, with a key of its own. The author's title and description stay. */
export function addReferences(listed: readonly Reference[], read: readonly Reference[]) {
  const references = [...listed];
  /** How many are new, were listed and are known in full now, were listed as they are, and have no place. */
  const result = { added: 0, completed: 0, known: 0, leftOut: 0 };
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
  /** Those of the list that were read, also what it had already. */
  const listedNow = references.filter((_, index) => places.has(index));
  return { ...result, references, read: listedNow };
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

/** What of a record a writer edits by itself, as a text. */
export type RecordField = {
  name: string;
  hint?: string;
  read: (reference: Reference) => string;
  write: (reference: Reference, text: string) => Reference;
};

export const RECORD_FIELDS: readonly RecordField[] = [
  {
    name: 'Authors',
    hint: 'Family, Given; Family, Given; an organization without a comma',
    read: authorsText,
    write: withAuthors,
  },
  { name: 'Year', read: yearText, write: withYear },
  textField('Journal or book', 'container-title'),
  textField('Volume', 'volume'),
  textField('Issue', 'issue'),
  textField('Pages', 'page'),
  textField('Publisher', 'publisher'),
];

/** An empty text is none. */
function textField(name: string, variable: TextVariable): RecordField {
  return {
    name,
    read: ({ csl }) => csl?.[variable] ?? '',
    write(reference, text) {
      const { [variable]: _, ...csl } = recordOf(reference);
      return { ...reference, csl: text.trim() === '' ? csl : { ...csl, [variable]: text } };
    },
  };
}

/** The record of a reference, to be changed: one that has none gets the least. */
function recordOf({ csl, title, type }: Reference): CslItem {
  const own = type === 'article' ? 'article-journal' : CSL_TYPES[type];
  return csl ?? { type: own, ...(title === '' ? {} : { title }) };
}

/** `Smith, Ann; Ligara AI` */
function authorsText({ csl }: Reference): string {
  return (csl?.author ?? []).map(invertedName).join('; ');
}

/** Persons are written with a comma after the family name; what has none is an organization. */
function withAuthors(reference: Reference, text: string): Reference {
  const { author: before = [], ...csl } = recordOf(reference);
  const author = text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => before.find((known) => invertedName(known) === name) ?? nameOf(name));
  return { ...reference, csl: author.length === 0 ? csl : { ...csl, author } };
}

function nameOf(typed: string): CslName {
  const [family = '', given = '', suffix = ''] = typed.split(',').map((part) => part.trim());
  return given === '' ? { literal: typed.replace(/,\s*$/, '') } : personName(family, given, suffix);
}

function yearText({ csl }: Reference): string {
  return `${csl?.issued?.['date-parts']?.[0]?.[0] ?? csl?.issued?.literal ?? ''}`;
}

/** A year of four digits, or any other date in words. The month and day of another year are no longer known. */
function withYear(reference: Reference, text: string): Reference {
  const { issued: _, ...csl } = recordOf(reference);
  const typed = text.trim();
  if (typed === '') return { ...reference, csl };
  if (typed === yearText(reference)) return reference;
  const isYear = /^\d{4}$/.test(typed);
  const issued = isYear ? { 'date-parts': [[Number(typed)]] } : { literal: typed };
  return { ...reference, csl: { ...csl, issued } };
}
