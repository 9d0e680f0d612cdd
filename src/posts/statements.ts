/**
 * The rules about what a publication states of itself. Run in the browser too.
 */

import { LICENSE_URLS, type License, type StatementName, type Statements } from './fields.ts';

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

const IPTC = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/**
 * How a text came about, in IPTC's vocabulary (https://cv.iptc.org/newscodes/digitalsourcetype/), and as a member of
 * schema.org's enumeration, which has none for what people write; undefined where nobody has said.
 */
export function digitalSource({ aiUse }: Statements) {
  const sources = {
    '': undefined,
    none: { iptc: `${IPTC}digitalCreation`, schema: undefined },
    assisted: {
      iptc: `${IPTC}compositeWithTrainedAlgorithmicMedia`,
      schema: 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
    },
    generated: {
      iptc: `${IPTC}trainedAlgorithmicMedia`,
      schema: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
    },
  } as const;
  return sources[aiUse];
}
