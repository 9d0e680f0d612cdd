import type { CslType } from './csl.ts';

/** Types of CSL by those of RIS. The first of each that stands for a type of CSL is written. */
const TYPES: readonly [ris: string, csl: CslType][] = [
  ['JOUR', 'article-journal'],
  ['EJOUR', 'article-journal'],
  ['INPR', 'article-journal'],
  ['ABST', 'article-journal'],
  ['MGZN', 'article-magazine'],
  ['NEWS', 'article-newspaper'],
  ['JFULL', 'periodical'],
  ['BOOK', 'book'],
  ['EBOOK', 'book'],
  ['EDBOOK', 'book'],
  ['CHAP', 'chapter'],
  ['ECHAP', 'chapter'],
  ['CPAPER', 'paper-conference'],
  ['CONF', 'paper-conference'],
  ['THES', 'thesis'],
  ['RPRT', 'report'],
  ['DATA', 'dataset'],
  ['DBASE', 'dataset'],
  ['AGGR', 'dataset'],
  ['COMP', 'software'],
  ['ELEC', 'webpage'],
  ['WEB', 'webpage'],
  ['BLOG', 'post-weblog'],
  ['PAT', 'patent'],
  ['UNPB', 'manuscript'],
  ['UNPD', 'manuscript'],
  ['MANSCPT', 'manuscript'],
  ['VIDEO', 'motion_picture'],
  ['MPCT', 'motion_picture'],
  ['SOUND', 'song'],
  ['SLIDE', 'speech'],
  ['STAND', 'standard'],
  ['STAT', 'legislation'],
  ['BILL', 'bill'],
  ['CASE', 'legal_case'],
  ['HEAR', 'hearing'],
  ['MAP', 'map'],
  ['MUSIC', 'musical_score'],
  ['ART', 'graphic'],
  ['FIGURE', 'figure'],
  ['DICT', 'entry-dictionary'],
  ['ENCYC', 'entry-encyclopedia'],
  ['PCOMM', 'personal_communication'],
  ['GEN', 'document'],
];

export const CSL_BY_RIS: ReadonlyMap<string, CslType> = new Map(TYPES);
/** Later entries of a map win, so that the list is reversed. */
export const RIS_BY_CSL: ReadonlyMap<CslType, string> = new Map(
  TYPES.map(([ris, csl]) => [csl, ris] as const).toReversed(),
);

/** The value of `M3` that marks a preprint: RIS has no type for it. */
export const PREPRINT = 'Preprint';

const IN_SERIES: ReadonlySet<CslType> = new Set([
  ...(['book', 'chapter', 'paper-conference', 'entry-dictionary', 'entry-encyclopedia'] as const),
]);
const VERSIONED: ReadonlySet<CslType> = new Set(['dataset', 'software', 'standard']);

/** `M1` is the number in a series. */
export const isInSeries = (type: CslType) => IN_SERIES.has(type);
/** `ET` is a version. */
export const isVersioned = (type: CslType) => VERSIONED.has(type);
