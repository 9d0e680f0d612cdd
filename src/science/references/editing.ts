import { freeKey, toKey } from './keys.ts';
import type { CslDate, CslItem, CslName, TextVariable } from './reference.ts';
import { CSL_TYPES, MAX_REFERENCES, type Reference, referenceUrl } from './reference.ts';
import { invertedName, parseInverted } from './reference-text.ts';
import { describeWork } from './work.ts';

/** The author's title and description stay. */
export function addReferences(listed: readonly Reference[], read: readonly Reference[]) {
  const references = [...listed];
  const counts = { added: 0, completed: 0, known: 0, leftOut: 0 };
  const places = new Set<number>();
  for (const reference of read) {
    const { identity } = describeWork(reference);
    const index = references.findIndex((other) => describeWork(other).identity === identity);
    const there = references[index];
    const key = freeKey(reference.key ?? 'reference', (taken) =>
      references.some((other) => other !== there && other.key === taken),
    );
    if (there === undefined) {
      if (references.length >= MAX_REFERENCES) counts.leftOut += 1;
      else {
        places.add(references.push({ ...reference, key }) - 1);
        counts.added += 1;
      }
      continue;
    }
    places.add(index);
    if (there.csl === undefined && reference.csl !== undefined) {
      const title = isTitled(there) ? there.title : reference.title;
      references[index] = { ...there, title, key: there.key || key, csl: reference.csl };
      counts.completed += 1;
    } else counts.known += 1;
  }
  return {
    references,
    /** Those of the list that were read, also what it had already. */
    read: references.filter((_, index) => places.has(index)),
    isChanged: counts.added + counts.completed > 0,
    outcome: Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([done, count]) => {
        const references = count === 1 ? 'reference was' : 'references were';
        return `${count} ${references} ${DONE[done as keyof typeof DONE]}.`;
      })
      .join(' '),
  };
}

const DONE = {
  added: 'added',
  completed: 'already in the list, now completed',
  known: 'already in the list',
  leftOut: `left out: a post can have at most ${MAX_REFERENCES}`,
};

/** A reference as it is listed: a DOI is the URL of its resolver, and the key one that a text can cite. */
export function tidyReference({ key: typed = '', ...reference }: Reference): Reference {
  const key = toKey(typed);
  return { ...reference, url: referenceUrl(reference.url), ...(key === '' ? {} : { key }) };
}

/** A title of its own, not the DOI. */
function isTitled({ title, url }: Reference): boolean {
  return title !== '' && referenceUrl(title) !== url;
}

/** What of a record a writer edits by itself, as a text. */
type RecordField = {
  name: string;
  hint?: string | undefined;
  read: (reference: Reference) => string;
  write: (reference: Reference, text: string) => Reference;
};

type Variable<Value> = {
  toText: (value: Value | undefined) => string;
  /** Of a text that is not empty; undefined removes the variable. */
  toValue: (text: string, before: Value | undefined) => Value | undefined;
  hint?: string;
};

const PLAIN: Variable<string> = { toText: (value = '') => value, toValue: (text) => text };

/** Persons are written with a comma after the family name; what has none is an organization. */
const NAMES: Variable<CslName[]> = {
  hint: 'Family, Given; Family, Given; an organization without a comma',
  toText: (names = []) => names.map(invertedName).join('; '),
  toValue(text, before = []) {
    const names = text.split(/\s*;\s*/).filter((name) => name !== '');
    const author = names.map(
      (name) => before.find((known) => invertedName(known) === name) ?? parseInverted(name),
    );
    return author.length === 0 ? undefined : author;
  },
};

/** A year of four digits, or any other date in words. The month and day of another year are no longer known. */
const YEAR: Variable<CslDate> = {
  toText: (date) => `${date?.['date-parts']?.[0]?.[0] ?? date?.literal ?? ''}`,
  toValue: (text) =>
    /^\d{4}$/.test(text) ? { 'date-parts': [[Number(text)]] } : { literal: text },
};

export const RECORD_FIELDS: readonly RecordField[] = [
  field('Authors', 'author', NAMES),
  field('Year', 'issued', YEAR),
  field('Journal or book', 'container-title', PLAIN),
  field('Volume', 'volume', PLAIN),
  field('Issue', 'issue', PLAIN),
  field('Pages', 'page', PLAIN),
  field('Publisher', 'publisher', PLAIN),
];

function field<Value>(
  name: string,
  variable: 'author' | 'issued' | TextVariable,
  { toText, toValue, hint }: Variable<Value>,
): RecordField {
  const read = ({ csl }: Reference) => toText(csl?.[variable] as Value | undefined);
  return {
    name,
    hint,
    read,
    write(reference, typed) {
      const text = typed.trim();
      if (text === read(reference)) return reference;
      const { [variable]: before, ...csl } = recordOf(reference);
      const value = text === '' ? undefined : toValue(text, before as Value | undefined);
      const changed = value === undefined ? csl : { ...csl, [variable]: value };
      return { ...reference, csl: changed as CslItem };
    },
  };
}

function recordOf({ csl, title, type }: Reference): CslItem {
  const own = type === 'article' ? 'article-journal' : CSL_TYPES[type];
  return csl ?? { type: own, ...(title === '' ? {} : { title }) };
}
