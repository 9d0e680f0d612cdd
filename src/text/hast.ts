import type { Element, ElementContent, Properties, Root, Text } from 'hast';

/** Creates an element, as `h` of hastscript does; a string is a text node. */
export function h(
  tagName: string,
  properties: Properties,
  ...children: (ElementContent | string)[]
): Element {
  return {
    type: 'element',
    tagName,
    properties,
    children: children.map((child) => (typeof child === 'string' ? text(child) : child)),
  };
}

export function text(value: string): Text {
  return { type: 'text', value };
}

/** Visits the elements of a tree in document order, each before what it holds. */
export function visitElements({ children }: Root | Element, act: (element: Element) => void): void {
  for (const node of children) {
    if (node.type !== 'element') continue;
    act(node);
    visitElements(node, act);
  }
}
