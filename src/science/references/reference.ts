import type { z } from 'zod';
import { decodeUri } from '../../text/data-links.ts';
import type { referenceSchema } from './api/references.ts';
import type { CslItem, CslType } from './csl.ts';

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

/** The inverse of the kinds in `WORK_TYPES`. */
export const CSL_TYPES: Record<ReferenceType, CslType> = {
  article: 'document',
  'research paper': 'article-journal',
  website: 'webpage',
  book: 'book',
  video: 'motion_picture',
};

/** A reference in CSL-JSON, with the title and the URL that its author gave it. */
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

/** Reads a text that is a DOI, with or without its resolver; null for any other text. */
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

/** The URL of a DOI at its resolver. The suffix may contain `?` and `#`. */
export function doiUrl(doi: string): string {
  return `https://doi.org/${encodeURI(doi).replace(/[?#]/g, encodeURIComponent)}`;
}
