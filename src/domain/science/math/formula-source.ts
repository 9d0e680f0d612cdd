import type { Element, Nodes } from 'hast';
import { toString as textOf } from 'hast-util-to-string';

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

/** Correct for the output of `renderBody` only: `<` that starts no tag is escaped. */
const MATH =
  '<math(?: display="block")?>.*?<annotation encoding="application/x-tex">([^<]*)</annotation></semantics></math>';
const INLINE = new RegExp(MATH, 'gs');
const DISPLAY = new RegExp(
  `<div class="formula"(?: id="[^"]*")?><div class="formula-frame"[^>]*>${MATH}</div>(?:<span class="formula-number">([^<]*)</span>)?</div>`,
  'gs',
);

/** A rendered body with the TeX of its formulas, for readers without MathML: feeds and mails. */
export function formulasAsTex(html: string): string {
  if (!html.includes('<math')) return html;
  return html
    .replace(DISPLAY, (_, tex: string, number?: string) => {
      const numbered = number === undefined ? tex : `${tex}    ${number}`;
      return `<pre><code>${numbered}</code></pre>`;
    })
    .replace(INLINE, '<code>$1</code>');
}
