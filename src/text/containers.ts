import type { AllowedAttribute } from './placeholders.ts';

/** Default titles of containers; the author's title or heading replaces them. */
export const TITLES: Readonly<Record<string, string>> = {
  'key-points': 'Key points',
  'plain-summary': 'Plain summary',
};

export const CONTAINER_CLASSES: ReadonlySet<string> = new Set([...Object.keys(TITLES), 'details']);

/** The attributes of `section` in the sanitizer's allowlist. */
export const CONTAINER_ATTRIBUTES: AllowedAttribute[] = [
  ['className', ...Object.keys(TITLES)],
  ['dataName', /^.{1,200}$/u],
];
