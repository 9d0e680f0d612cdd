/** `text` includes the text of descendants. */
export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

const NAME = '[A-Za-z_][\\w.:-]*';
const TOKEN = new RegExp(
  `<(?<end>/)?(?<name>${NAME})(?<attributes>(?:\\s+${NAME}="[^"<]*")*)\\s*(?<empty>/)?>|(?<text>[^<]+)`,
  'y',
);
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to hold them
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/**
 * Parses the subset of XML 1.0 that the site writes: elements, attributes in double quotes, text.
 *
 * @throws Error for a document that is not well-formed or uses anything else
 */
export function readXml(document: string): XmlElement {
  const declaration = /^<\?xml version="1\.0" encoding="utf-8"\?>\n/.exec(document);
  if (declaration === null) throw new Error('No XML declaration');
  if (!document.isWellFormed() || FORBIDDEN.test(document)) throw new Error('Not XML characters');
  const top = element('', {});
  const open = [top];
  TOKEN.lastIndex = declaration[0].length;
  while (TOKEN.lastIndex < document.length) {
    const at = TOKEN.lastIndex;
    const groups = TOKEN.exec(document)?.groups;
    if (groups === undefined) throw new Error(`Not well-formed: ${document.slice(at, at + 80)}`);
    take(groups, open);
  }
  const [root, ...others] = top.children;
  if (
    root === undefined ||
    others.length > 0 ||
    open.length !== 1 ||
    top.text !== `${root.text}\n`
  ) {
    throw new Error('Not one whole element');
  }
  return root;
}

/** Adds a token to the innermost open element. */
function take(token: Record<string, string | undefined>, open: XmlElement[]): void {
  const { text, end, name = '', attributes = '', empty } = token;
  const within = open.at(-1);
  if (text !== undefined) {
    for (const each of open) each.text += unescapeXml(text);
  } else if (end !== undefined) {
    if (open.pop()?.name !== name) throw new Error(`</${name}> ends <${within?.name}>`);
  } else {
    const child = element(name, readAttributes(attributes));
    within?.children.push(child);
    if (empty === undefined) open.push(child);
  }
}

/** The children of an element by name. */
export function named(parent: XmlElement | undefined, name: string): XmlElement[] {
  return parent?.children.filter((child) => child.name === name) ?? [];
}

function element(name: string, attributes: Record<string, string>): XmlElement {
  return { name, attributes, children: [], text: '' };
}

function readAttributes(written: string): Record<string, string> {
  const pairs = [...written.matchAll(/([^\s=]+)="([^"]*)"/g)];
  const attributes = Object.fromEntries(
    pairs.map(([, name = '', value = '']) => [name, unescapeXml(value)]),
  );
  if (Object.keys(attributes).length < pairs.length) throw new Error(`Repeated in ${written}`);
  return attributes;
}

function unescapeXml(written: string): string {
  return written.replace(/&(?:(\w+);|#(\d+);|#x([0-9A-Fa-f]+);|)/g, (all, name, decimal, hex) => {
    const code = decimal ?? (hex && `0x${hex}`);
    const character = code ? String.fromCodePoint(Number(code)) : ENTITIES[name];
    if (character === undefined) throw new Error(`Not an entity of XML: ${all}`);
    return character;
  });
}
