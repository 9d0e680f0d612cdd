import { SaxesParser } from 'saxes';
import { escapeHtml } from '../../server/html/read-tags.ts';
import { SourceError } from '../source.ts';

export type XmlNode = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlNode[];
  text: string;
};

/** Deeper elements are no part of the format. */
const MAX_DEPTH = 30;
/** 20,000 posts with their fields: a tree of more takes gigabytes. */
const MAX_ELEMENTS = 600_000;

/** Characters that XML 1.0 forbids (section 2.2); plugins of WordPress write them into exports. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find.
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** CDATA and comments, which stay; bare `&` and `<`, which are escaped. A section that is never closed takes the rest. */
const BARE =
  /<!(?:\[CDATA\[[\s\S]*?(?:\]\]>|$)|--[\s\S]*?(?:-->|$))|&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z]\w{0,30};)|<(?![a-z!?/])/gi;

/** Errors after which the parser continues correctly: entities, attributes, characters. Errors of elements are not among them. */
const RECOVERABLE =
  /entity|attribute|no whitespace|disallowed character(?: in tag name)?\.?$|"\]\]>" is disallowed|malformed comment/;

/**
 * A DTD is refused: no entity can expand, and nothing is fetched.
 *
 * @returns also how many places are not well-formed XML, and were read as they seem to be meant
 * @throws SourceError
 */
export function parseWxr(xml: string): { channel: XmlNode; faults: number } {
  let [faults, elements] = [0, 0];
  // Plugins print blank lines and warnings of PHP before the file.
  const clean = xml
    .slice(Math.max(0, xml.indexOf('<?xml')))
    .replace(FORBIDDEN, () => {
      faults += 1;
      return '';
    })
    .replace(BARE, (match) => {
      if (match.length > 1) return match;
      faults += 1;
      return escapeHtml(match);
    });
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('doctype', () => {
    throw damaged('it has a DTD, which WordPress exports do not have');
  });
  parser.on('error', ({ message }) => {
    if (!RECOVERABLE.test(message)) throw damaged(message);
    faults += 1;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node: XmlNode = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
    if (open.length > MAX_DEPTH) throw damaged('its elements are nested too deeply');
    elements += 1;
    if (elements > MAX_ELEMENTS) {
      throw new SourceError(`The XML has more than ${MAX_ELEMENTS} elements: export it in parts`);
    }
  });
  const addText = (text: string) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(clean).close();
  const channel = root.children[0]?.children.find(({ name }) => name === 'channel');
  if (channel === undefined) throw damaged('it has no channel');
  return { channel, faults };
}

function damaged(why: string): SourceError {
  return new SourceError(`The XML of this export is damaged: ${why.replace(/\.$/, '')}.`);
}

export function childText(node: XmlNode, name: string): string {
  return node.children.find((child) => child.name === name)?.text.trim() ?? '';
}

export function childrenOf(node: XmlNode, name: string): XmlNode[] {
  return node.children.filter((child) => child.name === name);
}
