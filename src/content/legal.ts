/** A section of a legal page. */
export type LegalBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: readonly string[] }
  /** Each is a sentence that stands by itself. */
  | { kind: 'statements'; items: readonly string[] };

export interface LegalSection {
  /** The anchor of the section. */
  id: string;
  title: string;
  blocks: readonly LegalBlock[];
}

/** The label and the date shown on all legal pages. */
export const lastUpdated = { label: 'Last updated', date: 'January 15, 2025' };

export const legalContentsLabel = 'On this page';
