import { readFileSync } from 'node:fs';

/** The rows of a file of expected values (`*.tsv`) without its comments, each a list of cells, in which `⏎` is a line break. */
export function readTable(url: URL): string[][] {
  return readFileSync(url, 'utf8')
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.replaceAll('⏎', '\n').split('\t'));
}

/** Formulas by their names: their TeX, and how another program builds them up if it reads them. */
export function readFormulas(): { name: string; tex: string; outline: string | undefined }[] {
  const table = new URL('../src/science/math/formulas.tsv', import.meta.url);
  return readTable(table).map(([name = '', tex = '', outline]) => ({ name, tex, outline }));
}
