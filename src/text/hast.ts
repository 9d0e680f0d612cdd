import type { Element, ElementContent, Properties, Text } from 'hast';

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
