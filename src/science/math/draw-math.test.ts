import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { expect, test } from 'vitest';
import { elements } from '../../../test/body-markup.ts';
import { readFormulas, readTable } from '../../../test/read-table.ts';
import { renderBody } from '../../rendering/body.ts';
import { standaloneBody } from '../../rendering/standalone.ts';

const PAGE_URL = 'https://site.test/blog/a';

const texIn = (html: string) =>
  elements(html, 'span').flatMap(({ properties }) => properties.dataTex ?? []);

test('formulas are drawn without inline styles, with a picture for mails, and built up as another program reads them', async () => {
  let compared = 0;
  for (const { name, tex, outline } of readFormulas()) {
    const { html, findings, text } = await renderBody(`$$\n${tex}\n$$`);
    expect.soft(findings, name).toEqual([]);
    expect.soft(html, name).not.toMatch(/ style=|mjx|data-latex|NaN/);
    expect.soft(texIn(html), name).toEqual([tex]);
    expect.soft(text, name).not.toMatch(/[\\{}]{2}|\\[a-z]|\^\{|\p{Co}/u);
    const [picture] = elements(standaloneBody(html, PAGE_URL), 'img');
    expect.soft(picture?.properties.alt, name).toBe(tex);
    const [math] = elements(html, 'math');
    if (outline !== undefined) expect.soft(math && outlineOf(math), name).toBe(outline);
    compared += outline === undefined ? 0 : 1;
  }
  expect(compared).toBe(68);
}, 180_000);

test.each([
  ...readTable(new URL('refusals.tsv', import.meta.url)),
  ['{'.repeat(4900), 'extra open brace or missing close brace.'],
  ['x_{'.repeat(120) + '}'.repeat(120), 'braces or commands are nested too deeply.'],
  ['x_{'.repeat(1000) + '}'.repeat(1000), 'this cannot be typeset.'],
  ['x'.repeat(5001), '5,001 characters; a formula can have at most 5,000.'],
])('what cannot be typeset is told with its line: %s', async (tex = '', message = '') => {
  const { html, findings } = await renderBody(`Of\n\n$$\n${tex}\n$$`);
  expect(findings.map((each) => `${each.line} ${each.message}`)).toEqual([`4 LaTeX: ${message}`]);
  expect(html).toMatch(/<figure class="drawing-failure">.*<figcaption>LaTeX: /s);
});

test('an error in a line of text shows the TeX, with the message as its title, and text in a formula is text', async () => {
  const { html } = await renderBody(
    'A $a^b^c$ $\\tag{1}$ $\\text{<script>alert(1)</script>}$ $<img src=x onerror=y>$',
  );
  expect(html).toContain(
    '<code title="LaTeX: double exponent: use braces to clarify.">a^b^c</code>',
  );
  expect(html).toContain(
    '<code title="LaTeX: \\tag numbers a formula between $$.">\\tag{1}</code>',
  );
  expect([...elements(html, 'script'), ...elements(html, 'img')]).toEqual([]);
});

test('no attribute of an author reaches the page: links, ids, classes, styles and glyphs of their own', async () => {
  const attributes = 'href="javascript:x" id="tex-I-1D465" class="a" style="position:fixed"';
  const { html } = await renderBody(
    `$\\mmlToken{mi}[${attributes}]{x}$ <svg><use href="#eq-x"></use></svg> <p id="tex-I-1D465" data-tex="y">z</p>`,
  );
  expect(html.replace(/data-tex="[^"]*"/, '')).not.toMatch(/javascript|class="a"|fixed|#eq/);
  expect(html).toContain('id="section-tex-I-1D465"');
  expect(texIn(html)).toHaveLength(1);
});

test('formulas of a body share their glyphs, and the second formula in a page of two bodies has the same', async () => {
  const { html } = await renderBody('$x + y$ and $x + z$');
  const ids = elements(html, 'path').map(({ properties }) => properties.id);
  expect(ids).toEqual(['tex-I-1D465', 'tex-N-2B', 'tex-I-1D466', 'tex-I-1D467']);
  const used = elements(html, 'use').map(({ properties }) => String(properties.href).slice(1));
  expect([used.length, new Set(used)]).toEqual([6, new Set(ids)]);
});

test('a body with too many formulas draws the first of them', async () => {
  const { html, findings } = await renderBody('$x$ '.repeat(2_100));
  expect(texIn(html)).toHaveLength(2000);
  const expected = { code: 'too-many-formulas', severity: 'error' };
  expect(findings).toContainEqual(expect.objectContaining(expected));
}, 60_000);

test('a macro stands for what it was defined as, in the formulas after it, and in no other body', async () => {
  const { html, text, findings } = await renderBody(
    '$\\newcommand{\\kd}{K_{\\mathrm{d}}}$\n\n$$\\newcommand\\half[2][2]{\\frac{#2}{#1}} \\kd$$\n\n$\\half{\\kd} + \\half[3]y$ $\\renewcommand{\\vec}[1]{\\mathbf{#1}} \\vec{v}$ $\\vec{w}$',
  );
  expect([findings, text]).toEqual([[], 'Kd\nKd/2 + y/3 v w']);
  expect(texIn(html)).toHaveLength(4);
  const other = await renderBody('$\\kd$ $\\vec{v}$');
  expect([other.findings.length, elements(other.html, 'mover').length]).toEqual([1, 1]);
});

test('a tag is the number of its formula, and no part of it', async () => {
  const { html, findings } = await renderBody(
    '$$ E = mc^2 \\tag{2a} $$\n\n$$ \\begin{align} x &= y \\tag*{A} \\\\ &= z \\end{align} $$\n\n$$ x \\tag{1} $$ {#eq-x}\n\n@eq-x',
  );
  const numbers = elements(html, 'span').filter(({ properties }) => !properties.dataTex);
  expect(numbers.map(textOf)).toEqual(['(2a)', 'A']);
  expect(elements(html, 'math').map(textOf)).toEqual(['E=mc2', 'x=y=z']);
  expect(findings.map(({ message }) => message)).toEqual([
    'LaTeX: #eq-x numbers the formula, so it cannot have a \\tag.',
  ]);
});

test('feeds and mails show formulas as pictures on the line of their text, with their TeX in words and their numbers', async () => {
  const { html } = await renderBody(
    'Let $a < b$ be\n\n$$\nx\n$$ {#eq-x}\n\n$$ y $$ and $\\text{漢}$',
  );
  const standalone = standaloneBody(html, PAGE_URL);
  expect(standalone).not.toMatch(/<(?:math|svg|span)/);
  const [inline, numbered, plain] = elements(standalone, 'img').map((each) => each.properties);
  expect(inline).toMatchObject({ alt: 'a < b', className: ['formula-picture'] });
  expect(inline?.src).toMatch(/^https:\/\/site\.test\/blog\/a\/drawings\/[0-9a-f]{32}\.png$/);
  expect(inline?.style).toMatch(/^width:2\.\d+em;.*vertical-align:-0\.0\d+em$/);
  expect([numbered?.alt, plain?.alt]).toEqual(['x', 'y']);
  expect(standalone).toMatch(/<p><img [^>]*alt="x"[^>]*> &nbsp; \(1\)<\/p>/);
  // The font has no such letter.
  expect(standalone).toContain('<code>\\text{漢}</code>');
});

test('a formula in a line that a phone has no room for scrolls, and no short one', async () => {
  const { html } = await renderBody(`Of $${'x + y = z + '.repeat(5)} 1$ and $x$.`);
  const classes = elements(html, 'span').map(({ properties }) => properties.className);
  expect(classes).toEqual([['tex', 'tex-long'], ['tex']]);
});

test.each([
  ['\\mathrm{IC}_{50} = K_i \\left(1 + \\frac{[S]}{K_m}\\right)', 'IC₅₀ = Ki(1 + [S]/Km)'],
  ['\\ce{SO4^2- + Ba^2+ -> BaSO4 v}', 'SO₄²⁻ + Ba²⁺ ⟶ BaSO₄↓'],
  ['\\sqrt{\\frac{x^2}{n - 1}}', '√(x²/(n − 1))'],
  ['\\pu{1.2e-8 mol L-1}', '1.2⋅10⁻⁸ mol L⁻¹'],
])('search results show the words of a formula: %s', async (tex, words) => {
  expect((await renderBody(`By $${tex}$.`)).text).toBe(`By ${words}.`);
});

/** What MathML says, in one line and without what only its looks depend on: `K_{i}=frac(IC_{50},1+frac([S],K_{m}))`. */
function outlineOf(node: ElementContent): string {
  if (node.type !== 'element') return '';
  const parts = node.children.filter((child) => child.type === 'element').map(outlineOf);
  const [first = '', second = '', third = ''] = parts;
  switch (node.tagName) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
      return characters(node);
    case 'mphantom':
    case 'mspace':
      return '';
    case 'mfrac':
      return `frac(${first},${second})`;
    case 'msqrt':
      return `root(${parts.join('')})`;
    case 'mroot':
      return `root(${first},${second})`;
    case 'msub':
    case 'munder':
      return first + script('_', second);
    case 'msup':
    case 'mover':
      return first + script('^', second);
    case 'msubsup':
    case 'munderover':
      return first + script('_', second) + script('^', third);
    case 'menclose':
      return node.properties.notation === 'top' ? `${parts.join('')}^{¯}` : parts.join('');
    case 'mtable':
      return parts.length === 1 ? first : `table(${parts.join(';')})`;
    case 'mtr':
      // The cells of equations' numbers are empty.
      return parts.join('&').replace(/^&+|&+$/g, '');
    default:
      return parts.join('');
  }
}

function script(mark: string, text: string): string {
  return text === '' || /^′+$/.test(text) ? text : `${mark}{${text}}`;
}

/** The characters that programs write differently. */
const SAME = new Map(
  readTable(new URL('same-characters.tsv', import.meta.url)).map(([one = '', other]) => [
    one,
    other,
  ]),
);

function characters({ children }: Element): string {
  const text = children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{VS}]/gu, '')
    .replace(/./gu, (character) => SAME.get(character) ?? character);
}
