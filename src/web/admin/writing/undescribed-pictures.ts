import { lineStart } from './line-positions.ts';
import type { ShownPreview } from './previewer.ts';
import type { Range } from './text-edit.ts';

/** A picture without alternative text, and where it is in the text; null when it is not found. */
export type UndescribedPicture = { name: string; range: Range | null };

/** The pictures in a pane that tell nothing to those who cannot see them. */
export function undescribedPictures(pane: Element, preview: ShownPreview): UndescribedPicture[] {
  let from = 0;
  return [...pane.querySelectorAll('img:not([alt]), img[alt=""]')].map((picture) => {
    const address = picture.getAttribute('src') ?? '';
    const block = [...pane.children].findIndex((child) => child.contains(picture));
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
