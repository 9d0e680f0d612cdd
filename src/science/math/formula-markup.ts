import type { Element, Nodes } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import {
  elementsOf,
  escapeHtml,
  unescapeHtml,
  type WrittenElement,
  writtenTextOf,
} from '../../text/read-tags.ts';
import { drawingHash } from '../drawings/body-drawings.ts';
import { EM_PX, type Formula, type PictureSize } from './formula-picture.ts';

/** The TeX of a drawn formula. */
function texOf(math: Element): string {
  const annotation = find(math, (node) => node.tagName === 'annotation');
  return annotation === null ? '' : textOf(annotation);
}

/** The text of an element as a label: its formulas are TeX. */
export function labelText(element: Element): string {
  if (find(element, (node) => node.tagName === 'math') === null) return textOf(element);
  return textOf(withTex(element));
}

function withTex(element: Element): Element {
  return {
    ...element,
    children: element.children.map((child) => {
      if (child.type !== 'element') return child;
      return child.tagName === 'math' ? { type: 'text', value: texOf(child) } : withTex(child);
    }),
  };
}

function find(node: Nodes, matches: (element: Element) => boolean): Element | null {
  if (!('children' in node)) return null;
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const found = matches(child) ? child : find(child, matches);
    if (found !== null) return found;
  }
  return null;
}

/** The size of a formula's picture as `data-picture`: width, height and depth in hundredths of an em. */
export function pictureSize({ width, height, depth }: PictureSize): string {
  return [width, height, depth].map((each) => Math.round(each * 100)).join(' ');
}

/**
 * A drawn formula for readers without MathML, which are feeds and mails: its picture, or its TeX where it has none.
 *
 * @param pageUrl of the post, below which `src/posts/feeds/drawings.ts` serves it
 */
export function standaloneFormula(
  { outer, inner, attributes }: WrittenElement,
  pageUrl: string,
): string {
  const tex = writtenTextOf(inner, 'annotation');
  const size = SIZE.exec(attributes.get('data-picture') ?? '')
    ?.slice(1)
    .map(Number);
  if (size === undefined) return `<code>${tex}</code>`;
  const [width = 0, height = 0, depth = 0] = size.map((hundredths) => hundredths / 100);
  const pixels = `width="${Math.round(width * EM_PX)}" height="${Math.round(height * EM_PX)}"`;
  const style = `width:${width}em;max-width:100%;height:auto;vertical-align:${-depth}em`;
  const alt = escapeHtml(unescapeHtml(tex));
  return `<img class="formula-picture" src="${pageUrl}/drawings/${drawingHash(outer)}.png" alt="${alt}" ${pixels} style="${style}">`;
}

const SIZE = /^(\d{1,6}) (\d{1,6}) (-?\d{1,6})$/;

/** The same for a display formula, with its number. */
export function standaloneDisplayFormula({ inner }: WrittenElement, pageUrl: string): string {
  const [math] = elementsOf(inner, ({ name }) => name === 'math');
  if (math === undefined) return '';
  const number = writtenTextOf(inner, 'span');
  return math.attributes.has('data-picture')
    ? `<p>${standaloneFormula(math, pageUrl)}${number && ` &nbsp; ${number}`}</p>`
    : `<pre><code>${writtenTextOf(inner, 'annotation')}${number && `    ${number}`}</code></pre>`;
}

/** The formula that an element of a rendered body is. */
export function formulaOf({ inner, attributes }: WrittenElement): Formula {
  const tex = unescapeHtml(writtenTextOf(inner, 'annotation'));
  return { tex, isDisplay: attributes.get('display') === 'block' };
}
