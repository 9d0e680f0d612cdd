import type { BodyFormat } from '../../../rendering/body.ts';
import { parseCitation } from '../../../science/references/citation-syntax.ts';
import { type Range, type TextEdit, wholeLines } from './text-edit.ts';

/** A reference that is cited, and the place within it, as `p. 3`. */
export type NewCitation = { key: string; locator: string };

/**
 * Cites references behind the selection: in the citation that the caret is in or behind, without repeating what that
 * one cites, else in one of their own.
 */
export function cite(
  text: string,
  { end: caret }: Range,
  citations: readonly NewCitation[],
  language: BodyFormat,
): TextEdit {
  const items = citations.map((citation) => escaped(itemOf(citation), language));
  const around = citationAt(text, caret, language);
  if (around !== null) {
    const cited = text.slice(around.open + 1, around.close).split(';');
    const added = items.filter((item) => !cited.some((each) => each.trim() === item));
    return insertion(
      around.close,
      added.map((item) => `; ${item}`).join(''),
      around.end - around.close,
    );
  }
  const item = items.join('; ');
  const before = text.slice(0, caret);
  const space = /(?:^|[\s([{]|<\w[^<>]*>)$/.test(before) ? '' : ' ';
  const written = language === 'html' ? codeOf(`[${item}]`) : `[${item}]`;
  return insertion(caret, space + written, 0);
}

/** A key as a text cites it. */
export function citationOf(key: string, language: BodyFormat): string {
  const written = escaped(itemOf({ key, locator: '' }), language);
  return language === 'html' ? codeOf(`[${written}]`) : `[${written}]`;
}

function itemOf({ key, locator }: NewCitation): string {
  // Brackets, semicolons and at signs would end it, a backslash or backtick makes it text.
  const place = locator
    .replace(/[[\]@;<>`\\]+/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  return place === '' ? `@${key}` : `@${key}, ${place}`;
}

function codeOf(source: string): string {
  return `<code data-science="citation">${source}</code>`;
}

function escaped(item: string, language: BodyFormat): string {
  return language === 'html' ? item.replaceAll('&', '&amp;') : item;
}

/** @param behind what the caret is put behind, after the inserted text */
function insertion(at: number, text: string, behind: number): TextEdit {
  const caret = at + text.length + behind;
  return { changes: [{ start: at, end: at, text }], selection: { start: caret, end: caret } };
}

const GROUP: Record<BodyFormat, RegExp> = {
  markdown: /(\[[^[\]]*@[^[\]]*)\]/g,
  html: /<code data-science="citation">(\[[^[\]]*@[^[\]]*)\]<\/code>/g,
};

/** The citation that a caret is in or behind: where its bracket opens and closes, and where it ends. */
function citationAt(text: string, caret: number, language: BodyFormat) {
  const line = wholeLines(text, { start: caret, end: caret });
  for (const found of text.slice(line.start, line.end).matchAll(GROUP[language])) {
    const [written, inner = ''] = found;
    const start = line.start + found.index;
    const end = start + written.length;
    if (caret <= start || caret > end || parseCitation(`${inner}]`) === null) continue;
    const open = start + written.indexOf(inner);
    return { open, close: open + inner.length, end };
  }
  return null;
}
