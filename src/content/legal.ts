export type LegalBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: readonly string[] }
  /** Each is a sentence that stands by itself. */
  | { kind: 'statements'; items: readonly string[] };

export interface LegalSection {
  id: string;
  title: string;
  blocks: readonly LegalBlock[];
}

export const lastUpdated = { label: 'Last updated', date: 'January 15, 2025' };

export const legalContentsLabel = 'On this page';
