import type { CslItem, CslType } from './csl.ts';
import type { Reference, ReferenceType } from './reference.ts';

const TYPES: Record<ReferenceType, CslType> = {
  article: 'article',
  'research paper': 'article-journal',
  website: 'webpage',
  book: 'book',
  video: 'motion_picture',
};

/** A reference in CSL-JSON, with the title and the URL that its author gave it. */
export function asCsl(reference: Omit<Reference, 'key'>): CslItem & { URL: string } {
  const { type, title, url, csl } = reference;
  return { type: TYPES[type], ...csl, ...(title === '' ? {} : { title }), URL: url };
}
