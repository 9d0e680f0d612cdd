import { invalidField, type Result } from '../server/failure.ts';

export type Unfinished = { kind: 'conflict' | 'upload' /** From 1. */; line: number };

export function uploadPlaceholder(name: string): string {
  return `![Uploading ${name}…]()`;
}

// Bounded repetition here, and none nested below: a text may be a single line of 2 MB.
const UPLOAD = /!\[Uploading [^\]]{0,300}…\]\(\)|<img alt="Uploading [^"]{0,300}…">/;

/** As written by `git` and by the form's own merge, at the start of a line. */
const MARKER = /^(?:<{7}|\|{7}|>{7})(?:\s|$)/;
const DIVIDER = /^={7}\s*$/;

const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const HTML_BLOCK = /^ {0,3}<[/!?a-z]/i;
const INLINE_CODE = /`[^`]*`/g;

/**
 * Finds the first conflict marker or upload placeholder outside of code; null without one. Such a text
 * is never made public.
 *
 * Markers start their line. Seven `=` below a line of text underline a heading, and are a marker only
 * elsewhere.
 */
export function findUnfinished(content: string): Unfinished | null {
  let before = '';
  for (const { line, text } of linesOutsideCode(content)) {
    const isDivider = DIVIDER.test(text) && (before === '' || MARKER.test(before));
    const isConflict = isDivider || MARKER.test(text);
    if (isConflict) return { kind: 'conflict', line };
    if (UPLOAD.test(text)) return { kind: 'upload', line };
    before = text.trim();
  }
  return null;
}

/**
 * The lines of a text, with code replaced by a backtick. Code is `pre`, a pair of backticks, and an
 * unindented fence: a fence in a list or quotation ends before the next unindented line.
 */
function* linesOutsideCode(content: string): Generator<{ line: number; text: string }> {
  let fence: string | null = null;
  let isPre = false;
  let isHtml = false;
  for (const [index, source] of content.split(/\r\n|\r|\n/).entries()) {
    if (fence !== null) {
      if (isClosingFence(source, fence)) fence = null;
      continue;
    }
    const shown = source.replace(INLINE_CODE, '`');
    // A fence in a block of HTML is text.
    isHtml = source.trim() !== '' && (isHtml || HTML_BLOCK.test(source));
    fence = isPre || isHtml ? null : openingFence(source);
    if (fence !== null) continue;
    const outside = isPre ? shown.replace(/^.*?(?:<\/pre\b|$)/i, '`') : shown;
    yield { line: index + 1, text: outside.replace(/<pre\b.*?(?:<\/pre|$)/gi, '`') };
    isPre = isPreAfter(shown, isPre);
  }
}

export function refuseUnfinished(field: string, content: string): Result<never> | null {
  const unfinished = findUnfinished(content);
  return unfinished && invalidField(field, unfinishedText(unfinished), 'unfinished');
}

export function unfinishedText({ kind, line }: Unfinished): string {
  return kind === 'conflict'
    ? `Line ${line} is a conflict marker: keep the right text and delete the markers, then publish.`
    : `Line ${line} contains a picture that is not uploaded. Add it again or delete its placeholder, then publish.`;
}

function openingFence(text: string): string | null {
  return FENCE.exec(text)?.[0] ?? null;
}

function isClosingFence(text: string, fence: string): boolean {
  const end = /^ {0,3}(`+|~+)\s*$/.exec(text)?.[1] ?? '';
  return end.startsWith(fence);
}

function isPreAfter(text: string, isPre: boolean): boolean {
  const last = [...text.matchAll(/<(\/?)pre(?=[\s>])/gi)].at(-1);
  return last === undefined ? isPre : last[1] === '';
}
