import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import { readBibtex } from './bibtex-reading.ts';
import { normalizeCsl } from './normalize-csl.ts';
import type { CslItem } from './reference.ts';
import { citationOf } from './reference-list.ts';
import { writeBibtex } from './writing.ts';

const fileOf = (name: string) =>
  readFileSync(new URL(`../../../test/references/${name}`, import.meta.url), 'utf8');

const TWENTY = fileOf('twenty.bib');
const SHOWN = fileOf('twenty-bib.txt').trim().split('\n');

const read = (text: string) => {
  const { records, refusals } = readBibtex(text);
  expect(refusals).toEqual([]);
  return records.map(({ key, csl }) => ({ key, csl }));
};

const printed = (csl: CslItem = { type: 'document' }) => citationOf(csl, 'numbered');

const again = (csl: CslItem) => read(writeBibtex([{ key: 'k', csl: normalizeCsl(csl) }]))[0]?.csl;

describe('BibTeX', () => {
  it('gives twenty records with every field, by line', () => {
    const { records } = readBibtex(TWENTY);
    expect(records).toHaveLength(20);
    expect(records.map(({ line }) => TWENTY.split('\n')[line - 1])).toEqual(
      records.map(({ key }) => expect.stringContaining(key)),
    );
    const shown = records.map(({ csl }) => printed(csl));
    expect(shown).toEqual(SHOWN);
    const muller = records[1]?.csl;
    expect(muller?.author?.[1]).toEqual({
      family: 'Berg',
      given: 'Anna',
      'non-dropping-particle': 'van der',
    });
    expect(records[2]?.csl).toMatchObject({ PMID: '22955616', PMCID: 'PMC3439153' });
    expect(records[11]?.csl).toMatchObject({ archive: 'arXiv', archive_location: '1706.03762' });
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

  it('reports TeX that is not known by its line, and shows it', () => {
    const { records, refusals } = readBibtex('\n@book{a, title={Un \\unknown{x} here}}');
    expect(records.map(({ csl }) => csl.title)).toEqual(['Un \\unknownx here']);
    expect(refusals.map(({ message }) => message)).toEqual([
      'BibTeX line 2: \\unknown in a is shown as it is written; this TeX is not known.',
    ]);
  });

  it('tells the line of a record after a field that looks like one', () => {
    const { records } = readBibtex(
      '@book{a, title={A},\n note={@foo{bar}}}\n\n@book{b, title={B}}',
    );
    expect(records.map(({ key, line }) => [key, line])).toEqual([
      ['a', 1],
      ['b', 4],
    ]);
  });

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

  it.each<[string, Partial<CslItem>]>([
    ['what TeX reads as its own', { title: '\\ { } $ & # % _ ^ ~ -- "quotes" ` \' \\alpha {x' }],
    [
      'names that could be several',
      { author: [{ literal: 'Smith and Sons, Ltd' }, { family: 'And, Co', given: 'X and Y' }] },
    ],
    [
      'particles and suffixes',
      {
        author: [{ family: 'Berg', given: 'A', 'non-dropping-particle': 'van den', suffix: 'Jr.' }],
      },
    ],
    ['others', { author: [{ family: 'A', given: 'B' }, { literal: 'others' }] }],
    ['other scripts', { title: '結合 και שלום 🧪', author: [{ family: '山田', given: '太郎' }] }],
    ['a year before 1000', { issued: { 'date-parts': [[350]] } }],
    [
      'a day',
      { issued: { 'date-parts': [[2020, 12, 31]] }, accessed: { 'date-parts': [[2021, 1, 2]] } },
    ],
    ['a URL with braces', { URL: 'https://a.test/%7Bx%7D?a_b=1&c=%25' }],
  ])('brings back %s', (_, given) => {
    const csl = { type: 'book', ...given } as const;
    expect(again(csl)).toEqual(csl);
  });

  it.each([
    [3, 2, '@article{a,\n title = {x}\n year = 2020\n}\n'],
    [1, 12, '@article{a b, title={x}}'],
    [1, 10, '@article{, title={x}}'],
    // Nested without end.
    [1, 1, `@book{a, title={${'{'.repeat(50_000)}${'}'.repeat(50_000)}`],
  ])('says where its syntax is wrong: line %i, column %i', (line, column, text) => {
    const { records, refusals } = readBibtex(text);
    expect(records).toEqual([]);
    expect(refusals).toEqual([
      { line, column, message: `BibTeX line ${line}, column ${column}: invalid syntax.` },
    ]);
  });

  it('says which entry does not end', () => {
    const { refusals } = readBibtex('\n@article{a, title={unclosed');
    expect(refusals).toEqual([{ line: 2, message: 'BibTeX line 2: this entry does not end.' }]);
  });

  it('says which record has TeX that cannot be read, and reads the others', () => {
    const { records, refusals } = readBibtex('@book{a, title={$x}}\n@book{b, title={T}}');
    expect(records.map(({ key }) => key)).toEqual(['b']);
    expect(refusals).toEqual([
      { line: 1, message: 'BibTeX line 1: a field of a contains TeX that cannot be read.' },
    ]);
  });
});

it('a DOI is what TeX and resolvers have made of it, without them, and a URL has its tilde', () => {
  const written = [
    '10.1000/a\\_b',
    '{10.1000/a\\_b}',
    'https://doi.org/10.1000/a_b',
    'doi:10.1000/a_b',
  ];
  for (const doi of written) {
    const { records } = readBibtex(`@article{a, title={T}, doi={${doi}}}`);
    expect([doi, records[0]?.csl.DOI]).toEqual([doi, '10.1000/a_b']);
  }
  const { records } = readBibtex(
    String.raw`@book{a, title={3~{\AA} of \emph{\'e}}, url={https://a.test/\~o}}`,
  );
  expect(records[0]?.csl).toMatchObject({ title: '3 Å of é', URL: expect.stringMatching(/~o$/) });
});

it('a chapter has what its book says', () => {
  const { records } = readBibtex(
    '@incollection{c, title={Chapter}, author={Berg, Anna}, crossref={b}}\n@book{b, title={Book}, editor={Vik, Bo}, publisher={Press}, year={2020}}',
  );
  expect(records[0]?.csl).toMatchObject({
    title: 'Chapter',
    'container-title': 'Book',
    publisher: 'Press',
    author: [{ family: 'Berg', given: 'Anna' }],
  });
});

it('one broken entry is told by its own line, and costs no other', () => {
  const { records, refusals } = readBibtex(
    '@article{a, title={One}}\n\n@article{b, title={Two\n\n@article{c, title={Three}}\n',
  );
  expect(records.map(({ key, line }) => [key, line])).toEqual([
    ['a', 1],
    ['c', 5],
  ]);
  expect(refusals.map(({ line }) => line)).toEqual([3]);
});
