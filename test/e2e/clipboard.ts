import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';

export type Clipboard = { html?: string; text?: string; rtf?: string };

/** Pastes what a clipboard would hold, as the browser tells the page of it. */
export async function paste(field: Locator, clipboard: Clipboard): Promise<void> {
  await field.evaluate((area: HTMLTextAreaElement, { html, text = 'text', rtf }) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    if (html !== undefined) data.setData('text/html', html);
    if (rtf !== undefined) data.setData('text/rtf', rtf);
    area.focus();
    const init = { clipboardData: data, bubbles: true, cancelable: true };
    const isLeft = area.dispatchEvent(new ClipboardEvent('paste', init));
    if (isLeft) document.execCommand('insertText', false, text);
  }, clipboard);
}

/** What a program put into a clipboard, or what it means. */
export const clipboardFile = (name: string) => readFileSync(`test/clipboard/${name}`, 'utf8');
