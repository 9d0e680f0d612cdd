import { type Range, replace, type TextEdit, trimmed, wholeLines } from './text-edit.ts';

/** The markup before and after a marked text. */
export type Mark = readonly [open: string, close: string];

/** Markup at the start of a line: quotation, list item, task, heading. */
const LINE_START = /^\s*(?:>\s?)*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?(?:#{1,6}\s+)?/;

/**
 * Marks the text of the selected lines, or removes the marks when all of it has them. Without a selection, the word at
 * the caret is marked; at the end of a marked text the caret is put behind the mark, so that the keys that began it end it.
 *
 * @param marks the first one is written, all of them are recognized
 * @param isOfParts without a selection, what is typed next is marked, never the word at the caret
 */
export function toggleMark(
  text: string,
  selection: Range,
  marks: readonly [Mark, ...Mark[]],
  isOfParts = false,
): TextEdit {
  const caret = selection.start;
  const isCaret = caret === selection.end;
  const behind = isCaret ? behindMark(text, caret, marks) : null;
  if (behind !== null) return { changes: [], selection: { start: behind, end: behind } };
  const atCaret = isOfParts ? selection : wordAt(text, caret);
  const parts = (isCaret ? [atCaret] : textOfLines(text, selection, marks[0])).map(
    (part): Part => ({ part, marked: markedAt(text, part, marks) }),
  );
  const [first] = parts;
  if (first === undefined) return { changes: [], selection };
  const { outer, inner, written } = writeMarks(text, parts, marks[0]);
  // The caret keeps its offset within the word.
  const kept = inner.start + caret - (first.marked?.range ?? first.part).start;
  return replace(outer, written, isCaret ? { start: kept, end: kept } : inner);
}

type Part = { part: Range; marked: { mark: Mark; range: Range } | null };

/** The text from the first part to the last with its marks, or without if all have them; `inner` is within the outermost. */
function writeMarks(text: string, parts: readonly Part[], mark: Mark) {
  const isMarked = parts.every(({ marked }) => marked !== null);
  const outer = { start: 0, end: 0 };
  const inner = { start: 0, end: 0 };
  let written = '';
  for (const [index, { part, marked }] of parts.entries()) {
    const { start, end } = marked?.range ?? part;
    const [before, after] = marked?.mark ?? ['', ''];
    const [open, close] = isMarked ? ['', ''] : (marked?.mark ?? mark);
    const from = start - before.length;
    if (index === 0) outer.start = from;
    else written += text.slice(outer.end, from);
    written += open;
    if (index === 0) inner.start = written.length;
    written += text.slice(start, end);
    inner.end = written.length;
    written += close;
    outer.end = end + after.length;
  }
  return { outer, inner, written };
}

/** The offset behind the mark that closes at a caret; null when none does, or when there is nothing in it. */
function behindMark(text: string, caret: number, marks: readonly Mark[]): number | null {
  const line = text.lastIndexOf('\n', caret - 1) + 1;
  for (const mark of marks) {
    const opened = text.slice(line, caret).lastIndexOf(mark[0]);
    const inner = { start: line + opened + mark[0].length, end: caret };
    const isFilled = /^\S(?:.*\S)?$/.test(text.slice(inner.start, caret));
    if (opened >= 0 && isFilled && isAround(text, inner, mark)) return caret + mark[1].length;
  }
  return null;
}

function wordAt(text: string, caret: number): Range {
  let [start, end] = [caret, caret];
  while (isWordAt(text, start - 1)) start--;
  while (isWordAt(text, end)) end++;
  return { start, end };
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}\p{M}]/u.test(text[at] ?? '');
}

/** What can be marked in a selection: the text of each line, without outer white space and the markup at its start. */
function textOfLines(text: string, selection: Range, [open]: Mark): Range[] {
  const parts: Range[] = [];
  for (let at = selection.start; at <= selection.end; ) {
    const line = wholeLines(text, { start: at, end: at });
    const lead = LINE_START.exec(text.slice(line.start, line.end))?.[0].length ?? 0;
    const start = Math.max(at, line.start + lead);
    const part = { start, end: Math.max(start, Math.min(selection.end, line.end)) };
    const inside = trimmed(text, part);
    const marked = open.startsWith('<') ? inside : trimmed(text, flanked(text, inside));
    if (marked.start < marked.end) parts.push(marked);
    at = line.end + 1;
  }
  return parts;
}

/** Excludes punctuation at an end that touches a word: CommonMark's flanking rules ignore a mark there. */
function flanked(text: string, { start, end }: Range): Range {
  const isPunctuation = (at: number) => /[\p{P}\p{S}]/u.test(text[at] ?? '');
  let [from, to] = [start, end];
  while (isWordAt(text, start - 1) && from < end && isPunctuation(from)) from++;
  while (isWordAt(text, end) && to > from && isPunctuation(to - 1)) to--;
  return from < to ? { start: from, end: to } : { start, end };
}

/** The mark at both ends of a part, each just outside or just inside it, and the range within. */
function markedAt(text: string, part: Range, marks: readonly Mark[]) {
  for (const mark of marks) {
    for (const start of [part.start, part.start + mark[0].length]) {
      for (const end of [part.end, part.end - mark[1].length]) {
        if (start <= end && isAround(text, { start, end }, mark)) {
          return { mark, range: { start, end } };
        }
      }
    }
  }
  return null;
}

/** The characters beside a range are this mark, not part of a longer one of the same character. */
function isAround(text: string, { start, end }: Range, [open, close]: Mark): boolean {
  if (!text.slice(0, start).endsWith(open) || !text.startsWith(close, end)) return false;
  const character = open[0] ?? '';
  if (open !== close || open !== character.repeat(open.length)) return true;
  let [before, after] = [0, 0];
  while (text[start - 1 - before] === character) before++;
  while (text[end + after] === character) after++;
  return [before, after].every((run) => (open.length === 1 ? run % 2 === 1 : run >= open.length));
}
