import { addFootnote, missingBreaks } from '../writing/blocks.ts';
import { MARKDOWN_NOTES } from '../writing/formatting.ts';
import { type Range, replace, type TextEdit, wholeLines } from '../writing/text-edit.ts';

/** Replaces a range by a text, with the caret behind it. */
export function putText(range: Range, text: string): TextEdit {
  return replace(range, text, { start: text.length, end: text.length });
}

/** Puts a block on lines of its own below the caret's, with the caret where the text goes on. */
export function placeBlock(text: string, caret: number, block: string): TextEdit {
  const line = wholeLines(text, { start: caret, end: caret });
  const isBlank = text.slice(line.start, line.end).trim() === '';
  const at = isBlank ? line.start : line.end;
  const after = text.slice(line.end);
  const lead = isBlank ? missingBreaks(text.slice(0, at), /\n*$/) : '\n\n';
  if (after.trim() === '') return putText({ start: at, end: text.length }, `${lead}${block}\n\n`);
  const end = lead.length + block.length;
  const written = lead + block + missingBreaks(after, /^\n*/);
  return replace({ start: at, end: line.end }, written, { start: end, end });
}

/** A footnote: its reference at the caret, which stays there, and its text at the end. */
export function placeFootnote(text: string, caret: number, note: string): TextEdit {
  const { changes } = addFootnote(text, { start: caret, end: caret }, MARKDOWN_NOTES);
  const behind = caret + (changes[0]?.text.length ?? 0);
  return {
    changes: changes.map((each, at) => (at === 0 ? each : { ...each, text: each.text + note })),
    selection: { start: behind, end: behind },
  };
}

/** Where the text of the footnote is in whose reference or definition a caret is; null elsewhere. */
export function footnoteAt(text: string, caret: number): Range | null {
  const line = wholeLines(text, { start: caret, end: caret });
  const found = [...text.slice(line.start, line.end).matchAll(/\[\^([^\]\s]+)\](:?)/g)].find(
    ({ 0: written, 2: colon, index }) => {
      const from = line.start + index;
      const isDefinition = index === 0 && colon === ':';
      return isDefinition || (caret > from && caret <= from + written.length);
    },
  );
  const definition = `\n[^${found?.[1]}]: `;
  const at = found === undefined ? -1 : `\n${text}`.indexOf(definition);
  if (at === -1) return null;
  const start = at + definition.length - 1;
  return { start, end: wholeLines(text, { start, end: start }).end };
}
