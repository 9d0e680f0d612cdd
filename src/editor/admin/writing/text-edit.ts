/** A range in UTF-16 code units, as a text area counts; an empty one is a caret. */
export type Range = { start: number; end: number };

/** A replacement of a range. */
export type Change = Range & { text: string };

/** An edit of a text, not yet applied. */
export type TextEdit = {
  /** Ranges of the text before the edit, ascending, without overlap. */
  changes: Change[];
  /** The selection in the text after the edit. */
  selection: Range;
};

export function edited(text: string, { changes }: TextEdit): string {
  return changes.reduceRight(
    (before, { start, end, text: replacement }) =>
      before.slice(0, start) + replacement + before.slice(end),
    text,
  );
}

/** @param selected within the replacement, relative to its start */
export function replace(range: Range, text: string, selected: Range): TextEdit {
  const { start, end } = range;
  return {
    changes: [{ start, end, text }],
    selection: { start: start + selected.start, end: start + selected.end },
  };
}

/** The range without outer white space; a caret when there is nothing else. */
export function trimmed(text: string, { start, end }: Range): Range {
  const inside = text.slice(start, end);
  const lead = inside.length - inside.trimStart().length;
  return inside.trim() === ''
    ? { start, end: start }
    : { start: start + lead, end: start + lead + inside.trim().length };
}

/** The lines that a range touches, without the last line break. */
export function wholeLines(text: string, { start, end }: Range): Range {
  // A selection of whole lines ends at the start of the next one, which does not count.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const lineEnd = text.indexOf('\n', last);
  return {
    start: start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1,
    end: lineEnd === -1 ? text.length : lineEnd,
  };
}
