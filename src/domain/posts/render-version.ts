/**
 * What rendered a body: the HTML of posts with another version is made again (`outdated-renders.ts`). Add one to the
 * first number when `renderBody` gives other HTML for the same text; the rest is the version of RDKit.
 */
export const RENDER_VERSION = '10 rdkit-2026.9.1';

/** What rendered a body, and the glossary that it was rendered with. */
export function renderVersion(glossaryRevision: number): string {
  return `${RENDER_VERSION} glossary-${glossaryRevision}`;
}
