import { freeKey, toKey } from './keys.ts';
import {
  CSL_TYPES,
  type CslItem,
  type CslName,
  issuedYear,
  MAX_REFERENCES,
  type Reference,
  referenceUrl,
} from './reference.ts';
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
    places.add(there === undefined ? references.push({ ...reference, key }) - 1 : index);
    if (there === undefined) counts.added += 1;
    else if (there.csl === undefined && reference.csl !== undefined) {
      const title = isTitled(there) ? there.title : reference.title;
      references[index] = { ...there, title, key: there.key || key, csl: reference.csl };
      counts.completed += 1;
    } else counts.known += 1;
  }
  counts.leftOut = references.splice(MAX_REFERENCES).length;
  counts.added -= counts.leftOut;
  return {
    references,
    /** Those of the list that were read, also what it had already. */
    read: references.filter((_, index) => places.has(index)),
    isChanged: counts.added + counts.completed > 0,
    outcome: Object.entries(OUTCOMES)
      .map(([name, done]) => [counts[name as keyof typeof OUTCOMES], done] as const)
      .filter(([count]) => count > 0)
      .map(([count, done]) => `${count} reference${count === 1 ? ' was' : 's were'} ${done}.`)
      .join(' '),
  };
}

const OUTCOMES = {
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
const FIELDS = [
  ['Authors', 'author'],
  ['Year', 'issued'],
  ['Journal or book', 'container-title'],
  ['Volume', 'volume'],
  ['Issue', 'issue'],
  ['Pages', 'page'],
  ['Publisher', 'publisher'],
] as const;

type Variable = (typeof FIELDS)[number][1];

const HINTS: { [Name in Variable]?: string } = {
  author: 'Family, Given; Family, Given; an organization without a comma',
};

export const RECORD_FIELDS = FIELDS.map(([name, variable]) => ({
  name,
  hint: HINTS[variable],
  read: ({ csl }: Reference) => toText(csl, variable),
  write: (reference: Reference, typed: string) => write(reference, variable, typed),
}));

function toText(csl: CslItem | undefined, variable: Variable): string {
  if (variable === 'author') return (csl?.author ?? []).map(invertedName).join('; ');
  if (variable === 'issued') return `${issuedYear(csl) ?? csl?.issued?.literal ?? ''}`;
  return csl?.[variable] ?? '';
}

function write(reference: Reference, variable: Variable, typed: string): Reference {
  const { title, type } = reference;
  const text = typed.replace(/^[\s;]+|[\s;]+$/g, '');
  if (text === toText(reference.csl, variable)) return reference;
  const ownType = type === 'article' ? 'article-journal' : CSL_TYPES[type];
  const titled = title === '' ? {} : { title };
  const { [variable]: before, ...csl } = reference.csl ?? { type: ownType, ...titled };
  const value = toValue(variable, text, reference.csl?.author);
  return { ...reference, csl: text === '' ? csl : { ...csl, [variable]: value } };
}

/** The month and day of another year are no longer known; a date in words stays as it is. */
function toValue(variable: Variable, text: string, known: readonly CslName[] = []) {
  if (variable === 'issued')
    return /^\d{4}$/.test(text) ? { 'date-parts': [[Number(text)]] } : { literal: text };
  if (variable !== 'author') return text;
  return text
    .split(/\s*;[\s;]*/)
    .map((name) => known.find((one) => invertedName(one) === name) ?? parseInverted(name));
}
