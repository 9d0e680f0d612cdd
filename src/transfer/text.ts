import { toString as textOf } from 'hast-util-to-string';
import { asciiSlug } from '../posts/authors/authors.ts';
import { readFragment } from '../server/html/fragment.ts';
import { decodeUri } from '../server/html/urls.ts';

export function fitText(text: string, maxLength: number): string {
  const fitted = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  return fitted.replaceAll('\0', '').toWellFormed();
}

export function fileSlug(name: string): string {
  return asciiSlug(decodeUri(name).replace(/[._]+/g, '-'));
}

/** Replaces a range of a text, in UTF-16 code units. */
export type Edit = { start: number; end: number; text: string };

/** Of overlapping edits, the first and longest counts. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue;
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...pieces, text.slice(at)].join('');
}

/** A range of a text in UTF-16 code units; the end is exclusive. */
export type Range = readonly [start: number, end: number];

const DESCRIPTION_LENGTH = 200;
/** Bounds the time of patterns on hostile lines. */
const MAX_SCANNED = 10 * DESCRIPTION_LENGTH;

export function markdownDescription(body: string): string {
  const paragraph = body
    .split(/\r?\n\s*\r?\n/)
    .find((block) => /^\s*(?!\[[^\]\n]{0,999}\]:)[\p{L}*_["“‘]/u.test(block));
  const plain = (paragraph ?? '')
    .slice(0, MAX_SCANNED)
    .replace(/<[^>]*>/g, '')
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/[*_`]/g, '');
  return shorten(plain);
}

export function htmlDescription(body: string): string {
  const [, ...paragraphs] = body.split(/<p\b[^<>]*>/i, 50);
  const texts = paragraphs.map((part) => part.replace(/<\/p>.*/is, '').slice(0, MAX_SCANNED));
  // The bare URL of an embedded video or page is not a description.
  return (
    texts.map((text) => shorten(htmlText(text))).find((text) => !/^(?:https?:\S+)?$/.test(text)) ??
    ''
  );
}

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
