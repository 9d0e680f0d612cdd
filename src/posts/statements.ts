/**
 * What a publication states of itself: its licence, where its data are, who paid, and how AI was used. Runs in the browser
 * too. All are empty until somebody states them.
 */

/** By whom a text was written: nobody has said, people, people with its help, or AI. */
export const AI_USES = ['', 'none', 'assisted', 'generated'] as const;
export type AiUse = (typeof AI_USES)[number];

/** Licences by their SPDX identifiers (https://spdx.org/licenses/), and where each is read. */
const LICENSE_URLS = {
  'CC0-1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  'CC-BY-4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC-BY-SA-4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
  'CC-BY-ND-4.0': 'https://creativecommons.org/licenses/by-nd/4.0/',
  'CC-BY-NC-4.0': 'https://creativecommons.org/licenses/by-nc/4.0/',
  'CC-BY-NC-SA-4.0': 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  'CC-BY-NC-ND-4.0': 'https://creativecommons.org/licenses/by-nc-nd/4.0/',
} as const;

type License = keyof typeof LICENSE_URLS;
export const LICENSES = ['', ...Object.keys(LICENSE_URLS)] as ['', ...License[]];

export type Statements = {
  license: (typeof LICENSES)[number];
  dataAvailability: string;
  codeAvailability: string;
  funding: string;
  competingInterests: string;
  /** Who did what, a line for each author. */
  contributions: string;
  aiUse: AiUse;
  /** The person who has reviewed what AI wrote. */
  reviewedBy: string;
  /** `YYYY-MM-DD`, or empty. */
  reviewedOn: string;
};

export const NO_STATEMENTS: Statements = {
  license: '',
  dataAvailability: '',
  codeAvailability: '',
  funding: '',
  competingInterests: '',
  contributions: '',
  aiUse: '',
  reviewedBy: '',
  reviewedOn: '',
};

export const STATEMENT_FIELDS = Object.keys(NO_STATEMENTS) as (keyof Statements)[];

/** Those that are a text of their own. */
export const STATEMENT_TEXTS = [
  'dataAvailability',
  'codeAvailability',
  'funding',
  'competingInterests',
  'contributions',
] as const satisfies (keyof Statements)[];

export const STATEMENT_LIMITS = { text: 2_000, reviewedBy: 200 } as const;

export function licenseUrl(license: Statements['license']): string | null {
  return license === '' ? null : LICENSE_URLS[license];
}

/** Whether readers are to be told so before they read (EU AI Act, article 50(4)). */
export function isUnreviewed({ aiUse, reviewedBy }: Statements): boolean {
  return aiUse === 'generated' && reviewedBy === '';
}

/** The statements of a post or a row, without its other fields. */
export function statementsOf(fields: Statements): Statements {
  return Object.fromEntries(STATEMENT_FIELDS.map((name) => [name, fields[name]])) as Statements;
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
