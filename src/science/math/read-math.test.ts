import { describe, expect, test } from 'vitest';
import { elements, reader } from '../../../test/body-markup.ts';
import { readTable } from '../../../test/read-table.ts';
import { renderBody } from '../../rendering/body.ts';
import { standaloneBody } from '../../rendering/standalone.ts';
import { h } from '../../text/hast.ts';

/** Too wide for a picture. */
const WIDE = {
  svg: h('svg', { width: '999em', height: '1em' }),
  math: h('math', {}, 'x'),
  ...{ glyphs: {}, elements: 1, width: 999, above: 1, depth: 0, tag: null },
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

describe('dollars in a line of text', () => {
  test.each(readTable(new URL('prices.tsv', import.meta.url)).flat())(
    'that are prices and names stay text: %s',
    async (text) => {
      expect(await read(text)).toBe(`<p>${text}</p>`);
      expect(await findingsOf(text)).toEqual([]);
    },
  );

  test('that are escaped stay text', async () => {
    expect(await read('Let \\$x\\$ and \\$$y$')).toBe('<p>Let $x$ and $<code>y</code></p>');
  });

  test('in the address of a link and in HTML stay what they are', async () => {
    expect(await read('[a](https://a.example/$y$) <a href="/$z$">b</a>')).toBe(
      '<p><a href="https://a.example/$y$" rel="noopener">a</a> <a href="https://site.test/$z$">b</a></p>',
    );
  });

  test('work in cells of tables, where a bar is escaped, in headings, quotations, lists and footnotes', async () => {
    const html = await read(
      '# The $K_i$\n\n| a | b |\n|---|---|\n| $\\|x\\|$ | $y$ |\n\n> $q$\n\n- $l$\n\nNote[^1]\n\n[^1]: $f$',
    );
    for (const tex of ['K_i', '|x|', 'y', 'q', 'l', 'f'])
      expect(html).toContain(`<code>${tex}</code>`);
    expect(html).toContain('id="the-k_i"');
  });
});

describe('a display formula', () => {
  test('with a label is numbered, and what follows is read as before', async () => {
    const { html, findings } = await renderBody(
      '$$\na\n$$ {#eq-first}\nText *follows* @eq-first.\n\nMore $$b$$ {#eq-second} and @eq-second\n\n$$ c $$\n\n1. x',
    );
    expect(findings).toEqual([]);
    expect(html).toMatch(
      /id="eq-first">.*aria-label="Equation 1".*\(1\).*<em>follows<\/em>.*id="eq-second">.*\(2\).*<ol>/s,
    );
  });

  test('that is not closed stays text, swallows nothing, and is told with its line', async () => {
    const content = 'One\n\n$$ x\n= y\n\nTwo *three* $z$';
    expect(await read(content)).toBe(
      '<p>One</p> <p>$$ x = y</p> <p>Two <em>three</em> <code>z</code></p>',
    );
    expect(await findingsOf(content)).toEqual(['3 1 formula-unclosed']);
    expect(await findingsOf('A \\$\\$ and `$$`')).toEqual([]);
  });

  test('with a label of another kind, or attributes that are none, is told so', async () => {
    expect(await findingsOf('$$ x $$ {#fig-x}')).toEqual(['1 malformed-label']);
    expect(await findingsOf('$$ x $$ {#eq-x y}')).toEqual(['1 malformed-attributes']);
    expect(await findingsOf('$$ x $$ {#eq-x}\n\n$$ y $$ {#eq-x}\n\n@eq-x')).toEqual([
      '3 duplicate-label',
    ]);
  });
});

test('a body in HTML writes its formulas as placeholders', async () => {
  const { html, format } = await renderBody(
    '<p>Let <code data-science="math">x^2</code> be</p>\n<pre><code data-science="math" data-label="eq-a">y</code></pre>',
  );
  expect(format).toBe('html');
  expect(elements(html, 'math')).toHaveLength(2);
  expect(html).toContain('id="eq-a"');
});

test('Markdown of dollars alone between tags is Markdown', async () => {
  const { html, format } = await renderBody('<div>\n\n$x$\n\n</div>');
  expect(format).toBe('markdown');
  expect(elements(html, 'math')).toHaveLength(1);
});

test('the text of a body has the words of a formula once', async () => {
  const { text, words } = await renderBody(
    'Let $K_i = \\frac{a}{b}$ be\n\n$$\nx +\ny\n$$ {#eq-x}\n\nEnd',
  );
  expect(text).toBe('Let Ki = a/b be\nx + y\nEnd');
  expect(words).toBe(7);
});

test('a formula is left-to-right in a paragraph that is not', async () => {
  const { html } = await renderBody('$\\text{שלום}$ is left-to-right');
  expect(elements(html, 'p')[0]?.properties.dir).toBeUndefined();
  expect(reader.parse(html).children).toHaveLength(1);
});
