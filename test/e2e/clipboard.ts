import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import sharp from 'sharp';

export type NewFile = { name: string; mimeType: string; buffer: Buffer };
export type Given = { html?: string; text?: string; files?: NewFile[] };

/** Gives an element what a clipboard or a drag holds, as the browser tells the page of it. */
export async function give(target: Locator, how: 'paste' | 'drop', given: Given): Promise<void> {
  const files = (given.files ?? []).map(({ buffer, ...file }) => ({
    ...file,
    base64: buffer.toString('base64'),
  }));
  await target.evaluate(
    (element: HTMLElement, [kind, { html, text, files }]) => {
      const data = new DataTransfer();
      if (text !== undefined) data.setData('text/plain', text);
      if (html !== undefined) data.setData('text/html', html);
      for (const { name, mimeType, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      const init = { bubbles: true, cancelable: true };
      if (kind === 'drop') {
        for (const name of ['dragover', 'drop']) {
          element.dispatchEvent(new DragEvent(name, { ...init, dataTransfer: data }));
        }
        return;
      }
      element.focus();
      const event = new ClipboardEvent('paste', { ...init, clipboardData: data });
      const isLeft = element.dispatchEvent(event);
      if (isLeft && text !== undefined) document.execCommand('insertText', false, text);
    },
    [how, { ...given, files }] as const,
  );
}

export const paste = (field: Locator, given: Given) => give(field, 'paste', given);

/** A picture that no other test has uploaded: its pixels are drawn by lot. */
export async function newPicture(name: string): Promise<NewFile> {
  const pixels = crypto.getRandomValues(new Uint8Array(8 * 6 * 3));
  const raw = { width: 8, height: 6, channels: 3 } as const;
  const image = sharp(pixels, { raw }).resize(640, 480, { kernel: 'nearest', fit: 'fill' });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

/** What a program put into a clipboard, or what it means. */
export const clipboardFile = (name: string) => readFileSync(`test/clipboard/${name}`, 'utf8');
