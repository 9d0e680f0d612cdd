import { trustedHtml } from '../../ui/trusted-types.ts';
import { lineStart } from './line-positions.ts';
import type { ShownPreview } from './previewer.ts';
import type { Range } from './text-edit.ts';

/** A picture without alternative text, and where it is in the text; null when it is not found. */
export type UndescribedPicture = { name: string; range: Range | null };

/** The pictures of a preview that tell nothing to those who cannot see them. */
export function undescribedPictures(preview: ShownPreview): UndescribedPicture[] {
  // Parsing takes milliseconds on a long text, which most previews need not spend.
  if (!preview.contentHtml.includes('<img')) return [];
  const html = trustedHtml(preview.contentHtml);
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  let from = 0;
  return [...body.querySelectorAll('img:not([alt]), img[alt=""]')].map((picture) => {
    const address = picture.getAttribute('src') ?? '';
    const block = [...body.children].findIndex((child) => child.contains(picture));
    const line = preview.blockLines[block] ?? 1;
    const range = rangeOf(
      preview.content,
      address,
      Math.max(from, lineStart(preview.content, line)),
    );
    if (range !== null) from = range.end;
    return { name: nameOf(address), range };
  });
}

/** The first picture of an address from a place on, markup and all. */
export function rangeOf(text: string, address: string, from: number): Range | null {
  const at = text.indexOf(address, from);
  if (address === '' || at === -1) return null;
  const start = Math.max(text.lastIndexOf('![', at), text.lastIndexOf('<img', at));
  if (start < from) return { start: at, end: at + address.length };
  const close = text.indexOf(text[start] === '<' ? '>' : ')', at + address.length);
  return { start, end: close === -1 ? at + address.length : close + 1 };
}

function nameOf(address: string): string {
  return (
    address
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) || address
  );
}
