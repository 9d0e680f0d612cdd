import type { Element, ElementContent } from 'hast';
import { expect, test } from 'vitest';
import { elements } from '../../../test/body-markup.ts';
import { readFormulas } from '../../../test/read-table.ts';
import { renderBody } from '../../rendering/body.ts';

test('formulas are built up as another program reads them', async () => {
  const compared = readFormulas().filter(({ outline }) => outline !== undefined);
  expect(compared).toHaveLength(68);
  for (const { name, tex, outline } of compared) {
    const { html } = await renderBody(`$$\n${tex}\n$$`);
    const [math] = elements(html, 'math');
    expect.soft(math && outlineOf(math), name).toBe(outline);
  }
}, 180_000);

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
    case 'semantics':
      return first;
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
const SAME: Readonly<Record<string, string>> = {
  '-': '−',
  '∣': '|',
  '∥': '‖',
  '·': '⋅',
  '*': '∗',
  '\\': '∖',
  '⟶': '→',
  '\u0302': 'ˆ',
  '\u0303': '~',
  '\u0304': '¯',
  '\u0305': '¯',
  '\u20d7': '→',
};

function characters({ children }: Element): string {
  const text = children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{VS}]/gu, '')
    .replace(/./gu, (character) => SAME[character] ?? character);
}
