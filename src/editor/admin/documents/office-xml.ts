import { DOMParser, type Document, type Element, onErrorStopParsing } from '@xmldom/xmldom';

/** @throws ParseError for XML that is not well-formed, and for entities of its document type */
export function parseXml(source: string): Document {
  return new DOMParser({ onError: onErrorStopParsing }).parseFromString(source, 'text/xml');
}

/** The elements directly in another, by default of any name; programs share the prefixes of names. */
export function childrenOf(parent: Element | undefined, name?: string): Element[] {
  return [...(parent?.childNodes ?? [])].filter(
    (child): child is Element =>
      child.nodeType === child.ELEMENT_NODE && (name === undefined || child.nodeName === name),
  );
}

export const allIn = (parent: Document | Element, name: string): Element[] => [
  ...parent.getElementsByTagName(name),
];

export function valOf(parent: Element | undefined, name: string): string | undefined {
  const [child] = childrenOf(parent, name);
  return child?.getAttribute('w:val') ?? child?.getAttribute('m:val') ?? undefined;
}

export function isOn(parent: Element | undefined, name: string): boolean {
  const isThere = childrenOf(parent, name).length > 0;
  return isThere && !/^(?:0|off|false)$/.test(valOf(parent, name) ?? '');
}
