import { type Range, replace, type TextEdit, trimmed, wholeLines } from './text-edit.ts';

/** The markup before and after a marked text. */
export type Mark = { open: string; close: string };

/** The marks of one kind: the first one is written, all of them are recognized. */
export type MarkKind = {
  marks: readonly [Mark, ...Mark[]];
  withinWords?: Mark;
  /** Marks parts of words: without a selection, what is typed next, never the word at the caret. */
  isOfParts?: true;
};

/** Markup at the start of a line: quotation, list item, task, heading; HTML's blocks. */
const LINE_START =
  /^\s*(?:>\s?)*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?(?:#{1,6}\s+)?(?:<(?:p|li|ul|ol|h[1-6]|t[dhr]|d[dlt]|div|blockquote)\b[^>]*>)*/;
const LINE_END = /(?:<\/(?:p|li|ul|ol|h[1-6]|t[dhr]|d[dlt]|div|blockquote)>)*\s*$/;

/**
 * Marks the selection, line by line, or removes the marks when all of it has them. Marks exclude outer
 * white space and the markup at the start of a line, where they would not work. Without a selection, the
 * word at the caret is marked; without a word, the caret is put between the marks. At the end of a marked text
 * the caret is put behind it, so that the keys that began it end it.
 */
export function toggleMark(text: string, selection: Range, kind: MarkKind): TextEdit {
  const isCaret = selection.start === selection.end;
  const behind = isCaret ? behindMark(text, selection.start, kind) : null;
  if (behind !== null) return { changes: [], selection: { start: behind, end: behind } };
  const atCaret = kind.isOfParts ? selection : wordAt(text, selection.start);
  const parts = isCaret ? [atCaret] : markable(text, selection, kind);
  const found = parts.map((part) => marksOf(text, part, kind));
  const isMarked = found.every((each) => each !== null);
  const next = parts.map((part, index): Marked => {
    const marked = found[index] ?? { inner: part, outer: part, mark: markFor(text, part, kind) };
    return { ...marked, mark: isMarked ? NO_MARK : marked.mark };
  });
  const [first, last] = [next[0], next.at(-1)];
  if (first === undefined || last === undefined) return { changes: [], selection };
  const written = writeMarks(text, next);
  // The caret keeps its offset within the word.
  const caret = written.inner.start + selection.start - first.inner.start;
  return replace(
    { start: first.outer.start, end: last.outer.end },
    written.text,
    isCaret ? { start: caret, end: caret } : written.inner,
  );
}

/** The offset behind the mark that closes at a caret; null when none does, or when there is nothing in it. */
function behindMark(text: string, caret: number, { marks, withinWords }: MarkKind): number | null {
  const line = text.lastIndexOf('\n', caret - 1) + 1;
  for (const mark of withinWords === undefined ? marks : [...marks, withinWords]) {
    const opened = text.slice(line, caret).lastIndexOf(mark.open);
    const inner = { start: line + opened + mark.open.length, end: caret };
    const isHere =
      opened >= 0 &&
      text.startsWith(mark.close, caret) &&
      /^\S(?:.*\S)?$/.test(text.slice(inner.start, caret)) &&
      isOwn(text, inner, mark);
    if (isHere) return caret + mark.close.length;
  }
  return null;
}

const NO_MARK: Mark = { open: '', close: '' };

/** The text from the first part to the last with its marks, and the range within the outermost ones. */
function writeMarks(text: string, parts: readonly Marked[]): { text: string; inner: Range } {
  let written = '';
  let at = parts[0]?.outer.start ?? 0;
  const inner = { start: parts[0]?.mark.open.length ?? 0, end: 0 };
  for (const { inner: content, outer, mark } of parts) {
    written += text.slice(at, outer.start) + mark.open + text.slice(content.start, content.end);
    inner.end = written.length;
    written += mark.close;
    at = outer.end;
  }
  return { text: written, inner };
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

/** The parts of a selection that can be marked: the text of each line. */
function markable(text: string, selection: Range, { marks }: MarkKind): Range[] {
  const isTag = marks[0].open.startsWith('<');
  const parts: Range[] = [];
  for (let start = selection.start; start <= selection.end; ) {
    const line = wholeLines(text, { start, end: start });
    const content = text.slice(line.start, line.end);
    const contentStart = line.start + (LINE_START.exec(content)?.[0].length ?? 0);
    const end = line.start + content.search(LINE_END);
    const part = { start: Math.max(start, contentStart), end: Math.min(selection.end, end) };
    const inside = part.start < part.end ? trimmed(text, part) : part;
    const written = isTag || inside === part ? inside : trimmed(text, flanked(text, inside));
    if (written.start < written.end) parts.push(written);
    start = line.end + 1;
  }
  return parts;
}

/** Excludes punctuation at an end that touches a word: CommonMark's flanking rules ignore a mark there. */
function flanked(text: string, { start, end }: Range): Range {
  const isPunctuation = (at: number) => /[\p{P}\p{S}]/u.test(text[at] ?? '');
  const flank = { start, end };
  while (isWordAt(text, start - 1) && flank.start < end && isPunctuation(flank.start))
    flank.start++;
  while (isWordAt(text, end) && flank.end > flank.start && isPunctuation(flank.end - 1))
    flank.end--;
  return flank.start < flank.end ? flank : { start, end };
}

type Marked = { mark: Mark; inner: Range; outer: Range };

/** Finds the marks at both ends of a part, each just outside or just inside it. */
function marksOf(text: string, part: Range, { marks, withinWords }: MarkKind): Marked | null {
  for (const mark of withinWords === undefined ? marks : [...marks, withinWords]) {
    const { open, close } = mark;
    for (const start of [part.start, part.start + open.length]) {
      for (const end of [part.end, part.end - close.length]) {
        const inner = { start, end };
        const outer = { start: start - open.length, end: end + close.length };
        const isHere =
          outer.start >= 0 &&
          start <= end &&
          text.slice(outer.start, start) === open &&
          text.slice(end, outer.end) === close;
        if (isHere && isOwn(text, inner, mark)) return { mark, inner, outer };
      }
    }
  }
  return null;
}

/** The characters beside a part belong to this mark, not to a longer one of the same character. */
function isOwn(text: string, inner: Range, { open, close }: Mark): boolean {
  const character = open[0] ?? '';
  if (open !== close || open !== character.repeat(open.length)) return true;
  let [before, after] = [0, 0];
  while (text[inner.start - 1 - before] === character) before++;
  while (text[inner.end + after] === character) after++;
  return [before, after].every((run) => (open.length === 1 ? run % 2 === 1 : run >= open.length));
}

function markFor(text: string, { start, end }: Range, { marks, withinWords }: MarkKind): Mark {
  const isWithinWord = isWordAt(text, start - 1) || isWordAt(text, end);
  return isWithinWord ? (withinWords ?? marks[0]) : marks[0];
}
