/**
 * The rules about what a publication states of itself. Run in the browser too.
 */

import { LICENSE_URLS, type License, type StatementName, type Statements } from './fields.ts';

/** Those that are a text of their own. */
export const STATEMENT_TEXTS = [
  'dataAvailability',
  'codeAvailability',
  'funding',
  'competingInterests',
  'contributions',
] as const satisfies StatementName[];

export const LICENSES = ['', ...Object.keys(LICENSE_URLS)] as License[];

export function licenseUrl(license: Statements['license']): string | null {
  return license === '' ? null : LICENSE_URLS[license];
}

/** Whether readers are to be told so before they read (EU AI Act, article 50(4)). */
export function isUnreviewed({ aiUse, reviewedBy }: Statements): boolean {
  return aiUse === 'generated' && reviewedBy === '';
}

/** How a text came about, in IPTC's vocabulary (https://cv.iptc.org/newscodes/digitalsourcetype/); null where nobody has said. */
export function digitalSource({ aiUse }: Statements): string | null {
  return {
    '': null,
    none: 'digitalCreation',
    assisted: 'compositeWithTrainedAlgorithmicMedia',
    generated: 'trainedAlgorithmicMedia',
  }[aiUse];
}
