import type { CslType } from './csl.ts';

/** BibTeX's and BibLaTeX's types of entries by those of CSL. */
export const TYPE_NAMES: { readonly [Type in CslType]?: string } = {
  'article-journal': 'article',
  'article-magazine': 'article',
  'article-newspaper': 'article',
  book: 'book',
  chapter: 'incollection',
  dataset: 'dataset',
  entry: 'inreference',
  'entry-dictionary': 'inreference',
  'entry-encyclopedia': 'inreference',
  figure: 'image',
  graphic: 'artwork',
  legal_case: 'jurisdiction',
  legislation: 'legislation',
  manuscript: 'unpublished',
  motion_picture: 'movie',
  musical_score: 'music',
  'paper-conference': 'inproceedings',
  patent: 'patent',
  performance: 'performance',
  periodical: 'periodical',
  personal_communication: 'letter',
  post: 'online',
  'post-weblog': 'online',
  report: 'techreport',
  review: 'review',
  'review-book': 'review',
  software: 'software',
  song: 'audio',
  standard: 'standard',
  thesis: 'thesis',
  treaty: 'legal',
  webpage: 'online',
};

/** BibLaTeX's `entrysubtype`, where one type of BibTeX stands for several of CSL. */
export const SUBTYPE_NAMES: { readonly [Type in CslType]?: string } = {
  article: 'preprint',
  'article-magazine': 'magazine',
  'article-newspaper': 'newspaper',
};

export const TYPES_OF_SUBTYPES: ReadonlyMap<string, CslType> = new Map(
  Object.entries(SUBTYPE_NAMES).map(([type, name]) => [name, type as CslType]),
);
