import { type CslItem, issuedYear, OTHERS } from './reference.ts';

/**
 * The key by which a text cites a reference, as in Pandoc: letters, digits and underscores, with single other
 * characters between them. Not every key of BibTeX: brackets, quotation marks and commas end a key in a text.
 */
export const KEY = /^[\p{L}\p{N}_]+(?:[:.#$%&+?~/-][\p{L}\p{N}_]+)*$/u;

export const MAX_KEY = 100;

/** `@fig-…`, `@eq-…` and `@tbl-…` refer to figures, equations and tables. */
const OF_LABEL = /^(fig|eq|tbl)-/;

export function isKey(text: string): boolean {
  return text.length <= MAX_KEY && KEY.test(text) && !OF_LABEL.test(text);
}

export function toKey(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_:.#$%&+?~/-]+/gu, '-')
    .replace(/([:.#$%&+?~/-])[:.#$%&+?~/-]+/g, '$1')
    .slice(0, MAX_KEY)
    .toWellFormed()
    .replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, '')
    .replace(OF_LABEL, '$1:');
}

/** A key from author and year, `smith2020`; empty when the reference has neither. */
export function suggestKey(csl: CslItem): string {
  const [first] = csl.author ?? csl.editor ?? [];
  const name = first?.family ?? (first?.literal === OTHERS ? undefined : first?.literal) ?? '';
  const word = name.normalize('NFKD').replace(/\p{M}/gu, '').split(/\s/)[0] ?? '';
  return toKey(`${word.toLowerCase()}${issuedYear(csl) ?? ''}`);
}

export function freeKey(key: string, isTaken: (key: string) => boolean): string {
  let free = key;
  for (let number = 1; isTaken(free); number++) free = key.slice(0, MAX_KEY - 4) + suffixOf(number);
  return free;
}

export function createKeys(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const key = freeKey(wanted, (other) => taken.has(other));
    taken.add(key);
    return key;
  };
}

export function suffixOf(number: number): string {
  const rest = Math.floor((number - 1) / 26);
  return (rest > 0 ? suffixOf(rest) : '') + String.fromCharCode(97 + ((number - 1) % 26));
}
