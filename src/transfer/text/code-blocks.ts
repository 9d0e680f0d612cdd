/** A range of a text in UTF-16 code units; the end is exclusive. */
export type Range = readonly [start: number, end: number];

/** The info string of a backtick fence contains no backticks (CommonMark 0.31, section 4.5). */
const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;

/** Marks of a list item, which are followed by its text, and of a footnote. */
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?=\s|$)/;
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:/;

type Line = { start: number; end: number; text: string; indent: number };

type Fence = { mark: string; start: number; item: number };

/** What the preceding lines say about the next one. */
type Context = {
  /** The column from which a line belongs to the item above it, 0 outside of lists. */
  item: number;
  /** An indented line goes on with a paragraph. */
  isParagraph: boolean;
};

/**
 * The blocks of code in Markdown, in order: those in fences and those by indentation. Of a list it knows the outermost item
 * alone, so that code by indentation in a list counts as text.
 */
export function codeBlocks(markdown: string): Range[] {
  const blocks: Range[] = [];
  const context: Context = { item: 0, isParagraph: false };
  let fence: Fence | undefined;
  for (const line of linesOf(markdown)) {
    const end = fence && endOfFence(fence, line);
    if (fence !== undefined && end !== undefined) {
      blocks.push([fence.start, end]);
      fence = undefined;
      if (end === line.end) continue;
    }
    if (fence !== undefined) continue;
    if (isIndentedCode(line, context)) blocks.push([line.start, line.end]);
    else fence = readLine(line, context);
  }
  if (fence !== undefined) blocks.push([fence.start, markdown.length]);
  return blocks;
}

/** Returns where a fence ends; undefined while the line is in the block. */
function endOfFence(fence: Fence, { start, end, text, indent }: Line): number | undefined {
  if (indent < fence.item) return start;
  const marks = text.trim();
  const isMark = marks.startsWith(fence.mark) && /^(?:`+|~+)$/.test(marks);
  return isMark && (fence.item > 0 || indent < 4) ? end : undefined;
}

function isIndentedCode({ text, indent }: Line, { item, isParagraph }: Context): boolean {
  return indent >= 4 && !isParagraph && (item === 0 || indent < item) && text !== '';
}

/** Notes what a line says of the next one. Returns the block of code that it opens. */
function readLine({ start, text, indent }: Line, context: Context): Fence | undefined {
  const mark = FENCE.exec(text.replace(ITEM, ''))?.[1];
  if (text !== '' && (context.item === 0 || indent < context.item)) {
    const isLazy = context.isParagraph && mark === undefined;
    context.item = itemOf(text) ?? (isLazy ? context.item : 0);
  }
  const isFence = mark !== undefined && (context.item > 0 || indent < 4);
  context.isParagraph = text !== '' && !isFence;
  return isFence ? { mark, start, item: context.item } : undefined;
}

/** The lines of a text. Blank ones have no text, and an indentation without end. */
function* linesOf(markdown: string): Generator<Line> {
  for (let start = 0, end = 0; start < markdown.length; start = end) {
    const newline = markdown.indexOf('\n', start);
    end = newline === -1 ? markdown.length : newline + 1;
    const text = markdown.slice(start, end).trimEnd();
    yield { start, end, text, indent: text === '' ? Number.POSITIVE_INFINITY : indentOf(text) };
  }
}

/** The column of the first character. A tab leads to the next multiple of four. */
function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === '\t') column += 4 - (column % 4);
    else if (character === ' ') column += 1;
    else break;
  }
  return column;
}

/** Returns the column from which lines belong to the item that begins on a line; null when none begins. */
function itemOf(line: string): number | null {
  const mark = ITEM.exec(line)?.[0];
  if (mark !== undefined) return mark.length + 1;
  return FOOTNOTE.test(line) ? 4 : null;
}
