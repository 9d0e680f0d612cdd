import type { Element } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { writeFragment } from '../src/server/html/fragment.ts';
import { readTable } from './read-table.ts';

const html = unified().use(rehypeParse, { fragment: true }).use(rehypeStringify).freeze();

const [ELEMENTS, ATTRIBUTES] = readTable(new URL('body-markup.tsv', import.meta.url)).map(
  ([names = '']) => new Set(names.split(' ')),
) as [Set<string>, Set<string>];
const CLASSES =
  /^(?:language-[\w#+.-]+|task-list-item|contains-task-list|heading-anchor|table-frame|tok-[a-z]+|structure|structure-grid|structure-data|drawing-failure|caption-number|margin-notes|note-ref-\d+|formula(?:-frame|-number)?|tex(?:-long)?)$/;
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  href: ['http:', 'https:', 'mailto:', 'tel:'],
  src: ['http:', 'https:'],
  poster: ['http:', 'https:'],
  cite: ['http:', 'https:'],
};

const NAMES: Readonly<Record<string, (value: string) => boolean>> = {
  id: isHarmlessId,
  'path id': (value) => /^tex-[\w-]+$/.test(value),
  name: (value) => value.startsWith('user-content-'),
};

type Attribute = { element: string; name: string; value: string };

/** Descriptions of everything in markup that must not be in a body; empty when it is safe. */
export function dangers(markup: string): string[] {
  const found: string[] = [];
  visit(html.parse(markup), (node) => {
    if (node.type === 'comment' || node.type === 'doctype') found.push(node.type);
    if (node.type !== 'element') return;
    if (!ELEMENTS.has(node.tagName)) found.push(`<${node.tagName}>`);
    if (node.tagName === 'input' && node.properties.disabled !== true) found.push('a live input');
    for (const attribute of attributesOf(node)) found.push(...dangersOf(attribute));
  });
  return found;
}

/** Of properties; a serializer knows them, and takes its time. */
const attributeNames = new Map<string, string>();

function nameOf(element: Element, property: string): string {
  const properties = { [property]: element.properties[property] };
  const single: Element = { ...element, properties, children: [] };
  const written = html.stringify({ type: 'root', children: [single] });
  return /^<\S+ ([^\s=>]+)/.exec(written)?.[1] ?? '';
}

/** Reads attributes by their names in markup, which differ from the names in the tree. */
function attributesOf(element: Element): Attribute[] {
  const names = Object.keys(element.properties).map((property) => {
    const name = attributeNames.get(property) ?? nameOf(element, property);
    if (name !== '') attributeNames.set(property, name);
    return name;
  });
  return Object.values(element.properties).map((value, index) => ({
    element: element.tagName,
    name: names[index] ?? '',
    value: Array.isArray(value) ? value.join(' ') : String(value),
  }));
}

function dangersOf({ element, name, value }: Attribute): string[] {
  const where = `<${element} ${name}="${value}">`;
  if (!ATTRIBUTES.has(name)) return [where];
  const isHarmless = NAMES[`${element} ${name}`] ?? NAMES[name];
  if (isHarmless !== undefined) return isHarmless(value) ? [] : [where];
  if (name === 'class') return value.split(' ').every((one) => CLASSES.test(one)) ? [] : [where];
  if (name === 'srcset') return /(?:javascript|data|vbscript):/i.test(value) ? [where] : [];
  const schemes = SCHEMES[name];
  if (schemes === undefined) return [];
  const url = URL.parse(value, 'https://ligara.example/blog/x');
  return url !== null && schemes.includes(url.protocol) ? [] : [where];
}

/** Neither the name of a property of `window` or `document`, which has no hyphen, nor an id of our pages. */
export function isHarmlessId(id: string): boolean {
  return /^[\p{L}\p{N}].*-/su.test(id) && !/^(?:ref|cite|peek|term|sign|mobile|tex)-/.test(id);
}

/** Parses markup and serializes the tree. */
export function reserialize(markup: string): string {
  return writeFragment(html.parse(markup));
}
