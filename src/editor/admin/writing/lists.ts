import { isInCode, type Range, replace, type TextEdit, wholeLines } from './text-edit.ts';

/** Lists of Markdown while they are typed. Each edit is one change, so that one undo reverts it. */

const ITEM =
  /^((?: {0,3}> ?)*)([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)(?!(?:[-*][ \t]*){2,}$)(\[[ xX]\][ \t]+)?(.*)$/;

const lineOf = (text: string, at: number) => wholeLines(text, { start: at, end: at });

const columns = (space: string) => space.replaceAll('\t', '    ').length;

function itemOn(text: string, at: number) {
  const line = lineOf(text, at);
  const parts = ITEM.exec(text.slice(line.start, line.end));
  if (parts === null) return null;
  const [, quote = '', space = '', marker = '', box = '', words = ''] = parts;
  const lead = quote.length + space.length + marker.length + box.length;
  return { ...line, quote, space, indent: columns(space), marker, box, words, lead };
}

/** The nearest item above in its list, indented by at most so many columns. */
function itemAbove(text: string, { start, quote }: { start: number; quote: string }, most: number) {
  for (let at = start - 1; at >= 0; at = lineOf(text, at).start - 1) {
    const line = lineOf(text, at);
    const item = itemOn(text, at);
    if (item !== null && item.quote === quote && item.indent <= most) return item;
    if (item === null && /^\S/.test(text.slice(line.start + quote.length, line.end))) return null;
  }
  return null;
}

/** @returns null where Enter does nothing special */
export function continueList(text: string, { start: caret, end }: Range): TextEdit | null {
  const item = caret === end ? itemOn(text, caret) : null;
  if (item === null || caret < item.start + item.lead) return null;
  if (isInCode(text.slice(0, item.start))) return null;
  const { quote, space, marker, box, words } = item;
  if (words.trim() === '') {
    const out = moveItems(text, { start: item.end, end: item.end }, 'out');
    if (out !== null && out.start !== out.end) return out;
    // Text beside an item would belong to it.
    const isBeside = (line = '') => line.replace(/^[\s>]+/, '') !== '';
    const lead = isBeside(text.slice(0, item.start).split('\n').at(-2))
      ? `${quote.trimEnd()}\n`
      : '';
    const tail = isBeside(text.slice(item.end + 1).split('\n', 1)[0]) ? `\n${quote.trimEnd()}` : '';
    const at = lead.length + quote.length;
    return replace(item, lead + quote + tail, { start: at, end: at });
  }
  const next = marker.replace(/^\d+/, (number) => `${Number(number) + 1}`);
  const spaces = /^[ \t]*/.exec(text.slice(caret, item.end))?.[0].length ?? 0;
  return replace(
    { start: caret, end: caret + spaces },
    `\n${quote}${space}${next}${box && '[ ] '}`,
  );
}

/**
 * With what is indented below them.
 *
 * @returns null where the selection begins outside a list; an edit of nothing where they cannot
 * move
 */
export function moveItems(
  text: string,
  selection: Range,
  direction: 'in' | 'out',
): TextEdit | null {
  const first = itemOn(text, selection.start);
  if (first === null || isInCode(text.slice(0, first.start))) return null;
  const isIn = direction === 'in';
  const above = itemAbove(text, first, isIn ? first.indent : first.indent - 1);
  // The item above is its parent.
  const isChild = isIn && above !== null && above.indent < first.indent;
  if (above === null || isChild) return { ...selection, end: selection.start, text: '', selection };
  const target = isIn ? above.indent + above.marker.length : above.indent;
  const beside = itemAbove(text, first, target);
  const isFirst = beside === null || (isIn && beside.start === above.start);
  let number = isFirst ? 0 : Number.parseInt(beside.marker, 10) || 0;
  const region = { start: first.start, end: wholeLines(text, selection).end };
  for (let below = lineOf(text, region.end + 1); below.start > region.end; ) {
    const [space] = /^[ \t]*(?=\S)/.exec(
      text.slice(below.start + first.quote.length, below.end),
    ) ?? [''];
    if (columns(space) <= first.indent) break;
    region.end = below.end;
    below = lineOf(text, below.end + 1);
  }
  const lines = text.slice(region.start, region.end).split('\n');
  const written = lines.map((line) => {
    const [, space = '', words = ''] = /^([ \t]*)(.*)$/.exec(line.slice(first.quote.length)) ?? [];
    if (!line.startsWith(first.quote) || words === '') return line;
    const moved = ' '.repeat(Math.max(0, columns(space) + target - first.indent));
    const isCounted = columns(space) === first.indent && /^\d{1,9}[.)]/.test(words);
    return first.quote + moved + (isCounted ? words.replace(/^\d+/, () => `${++number}`) : words);
  });
  // Only beginnings of lines change.
  const moved = (at: number) => {
    const rows = text.slice(region.start, at).split('\n').length;
    const grown = [written, lines].map((each) => each.slice(0, rows).join('\n').length);
    return Math.max(0, at - region.start + (grown[0] ?? 0) - (grown[1] ?? 0));
  };
  const [start, end] = [moved(selection.start), moved(selection.end)];
  return replace(region, written.join('\n'), { start, end: Math.max(start, end) });
}
