import type { CslItem, CslName, CslType, TextVariable } from '../../../science/references/csl.ts';
import type { Reference, ReferenceType } from '../../../science/references/reference.ts';

const TYPES: Readonly<Record<ReferenceType, CslType>> = {
  article: 'article-journal',
  'research paper': 'article-journal',
  book: 'book',
  website: 'webpage',
  video: 'motion_picture',
};

/** What of a record a writer edits by itself. */
export const TEXT_FIELDS: readonly { variable: TextVariable; label: string }[] = [
  { variable: 'container-title', label: 'Journal or book' },
  { variable: 'volume', label: 'Volume' },
  { variable: 'issue', label: 'Issue' },
  { variable: 'page', label: 'Pages' },
  { variable: 'publisher', label: 'Publisher' },
];

/** The record of a reference, to be changed: one that has none gets the least. */
function recordOf({ csl, title, type }: Reference): CslItem {
  return csl ?? { type: TYPES[type], ...(title === '' ? {} : { title }) };
}

/** A reference with another text in its record; an empty one is none. */
export function withText(reference: Reference, variable: TextVariable, text: string): Reference {
  const { [variable]: _, ...csl } = recordOf(reference);
  return { ...reference, csl: text.trim() === '' ? csl : { ...csl, [variable]: text } };
}

/** `Smith, Ann; Ligara AI` */
export function authorsText({ csl }: Reference): string {
  return (csl?.author ?? [])
    .map(({ family, given, suffix, literal, ...particles }) =>
      family === undefined
        ? (literal ?? given ?? '')
        : [[...Object.values(particles), family].join(' '), given, suffix]
            .filter(Boolean)
            .join(', '),
    )
    .join('; ');
}

/** Persons are written with a comma after the family name; what has none is an organization. */
export function withAuthors(reference: Reference, text: string): Reference {
  const { author: before = [], ...csl } = recordOf(reference);
  const author = text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => before.find((known) => authorsText(only(known)) === name) ?? nameOf(name));
  return { ...reference, csl: author.length === 0 ? csl : { ...csl, author } };
}

function only(name: CslName): Reference {
  const csl: CslItem = { type: 'document', author: [name] };
  return { title: '', url: '', description: '', type: 'article', csl };
}

function nameOf(written: string): CslName {
  const [family = '', given, suffix] = written.split(',').map((part) => part.trim());
  if (given === undefined || given === '') return { literal: written.replace(/,\s*$/, '') };
  return { family, given, ...(suffix === undefined || suffix === '' ? {} : { suffix }) };
}

export function yearText({ csl }: Reference): string {
  const year = csl?.issued?.['date-parts']?.[0]?.[0];
  return year === undefined ? (csl?.issued?.literal ?? '') : `${year}`;
}

/** A year of four digits, or any other date in words. The month and day of another year are no longer known. */
export function withYear(reference: Reference, text: string): Reference {
  const { issued, ...csl } = recordOf(reference);
  const written = text.trim();
  if (written === '') return { ...reference, csl };
  if (written === yearText(reference)) return reference;
  const isYear = /^\d{4}$/.test(written);
  return {
    ...reference,
    csl: { ...csl, issued: isYear ? { 'date-parts': [[Number(written)]] } : { literal: written } },
  };
}
