import { toString as textOf } from 'hast-util-to-string';
import { describe, expect, test } from 'vitest';
import { elements } from '../../../test/body-markup.ts';
import { readTable } from '../../../test/read-table.ts';
import { renderBody } from '../../rendering/body.ts';

const fence = (csv: string, attributes = '') => `\`\`\`csv${attributes}\n${csv}\n\`\`\``;

describe('what is not a table is told of by its line, with its source', () => {
  test.each([
    ...readTable(new URL('not-csv.tsv', import.meta.url)),
    ['too many rows', `a\n${'1\n'.repeat(1_001)}`, '2', '1,001 rows; at most 1,000'],
    ['too many columns', `${'a,'.repeat(50)}a\n1`, '2', '51 columns; at most 50'],
    ['too much', `a\n${'x'.repeat(200_000)}`, '2', '200,003 characters; at most 200,000'],
  ])('%s', async (_, csv, line, message) => {
    const { html, findings } = await renderBody(fence(csv));
    expect(findings).toMatchObject([
      { line: Number(line), code: 'malformed-csv', severity: 'error' },
    ]);
    expect(findings[0]?.message.toLowerCase()).toContain(message.toLowerCase());
    expect(html).toContain('drawing-failure');
    expect(textOf(elements(html, 'figcaption')[0] as never)).toContain(`Line ${line}: `);
    expect(html).not.toContain('<table');
    expect(html).not.toContain('data-download');
  });
});

describe('the data of a table is what was written, byte for byte', () => {
  const dataOf = async (content: string) => (await renderBody(content)).dataFiles;

  test.each([
    ...readTable(new URL('exact-csv.tsv', import.meta.url)),
    ['line ends of Windows', 'a,b\r\n1,2\r\n'],
    ['old line ends', 'a,b\r1,2\r'],
    ['line ends of all kinds', 'a,b\r\n1,2\n3,4\r'],
    ['tabs and spaces at the ends', ' a\t,b \n\t1, 2 \n'],
    ['old line ends and empty lines', 'a,b\r1,2\r\r\r'],
  ])('with %s', async (_, csv) => {
    for (const before of ['', 'Text\n\n', '\u{FEFF}# A\r\n\r\n', 'A <b>b</b>\n\n']) {
      expect(await dataOf(`${before}\`\`\`csv {#tbl-a}\n${csv}\`\`\`\n\nText`)).toEqual([
        { name: 'tbl-a', content: csv },
      ]);
    }
  });

  test('in lists and quotations, without their marks', async () => {
    const inList = '- A\r\n\r\n  ```csv\r\n  a,b\r\n  1,2\r\n  ```';
    const quoted = '> ```csv\r\n> a,b\r\n> 1,2\r\n> ```';
    for (const content of [inList, quoted]) {
      expect(await dataOf(content)).toEqual([{ name: '1', content: 'a,b\r\n1,2\r\n' }]);
    }
  });

  test('in HTML', async () => {
    const html =
      '<p>A</p>\n<pre><code data-science="csv" data-label="tbl-a">a,b\n&lt;1,2\n</code></pre>';
    expect(await dataOf(html)).toEqual([{ name: 'tbl-a', content: 'a,b\n<1,2\n' }]);
  });

  test('under a number where there is no label, or it is taken', async () => {
    const content = [fence('a\n1'), fence('a\n2', ' {#tbl-a}'), fence('a\n3', ' {#tbl-a}')].join(
      '\n\n',
    );
    expect(await dataOf(content)).toEqual([
      { name: '1', content: 'a\n1\n' },
      { name: 'tbl-a', content: 'a\n2\n' },
      { name: '3', content: 'a\n3\n' },
    ]);
  });
});
