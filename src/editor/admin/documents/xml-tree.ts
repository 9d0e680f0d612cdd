import { SaxesParser } from 'saxes';
import { escapeHtml } from '../../../server/html/read-tags.ts';

/** An element with the prefix of its source: programs that write Office documents share them. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlNode[];
};

export type XmlNode = XmlElement | string;

/** @throws Error for XML that is not well-formed; the parser knows no entities of a document type */
export function parseXml(source: string): XmlElement {
  const open = [element('', [])];
  const add = (node: XmlNode) => void open.at(-1)?.children.push(node);
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const next = element(name, [], attributes);
    add(next);
    open.push(next);
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  parser.write(source).close();
  return childrenOf(open[0])[0] ?? element('', []);
}

export function writeXml(node: XmlNode): string {
  if (typeof node === 'string') return escapeHtml(node);
  const attributes = Object.entries(node.attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  return `<${node.name}${attributes.join('')}>${node.children.map(writeXml).join('')}</${node.name}>`;
}

export function element(
  name: string,
  children: XmlNode[],
  attributes: XmlElement['attributes'] = {},
): XmlElement {
  return { name, attributes, children };
}

/** The elements directly in another, by default of any name. */
export function childrenOf(parent: XmlElement | undefined, name?: string): XmlElement[] {
  return (parent?.children ?? []).filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

/** The elements of a name within another, in document order. */
export function allIn(parent: XmlElement, name: string): XmlElement[] {
  return childrenOf(parent).flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...allIn(child, name),
  ]);
}

/** The `val` attribute of a child: `<w:pStyle w:val="Title"/>`. */
export function valOf(parent: XmlElement | undefined, name: string): string | undefined {
  const { 'w:val': ofText, 'm:val': ofMath } = childrenOf(parent, name)[0]?.attributes ?? {};
  return ofText ?? ofMath;
}

/** A property that is there, and not switched off. */
export function isOn(parent: XmlElement | undefined, name: string): boolean {
  const isThere = childrenOf(parent, name).length > 0;
  return isThere && !/^(?:0|off|false)$/.test(valOf(parent, name) ?? '');
}

export function xmlText(node: XmlNode): string {
  return typeof node === 'string' ? node : node.children.map(xmlText).join('');
}
