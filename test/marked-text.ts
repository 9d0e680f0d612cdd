import fc from 'fast-check';
import { edited, type Range, type TextEdit } from '../src/editor/admin/writing/text-edit.ts';

export type MarkedText = { text: string; selection: Range };

/** Reads `a|b` as a text with a caret, `a⟦b⟧` as one with a selection. */
export function readMarked(marked: string): MarkedText {
  const start = marked.search(/[⟦|]/);
  const end = marked[start] === '|' ? start : marked.indexOf('⟧') - 1;
  return { text: marked.replace(/[⟦⟧|]/g, ''), selection: { start, end } };
}

/** The text after an edit, with its caret or selection. */
export function showEdited(text: string, edit: TextEdit): string {
  const result = edited(text, edit);
  const { start, end } = edit.selection;
  return start === end
    ? `${result.slice(0, start)}|${result.slice(end)}`
    : `${result.slice(0, start)}⟦${result.slice(start, end)}⟧${result.slice(end)}`;
}

/** Any text of at most so many of these pieces, with a selection that begins and ends up to `maxEnd` where it is as long. */
export function anyMarked(
  pieces: readonly string[],
  maxLength: number,
  maxEnd: number,
): fc.Arbitrary<MarkedText> {
  const parts = fc.array(fc.constantFrom(...pieces), { maxLength });
  return fc.tuple(parts, fc.nat(maxEnd), fc.nat(maxEnd)).map(([written, a, b]) => {
    const text = written.join('');
    const [start = 0, end = 0] = [a, b]
      .map((at) => Math.min(at, text.length))
      .sort((x, y) => x - y);
    return { text, selection: { start, end } };
  });
}
