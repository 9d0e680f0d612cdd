import type { Element, Nodes } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { type WrittenElement, writtenTextOf } from '../../posts/read-tags.ts';

/** The TeX of a drawn formula. */
export function texOf(math: Element): string {
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

/** The TeX of a drawn formula in a rendered body, for readers without MathML: feeds and mails. */
export function formulaSource({ inner }: WrittenElement): string {
  return `<code>${writtenTextOf(inner, 'annotation')}</code>`;
}

/** The same for a display formula, with its number. */
export function displayFormulaSource({ inner }: WrittenElement): string {
  const [tex, number] = [writtenTextOf(inner, 'annotation'), writtenTextOf(inner, 'span')];
  return `<pre><code>${number === '' ? tex : `${tex}    ${number}`}</code></pre>`;
}
