import type { Element, ElementContent } from 'hast';
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

test('a body with too many formulas draws the first of them', async () => {
  const { html, findings } = await renderBody('$x$ '.repeat(2_100));
  expect(texIn(html)).toHaveLength(2000);
  const expected = { code: 'too-many-formulas', severity: 'error' };
  expect(findings).toContainEqual(expect.objectContaining(expected));
}, 60_000);

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
