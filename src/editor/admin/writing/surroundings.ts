import type { BodyFormat } from '../../../rendering/body.ts';

/** Where a place in a text is, by the text before it. */

export function isInCode(before: string, format: BodyFormat): boolean {
  if (format === 'html') return [...before.matchAll(/<(\/?)pre\b/gi)].at(-1)?.[1] === '';
  let fence = '';
  for (const line of before.split('\n')) {
    const [, marks = '', rest = ''] =
      /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === '') fence = marks.startsWith('`') && rest.includes('`') ? '' : marks;
    else if (marks.startsWith(fence) && rest.trim() === '') fence = '';
  }
  return fence !== '';
}

/** Tags whose element ends a line of text. */
const BLOCK_TAGS =
  /<(\/?)(p|li|t[dh]|h[1-6]|d[dt]|div|section|article|blockquote|ul|ol|dl|table|tr|thead|tbody|figure|figcaption|caption|pre|hr|details|summary)\b[^>]*>/gi;

/** The element of text around a place in HTML; null between blocks. */
export function openTextElement(before: string): string | null {
  const [, slash, name = ''] = [...before.matchAll(BLOCK_TAGS)].at(-1) ?? [];
  const isText = /^(?:p|li|t[dh]|h[1-6]|d[dt]|figcaption|caption|summary)$/i.test(name);
  return isText && slash === '' ? name.toLowerCase() : null;
}
