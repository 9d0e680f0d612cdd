import type { AllowedAttribute } from './inert.ts';

/** What stands above a container of text, unless its author writes another title or a heading. */
export const TITLES: Readonly<Record<string, string>> = {
  'key-points': 'Key points',
  'plain-summary': 'Plain summary',
};

export const CONTAINER_CLASSES: ReadonlySet<string> = new Set([...Object.keys(TITLES), 'details']);

/** What the sanitizer's allowlist of `section` has. */
export const CONTAINER_ATTRIBUTES: AllowedAttribute[] = [
  ['className', ...Object.keys(TITLES)],
  ['dataName', /^.{1,200}$/u],
];
