import type { CslItem } from './csl.ts';
import { doiUrl, readDoi } from './dois.ts';

export const REFERENCE_TYPES = ['article', 'research paper', 'website', 'book', 'video'] as const;
export type ReferenceType = (typeof REFERENCE_TYPES)[number];

export type Reference = {
  title: string;
  url: string;
  description: string;
  type: ReferenceType;
  /** The text cites it by this key. */
  key?: string;
  /** The full record of the work. The post's author may have changed title and URL since. */
  csl?: CslItem;
};

/** Maximum lengths in UTF-16 code units; stated in the API document. */
export const REFERENCE_LIMITS = {
  title: 500,
  url: 2_048,
  description: 2_000,
  /** As JSON. */
  csl: 32_000,
} as const;

/** The references of a text. */
export const MAX_REFERENCES = 200;

/** How a text cites its references: `[1]`, or `(Smith 2020)`. */
export const CITATION_STYLES = ['numbered', 'author-date'] as const;
export type CitationStyle = (typeof CITATION_STYLES)[number];

/** Only such URLs may be shown as links or loaded as pictures. */
export function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** The URL of a reference as typed; a DOI becomes the URL of its resolver. */
export function referenceUrl(typed: string): string {
  const url = typed.trim();
  const doi = isHttpUrl(url) ? null : readDoi(url);
  return doi === null ? url : doiUrl(doi);
}
