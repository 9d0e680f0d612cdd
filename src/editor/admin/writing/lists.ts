import { isInCode } from './surroundings.ts';
import { type Range, replace, type TextEdit, wholeLines } from './text-edit.ts';

/** Lists of Markdown while they are typed. Each edit is one change, so that one undo reverts it. */

/** An item: quotation marks, indent, marker with its white space, box of a task, text. */
const ITEM =
  /^((?: {0,3}> ?)*)([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)(?!(?:[-*][ \t]*){2,}$)(\[[ xX]\][ \t]+)?(.*)$/;

const lineOf = (text: string, at: number) => wholeLines(text, { start: at, end: at });

const columns = (space: string) => space.replaceAll('\t', '    ').length;

/** The item on the line of an offset; in code it is none. */
function itemAt(text: string, at: number) {
  const item = itemOn(text, at);
  return item !== null && isInCode(text.slice(0, item.start)) ? null : item;
}

function itemOn(text: string, at: number) {
  const line = lineOf(text, at);
  const found = ITEM.exec(text.slice(line.start, line.end));
  if (found === null) return null;
  const [, quote = '', indent = '', marker = '', box = '', words = ''] = found;
  const lead = quote.length + indent.length + marker.length + box.length;
  return { ...line, quote, space: indent, indent: columns(indent), marker, box, words, lead };
}

/**
 * Enter in a list item: begins the next item; moves an empty item out by a level, or ends the list.
 *
 * @returns null where Enter does nothing special
 */
export function continueList(text: string, { start: caret, end }: Range): TextEdit | null {
  const item = caret === end ? itemAt(text, caret) : null;
  if (item === null || caret < item.start + item.lead) return null;
  const { quote, space, marker, box, words } = item;
  if (words.trim() === '') {
    const out = moveItems(text, { start: item.end, end: item.end }, 'out');
    if (out !== null && out.changes.length > 0) return out;
    // Text beside an item would belong to it.
    const [before] = text.slice(0, item.start).split('\n').slice(-2, -1);
    const lead = before?.replace(/^[\s>]+/, '') ? `${quote.trimEnd()}\n` : '';
    const after = text
      .slice(item.end + 1)
      .split('\n', 1)[0]
      ?.replace(/^[\s>]+/, '');
    const at = lead.length + quote.length;
    const written = lead + quote + (after ? `\n${quote.trimEnd()}` : '');
    return replace(item, written, { start: at, end: at });
  }
  const next = marker.replace(/^\d+/, (number) => `${Number(number) + 1}`);
  const prefix = `\n${quote}${space}${next}${box && '[ ] '}`;
  const spaces = /^[ \t]*/.exec(text.slice(caret, item.end))?.[0].length ?? 0;
  const at = { start: prefix.length, end: prefix.length };
  return replace({ start: caret, end: caret + spaces }, prefix, at);
}

/**
 * Moves the selected list items with what is indented below them in or out by a level.
 *
 * @returns null where the selection begins outside a list; an edit without changes where they cannot move
 */
export function moveItems(
  text: string,
  selection: Range,
  direction: 'in' | 'out',
): TextEdit | null {
  const first = itemAt(text, selection.start);
  if (first === null) return null;
  const isIn = direction === 'in';
  const above = itemAbove(text, first, isIn ? first.indent : first.indent - 1);
  // The item above is its parent.
  const isChild = isIn && above !== null && above.indent < first.indent;
  if (above === null || isChild) return { changes: [], selection };
  const target = isIn ? above.indent + above.marker.length : above.indent;
  const beside = itemAbove(text, first, target);
  const last = isIn && beside?.start === above.start ? null : beside;
  let { end } = wholeLines(text, selection);
  for (let below = lineOf(text, end + 1); end < text.length; below = lineOf(text, end + 1)) {
    if (indentOf(text.slice(below.start, below.end), first.quote) <= first.indent) break;
    end = below.end;
  }
  let number = Number.parseInt(last?.marker ?? '0', 10);
  const lines = text.slice(first.start, end).split('\n');
  const written = lines.map((line) => {
    const indent = indentOf(line, first.quote);
    if (!line.startsWith(first.quote) || indent === Number.POSITIVE_INFINITY) return line;
    const words = line.slice(first.quote.length).trimStart();
    const moved = ' '.repeat(Math.max(0, indent + target - first.indent));
    const counted = indent === first.indent && /^\d{1,9}[.)]/.test(words) && ++number;
    return first.quote + moved + (counted ? words.replace(/^\d+/, `${counted}`) : words);
  });
  /** Only beginnings of lines change. */
  const moved = (at: number) => {
    const row = text.slice(first.start, at).split('\n').length;
    const lineEnd = written.slice(0, row).join('\n').length;
    const width = written[row - 1]?.length ?? 0;
    return lineEnd - Math.min(width, lineOf(text, at).end - at);
  };
  return replace({ start: first.start, end }, written.join('\n'), {
    start: moved(selection.start),
    end: moved(selection.end),
  });
}

/** The columns before a line's text, behind the quotation marks; infinite for a blank line. */
function indentOf(line: string, quote: string): number {
  const text = line.slice(quote.length);
  const [space = ''] = /^[ \t]*/.exec(text) ?? [];
  return space === text ? Number.POSITIVE_INFINITY : columns(space);
}

/** The nearest item above one in its list that is indented by at most so many columns. */
function itemAbove(text: string, { start, quote }: { start: number; quote: string }, most: number) {
  for (let at = start - 1; at >= 0; at = lineOf(text, at).start - 1) {
    const line = lineOf(text, at);
    const item = itemOn(text, at);
    if (item !== null && item.quote === quote && item.indent <= most) return item;
    if (item === null && indentOf(text.slice(line.start, line.end), quote) === 0) return null;
  }
  return null;
}
