import type { Element, ElementContent, Properties, Root, Text } from 'hast';

/** @param properties or the name of its class */
export function h(
  tagName: string,
  properties: Properties | string,
  ...children: (ElementContent | string)[]
): Element {
  return {
    type: 'element',
    tagName,
    properties: typeof properties === 'string' ? { className: [properties] } : properties,
    children: children.map((child) => (typeof child === 'string' ? text(child) : child)),
  };
}

export function text(value: string): Text {
  return { type: 'text', value };
}

export function visitElements({ children }: Root | Element, act: (element: Element) => void): void {
  for (const node of children) {
    if (node.type !== 'element') continue;
    act(node);
    visitElements(node, act);
  }
}
