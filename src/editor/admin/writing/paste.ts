import { isAttachmentFile, isPictureFile } from '../../../media/admin/upload-media.ts';
import type { BodyFormat } from '../../../rendering/body.ts';
import { applyEdit, selectionOf } from './apply-edit.ts';
import { isWebUrl, linkTo } from './formatting.ts';
import { insertPasted } from './insert-pasted.ts';
import type { PictureUploads } from './picture-uploads.ts';
import { isInCode } from './surroundings.ts';

/**
 * Characters of markup, without the pictures in it: a word processor writes ten for each of the text. Converting more
 * would block typing for seconds.
 */
const MAX_MARKUP = 400_000;

const TOO_LONG =
  'Pasted as plain text because it is too long to convert at once. To keep its formatting, undo and paste it in parts.';

/**
 * Pastes a URL over a selection as a link, and formatted text in the format of the body. Everything else is
 * left to the browser.
 *
 * @param tell says what a paste lost
 * @returns whether it is pasted here
 */
export function pasteRich(
  field: HTMLTextAreaElement,
  clipboard: DataTransfer,
  format: BodyFormat,
  uploads: PictureUploads,
  tell: (notice: string) => void,
): boolean {
  const plain = clipboard.getData('text/plain');
  const selection = selectionOf(field);
  const selected = field.value.slice(selection.start, selection.end).trim();
  if (selected !== '' && isWebUrl(plain.trim()) && !isWebUrl(selected)) {
    applyEdit(field, linkTo(plain.trim(), field.value, selection, format));
    return true;
  }
  const html = clipboard.getData('text/html');
  if (html.trim() === '' || isInCode(field.value.slice(0, selection.start), format)) return false;
  if (html.replace(/\bdata:[^"')\s]*/g, '').length > MAX_MARKUP) {
    tell(TOO_LONG);
    return false;
  }
  // A clipboard can be read during the event only.
  const rtf = html.includes('file:') ? clipboard.getData('text/rtf') : '';
  void insertPasted(field, { html, plain, rtf }, format, uploads, tell);
  return true;
}

/** Pictures, and files to download: others are left to the browser. */
export function mediaOf({ files }: DataTransfer): File[] {
  return [...files].filter((file) => isPictureFile(file) || isAttachmentFile(file));
}

/**
 * The clipboard has files and no text: word processors add a picture of copied text. File managers give the name of a
 * copied file as text.
 */
export function isMediaOnly(clipboard: DataTransfer): boolean {
  const files = mediaOf(clipboard);
  const text = clipboard.getData('text/plain').trim();
  return files.length > 0 && (text === '' || files.some(({ name }) => name === text));
}
