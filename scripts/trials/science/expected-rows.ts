import { readFileSync } from 'node:fs';

/** The rows of a file of expectations (`*.tsv`) by its name, without its comments. */
export function expectedRows(name: string): string[][] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t'));
}
