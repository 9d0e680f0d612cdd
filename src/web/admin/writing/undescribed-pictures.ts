import { trustedHtml } from '../../ui/trusted-types.ts';
import { lineStart } from './line-positions.ts';
import type { ShownPreview } from './previewer.ts';
import type { Range } from './text-edit.ts';

/** A picture without alternative text, and its range in the text; null when it is not found. */
export type UndescribedPicture = { name: string; range: Range | null };

/** The pictures of a preview without alternative text. */
export function undescribedPictures(preview: ShownPreview): UndescribedPicture[] {
  // Parsing a long text takes milliseconds, which most previews can save.
  if (!preview.contentHtml.includes('<img')) return [];
  const html = trustedHtml(preview.contentHtml);
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  let from = 0;
  return [...body.querySelectorAll('img:not([alt]), img[alt=""]')].map((picture) => {
    const src = picture.getAttribute('src') ?? '';
    const block = [...body.children].findIndex((child) => child.contains(picture));
    const line = preview.blockLines[block] ?? 1;
    const range = rangeOf(preview.content, src, Math.max(from, lineStart(preview.content, line)));
    if (range !== null) from = range.end;
    return { name: nameOf(src), range };
  });
}

/** The range of the first picture with a `src` from an offset on, with its markup. */
export function rangeOf(text: string, src: string, from: number): Range | null {
  const at = text.indexOf(src, from);
  if (src === '' || at === -1) return null;
  const start = Math.max(text.lastIndexOf('![', at), text.lastIndexOf('<img', at));
  if (start < from) return { start: at, end: at + src.length };
  const close = text.indexOf(text[start] === '<' ? '>' : ')', at + src.length);
  return { start, end: close === -1 ? at + src.length : close + 1 };
}

function nameOf(src: string): string {
  return (
    src
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) || src
  );
}
