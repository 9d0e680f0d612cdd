/** Replaces a range of a text, in UTF-16 code units. */
export type Edit = { start: number; end: number; text: string };

/** Applies edits that do not overlap; of overlapping ones, the first counts. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < at) continue;
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...pieces, text.slice(at)].join('');
}

/** The line of a position, from 1. */
export function lineOf(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}
