/**
 * Bibliographic data in the terms of CSL-JSON 1.0.2, the format that reference managers and DOI registries exchange
 * (https://docs.citationstyles.org/en/stable/specification.html). Runs in the browser too.
 */

export const CSL_TYPES = [
  'article',
  'article-journal',
  'article-magazine',
  'article-newspaper',
  'bill',
  'book',
  'broadcast',
  'chapter',
  'classic',
  'collection',
  'dataset',
  'document',
  'entry',
  'entry-dictionary',
  'entry-encyclopedia',
  'event',
  'figure',
  'graphic',
  'hearing',
  'interview',
  'legal_case',
  'legislation',
  'manuscript',
  'map',
  'motion_picture',
  'musical_score',
  'pamphlet',
  'paper-conference',
  'patent',
  'performance',
  'periodical',
  'personal_communication',
  'post',
  'post-weblog',
  'regulation',
  'report',
  'review',
  'review-book',
  'software',
  'song',
  'speech',
  'standard',
  'thesis',
  'treaty',
  'webpage',
] as const;

/** Not `abstract`: an abstract is its publisher's, and posts are public. */
export const TEXT_VARIABLES = [
  'title',
  'title-short',
  'container-title',
  'container-title-short',
  'collection-title',
  'collection-number',
  'volume',
  'volume-title',
  'issue',
  'number',
  'number-of-pages',
  'number-of-volumes',
  'page',
  'edition',
  'section',
  'chapter-number',
  'version',
  'genre',
  'medium',
  'publisher',
  'publisher-place',
  'event-title',
  'event-place',
  'archive',
  'archive_location',
  'authority',
  'jurisdiction',
  'call-number',
  'language',
  'DOI',
  'ISBN',
  'ISSN',
  'PMID',
  'PMCID',
  'URL',
  'keyword',
  'note',
  'status',
  'source',
] as const;

export const NAME_VARIABLES = [
  'author',
  'editor',
  'translator',
  'container-author',
  'collection-editor',
  'director',
  'composer',
  'illustrator',
  'interviewer',
  'recipient',
  'contributor',
  'original-author',
] as const;

export const DATE_VARIABLES = [
  'issued',
  'accessed',
  'submitted',
  'event-date',
  'original-date',
  'available-date',
] as const;

export const NAME_PARTS = [
  'family',
  'given',
  'non-dropping-particle',
  'dropping-particle',
  'suffix',
  'literal',
] as const;

export type CslType = (typeof CSL_TYPES)[number];
export type TextVariable = (typeof TEXT_VARIABLES)[number];
type NameVariable = (typeof NAME_VARIABLES)[number];
type DateVariable = (typeof DATE_VARIABLES)[number];

/** A person by the parts of the name, or an organization by `literal`. */
export type CslName = { [Part in (typeof NAME_PARTS)[number]]?: string };

/** `date-parts`: year, month and day of one date, or of the two ends of a range. `literal`: any other date. */
export type CslDate = { 'date-parts'?: number[][]; literal?: string };

export type CslItem = { type: CslType } & { [Name in TextVariable]?: string } & {
  [Name in NameVariable]?: CslName[];
} & { [Name in DateVariable]?: CslDate };

/** The last name of a list that is not complete: "and others" in BibTeX. */
export const OTHERS = 'others';

/** The year in which something was issued; null without one. */
export function issuedYear({ issued }: Pick<CslItem, 'issued'>): number | null {
  return issued?.['date-parts']?.[0]?.[0] ?? null;
}

const PERIODICALS: ReadonlySet<CslType> = new Set<CslType>([
  'article-journal',
  'article-magazine',
  'article-newspaper',
  'periodical',
]);

/** Returns true for journals, magazines and newspapers, and their articles. */
export function isPeriodical(type: CslType): boolean {
  return PERIODICALS.has(type);
}
