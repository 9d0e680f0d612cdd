import type { ReferenceType } from './reference.ts';

/**
 * Bibliographic data in the terms of CSL-JSON 1.0.2, the format that reference managers and DOI registries exchange
 * (https://docs.citationstyles.org/en/stable/specification.html). Runs in the browser too.
 */

type WorkType = { bibtex: string; kind: ReferenceType };

/** The types of works that posts cite, with their names in BibTeX; others are documents. */
export const WORK_TYPES = {
  /** A preprint. */
  article: { bibtex: 'misc', kind: 'research paper' },
  'article-journal': { bibtex: 'article', kind: 'research paper' },
  book: { bibtex: 'book', kind: 'book' },
  chapter: { bibtex: 'incollection', kind: 'book' },
  dataset: { bibtex: 'dataset', kind: 'website' },
  document: { bibtex: 'misc', kind: 'article' },
  motion_picture: { bibtex: 'movie', kind: 'video' },
  'paper-conference': { bibtex: 'inproceedings', kind: 'research paper' },
  patent: { bibtex: 'patent', kind: 'article' },
  'post-weblog': { bibtex: 'online', kind: 'website' },
  report: { bibtex: 'techreport', kind: 'research paper' },
  software: { bibtex: 'software', kind: 'website' },
  thesis: { bibtex: 'thesis', kind: 'research paper' },
  webpage: { bibtex: 'online', kind: 'website' },
} as const satisfies Record<string, WorkType>;

export type CslType = keyof typeof WORK_TYPES;

/** Types by the names that others have for them, a list of words each. */
export function typesByName(names: Partial<Record<CslType, string>>): ReadonlyMap<string, CslType> {
  const entries = Object.entries(names) as [CslType, string][];
  return new Map(entries.flatMap(([type, list]) => list.split(' ').map((name) => [name, type])));
}

/** Not `abstract`: an abstract is its publisher's, and posts are public. */
const TEXTS =
  'title title-short container-title container-title-short collection-title collection-number volume issue number number-of-pages page edition version genre medium publisher publisher-place event-title event-place archive archive_location jurisdiction language DOI ISBN ISSN PMID PMCID URL keyword note status';

type Words<Text extends string> = Text extends `${infer First} ${infer Others}`
  ? First | Words<Others>
  : Text;

export type TextVariable = Words<typeof TEXTS>;
export const TEXT_VARIABLES = TEXTS.split(' ') as TextVariable[];

export const NAME_VARIABLES = ['author', 'editor', 'translator', 'collection-editor'] as const;

export const DATE_VARIABLES = ['issued', 'accessed', 'event-date'] as const;

export const NAME_PARTS = [
  'family',
  'given',
  'non-dropping-particle',
  'dropping-particle',
  'suffix',
  'literal',
] as const;

/** A person by the parts of the name, or an organization by `literal`. */
export type CslName = { [Part in (typeof NAME_PARTS)[number]]?: string };

/** `date-parts`: year, month and day of one date, or of the two ends of a range. `literal`: any other date. */
export type CslDate = { 'date-parts'?: number[][]; literal?: string };

export type CslItem = { type: CslType } & { [Name in TextVariable]?: string } & {
  [Name in (typeof NAME_VARIABLES)[number]]?: CslName[];
} & { [Name in (typeof DATE_VARIABLES)[number]]?: CslDate };

/** The last name of a list that is not complete: "and others" in BibTeX. */
export const OTHERS = 'others';

export const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** The year in which something was issued; null without one. */
export function issuedYear(csl: Pick<CslItem, 'issued'> | undefined): number | null {
  return csl?.issued?.['date-parts']?.[0]?.[0] ?? null;
}
