import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { normalizeCsl } from './normalize-csl.ts';
import { citationOf } from './reference-list.ts';
import { readRis } from './ris.ts';
import { writeRis } from './writing.ts';

const urlOf = (name: string) =>
  fileURLToPath(new URL(`../../../test/references/${name}`, import.meta.url));

const TWENTY = readFileSync(urlOf('twenty.ris'), 'utf8');
const SHOWN = readFileSync(urlOf('twenty-ris.txt'), 'utf8').trim().split('\n');

const read = (text: string) => {
  const { records, refusals } = readRis(text);
  expect(refusals).toEqual([]);
  return records.map(({ key, csl }) => ({ key, csl }));
};

describe('RIS', () => {
  it('gives twenty records with every field, by line', async () => {
    const { records } = readRis(TWENTY);
    expect(records).toHaveLength(20);
    expect(records.map(({ line }) => TWENTY.split('\n')[line - 1]?.slice(0, 2))).toEqual(
      records.map(() => 'TY'),
    );
    const shown = records.map(({ csl }) => citationOf(csl, 'numbered'));
    expect(shown).toEqual(SHOWN);
    await expect(records.map((each) => JSON.stringify(each)).join('\n')).toMatchFileSnapshot(
      urlOf('twenty-ris.jsonl'),
    );
  });

  it('is written for a post with a value on each line, however long it is', () => {
    const long = 'A very long title '.repeat(100).trim();
    const csl = normalizeCsl({
      type: 'post-weblog',
      title: `${long}\r\nER  - `,
      author: [
        { family: 'Berg', given: 'A', suffix: 'Jr.', 'non-dropping-particle': 'van' },
        'WHO',
      ],
      issued: '2020-03-05',
      keyword: 'a, b',
      note: 'a\u2028b',
    });
    const written = writeRis({ key: 'k', csl });
    expect(written.split('\r\n')).toEqual([
      'TY  - BLOG',
      'ID  - k',
      'AU  - van Berg, A, Jr.',
      'AU  - WHO',
      `TI  - ${long} ER -`,
      'PY  - 2020',
      'DA  - 2020/03/05',
      'KW  - a',
      'KW  - b',
      'N1  - a b',
      'ER  - ',
      '',
    ]);
    expect(read(written)).toEqual([{ key: 'k', csl }]);
  });

  it('says by line what it does not read, and reads the rest', () => {
    const { records, refusals } = readRis(
      'A heading\nTY  - JOUR\nTI  - One\nTY  - JOUR\nER  - \nTY - BOOK\r\nTI - Two\rER -\nTY  - GEN\nTI  - Three',
    );
    expect(records.map(({ line, csl }) => [line, csl.type, csl.title])).toEqual([
      [6, 'book', 'Two'],
    ]);
    expect(refusals.map(({ message }) => message)).toEqual([
      'RIS line 1: this is outside a record: records begin with TY.',
      'RIS line 2: the record that begins here has no end (ER).',
      'RIS line 4: the record has no title (TI).',
      'RIS line 9: the record that begins here has no end (ER).',
    ]);
  });
});
