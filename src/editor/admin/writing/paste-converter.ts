import type { Element, ElementContent, Nodes } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import {
  classesOf,
  elementsOf,
  formulaOf,
  isBlankTree,
  isDrawnTwice,
  isFormula,
  isUnseen,
  make,
  sourceOf,
  styleOf,
  textOf,
} from './pasted-elements.ts';
import { tableOf, toMarkdown } from './pasted-markdown.ts';
import { moveFootnotes, nestLevels } from './pasted-structure.ts';

/** The picture of an `img`: its URL, or what stands for it in the text; null drops it. */
type PlacePicture = (picture: {
  src: string;
  alt: string;
}) => { src: string } | { source: string } | null;

/** A link by its URL, the others by their names. */
type Marks = Readonly<Partial<Record<string, string>>>;

type Reading = {
  place: PlacePicture;
  /** Of a heading, or of a cell that is one: bold is their look, and they have one line. */
  isLine: boolean;
};

/** Stands for a formula that came without its TeX. */
const UNREAD_FORMULA = 'TODO: formula';

const BLOCK =
  /^(?:address|article|aside|body|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|footnote|form|h[1-6]|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|ul|blockquote|x-formula)$/;
const MARK = /^(?:a|strong|em|del|su[bp]|code)$/;
const LINK = /^(?:https?:|mailto:|tel:)/i;
const SPACE = { type: 'text', value: ' ' } as const;

const isOf = (node: Nodes, names: RegExp): node is Element =>
  node.type === 'element' && names.test(node.tagName);
const isList = (node: Nodes): boolean => isOf(node, /^[uo]l$/);
const checkbox = (checked: boolean) => make('input', [], { type: 'checkbox', checked });
const filled = (element: Element) => (element.children.length > 0 ? [element] : []);

/**
 * Not `DOMParser`: its documents have the page's content policy, and a browser reports every style and
 * handler in them to the console.
 */
const reader = unified().use(rehypeParse).freeze();

type ConvertOptions = {
  firstNote: number;
  place: PlacePicture;
  /** The origin of this site; by default that of the page. */
  origin?: string;
};

const WITHOUT_TEX = 'A formula came without its TeX: write it where the text says TODO.';

/**
 * Converts formatted text to Markdown; loaded with the first formatted paste. A paragraph's text, to be part of another, is
 * inline. The notice says what is left out. Null for the source code of an editor or a terminal, which is plain text.
 */
export function convertHtml(html: string, options: ConvertOptions) {
  const { firstNote, place, origin = globalThis.location?.origin } = options;
  const root = reader.parse(html);
  const isCode = elementsOf(root).some((each) => styleOf(each, 'white-space') === 'pre');
  // Browsers resolve the fragments of what is pasted to the URL of the form. No link leads into the admin area.
  for (const { properties } of elementsOf(root)) {
    const url = URL.parse(String(properties.href ?? ''));
    const isOfAdmin = url?.origin === origin && /^\/admin(?:\/|$)/i.test(url?.pathname ?? '');
    if (isOfAdmin) properties.href = url?.hash ?? '';
  }
  moveFootnotes(root, firstNote);
  nestLevels(root);
  const { text, isInline, isPlain } = toMarkdown(read({ place, isLine: false }, root.children, {}));
  if (isPlain && isCode) return null;
  return { text, isInline, notice: text.includes(UNREAD_FORMULA) ? WITHOUT_TEX : '' };
}

/** Word processors mark each piece of a word by itself: equal marks are joined, with the space between them. */
function joined(nodes: readonly ElementContent[]): ElementContent[] {
  const all: ElementContent[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    const gap = last?.type === 'text' && last.value.trim() === '' ? [last] : [];
    const before = all.at(-1 - gap.length);
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else if (node.type === 'element' && isSameMark(before, node, gap.length)) {
      all.length -= gap.length;
      before.children = joined([...before.children, ...gap, ...node.children]);
    } else all.push({ ...node });
  }
  return all;
}

function isSameMark(
  before: ElementContent | undefined,
  node: Element,
  gap: number,
): before is Element {
  return (
    before?.type === 'element' &&
    MARK.test(node.tagName) &&
    before.tagName === node.tagName &&
    before.properties.href === node.properties.href &&
    // Code with a space between is not one.
    !(node.tagName === 'code' && gap > 0)
  );
}

function marked(node: ElementContent, marks: Marks): ElementContent {
  return Object.entries(marks).reduceRight<ElementContent>(
    (inner, [mark, value]) => make(mark, [inner], mark === 'a' ? { href: value } : {}),
    node,
  );
}

/** White space at the ends is not marked; several no-break spaces are how programs write a wide one. */
function textRuns(text: string, marks: Marks): ElementContent[] {
  const value = text.replace(/[\t\n\f\r \u{A0}]+/gu, (run) => (run === '\u{A0}' ? run : ' '));
  const [, lead = '', words = '', tail = ''] =
    /^([ \u{A0}]*)(.*?)([ \u{A0}]*)$/su.exec(value) ?? [];
  const space = (run: string) => (run === '' ? [] : [{ type: 'text', value: run } as const]);
  return [...space(lead), ...space(words).map((each) => marked(each, marks)), ...space(tail)];
}

function read(reading: Reading, nodes: readonly Nodes[], marks: Marks): ElementContent[] {
  const content = nodes.flatMap((node, index) => {
    if (node.type === 'text') return textRuns(node.value, marks);
    if (node.type !== 'element') return [];
    if (isDrawnTwice(node, nodes[index + 1])) return [];
    const leaf = leafOf(reading, node);
    if (leaf !== null) return [isOf(leaf, /^(?:img|input|x-source)$/) ? marked(leaf, marks) : leaf];
    if (isUnseen(node)) return [];
    if (BLOCK.test(node.tagName)) return blockOf(reading, node, marks);
    return read(reading, node.children, marksIn(reading, node, marks));
  });
  return joined(content);
}

function leafOf(reading: Reading, element: Element): ElementContent | null {
  const { tagName, properties } = element;
  if (/^(?:x-source|footnote-reference|hr)$/.test(tagName)) return element;
  if (isFormula(element)) return readFormula(reading, element);
  if (tagName === 'br') return reading.isLine ? SPACE : make('br', []);
  if (tagName === 'img' && !isUnseen(element)) return readPicture(reading, element);
  const isCheckbox = tagName === 'input' && properties.type === 'checkbox';
  return isCheckbox ? checkbox(properties.checked === true) : null;
}

function readFormula({ isLine }: Reading, element: Element): Element {
  const { tex, isDisplay } = formulaOf(element);
  if (tex === null) return sourceOf(UNREAD_FORMULA);
  return isDisplay && !isLine
    ? make('x-formula', [], { source: `$$\n${tex}\n$$` })
    : sourceOf(`$${tex}$`);
}

function readPicture({ place }: Reading, { properties }: Element): Element {
  const alt = String(properties.alt ?? '').replace(/\s+/g, ' ');
  const placed = place({ src: String(properties.src ?? ''), alt });
  if (placed === null) return make('x-source', []);
  return 'source' in placed ? sourceOf(placed.source) : make('img', [], { ...placed, alt });
}

/** Each mark by its tags, and by a property of styles. */
const MARKS = [
  ['strong', /^(?:b|strong)$/, 'font-weight', /^(?:bold|[6-9]00)/],
  ['em', /^(?:em|i)$/, 'font-style', /^(?:italic|oblique)/],
  ['del', /^(?:del|s|strike)$/, 'text-decoration(?:-line)?', /line-through/],
  ['sub', /^sub$/, 'vertical-align', /^sub/],
  ['sup', /^sup$/, 'vertical-align', /^sup/],
  ['code', /^(?:code|kbd|samp|tt)$/, 'x-code', /^on/],
] as const;

function marksIn({ isLine }: Reading, element: Element, outer: Marks): Marks {
  const url = linkUrl(element) ?? outer.a;
  const added = MARKS.filter(([mark, tags, property, value]) => {
    if (isLine && mark === 'strong') return false;
    const style = styleOf(element, property);
    return value.test(style) || (tags.test(element.tagName) && !/^(?:normal|[1-5]00)/.test(style));
  });
  const marks = Object.fromEntries(added.map(([mark]) => [mark, mark]));
  return { ...outer, ...(url === undefined ? {} : { a: url }), ...marks };
}

/** Google Docs sends its readers through a page of its own. */
function linkUrl({ tagName, properties }: Element): string | undefined {
  const url = String(properties.href ?? '').trim();
  if (tagName !== 'a' || !LINK.test(url)) return undefined;
  const { hostname = '', pathname, searchParams } = URL.parse(url) ?? {};
  const isRedirect = /^www\.google\.[a-z.]+$/.test(hostname) && pathname === '/url';
  const target = isRedirect ? (searchParams?.get('q') ?? '') : '';
  return LINK.test(target) ? target : url;
}

function blockOf(reading: Reading, element: Element, marks: Marks): Element[] {
  const { tagName, properties, children } = element;
  const level = headingLevel(element);
  if (level !== null) return filled(make(`h${level}`, lineOf(reading, element)));
  if (tagName === 'pre') return [codeBlock(element)];
  if (tagName === 'table') return readTable(reading, element);
  if (isList(element)) {
    const start = Number(properties.start ?? 1);
    return filled(make(tagName, itemsOf(reading, element, marks), start === 1 ? {} : { start }));
  }
  const content = read(reading, children, marks);
  if (content.every((each) => isBlankTree(each) && !isOf(each, /^hr$/))) return [];
  if (tagName === 'footnote') return [{ ...element, children: content }];
  const block = make(content.some((each) => isOf(each, BLOCK)) ? 'div' : 'p', content);
  const isQuote = /(?:^| )Mso(?:Intense)?Quote/.test(classesOf(element));
  return [isQuote || tagName === 'blockquote' ? make('blockquote', [block]) : block];
}

function itemsOf(reading: Reading, list: Element, marks: Marks): Element[] {
  const items: Element[] = [];
  for (const child of list.children) {
    if (child.type !== 'element' || isUnseen(child)) continue;
    const last = items.at(-1);
    // Google Docs puts an item's nested list beside the item.
    if (isList(child) && last !== undefined) last.children.push(...blockOf(reading, child, marks));
    else if (isList(child)) items.push(...itemsOf(reading, child, marks));
    else {
      const { role, ariaChecked } = child.properties;
      // Google Docs draws a checkbox, and says what it is.
      const box = role === 'checkbox' ? [checkbox(String(ariaChecked) === 'true'), SPACE] : [];
      items.push(make('li', [...box, ...read(reading, child.children, marks)]));
    }
  }
  return items.filter(({ children }) => !children.every(isBlankTree));
}

function lines(nodes: readonly ElementContent[], between: ElementContent): ElementContent[] {
  return nodes.flatMap((node, index) => {
    if (!isOf(node, /^(?:p|div)$/)) return [node];
    const isFirst = nodes.slice(0, index).every(isBlankTree);
    return [...(isFirst ? [] : [between]), ...lines(node.children, between)];
  });
}

function lineOf(reading: Reading, { children }: Element): ElementContent[] {
  const line = lines(read({ ...reading, isLine: true }, children, {}), SPACE);
  return line.every(isBlankTree) ? [] : line;
}

/** With at least one row in the head: Markdown has no table without. */
function readTable(reading: Reading, table: Element): Element[] {
  const rows = rowsOf(table).filter(({ cells }) => !cells.every(isBlankTree));
  const firstOfBody = rows.findIndex(({ isHead }) => !isHead);
  const count = Math.max(1, firstOfBody === -1 ? rows.length : firstOfBody);
  const made = rows.map(({ cells }, index) => {
    return make(
      'tr',
      cells.map((cell) => cellOf(reading, cell, index < count)),
    );
  });
  const parts = [make('thead', made.slice(0, count)), make('tbody', made.slice(count))];
  const captions = table.children.filter((child) => isOf(child, /^caption$/));
  return [
    ...read(reading, captions, {}).filter((each) => each.type === 'element'),
    ...filled(make('table', parts.flatMap(filled))).map(tableOf),
  ];
}

function cellOf(reading: Reading, cell: Element, isHead: boolean): Element {
  const spans = Object.entries(cell.properties).filter(
    ([name, span]) => /^(?:col|row)Span$/.test(name) && Number(span) > 1,
  );
  if (isHead) return make('th', lineOf(reading, cell), Object.fromEntries(spans));
  const content = read(reading, cell.children, {});
  const isText = !content.some((each) => isOf(each, BLOCK) && !isOf(each, /^(?:p|div)$/));
  const children = isText ? lines(content, make('br', [])) : content;
  return make(cell.tagName, children, Object.fromEntries(spans));
}

function headingLevel(element: Element): number | null {
  const [, level] = /^h([1-6])$/.exec(element.tagName) ?? [];
  if (level !== undefined) return Number(level);
  if (/(?:^| )MsoTitle(?: |$)/.test(classesOf(element))) return 1;
  const { role, ariaLevel } = element.properties;
  return role === 'heading' ? Math.min(Math.max(Number(ariaLevel) || 2, 1), 6) : null;
}

function rowsOf(parent: Element): { cells: Element[]; isHead: boolean }[] {
  const elements = parent.children.filter((child) => child.type === 'element');
  return elements.flatMap((child) => {
    if (/^t(?:head|body|foot)$/.test(child.tagName)) return rowsOf(child);
    if (child.tagName !== 'tr') return [];
    const cells = child.children.filter((cell) => isOf(cell, /^t[dh]$/));
    const isHead = parent.tagName === 'thead' || cells.every(({ tagName }) => tagName === 'th');
    return [{ cells, isHead }];
  });
}

function codeBlock(pre: Element): Element {
  const classes = [pre, ...elementsOf(pre)].map(classesOf).join(' ');
  const [, language] = /(?:^| )lang(?:uage)?-([\w#+.-]+)/.exec(classes) ?? [];
  const value = textOf(pre).replace(/\n$/, '');
  const properties = language === undefined ? {} : { className: [`language-${language}`] };
  return make('pre', [make('code', [{ type: 'text', value }], properties)]);
}
