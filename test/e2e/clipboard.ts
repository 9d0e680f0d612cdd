import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';

/** `pictures` are names of files, each with bytes of its own. */
export type Clipboard = { html?: string; text?: string; pictures?: string[] };

/** Pastes what a clipboard would hold, as the browser tells the page of it. */
export async function paste(field: Locator, clipboard: Clipboard): Promise<void> {
  await field.evaluate(async (area: HTMLTextAreaElement, { html, text, pictures = [] }) => {
    const data = new DataTransfer();
    if (text !== undefined) data.setData('text/plain', text);
    if (html !== undefined) data.setData('text/html', html);
    for (const name of pictures) {
      const canvas = new OffscreenCanvas(40, 30);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('No canvas');
      // The library keeps the same picture once.
      context.fillStyle = `#${crypto.randomUUID().slice(0, 6)}`;
      context.fillRect(0, 0, 40, 30);
      data.items.add(new File([await canvas.convertToBlob()], name, { type: 'image/png' }));
    }
    area.focus();
    const init = { clipboardData: data, bubbles: true, cancelable: true };
    const isLeft = area.dispatchEvent(new ClipboardEvent('paste', init));
    if (isLeft && text !== undefined) document.execCommand('insertText', false, text);
  }, clipboard);
}

/** What a program put into a clipboard, or what it means. */
export const clipboardFile = (name: string) => readFileSync(`test/clipboard/${name}`, 'utf8');
