import type { Element, ElementContent, Text } from 'hast';
import type { CitedItem } from './citation-syntax.ts';

/** What stands before and after the key. */
export function around({ prefix, locator }: CitedItem, node: ElementContent): ElementContent[] {
  return [
    ...(prefix === '' ? [] : [text(`${prefix} `)]),
    node,
    ...(locator === '' ? [] : [text(`, ${locator}`)]),
  ];
}

export function link(href: string, label: string, id?: string): Element {
  return {
    type: 'element',
    tagName: 'a',
    properties: { href, ...(id === undefined ? {} : { id }) },
    children: [text(label)],
  };
}

/** What was written, where it leads nowhere. */
export function writtenCode(source: string): Element {
  return { type: 'element', tagName: 'code', properties: {}, children: [text(source)] };
}

export function text(value: string): Text {
  return { type: 'text', value };
}
