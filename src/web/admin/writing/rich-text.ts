import type { Element, Nodes, Parents, Root } from 'hast';
import { destination } from './formatting.ts';

/** Converts formatted text of other programs to Markdown: content and structure, no style. */

/** Elements with a Markdown form, or an HTML form where Markdown has none. */
const FORMATTED =
  /^(?:a|b|strong|em|i|del|s|strike|code|kbd|sub|sup|h[1-6]|ul|ol|table|blockquote|pre|img|hr)$/;
const BLOCK =
  /^(?:address|article|aside|body|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|ul|blockquote)$/;
const UNSEEN = /^(?:head|link|meta|noscript|script|style|template|title)$/;

/** The tree has formatting that plain text would lose. */
export function isFormatted(node: Nodes): boolean {
  if (node.type === 'element' && (FORMATTED.test(node.tagName) || styleMarks(node) !== '')) {
    // Google Docs wraps everything in a `b` element with `font-weight: normal`.
    if (!(/^[bi]$/.test(node.tagName) && isPlain(node))) return true;
  }
  return childrenOf(node).some(isFormatted);
}

export function markdownOf(root: Root): string {
  return blocksOf(root).join('\n\n');
}

/** The blocks of an element, in document order. */
function blocksOf(parent: Parents): string[] {
  const blocks: string[] = [];
  let run: Nodes[] = [];
  const endRun = () => {
    const paragraph = paragraphOf(run);
    if (paragraph !== '') blocks.push(paragraph);
    run = [];
  };
  for (const node of parent.children) {
    if (!holdsBlocks(node)) {
      run.push(node);
      continue;
    }
    endRun();
    blocks.push(...blockOf(node));
  }
  endRun();
  return blocks;
}

function holdsBlocks(node: Nodes): node is Element {
  if (node.type !== 'element' || UNSEEN.test(node.tagName)) return false;
  return BLOCK.test(node.tagName) || node.children.some(holdsBlocks);
}

function blockOf(element: Element): string[] {
  const { tagName } = element;
  if (/^h[1-6]$/.test(tagName)) {
    const title = lineOf(element.children).replace(/(^|\s)(#+)$/, '$1\\$2');
    return title === '' ? [] : [`${'#'.repeat(Number(tagName[1]))} ${title}`];
  }
  switch (tagName) {
    case 'hr':
      return ['---'];
    case 'pre':
      return [fenced(element)];
    case 'ul':
    case 'ol':
      return [listOf(element)].filter((list) => list !== '');
    case 'table':
      return tableOf(element);
    case 'blockquote':
      return quoted(blocksOf(element));
    default:
      return blocksOf(element);
  }
}

function quoted(blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [indented(blocks.join('\n\n'), '> ', '> ')];
}

function listOf(list: Element): string {
  const first = Number(list.properties.start ?? 1);
  const items: string[] = [];
  for (const child of list.children) {
    if (child.type !== 'element') continue;
    const isNested = /^[uo]l$/.test(child.tagName);
    // Some programs put an item's nested list beside the item.
    if (isNested && items.length > 0) {
      items.push(`${items.pop()}\n${indented(listOf(child), '  ', '  ')}`);
      continue;
    }
    const marker = list.tagName === 'ol' ? `${first + items.length}. ` : '- ';
    const blocks = isNested ? [listOf(child)] : blocksOf(child);
    const content = blocks.join(isTight(child) ? '\n' : '\n\n');
    if (content !== '') items.push(indented(content, marker, ' '.repeat(marker.length)));
  }
  return items.join('\n');
}

/** An item of one paragraph, with or without a nested list. */
function isTight({ children }: Element): boolean {
  const inner = children.filter((child) => holdsBlocks(child) && !/^[uo]l$/.test(child.tagName));
  return inner.length <= 1;
}

function indented(text: string, first: string, rest: string): string {
  const lines = text.split('\n');
  return lines.map((line, index) => ((index === 0 ? first : rest) + line).trimEnd()).join('\n');
}

function fenced(pre: Element): string {
  const source = textOf(pre).replace(/\n$/, '');
  const names = [pre, ...childrenOf(pre)].flatMap((node) =>
    node.type === 'element' ? [node.properties.className ?? []].flat().map(String) : [],
  );
  const language = names.map((name) => /^lang(?:uage)?-([\w#+.-]+)$/.exec(name)?.[1]).find(Boolean);
  const longest = Math.max(2, ...[...source.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language ?? ''}\n${source}\n${fence}`;
}

function tableOf(table: Element): string[] {
  const rows = elementsOf(table, /^tr$/).map((row) =>
    row.children
      .filter((cell): cell is Element => cell.type === 'element' && /^t[dh]$/.test(cell.tagName))
      .map((cell) => lineOf(cell.children).replace(/\|/g, '\\|')),
  );
  const [head, ...body] = rows.filter((row) => row.length > 0);
  if (head === undefined) return [];
  const width = Math.max(...rows.map((row) => row.length));
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, column) => cells[column] ?? '').join(' | ')} |`;
  const rule = line(Array.from({ length: width }, () => '---'));
  const caption = elementsOf(table, /^caption$/).map((element) => lineOf(element.children));
  return [...caption.filter(Boolean), [line(head), rule, ...body.map(line)].join('\n')];
}

function elementsOf(parent: Element, name: RegExp): Element[] {
  return parent.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return name.test(child.tagName) ? [child] : elementsOf(child, name);
  });
}

function paragraphOf(nodes: readonly Nodes[]): string {
  return inlineOf(nodes)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .trim()
    .replace(/\\?\n$/, '')
    .split('\n')
    .map(escapeLineStart)
    .join('\n');
}

/** Text without line breaks, for headings and cells. */
function lineOf(nodes: readonly Nodes[]): string {
  return inlineOf(nodes)
    .replace(/\s*\\\n\s*/g, ' ')
    .trim();
}

function inlineOf(nodes: readonly Nodes[]): string {
  return nodes.map(inline).join('').replace(/ {2,}/g, ' ');
}

function inline(node: Nodes): string {
  if (node.type === 'text') return escapeText(node.value.replace(/[\s\u{A0}]+/gu, ' '));
  if (node.type !== 'element' || UNSEEN.test(node.tagName)) return '';
  const { tagName, properties, children } = node;
  const inner = () => inlineOf(children);
  switch (tagName) {
    case 'br':
      return '\\\n';
    case 'img':
      return pictureOf(properties);
    case 'input':
      return properties.type === 'checkbox' ? `[${properties.checked ? 'x' : ' '}] ` : '';
    case 'a':
      return linkOf(String(properties.href ?? ''), inner());
    case 'code':
    case 'kbd':
    case 'tt':
      return codeOf(textOf(node));
    case 'del':
    case 's':
    case 'strike':
      return marked(inner(), '~~');
    case 'sub':
    case 'sup':
      return inner().trim() === '' ? inner() : `<${tagName}>${inner()}</${tagName}>`;
    default:
      return [...styleMarks(node)].reduce(
        (text, mark) => marked(text, mark === 'b' ? '**' : '_'),
        inner(),
      );
  }
}

/** "b" for bold and "i" for italic, by the element's name or its style. */
function styleMarks(element: Element): string {
  const { tagName, properties } = element;
  const style = String(properties.style ?? '').toLowerCase();
  if (isPlain(element)) return '';
  const isBold = /^(?:b|strong)$/.test(tagName) || /font-weight:\s*(?:bold|[6-9]00)/.test(style);
  const isItalic = /^(?:em|i)$/.test(tagName) || /font-style:\s*italic/.test(style);
  return `${isBold ? 'b' : ''}${isItalic ? 'i' : ''}`;
}

function isPlain({ properties }: Element): boolean {
  return /font-(?:weight|style):\s*(?:normal|[1-4]00)/i.test(String(properties.style ?? ''));
}

/** White space stays outside the marks; empty text gets none. */
function marked(text: string, mark: string): string {
  const content = text.trim();
  if (content === '') return text;
  return text.replace(content, () => mark + content + mark);
}

function codeOf(text: string): string {
  const content = text.replace(/[\s\u{A0}]+/gu, ' ').trim();
  if (content === '') return '';
  const fence = content.includes('`') ? '``' : '`';
  return fence === '`' ? `\`${content}\`` : `${fence} ${content} ${fence}`;
}

function linkOf(url: string, label: string): string {
  if (label.trim() === '' || !/^(?:https?|mailto):/i.test(url)) return label;
  const isBare = label.trim() === url || `${label.trim()}/` === url;
  return isBare ? label : label.replace(label.trim(), (text) => `[${text}](${destination(url)})`);
}

/** Omits pictures without a web URL: only the other program has them. */
function pictureOf({ src, alt }: Element['properties']): string {
  const url = String(src ?? '');
  return /^https?:/i.test(url)
    ? `![${escapeText(String(alt ?? '').replace(/\s+/g, ' '))}](${destination(url)})`
    : '';
}

/** Escapes Markdown's syntax; an underscore within a word and a lone bracket need no escape. */
function escapeText(text: string): string {
  return text
    .replace(/[\\`*~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/\[(?=[^\]]*\])|<(?=[a-z/!?])|&(?=#?\w+;)/gi, '\\$&');
}

function escapeLineStart(line: string): string {
  return line
    .replace(/^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|(?:-\s*){3,}$|=+$)/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'element' && node.tagName === 'br') return '\n';
  return childrenOf(node).map(textOf).join('');
}

function childrenOf(node: Nodes): readonly Nodes[] {
  return 'children' in node ? node.children : [];
}
