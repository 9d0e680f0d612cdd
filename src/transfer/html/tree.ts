import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';
import { readFragment, writeFragment } from '../../text/sanitizer/fragment.ts';

/** Rewrites a tree from the leaves up: each element becomes what `change` returns for it. */
export function mapElements(node: Root, change: (element: Element) => ElementContent[]): Root {
  const visit = (children: readonly Nodes[]): ElementContent[] =>
    children.flatMap((child) => {
      if (child.type !== 'element') return [child as ElementContent];
      return change({ ...child, children: visit(child.children) });
    });
  return { ...node, children: visit(node.children) as RootContent[] };
}

/** Parses markup; null when it is nested too deeply. */
export function parseHtml(html: string): Root | null {
  return readFragment(html);
}

export function printHtml(children: readonly Nodes[]): string {
  return writeFragment({ type: 'root', children: children as RootContent[] });
}

export function hasClass({ properties }: Element, name: string): boolean {
  const { className } = properties;
  return Array.isArray(className) && className.includes(name);
}

/** All elements below a node that match, in document order. */
export function findElements(node: Nodes, matches: (element: Element) => boolean): Element[] {
  if (!('children' in node)) return [];
  return node.children.flatMap((child) =>
    child.type === 'element'
      ? [...(matches(child) ? [child] : []), ...findElements(child, matches)]
      : [],
  );
}

export function makeElement(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element {
  return { type: 'element', tagName, properties, children };
}

export function textNode(value: string): ElementContent {
  return { type: 'text', value };
}
