import type { z } from 'zod';
import { decodeUri, isHttpUrl } from '../../server/html/urls.ts';
import type { referenceSchema } from './api/references.ts';

export const REFERENCE_TYPES = ['article', 'research paper', 'website', 'book', 'video'] as const;
export type ReferenceType = (typeof REFERENCE_TYPES)[number];

export type Reference = z.infer<typeof referenceSchema>;

/** Maximum lengths in UTF-16 code units; stated in the API document. */
export const REFERENCE_LIMITS = {
  title: 500,
  url: 2_048,
  description: 2_000,
  /** As JSON. */
  csl: 32_000,
} as const;

export const MAX_REFERENCES = 200;

/** How a text cites its references: `[1]`, or `(Smith 2020)`. */
export const CITATION_STYLES = ['numbered', 'author-date'] as const;
export type CitationStyle = (typeof CITATION_STYLES)[number];

export function referenceUrl(typed: string): string {
  const url = typed.trim();
  const doi = isHttpUrl(url) ? null : readDoi(url);
  return doi === null ? url : doiUrl(doi);
}

export const CSL_TYPES: Record<ReferenceType, CslType> = {
  article: 'document',
  'research paper': 'article-journal',
  website: 'webpage',
  book: 'book',
  video: 'motion_picture',
};

export function asCsl(reference: Omit<Reference, 'key'>): CslItem & { URL: string } {
  const { type, title, url, csl } = reference;
  return { type: CSL_TYPES[type], ...csl, ...(title === '' ? {} : { title }), URL: url };
}

/** ISO 26324: the prefix is its registrant's, the suffix any text; or the abbreviation of one, `10/abc1`. */
const DOI = /^10(?:\.\d{4,9}(?:\.\d+)*\/\S+|\/[a-z0-9]{3,10})$/i;

const RESOLVER = /^(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/+/i;

/** UTF-16 code units. DOIs have no limit; real ones are far shorter. */
const MAX_DOI = 500;

export function isDoi(text: string): boolean {
  return text.length <= MAX_DOI && DOI.test(text) && text.isWellFormed();
}

export function readDoi(text: string): string | null {
  const written = text.trim();
  const doi = resolvedDoi(written) ?? written.replace(/^doi:\s*/i, '');
  return isDoi(doi) ? doi : null;
}

/** The path of a resolver's URL, which need not be a DOI; null for other URLs. */
export function resolvedDoi(url: string): string | null {
  const rest = url.replace(RESOLVER, '');
  return rest === url ? null : decodeUri(rest);
}

/** The suffix may contain `?` and `#`. */
export function doiUrl(doi: string): string {
  return `https://doi.org/${encodeURI(doi).replace(/[?#]/g, encodeURIComponent)}`;
}

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

export function issuedYear(csl: Pick<CslItem, 'issued'> | undefined): number | null {
  return csl?.issued?.['date-parts']?.[0]?.[0] ?? null;
}
