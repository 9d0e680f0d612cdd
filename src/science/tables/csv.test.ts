import { toString as textOf } from 'hast-util-to-string';
import { describe, expect, test } from 'vitest';
import { elements } from '../../../test/body-markup.ts';
import { readTable } from '../../../test/read-table.ts';
import { renderBody } from '../../rendering/body.ts';
import { dataUrl } from '../../text/placeholders.ts';

const fence = (csv: string, attributes = '') => `\`\`\`csv${attributes}\n${csv}\n\`\`\``;

async function cellsOf(content: string): Promise<string[][]> {
  const { html, findings } = await renderBody(content);
  expect(findings).toEqual([]);
  return elements(html, 'tr').map(({ children }) => children.map((each) => textOf(each as never)));
}

test('a block of CSV is a table with header scopes, a number, a caption and its data', async () => {
  const content = fence('Compound,IC50 (nM)\n1a,12\n1b,"> 10,000"', ' {#tbl-ic50 name="Potency"}');
  const { html, text, findings } = await renderBody(content);
  expect(findings.map(({ code }) => code)).toEqual(['label-not-referred']);
  expect(html).toBe(
    '<div class="data-table"><div class="table-frame" role="group" aria-label="Table 1. Potency" tabindex="0">' +
      '<table id="tbl-ic50"><caption><span class="caption-number">Table 1.</span> Potency</caption>' +
      '<thead><tr><th scope="col">Compound</th><th scope="col" align="right">IC50 (nM)</th></tr></thead>' +
      '<tbody><tr><th scope="row">1a</th><td align="right">12</td></tr>' +
      '<tr><th scope="row">1b</th><td align="right">>\u00a010,000</td></tr></tbody></table></div>' +
      `<p><a class="data-download" href="${dataUrl('tbl-ic50')}" download>Download as CSV</a></p></div>`,
  );
  expect(text).toContain('Potency');
  expect(text).toContain('1b');
});

test('cells in quotation marks hold commas, line breaks and quotation marks', async () => {
  expect(await cellsOf(fence('a,b\n"x, y","1 ""q""\n2"'))).toEqual([
    ['a', 'b'],
    ['x, y', '1 "q"\n2'],
  ]);
});

const SIMPLE = [
  ['a', 'b'],
  ['1,5', '2'],
];
const MEANS = [
  ['Compound', 'IC50 (nM), mean of 3'],
  ['1a', '12,5'],
  ['1b', '7,25'],
];

test.each([
  ['semicolons', 'a;b\n1,5;2', SIMPLE],
  ['tabs', 'a\tb\n1,5\t2', SIMPLE],
  ['empty lines', '\na,b\n\n"1,5",2\n\n', SIMPLE],
  ['spaces', 'a , b\n "1,5" , 2', SIMPLE],
  ['semicolons', 'Compound;IC50 (nM), mean of 3\n1a;12,5\n1b;7,25', MEANS],
  ['tabs', 'Compound\tIC50 (nM), mean of 3\n1a\t12,5\n1b\t7,25', MEANS],
  ['Excel’s semicolons', 'sep=;\nCompound;IC50 (nM), mean of 3\n1a;12,5\n1b;7,25', MEANS],
  ['Excel’s separator', 'sep=|\nCompound|IC50 (nM), mean of 3\n1a|12,5\n1b|7,25', MEANS],
  ['commas', 'Compound,"IC50 (nM), mean of 3"\n1a,"12,5"\n1b,"7,25"', MEANS],
  ['quotes', '"Compound";"IC50 (nM), mean of 3"\n"1a";"12,5"\n1b;7,25', MEANS],
])('columns are cut at what cuts each row alike: %s', async (_, csv, cells) => {
  expect(await cellsOf(fence(csv))).toEqual(cells);
});

test('a semicolon or tab within the cells of some rows cuts none', async () => {
  const csv = 'a,b; c\n1,"x;y;z"\n2,z\tz';
  expect(await cellsOf(fence(csv))).toEqual([
    ['a', 'b; c'],
    ['1', 'x;y;z'],
    ['2', 'z\tz'],
  ]);
});

test.each([
  [['12', '-1.5', '−2e-9', '1,234', '<5', '12 ± 3', '3,100–5,600', '4 %', '', 'n.d.', '–'], true],
  [['1a', '2'], false],
  [['', '–'], false],
  [['C797S', '1'], false],
  [['10-20', '24-01'], false],
  [['24-01', '7'], false],
  [['0-10', '-5'], true],
])('a column of %j is set as numbers: %s', async (cells, isNumeric) => {
  const rows = cells.map((cell) => `x,"${cell}"`).join('\n');
  const { html } = await renderBody(fence(`a,b\n${rows}`));
  expect(html.includes('<th scope="col" align="right">b')).toBe(isNumeric);
});

test('a negative number has a true minus on the page, and in the file the hyphen that was typed', async () => {
  const csv = 'x,change,range,note\n1a,-1.5,3-5,-\n1b,-2e-9,-3 - -1,a-b';
  const { html, dataFiles } = await renderBody(fence(csv, ' {#tbl-change}'));
  const cells = elements(html, 'td').map((cell) => textOf(cell as never));
  expect(cells).toEqual(['−1.5', '3–5', '-', '−2e−9', '−3 – −1', 'a-b']);
  expect(dataFiles.map(({ content }) => content)).toEqual([`${csv}\n`]);
});

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
