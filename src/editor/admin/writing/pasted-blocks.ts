import type { Element, ElementContent, Nodes, Parents, Root } from 'hast';
import {
  BLOCK,
  classesOf,
  elementsOf,
  isUnseen,
  make,
  sourceOf,
  styleOf,
  textOf,
} from './pasted-elements.ts';
import { takeFootnotes } from './pasted-footnotes.ts';
import { formulaOf, isFormula } from './pasted-formulas.ts';
import { nestLevels } from './pasted-lists.ts';
import { type Marks, phrasing, type Run } from './pasted-runs.ts';

/** Reads formatted text of other programs: its content and structure, no style. */

/** The picture of an `img`: its URL, or what stands for it in the text; null drops it. */
export type PlacePicture = (picture: {
  src: string;
  alt: string;
}) => { src: string } | { source: string } | null;

/** What is left out, and said. */
type LeftOut = { formatting: boolean; formula: boolean };

const LINK = /^(?:https?:|mailto:|tel:)/i;

/** Google Docs sends its readers through a page of its own. */
function linkUrl({ tagName, properties }: Element): string | undefined {
  const url = String(properties.href ?? '').trim();
  if (tagName !== 'a' || !LINK.test(url)) return undefined;
  const { hostname = '', pathname, searchParams } = URL.parse(url) ?? {};
  const isRedirect = /^www\.google\.[a-z.]+$/.test(hostname) && pathname === '/url';
  const target = isRedirect ? (searchParams?.get('q') ?? searchParams?.get('url') ?? '') : '';
  return LINK.test(target) ? target : url;
}

const isInherited = (value: string) => value === '' || value === 'inherit';

/** The marks that an element's name or style sets or clears; style wins. */
function ownMarks(element: Element): Record<string, boolean | undefined> {
  const isTag = (names: RegExp) => names.test(element.tagName) || undefined;
  const isStyled = (name: string, on: RegExp) => {
    const value = styleOf(element, name);
    return isInherited(value) ? undefined : on.test(value);
  };
  const line = styleOf(element, 'text-decoration(?:-line)?');
  return {
    strong: isStyled('font-weight', /^(?:bold|[6-9]00)/) ?? isTag(/^(?:b|strong)$/),
    em: isStyled('font-style', /^(?:italic|oblique)/) ?? isTag(/^(?:em|i)$/),
    del: line.includes('line-through') || isTag(/^(?:del|s|strike)$/),
    code: isTag(/^(?:code|kbd|samp|tt)$/),
  };
}

/** The marks within an element, and those around it. */
function marksOf(element: Element, outer: Marks): Marks {
  const marks: Record<string, string | undefined> = { ...outer };
  for (const [mark, isOn] of Object.entries(ownMarks(element))) {
    if (isOn !== undefined) marks[mark] = isOn ? mark : undefined;
  }
  const align = BLOCK.test(element.tagName) ? '' : styleOf(element, 'vertical-align');
  const [script] = /^su[bp]/.exec(align) ?? /^su[bp]$/.exec(element.tagName) ?? [];
  return { ...marks, a: linkUrl(element) ?? outer.a, script: script ?? outer.script };
}

type Reading = {
  references: ReadonlyMap<Element, number>;
  place: PlacePicture;
  leftOut: LeftOut;
  /** Of a heading, or of a cell that is one: bold is their look, and they have one line. */
  isLine: boolean;
};

/**
 * The blocks of a tree as it was meant, with `footnote-reference` and `footnote` for footnotes. Changes the tree.
 *
 * @param firstNote the number of the first footnote
 */
export function readBlocks(root: Root, firstNote: number, place: PlacePicture) {
  const leftOut: LeftOut = { formatting: false, formula: false };
  const { references, notes } = takeFootnotes(root, firstNote);
  const reading: Reading = { references, place, leftOut, isLine: false };
  nestLevels(root);
  const blocks = blocksOf(reading, root);
  for (const { number, content } of notes) {
    nestLevels(content);
    blocks.push(make('footnote', blocksOf(reading, content), { number }));
  }
  return { blocks, leftOut };
}

/** The blocks of an element, in document order; text between them is in paragraphs. */
function blocksOf(reading: Reading, parent: Parents, outer: Marks = {}): Element[] {
  const blocks: Element[] = [];
  let runs: Run[] = [];
  const addBlocks = (added: readonly Element[]) => {
    const content = phrasing(runs);
    if (content.length > 0) blocks.push(make('p', content));
    runs = [];
    blocks.push(...added);
  };
  const readAll = (nodes: readonly Nodes[], marks: Marks) => {
    for (const node of nodes) read(node, marks);
  };
  const read = (node: Nodes, marks: Marks) => {
    if (node.type === 'text') runs.push({ marks, node });
    if (node.type !== 'element') return;
    const leaf = leafOf(reading, node);
    if (leaf?.type === 'element' && leaf.tagName === 'x-formula') addBlocks([leaf]);
    else if (leaf !== null) runs.push(runOf(leaf, marks));
    else if (!isUnseen(node)) {
      const inner = innerMarks(reading, node, marks);
      if (BLOCK.test(node.tagName)) addBlocks(blockOf(reading, node, inner));
      else readAll(node.children, inner);
    }
  };
  readAll(parent.children, outer);
  addBlocks([]);
  return blocks;
}

function innerMarks({ leftOut, isLine }: Reading, element: Element, outer: Marks): Marks {
  const marks = marksOf(element, outer);
  const isUnderlined =
    /^(?:u|ins|mark)$/.test(element.tagName) ||
    styleOf(element, 'mso-highlight') !== '' ||
    styleOf(element, 'text-decoration(?:-line)?').includes('underline');
  if (isUnderlined && marks.a === undefined) leftOut.formatting = true;
  return isLine ? { ...marks, strong: undefined } : marks;
}

/** A footnote's reference is no link and no superscript of its own. */
function runOf(node: Run['node'], marks: Marks): Run {
  const isReference = node.type === 'element' && node.tagName === 'footnote-reference';
  return { marks: isReference ? { ...marks, a: undefined, script: undefined } : marks, node };
}

/** What stands for an element without content of its own; null for others. */
function leafOf(reading: Reading, element: Element): Run['node'] | null {
  const { tagName, properties } = element;
  const number = reading.references.get(element);
  if (number !== undefined) {
    return make('footnote-reference', [{ type: 'text', value: `${number}` }], { number });
  }
  if (tagName === 'x-source') return element;
  if (isFormula(element)) return readFormula(reading, element);
  if (tagName === 'br') return reading.isLine ? SPACE : make('br', []);
  if (tagName === 'img' && !isUnseen(element)) return readPicture(reading, element);
  const isCheckbox = tagName === 'input' && properties.type === 'checkbox';
  return isCheckbox ? checkbox(properties.checked === true) : null;
}

function readFormula({ leftOut, isLine }: Reading, element: Element): Element {
  const { tex, isDisplay } = formulaOf(element);
  if (tex === null) leftOut.formula = true;
  if (tex === null) return sourceOf('TODO: formula');
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

function blockOf(reading: Reading, element: Element, marks: Marks): Element[] {
  const { tagName, properties } = element;
  const level = headingLevel(element);
  if (level !== null) return filled(make(`h${level}`, lineOf(reading, element)));
  if (tagName === 'hr') return [make('hr', [])];
  if (tagName === 'pre') return [codeBlock(element)];
  if (tagName === 'table') return tableOf(reading, element);
  if (isList(element)) {
    const start = Number(properties.start ?? 1);
    return filled(make(tagName, itemsOf(reading, element, marks), start === 1 ? {} : { start }));
  }
  const blocks = blocksOf(reading, element, marks);
  const isQuote =
    tagName === 'blockquote' || /(?:^| )Mso(?:Intense)?Quote/.test(classesOf(element));
  return isQuote ? filled(make('blockquote', blocks)) : blocks;
}

function lineOf(reading: Reading, element: Element): ElementContent[] {
  return blocksOf({ ...reading, isLine: true }, element).flatMap((block, index) => [
    ...(index > 0 ? [SPACE] : []),
    ...(block.tagName === 'p' ? block.children : [block]),
  ]);
}

function itemsOf(reading: Reading, list: Element, marks: Marks): Element[] {
  const items: Element[] = [];
  for (const child of list.children) {
    if (child.type !== 'element' || isUnseen(child)) continue;
    const last = items.at(-1);
    // Google Docs puts an item's nested list beside the item.
    if (!isList(child)) items.push(make('li', itemContent(reading, child, marks)));
    else if (last === undefined) items.push(...itemsOf(reading, child, marks));
    else last.children.push(...blockOf(reading, child, marks));
  }
  return items.flatMap(filled);
}

function itemContent(reading: Reading, item: Element, outer: Marks): ElementContent[] {
  const blocks = blocksOf(reading, item, marksOf(item, outer));
  const [first, ...rest] = blocks;
  if (first === undefined) return [];
  const { role, ariaChecked } = item.properties;
  // Google Docs draws a checkbox, and says what it is.
  const box = role === 'checkbox' ? [checkbox(String(ariaChecked) === 'true'), SPACE] : [];
  const isTight = first.tagName === 'p' && rest.every(isList);
  return [...box, ...(isTight ? [...first.children, ...rest] : blocks)];
}

/** With at least one row in the head: Markdown has no table without. */
function tableOf(reading: Reading, table: Element): Element[] {
  const rows = rowsOf(table).filter(({ cells }) =>
    cells.some((cell) => blocksOf(reading, cell).length > 0),
  );
  const firstOfBody = rows.findIndex(({ isHead }) => !isHead);
  const count = Math.max(1, firstOfBody === -1 ? rows.length : firstOfBody);
  const made = rows.map(({ cells }, index) => {
    return make(
      'tr',
      cells.map((cell) => cellOf(reading, cell, index < count)),
    );
  });
  const parts = [make('thead', made.slice(0, count)), make('tbody', made.slice(count))];
  const captions = table.children.filter(
    (child): child is Element => child.type === 'element' && child.tagName === 'caption',
  );
  return [
    ...captions.flatMap((caption) => blocksOf(reading, caption)),
    ...filled(make('table', parts.flatMap(filled))),
  ];
}

function cellOf(reading: Reading, cell: Element, isHead: boolean): Element {
  const { colSpan, rowSpan } = cell.properties;
  const spans = Object.fromEntries(
    Object.entries({ colSpan, rowSpan }).filter(([, span]) => Number(span) > 1),
  );
  if (isHead) return make('th', lineOf(reading, cell), spans);
  const blocks = blocksOf(reading, cell);
  if (blocks.some(({ tagName }) => tagName !== 'p')) return make(cell.tagName, blocks, spans);
  const lines = blocks.flatMap(({ children }, index) => [
    ...(index > 0 ? [make('br', [])] : []),
    ...children,
  ]);
  return make(cell.tagName, lines, spans);
}

const SPACE = { type: 'text', value: ' ' } as const;

function filled(element: Element): Element[] {
  return element.children.length > 0 ? [element] : [];
}

function isList({ tagName }: Element): boolean {
  return /^[uo]l$/.test(tagName);
}

const checkbox = (checked: boolean) => make('input', [], { type: 'checkbox', checked });

function headingLevel(element: Element): number | null {
  const [, level] = /^h([1-6])$/.exec(element.tagName) ?? [];
  if (level !== undefined) return Number(level);
  if (/(?:^| )MsoTitle(?: |$)/.test(classesOf(element))) return 1;
  const { role, ariaLevel } = element.properties;
  return role === 'heading' ? Math.min(Math.max(Number(ariaLevel) || 2, 1), 6) : null;
}

/** The rows of a table; those of the head are in `thead`, or headings throughout at the start. */
function rowsOf(parent: Element): { cells: Element[]; isHead: boolean }[] {
  return parent.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    if (/^t(?:head|body|foot)$/.test(child.tagName)) return rowsOf(child);
    if (child.tagName !== 'tr') return [];
    const cells = child.children.filter(
      (cell): cell is Element => cell.type === 'element' && /^t[dh]$/.test(cell.tagName),
    );
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
