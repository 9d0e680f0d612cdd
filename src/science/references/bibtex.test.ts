import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import { readBibtex } from './bibtex-reading.ts';
import { normalizeCsl } from './normalize-csl.ts';
import type { CslItem } from './reference.ts';
import { citationOf } from './reference-list.ts';
import { writeBibtex } from './writing.ts';

const urlOf = (name: string) =>
  fileURLToPath(new URL(`../../../test/references/${name}`, import.meta.url));

const TWENTY = readFileSync(urlOf('twenty.bib'), 'utf8');
const SHOWN = readFileSync(urlOf('twenty-bib.txt'), 'utf8').trim().split('\n');

const read = (text: string) => {
  const { records, refusals } = readBibtex(text);
  expect(refusals).toEqual([]);
  return records.map(({ key, csl }) => ({ key, csl }));
};

const printed = (csl: CslItem = { type: 'document' }) => citationOf(csl, 'numbered');

describe('BibTeX', () => {
  it('gives twenty records with every field, by line', async () => {
    const { records } = readBibtex(TWENTY);
    expect(records).toHaveLength(20);
    expect(records.map(({ line }) => TWENTY.split('\n')[line - 1])).toEqual(
      records.map(({ key }) => expect.stringContaining(key)),
    );
    const shown = records.map(({ csl }) => printed(csl));
    expect(shown).toEqual(SHOWN);
    await expect(records.map((each) => JSON.stringify(each)).join('\n')).toMatchFileSnapshot(
      urlOf('twenty-bib.jsonl'),
    );
  });

  it.each(readTable(new URL('bibtex-names.tsv', import.meta.url)))(
    'has names as they are: %s',
    (written, parts) => {
      const [record] = read(`@book{a, title={T}, author={${written}}}`);
      const [name = {}] = record?.csl.author ?? [];
      const { family = '', given = '', suffix = '', literal = '' } = name;
      const all = [family, given, name['non-dropping-particle'] ?? '', suffix, literal];
      expect(all.join('|').replace(/\|+$/, '')).toBe(parts);
    },
  );

  it.each(readTable(new URL('bibtex-records.tsv', import.meta.url)))(
    'is read as it is meant: %s',
    (text, shown) => {
      const [record] = read(text);
      expect(printed(record?.csl)).toBe(shown);
    },
  );

  it('loses nothing when it is written and read again', () => {
    const once = read(TWENTY);
    const written = writeBibtex(once);
    expect(read(written)).toEqual(once);
    expect(writeBibtex(read(written))).toBe(written);
  });

  it('is written with a field on each line, however long it is', () => {
    const long = 'with a very long title '.repeat(100).trim();
    const written = writeBibtex([
      {
        key: 'k',
        csl: normalizeCsl({ type: 'book', title: `${long}\n  year = {1},`, note: 'a\r\nb' }),
      },
    ]);
    expect(written.split('\n')).toEqual([
      '@book{k,',
      `  title = {${long} year = \\{1\\},},`,
      '  note = {a b},',
      '}',
      '',
    ]);
  });

  it.each(readTable(new URL('bibtex-written.tsv', import.meta.url)))(
    'brings back %s',
    (written = '') => {
      const csl: CslItem = JSON.parse(written);
      expect(read(writeBibtex([{ key: 'k', csl: normalizeCsl(csl) }]))).toEqual([
        { key: 'k', csl },
      ]);
    },
  );

  it('takes no time for braces that are nested without end', () => {
    const deep = `@book{a, title={${'{'.repeat(50_000)}${'}'.repeat(50_000)}`;
    const message = 'BibTeX line 1, column 1: invalid syntax.';
    expect(readBibtex(deep).refusals).toEqual([{ line: 1, column: 1, message }]);
  });
});
