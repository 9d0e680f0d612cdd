import type { Element, Nodes, Parents } from 'hast';

const UNSEEN = /^(?:head|link|meta|noscript|script|style|svg|template|title|textarea|select)$/;

export function elementsOf(parent: Parents): Element[] {
  return parent.children.flatMap((child) =>
    child.type === 'element' ? [child, ...elementsOf(child)] : [],
  );
}

export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'element' && node.tagName === 'br') return '\n';
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** Nothing in it is seen, but for rules and line breaks. */
export function isBlankTree(node: Nodes): boolean {
  if (node.type === 'text') return node.value.trim() === '';
  if (node.type !== 'element') return true;
  return !/^(?:img|input|math|x-formula)$/.test(node.tagName) && node.children.every(isBlankTree);
}

/** The value of a property in an element's `style`, in lower case; the last one counts. */
export function styleOf({ properties: { style } }: Element, name: string): string {
  if (style === undefined) return '';
  const values = String(style)
    .toLowerCase()
    .matchAll(new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([^;]*)`, 'g'));
  return [...values].at(-1)?.[1]?.trim() ?? '';
}

export function classesOf({ properties: { className } }: Element): string {
  return [className ?? []].flat().join(' ');
}

export function make(
  tagName: string,
  children: Element['children'],
  properties: Element['properties'] = {},
): Element {
  return { type: 'element', tagName, properties, children };
}

/** Markdown that is written as it is. Without a text in it, the library would take it for white space. */
export const sourceOf = (source: string) =>
  make('x-source', [{ type: 'text', value: 'source' }], { source });

/** Markers of lists, which are elements of their own here, and what Word shows to reviewers. */
export function isUnseen(element: Element): boolean {
  return (
    UNSEEN.test(element.tagName) ||
    String(element.properties.ariaRoleDescription) === 'checkbox' ||
    styleOf(element, 'mso-list') === 'ignore' ||
    styleOf(element, 'mso-hide') === 'all' ||
    styleOf(element, 'display') === 'none' ||
    styleOf(element, 'mso-element') === 'comment-list' ||
    /(?:^| )(?:EOP|MsoComment\w*|formula-number)(?: |$)/.test(classesOf(element))
  );
}

const FORMULA_CLASS =
  /(?:^| )(?:katex(?:-display)?|MathJax(?:_Display)?|mwe-math-element|mwe-math-fallback-image-\w+)(?: |$)/;

function isTexScript({ tagName, properties }: Element): boolean {
  return tagName === 'script' && /^math\/tex/.test(String(properties.type));
}

/** The TeX of MathJax 2 is a script after what it draws. */
export function isDrawnTwice(element: Element, next: Nodes | undefined): boolean {
  return next?.type === 'element' && isTexScript(next) && isFormula(element);
}

export function isFormula(element: Element): boolean {
  return (
    /^(?:math|mjx-container)$/.test(element.tagName) ||
    (element.tagName === 'img' && /^(?:latex|tex)$/.test(classesOf(element))) ||
    element.properties.dataTex !== undefined ||
    isTexScript(element) ||
    FORMULA_CLASS.test(classesOf(element))
  );
}

/** A formula of another page: its TeX, as this site, KaTeX, MathJax and Wikipedia keep it; null where it has none. */
export function formulaOf(formula: Element): { tex: string | null; isDisplay: boolean } {
  const all = [formula, ...elementsOf(formula)];
  const property = (...names: string[]) =>
    all.flatMap(({ properties }) => names.map((name) => properties[name])).find(Boolean);
  const annotation = all.find(
    (each) => isTexScript(each) || /tex/i.test(String(each.properties.encoding ?? '')),
  );
  const source = annotation
    ? textOf(annotation)
    : property('dataTex', 'alttext', 'dataLatex', 'alt');
  const tex = String(source ?? '')
    .replace(/^\s*\{\\(?:display|text)style\s+([\s\S]*)\}\s*$/, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const isDisplay = all.some(
    (element) =>
      /display(?:_Display)?$|_Display/.test(classesOf(element)) ||
      /^(?:block|true)$/.test(String(element.properties.display)) ||
      /mode=display/.test(String(element.properties.type)),
  );
  return { tex: tex === '' ? null : tex, isDisplay };
}
