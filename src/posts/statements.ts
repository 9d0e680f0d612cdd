/**
 * The rules about what a publication states of itself. Run in the browser too.
 */

import { LICENSE_IDS, type StatementName, type Statements } from './fields.ts';

export const LICENSES = ['', ...LICENSE_IDS] as const;

export const STATEMENT_TEXTS = [
  'dataAvailability',
  'codeAvailability',
  'funding',
  'competingInterests',
  'contributions',
] as const satisfies StatementName[];

export function licenseUrl(license: Statements['license']): string | null {
  if (license === '') return null;
  const terms = `licenses/${license.slice('CC-'.length, -'-4.0'.length).toLowerCase()}/4.0`;
  return `https://creativecommons.org/${license === 'CC0-1.0' ? 'publicdomain/zero/1.0' : terms}/`;
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
