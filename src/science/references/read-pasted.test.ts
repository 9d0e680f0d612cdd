import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import type { Site } from '../../site.ts';
import { readPasted } from './read-pasted.ts';
import type { CslItem } from './reference.ts';
import { type DoiAnswer, type LookUpDoi, readReferences } from './reference-reading.ts';

const read = (text: string, lookUpDoi?: LookUpDoi) =>
  readReferences({ readPasted: async (pasted) => readPasted(pasted), lookUpDoi } as Site, text);

it.each(readTable(new URL('pasted.tsv', import.meta.url)))(
  'pasted text is read as references, or refused by line: %j',
  async (text = '', ...outcome) => {
    const { references, refusals } = await read(text);
    expect([
      ...references.map(({ key, type, title, url }) => `${key}: ${type} ${title} <${url}>`),
      ...refusals.map(({ message }) => message),
    ]).toEqual(outcome);
    expect(JSON.stringify(references)).not.toContain('javascript');
  },
);

it.each(['; ', ';', ', ', ',', ' ', '\n', '.\r\n'])(
  'DOIs with any characters are read whole between %j',
  async (separator) => {
    const rows = readTable(new URL('dois.tsv', import.meta.url));
    const text = rows.map(([written]) => written + separator).join('');
    const { references, refusals } = await read(text);
    expect(refusals).toEqual([]);
    expect(references.map(({ title }) => title)).toEqual(rows.map(([, doi]) => doi));
  },
);

it('no connection is opened and no registry asked, whatever URL is pasted', async () => {
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
  for (const [text = ''] of readTable(new URL('pasted-urls.tsv', import.meta.url))) {
    await read(text.replaceAll('{url}', url), async (doi) => {
      asked.push(doi);
      return 'unknown';
    });
  }
  expect(asked).toEqual([]);
  // A connection of our own arrives after those of the reading.
  await fetch(url).catch(() => undefined);
  expect(connections).toBe(1);
});

it('two hundred works are the most, and a hundred authors of each', async () => {
  const author = Array.from({ length: 5_000 }, (_, index) => ({ family: `Name${index}` }));
  const item = { title: 'T', DOI: '10.1000/1', author };
  const others = Array.from({ length: 250 }, () => ({ ...item, author: [] }));
  const { references, refusals } = await read(JSON.stringify([item, ...others], null, 1));
  expect(references).toHaveLength(200);
  expect(references[0]?.csl?.author).toHaveLength(101);
  expect(references[0]?.csl?.author?.at(-1)).toEqual({ literal: 'others' });
  const refusal = /^Line \d+: a post can have at most 200 references; the rest is left out\.$/;
  expect(refusals).toMatchObject([{ message: expect.stringMatching(refusal) }]);
});

it('a registry completes DOIs, and nothing is lost when it says nothing', async () => {
  const csl: CslItem = {
    type: 'article-journal',
    title: 'Found',
    author: [{ family: 'Smith' }],
    issued: { 'date-parts': [[2020]] },
    DOI: '10.1000/1',
  };
  const answers: Record<string, DoiAnswer> = { '10.1000/1': csl, '10.1000/2': 'unknown' };
  const lookUp: LookUpDoi = async (doi) => answers[doi] ?? 'unavailable';
  const { references, notes } = await read('10.1000/1 10.1000/2\n10.1000/3', lookUp);
  expect(notes.map(({ line, message }) => [line, message])).toEqual([
    [1, 'Line 1: 10.1000/2 could not be looked up: crossref.org does not know it.'],
    [2, 'Line 2: 10.1000/3 could not be looked up: crossref.org did not respond.'],
  ]);
  expect(references).toMatchObject([
    { key: 'smith2020', title: 'Found', url: 'https://doi.org/10.1000/1', csl },
    { key: '10.1000/2', title: '10.1000/2', url: 'https://doi.org/10.1000/2' },
    { key: '10.1000/3', title: '10.1000/3', url: 'https://doi.org/10.1000/3' },
  ]);
});

it('what takes too long to read is refused in words', async () => {
  const slow = { readPasted: async () => null, lookUpDoi: undefined };
  expect(await readReferences(slow as unknown as Site, 'x')).toMatchObject({
    references: [],
    refusals: [{ message: 'This takes too long to read. Paste fewer references at a time.' }],
  });
});
