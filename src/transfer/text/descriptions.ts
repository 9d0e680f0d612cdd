import { toString as textOf } from 'hast-util-to-string';
import { readFragment } from '../../text/sanitizer/fragment.ts';
import { findDelimited } from './delimited.ts';

const DESCRIPTION_LENGTH = 200;
/** Bounds the time of patterns on hostile lines. */
const MAX_SCANNED = 10 * DESCRIPTION_LENGTH;

/** The first paragraph of plain text of a Markdown body without its markup, cut at a word. */
export function markdownDescription(body: string): string {
  const paragraph =
    body
      .split(/\r?\n\s*\r?\n/)
      .find((block) => /^\s*(?!\[[^\]\n]{0,999}\]:)[\p{L}*_["“‘]/u.test(block)) ?? '';
  const plain = paragraph
    .slice(0, MAX_SCANNED)
    .replace(/<[^>]*>/g, '')
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/[*_`]/g, '');
  return shorten(plain);
}

/** The first paragraph of an HTML body as plain text, cut at a word. */
export function htmlDescription(body: string): string {
  const paragraphs = findDelimited(body, { opening: /<p\b[^<>]*>/gi, closing: /<\/p>/gi });
  for (const { inside } of paragraphs) {
    const text = shorten(htmlText(inside.slice(0, MAX_SCANNED)));
    // The bare URL of an embedded video or page is not a description.
    if (text !== '' && !/^https?:\S+$/.test(text)) return text;
  }
  return '';
}

/** The text of a short piece of HTML, its entities decoded. */
export function htmlText(html: string): string {
  if (!/[<&]/.test(html)) return html.trim();
  const tree = readFragment(html);
  return tree === null ? html : textOf(tree).replace(/\s+/g, ' ').trim();
}

function shorten(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= DESCRIPTION_LENGTH) return plain;
  const cut = plain.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/, '');
  // Text without spaces may be cut in the middle of a surrogate pair.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`;
}
