import type { BodyFormat } from '../../../domain/posts/body.ts';
import { applyEdit, insertText, selectionOf } from './apply-edit.ts';
import { readHtml } from './clipboard-html.ts';
import { isWebUrl, linkTo } from './formatting.ts';
import { isFormatted, markdownOf } from './rich-text.ts';

/**
 * Pastes a URL over a selection as a link, and formatted text as Markdown. Everything else is left to the
 * browser.
 *
 * @returns whether it was pasted
 */
export function pasteRich(
  field: HTMLTextAreaElement,
  clipboard: DataTransfer,
  language: BodyFormat,
): boolean {
  const plain = clipboard.getData('text/plain');
  const selection = selectionOf(field);
  const selected = field.value.slice(selection.start, selection.end).trim();
  if (selected !== '' && isWebUrl(plain.trim()) && !isWebUrl(selected)) {
    applyEdit(field, linkTo(plain.trim(), field.value, selection, language));
    return true;
  }
  if (language === 'html') return false;
  const tree = readHtml(clipboard.getData('text/html'));
  const markdown = isFormatted(tree) ? markdownOf(tree) : '';
  if (markdown === '') return false;
  insertText(field, markdown);
  return true;
}

export function picturesOf({ files }: DataTransfer): File[] {
  return [...files].filter(({ type }) => type.startsWith('image/'));
}

/** The clipboard has pictures and no text: word processors add a picture of copied text. */
export function isPictureOnly(clipboard: DataTransfer): boolean {
  return picturesOf(clipboard).length > 0 && clipboard.getData('text/plain') === '';
}
