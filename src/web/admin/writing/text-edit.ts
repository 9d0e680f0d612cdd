/** Places in a text, in UTF-16 code units as a text area counts them; equal ends are a caret. */
export type Range = { start: number; end: number };

/** What comes in the place of a range. */
export type Change = Range & { text: string };

/** A formatting worked out, not yet done. */
export type TextEdit = {
  /** In the text as it is, from its beginning on, none over another. */
  changes: Change[];
  /** In the text as it will be. */
  selection: Range;
};

/** The text after an edit. */
export function edited(text: string, { changes }: TextEdit): string {
  return changes.reduceRight(
    (before, { start, end, text: replacement }) =>
      before.slice(0, start) + replacement + before.slice(end),
    text,
  );
}

/** An edit of one place, which leaves a part of what it puts there selected. */
export function replace(range: Range, text: string, selected: Range): TextEdit {
  const { start, end } = range;
  return {
    changes: [{ start, end, text }],
    selection: { start: start + selected.start, end: start + selected.end },
  };
}

/** Without the white space at either end; a caret where there is nothing else. */
export function trimmed(text: string, { start, end }: Range): Range {
  const inside = text.slice(start, end);
  const lead = inside.length - inside.trimStart().length;
  return inside.trim() === ''
    ? { start, end: start }
    : { start: start + lead, end: start + lead + inside.trim().length };
}

/** The whole lines that a range touches, without the last line break. */
export function wholeLines(text: string, { start, end }: Range): Range {
  // A selection of whole lines ends at the beginning of the next one, which is not meant.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const lineEnd = text.indexOf('\n', last);
  return {
    start: text.lastIndexOf('\n', start - 1) + 1,
    end: lineEnd === -1 ? text.length : lineEnd,
  };
}
