/** A list item of a Markdown text. Columns count from the end of the line's quotation marks. */
export type ListItem = {
  /** Counts from 0. */
  line: number;
  /** The column of the marker. */
  indent: number;
  /** "-", "*", "+", or a number with "." or ")". */
  marker: string;
  /** The column of the text after the marker; what is indented by as much belongs to the item. */
  content: number;
  /** Characters before the text, with quotation marks, marker and a task's box. */
  lead: number;
  isTask: boolean;
  isEmpty: boolean;
  parent: ListItem | null;
  /** The item before it in its parent, with nothing but items between. */
  previous: ListItem | null;
  /** The line of the first item of its list, in which all markers are of one kind. */
  list: number;
  /** The line after its last one. */
  end: number;
};

const LINE = /^((?: {0,3}>[ ]?)*)([ \t]*)(.*)$/;
const ITEM = /^([-*+]|\d{1,9}[.)])(?:([ \t]+)(\[[ xX]\](?:[ \t]+|$))?(.*))?$/;
const RULE = /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const FENCE = /^(`{3,}(?!.*`)|~{3,})/;
/** Lines that end a paragraph without a blank line. */
const BLOCK = /^(?:#{1,6}[ \t]|`{3}|~{3}|<\/?[a-z!])/i;

/** A line's quotation marks, indentation in columns, and the rest. */
export function splitLine(line: string): { quote: string; indent: number; text: string } {
  const [, quote = '', space = '', text = ''] = LINE.exec(line) ?? [];
  let indent = 0;
  for (const character of space) indent += character === '\t' ? 4 - (indent % 4) : 1;
  return { quote, indent, text };
}

/** The marker without its number. */
export function kindOf(marker: string): string {
  return marker.replace(/^\d+/, '');
}

/** Whether a line begins like a list item: a cheap test before `listItems`. */
export function looksLikeItem(line: string): boolean {
  return ITEM.test(splitLine(line).text);
}

/** What is known of the lines before one. */
type Reading = {
  items: ListItem[];
  /** The items that the line before belongs to, outermost first. */
  open: ListItem[];
  /** The latest item of each level. */
  latest: ListItem[];
  /** Quotation marks before the line. */
  depth: number;
  /** The marks that fenced code began with; empty outside code. */
  fence: string;
  isParagraph: boolean;
};

/** The list items of a Markdown text, in the order of lines, by the rules of CommonMark; none are in fenced code. */
export function listItems(lines: readonly string[]): ListItem[] {
  const reading: Reading = {
    items: [],
    open: [],
    latest: [],
    depth: 0,
    fence: '',
    isParagraph: false,
  };
  lines.forEach((line, index) => {
    const { quote, indent, text } = splitLine(line);
    const depth = quote.split('>').length - 1;
    const isInCode = reading.fence !== '' && depth >= reading.depth;
    if (!isInCode && depth !== reading.depth) {
      Object.assign(reading, { open: [], latest: [], fence: '', isParagraph: false, depth });
    }
    if (isInCode) readCode(reading, line);
    else if (text.trim() === '') reading.isParagraph = false;
    else if (!readItem(reading, { index, indent, text, length: line.length })) {
      readText(reading, indent, text);
    }
    if (text.trim() !== '') for (const item of reading.open) item.end = index + 1;
  });
  return reading.items;
}

function readCode(reading: Reading, line: string): void {
  const marks = line.replace(/^[\s>]*/, '').trimEnd();
  if (marks.startsWith(reading.fence) && /^(?:`+|~+)$/.test(marks)) reading.fence = '';
}

/** How many of the open items a column is within. */
function levelOf({ open }: Reading, indent: number): number {
  let level = open.length;
  while (level > 0 && indent < (open[level - 1]?.content ?? 0)) level--;
  return level;
}

type ReadLine = { index: number; indent: number; text: string; length: number };

function readItem(reading: Reading, { index, indent, text, length }: ReadLine): boolean {
  const found = RULE.test(text) ? null : ITEM.exec(text);
  if (found === null) return false;
  const [, marker = '', gap = '', task = '', rest = ''] = found;
  const level = levelOf(reading, indent);
  const parent = reading.open[level - 1] ?? null;
  const previous = reading.latest[level] ?? null;
  if (indent - (parent?.content ?? 0) > 3) return false;
  const isInterrupting = reading.isParagraph && reading.open.length === 0;
  if (isInterrupting && !canInterrupt(marker, rest)) return false;
  const item: ListItem = {
    line: index,
    indent,
    marker,
    parent,
    previous,
    end: index + 1,
    content: indent + marker.length + widthOf(gap),
    lead: length - rest.length,
    isTask: task !== '',
    isEmpty: rest.trim() === '',
    list: previous !== null && kindOf(previous.marker) === kindOf(marker) ? previous.list : index,
  };
  reading.items.push(item);
  reading.open = [...reading.open.slice(0, level), item];
  reading.latest = [...reading.latest.slice(0, level), item];
  reading.fence = FENCE.exec(rest)?.[0] ?? '';
  reading.isParagraph = rest !== '' && !BLOCK.test(rest);
  return true;
}

/** An empty item, and one that does not begin with 1, cannot interrupt a paragraph. */
function canInterrupt(marker: string, rest: string): boolean {
  return rest !== '' && /^(?:[-*+]|1[.)])$/.test(marker);
}

/** The white space that belongs to a marker: more than four spaces begin code. */
function widthOf(gap: string): number {
  return gap === '' || gap.length > 4 ? 1 : gap.length;
}

function readText(reading: Reading, indent: number, text: string): void {
  const level = levelOf(reading, indent);
  const isBlock = BLOCK.test(text) || RULE.test(text);
  // The line continues the paragraph of an item that it is not indented for.
  if (reading.isParagraph && level < reading.open.length && !isBlock) return;
  reading.open = reading.open.slice(0, level);
  reading.latest = reading.latest.slice(0, level);
  reading.fence = FENCE.exec(text)?.[0] ?? '';
  reading.isParagraph = !isBlock;
}
