import type { CslType } from '../../science/references/csl.ts';
import type { Reference, ReferenceType } from '../../science/references/reference.ts';

const TYPES: Record<ReferenceType, CslType> = {
  article: 'article',
  'research paper': 'article-journal',
  website: 'webpage',
  book: 'book',
  video: 'motion_picture',
};

/** The references of a post in CSL-JSON, as reference managers read it. Their ids are the keys by which the text cites them. */
export function toCslJson(references: readonly Reference[]): string {
  const items = references.map(({ key, type, title, url, csl }, index) => ({
    id: key ?? `reference-${index + 1}`,
    type: TYPES[type],
    ...csl,
    ...(title === '' ? {} : { title }),
    URL: url,
  }));
  return `${JSON.stringify(items, null, 2)}\n`;
}
