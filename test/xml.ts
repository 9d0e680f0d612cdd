import { SaxesParser } from 'saxes';

/** `text` includes the text of descendants. */
export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

/** @throws Error for a document that is not well-formed, or does not say that it is XML */
export function readXml(document: string): XmlElement {
  if (!document.startsWith('<?xml version="1.0" encoding="utf-8"?>\n')) {
    throw new Error('No XML declaration');
  }
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const child: XmlElement = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(child);
    open.push(child);
  });
  parser.on('text', (text) => {
    for (const each of open) each.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(document).close();
  return top.children[0] as XmlElement;
}

/** The children of an element by name. */
export function named(parent: XmlElement | undefined, name: string): XmlElement[] {
  return parent?.children.filter((child) => child.name === name) ?? [];
}
