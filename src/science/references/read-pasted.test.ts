import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Site } from '../../site.ts';
import { readPasted } from './read-pasted.ts';
import type { CslItem } from './reference.ts';
import { type DoiAnswer, type LookUpDoi, readReferences } from './reference-reading.ts';

const read = (text: string, lookUpDoi?: LookUpDoi) =>
  readReferences({ readPasted: async (pasted) => readPasted(pasted), lookUpDoi } as Site, text);

const messagesOf = async (text: string) =>
  (await read(text)).refusals.map(({ message }) => message);

describe('pasted references', () => {
  it.each([
    ['BibTeX', '% from a file\n@book{a, title={T}, isbn={978-0-306-40615-7}}'],
    ['RIS', '\uFEFFTY  - BOOK\r\nID  - a\r\nTI  - T\r\nSN  - 978-0-306-40615-7\r\nER  - \r\n'],
    ['CSL-JSON', '[{"id": "a", "type": "book", "title": "T", "ISBN": "978-0-306-40615-7"}]'],
    ['one item of CSL-JSON', '{"id": "a", "type": "book", "title": "T", "ISBN": "9780306406157"}'],
  ])('are recognized by their shape: %s', async (_, text) => {
    const { references, refusals } = await read(text);
    expect(refusals).toEqual([]);
    expect(references).toEqual([
      {
        title: 'T',
        url: 'https://openlibrary.org/isbn/9780306406157',
        description: '',
        type: 'book',
        key: 'a',
        csl: expect.objectContaining({ type: 'book', title: 'T' }),
      },
    ]);
  });

  it('may be DOIs in any form, which are references by themselves', async () => {
    const text =
      '1. 10.1021/acs.jmedchem.9b01, https://doi.org/10.1000/a%3Cb%3E\n- DOI 10.1000/182.\nDOI:10.1/x nonsense';
    const { references, refusals } = await read(text);
    expect(references.map(({ title, url, key, csl }) => [title, url, key, csl])).toEqual([
      [
        '10.1021/acs.jmedchem.9b01',
        'https://doi.org/10.1021/acs.jmedchem.9b01',
        '10.1021/acs.jmedchem.9b01',
        undefined,
      ],
      ['10.1000/a<b>', 'https://doi.org/10.1000/a%3Cb%3E', '10.1000/a-b', undefined],
      ['10.1000/182', 'https://doi.org/10.1000/182', '10.1000/182', undefined],
    ]);
    expect(refusals.map(({ message }) => message)).toEqual([
      'Line 3: “DOI:10.1/x” is not a DOI.',
      'Line 3: “nonsense” is not a DOI.',
    ]);
  });

  it.each(['; ', ';', ', ', ',', ' ', '\n', '.\r\n'])(
    'may be DOIs with any characters, whole, between %j',
    async (separator) => {
      const sici = '10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2';
      const written = [
        sici,
        `<${sici}>`,
        sici.replace('<', '&lt;').replace('>', '&gt;'),
        `https://www.doi.org/${sici}`,
        `https://doi.org/${encodeURIComponent(sici)}`,
        `doi:${sici}`,
        `(${sici})`,
        '10.1016/S0140-6736(20)30183-5',
        '10.1000/a(1)',
        '(https://doi.org/10.1000/a(1))',
        '[10.1000/182]',
        '“10.1000/a,b;c”',
        '10.1175/1520-0442(1999)012<2062:ENSO>2.0.CO;2',
      ];
      const { references, refusals } = await read(written.join(separator) + separator);
      expect(refusals).toEqual([]);
      expect(references.map(({ title }) => title)).toEqual([
        ...Array.from({ length: 7 }, () => sici),
        '10.1016/S0140-6736(20)30183-5',
        '10.1000/a(1)',
        '10.1000/a(1)',
        '10.1000/182',
        '10.1000/a,b;c',
        '10.1175/1520-0442(1999)012<2062:ENSO>2.0.CO;2',
      ]);
    },
  );

  it.each(['', 'hello', 'https://site.test/x', '<b>'])('are none in %j', async (text) => {
    expect(await messagesOf(text)).toEqual([
      'This is not BibTeX, RIS or CSL-JSON, and contains no DOI.',
    ]);
  });

  it('open no connection and ask no registry, whatever URL is pasted', async () => {
    let connections = 0;
    const asked: string[] = [];
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const url = `http://127.0.0.1:${port}/10.1000/182`;
    for (const text of [
      url,
      `${url}\n${url}`,
      `["${url}"]`,
      `"${url}"`,
      `{"title": "T", "URL": "${url}"}`,
      `@book{a, title={T}, url={${url}}, crossref={${url}}}`,
      `@misc{${url}, title={${url}}, howpublished={\\url{${url}}}, file={${url}}}`,
      `TY  - ELEC\nTI  - T\nUR  - ${url}\nL1  - ${url}\nER  - `,
      `@string{a = "${url}"}\n@book{b, title = a, url = a}`,
    ]) {
      await read(text, async (doi) => {
        asked.push(doi);
        return 'unknown';
      });
    }
    expect(asked).toEqual([]);
    // A connection of our own arrives after those of the reading.
    await fetch(url).catch(() => undefined);
    expect(connections).toBe(1);
  });

  it('say by line what cannot be a reference, and are read otherwise', async () => {
    const bibtex =
      '@book{darwin1859, title={On the origin}}\n@book{b, title={B}, url={javascript:alert(1)}}\n@book{c, title={C}, url={https://c.test}}';
    const { references, refusals } = await read(bibtex);
    expect(references.map(({ key, url }) => [key, url])).toEqual([
      ['darwin1859', ''],
      ['b', ''],
      ['c', 'https://c.test'],
    ]);
    expect(JSON.stringify(references)).not.toContain('javascript');
    expect(refusals).toEqual([]);
    expect(await messagesOf('[\n {"title": "T"},\n 5,\n {"id": 1}]')).toEqual([
      'CSL-JSON line 2: this is not a reference with a title.',
      'CSL-JSON line 4: this is not a reference with a title.',
    ]);
    expect(await messagesOf('[{"id": "a",\n  "title" "T"}]')).toEqual([
      'CSL-JSON line 2, column 11: invalid syntax.',
    ]);
    expect(await messagesOf('[{"id": "a"\n')).toEqual([
      expect.stringMatching(/^CSL-JSON line 2, column 1: invalid syntax\.$/),
    ]);
  });

  it('have keys that a text can cite, and that differ', async () => {
    const item = (id: string, family?: string) => ({
      id,
      title: 'T',
      URL: 'https://a.test',
      issued: 2020,
      ...(family === undefined ? {} : { author: [{ family }] }),
    });
    const items = [
      item('http://zotero.org/users/1/items/ABC'),
      item('a b'),
      item('a-b'),
      item('«»', 'Ångström'),
      item('»', 'Angstrom'),
      item('', undefined),
      item('fig-1'),
    ];
    const { references } = await read(JSON.stringify(items));
    expect(references.map(({ key }) => key)).toEqual([
      'http:zotero.org/users/1/items/ABC',
      'a-b',
      'a-ba',
      'angstrom2020',
      'angstrom2020a',
      '2020',
      'fig:1',
    ]);
  });

  it('end at two hundred, and name a hundred authors', async () => {
    const author = Array.from({ length: 5_000 }, (_, index) => ({ family: `Name${index}` }));
    const item = { title: 'T', DOI: '10.1000/1', author };
    const { references, refusals } = await read(
      JSON.stringify(
        [item, ...Array.from({ length: 250 }, () => ({ ...item, author: [] }))],
        null,
        1,
      ),
    );
    expect(references).toHaveLength(200);
    expect(references[0]?.csl?.author).toHaveLength(101);
    expect(references[0]?.csl?.author?.at(-1)).toEqual({ literal: 'others' });
    expect(refusals.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^Line \d+: a post can have at most 200 references; the rest is left out\.$/,
      ),
    ]);
  });

  it('know what a registry says of their DOIs, and lose nothing when it says nothing', async () => {
    const asked: string[] = [];
    const csl: CslItem = {
      type: 'article-journal',
      title: 'Found',
      author: [{ family: 'Smith' }],
      issued: { 'date-parts': [[2020]] },
      DOI: '10.1000/1',
    };
    const answers: Record<string, DoiAnswer> = { '10.1000/1': csl, '10.1000/2': 'unknown' };
    const { references, notes } = await read('10.1000/1 10.1000/2\n10.1000/3', async (doi) => {
      asked.push(doi);
      return answers[doi] ?? 'unavailable';
    });
    expect(asked).toEqual(['10.1000/1', '10.1000/2', '10.1000/3']);
    expect(notes).toEqual([
      {
        line: 1,
        message: 'Line 1: 10.1000/2 could not be looked up: crossref.org does not know it.',
      },
      {
        line: 2,
        message: 'Line 2: 10.1000/3 could not be looked up: crossref.org did not respond.',
      },
    ]);
    expect(references).toMatchObject([
      { key: 'smith2020', title: 'Found', url: 'https://doi.org/10.1000/1', csl },
      { key: '10.1000/2', title: '10.1000/2', url: 'https://doi.org/10.1000/2' },
      { key: '10.1000/3', title: '10.1000/3', url: 'https://doi.org/10.1000/3' },
    ]);
  });

  it('are refused in words when they take too long', async () => {
    const slow = { readPasted: async () => null, lookUpDoi: undefined };
    expect(await readReferences(slow as unknown as Site, 'x')).toEqual({
      references: [],
      refusals: [
        { line: 1, message: 'This takes too long to read. Paste fewer references at a time.' },
      ],
      notes: [],
    });
  });
});
