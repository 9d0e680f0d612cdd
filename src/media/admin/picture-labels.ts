import type { Picture } from '../library.ts';
import type { PictureFormat } from '../picture-url.ts';

/** A pasted picture may have no name. */
export function pictureName({ name }: Pick<Picture, 'name'>): string {
  return name || 'Unnamed picture';
}

export const FORMAT_NAMES: Record<PictureFormat, string> = {
  png: 'PNG',
  jpg: 'JPEG',
  webp: 'WebP',
  avif: 'AVIF',
  gif: 'GIF',
};

/** "840 KB", "2.4 MB". */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (Math.round(kilobytes) < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}

export function pictureMarkdown({ address, alt }: Pick<Picture, 'address' | 'alt'>): string {
  const text = alt.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&');
  return `![${text}](${address})`;
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
