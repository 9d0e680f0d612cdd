import { expect, test } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import { renderBody } from '../../rendering/body.ts';
import { standaloneBody } from '../../rendering/standalone.ts';
import { h } from '../../text/hast.ts';

/** Too wide for a picture. */
const WIDE = {
  svg: h('svg', { width: '999em', height: '1em' }),
  math: h('math', {}, 'x'),
  ...{ glyphs: {}, elements: 1, width: 999, depth: 0, tag: null },
};

/** A body with its formulas as TeX, on one line. */
async function read(content: string): Promise<string> {
  const { html } = await renderBody(content, {
    typesetFormula: async () => WIDE,
  });
  const standalone = standaloneBody(html, 'https://site.test/blog/a');
  return standalone.replaceAll('&#x3E;', '>').replace(/\n+/g, ' ').trim();
}

async function findingsOf(content: string): Promise<string[]> {
  const { findings } = await renderBody(content);
  return findings.map(({ line, column, code }) =>
    [line, column, code].join(' ').replace('  ', ' '),
  );
}

test.each([
  ...readTable(new URL('dollars.tsv', import.meta.url)),
  ['$$\r\nx\r\n$$\r\nB', '<pre><code>x</code></pre> <p>B</p>'],
])(
  'a formula is read where it is meant, in a line and by itself: %j',
  async (content = '', html = '') => {
    expect(await read(content)).toBe(html);
    expect(await findingsOf(content)).toEqual([]);
  },
);

test.each(readTable(new URL('prices.tsv', import.meta.url)).flat())(
  'dollars that are prices and names stay text: %s',
  async (text) => {
    expect(await read(text)).toBe(`<p>${text}</p>`);
    expect(await findingsOf(text)).toEqual([]);
  },
);
