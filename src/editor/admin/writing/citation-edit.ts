import { parseCitation } from '../../../science/references/citation-syntax.ts';
import { type Range, replace, type TextEdit, wholeLines } from './text-edit.ts';

/** A reference that is cited, and the place within it, as `p. 3`. */
type NewCitation = { key: string; locator: string };

/**
 * Cites references behind the selection: in the citation that the caret is in or behind, without repeating what that
 * one cites, else in one of their own.
 */
export function cite(
  text: string,
  { end: caret }: Range,
  citations: readonly NewCitation[],
): TextEdit {
  const items = citations.map(itemOf);
  const around = citationAt(text, caret);
  if (around !== null) {
    const cited = text.slice(around.start + 1, around.end - 1).split(';');
    const added = items.filter((item) => !cited.some((each) => each.trim() === item));
    const addition = `${added.map((item) => `; ${item}`).join('')}]`;
    return replace({ start: around.end - 1, end: around.end }, addition);
  }
  const space = /(?:^|[\s([{])$/.test(text.slice(0, caret)) ? '' : ' ';
  return replace({ start: caret, end: caret }, `${space}[${items.join('; ')}]`);
}

function itemOf({ key, locator }: NewCitation): string {
  // Brackets, semicolons and at signs would end it, a backslash or backtick makes it text.
  const place = locator
    .replace(/[[\]@;<>`\\]+/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  return place === '' ? `@${key}` : `@${key}, ${place}`;
}

/** The citation that a caret is in or behind. */
function citationAt(text: string, caret: number): Range | null {
  const line = wholeLines(text, { start: caret, end: caret });
  for (const { 0: group, index } of text
    .slice(line.start, line.end)
    .matchAll(/\[[^[\]]*@[^[\]]*\]/g)) {
    const start = line.start + index;
    const end = start + group.length;
    if (caret > start && caret <= end && parseCitation(group) !== null) return { start, end };
  }
  return null;
}
