import type { BodyFormat } from './body.ts';

/** What an edit left half done in a text. */
export type Unfinished = { kind: 'conflict' | 'upload' /** From 1. */; line: number };

/** Stands in a text for a picture until it is uploaded. */
export function uploadPlaceholder(name: string, format: BodyFormat): string {
  const label = `Uploading ${name}…`;
  return format === 'html' ? `<img alt="${label}">` : `![${label}]()`;
}

// Bounded, and below without nested repetition: a text may be 2 MB in one line.
const UPLOAD = /!\[Uploading [^\]]{0,300}…\]\(\)|<img alt="Uploading [^"]{0,300}…">/;

/** What `git` and the form's own merge write, at the beginning of a line. */
const MARKER = /^(?:<{7}|\|{7}|>{7})(?:\s|$)/;
const DIVIDER = /^={7}\s*$/;

const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const HTML_BLOCK = /^ {0,3}<[/!?a-z]/i;
const INLINE_CODE = /`[^`]*`/g;

/**
 * The first conflict marker or upload placeholder outside of code; null when there is none. Such a text
 * is never made public.
 *
 * A marker stands at the beginning of its line. A line of seven `=` below a text underlines a heading: it
 * counts as a marker only where it underlines nothing.
 *
 * @param kind the only kind to look for; without it, either
 */
export function findUnfinished(content: string, kind?: Unfinished['kind']): Unfinished | null {
  let before = '';
  for (const { line, text } of linesOutsideCode(content)) {
    const isDivider = DIVIDER.test(text) && (before === '' || MARKER.test(before));
    const isConflict = isDivider || MARKER.test(text);
    if (kind !== 'upload' && isConflict) return { kind: 'conflict', line };
    if (kind !== 'conflict' && UPLOAD.test(text)) return { kind: 'upload', line };
    before = text.trim();
  }
  return null;
}

/**
 * The lines of a text, with a backtick in the place of code. Code is `pre`, a pair of backticks, and a
 * fence that is not indented: one in a list or a quotation ends before a line that is not.
 */
function* linesOutsideCode(content: string): Generator<{ line: number; text: string }> {
  let fence: string | null = null;
  let isPre = false;
  let isHtml = false;
  for (const [index, source] of content.split(/\r\n|\r|\n/).entries()) {
    if (fence !== null) {
      if (closes(source, fence)) fence = null;
      continue;
    }
    const shown = source.replace(INLINE_CODE, '`');
    // In a block of HTML a fence is text.
    isHtml = source.trim() !== '' && (isHtml || HTML_BLOCK.test(source));
    fence = isPre || isHtml ? null : openedFence(source);
    if (fence !== null) continue;
    const outside = isPre ? shown.replace(/^.*?(?:<\/pre\b|$)/i, '`') : shown;
    yield { line: index + 1, text: outside.replace(/<pre\b.*?(?:<\/pre|$)/gi, '`') };
    isPre = isPreAfter(shown, isPre);
  }
}

/** Says what to do about it before the text can be public. */
export function unfinishedText({ kind, line }: Unfinished): string {
  return kind === 'conflict'
    ? `Line ${line} is a conflict marker: keep what is right and delete the markers, then publish.`
    : `Line ${line} holds a picture that is not uploaded: add it again or delete its placeholder, then publish.`;
}

function openedFence(text: string): string | null {
  return FENCE.exec(text)?.[0] ?? null;
}

function closes(text: string, fence: string): boolean {
  const end = /^ {0,3}(`+|~+)\s*$/.exec(text)?.[1] ?? '';
  return end.startsWith(fence);
}

function isPreAfter(text: string, isPre: boolean): boolean {
  const last = [...text.matchAll(/<(\/?)pre(?=[\s>])/gi)].at(-1);
  return last === undefined ? isPre : last[1] === '';
}
