import { isWebUrl, linkTo } from './formatting.ts';
import { pictureSource } from './pasted-pictures.ts';
import type { PendingPicture, PictureUploads } from './picture-uploads.ts';
import {
  applyEdit,
  besideText,
  insertText,
  isInCode,
  nextFootnoteNumber,
  selectionOf,
} from './text-edit.ts';

/**
 * Characters of markup, without the pictures in it: a word processor writes ten for each of the text. Converting more
 * would block typing for seconds.
 */
const MAX_MARKUP = 400_000;

const PLAIN = 'Pasted as plain text because';
const TOO_LONG = `${PLAIN} it is too long to convert at once. To keep its formatting, undo and paste it in parts.`;
const NO_CONVERTER = `${PLAIN} the converter could not be loaded. Undo, and paste again once you are online.`;
const TOO_DEEP = `${PLAIN} its formatting is nested too deeply to convert.`;

/**
 * Pastes a URL over a selection as a link, and formatted text as Markdown. Everything else is left to the browser.
 *
 * @param say tells what a paste lost
 * @returns whether it is pasted here
 */
export function pasteRich(
  field: HTMLTextAreaElement,
  clipboard: DataTransfer,
  uploads: PictureUploads,
  say: (notice: string) => void,
): boolean {
  const plain = clipboard.getData('text/plain');
  const selection = selectionOf(field);
  const selected = field.value.slice(selection.start, selection.end).trim();
  if (selected !== '' && isWebUrl(plain.trim()) && !isWebUrl(selected)) {
    applyEdit(field, linkTo(plain.trim(), field.value, selection));
    return true;
  }
  const html = clipboard.getData('text/html');
  if (html.trim() === '' || isInCode(field.value.slice(0, selection.start))) return false;
  if (html.replace(/\bdata:[^"')\s]*/g, '').length > MAX_MARKUP) {
    say(TOO_LONG);
    return false;
  }
  void insertPasted(field, { html, plain }, uploads, say);
  return true;
}

/** Inserts formatted text and uploads its pictures; plain text where it cannot be converted. */
async function insertPasted(
  field: HTMLTextAreaElement,
  { html, plain }: { html: string; plain: string },
  uploads: PictureUploads,
  say: (notice: string) => void,
): Promise<void> {
  const module = await import('./paste-converter.ts').catch(() => null);
  if (!field.isConnected) return;
  const added: PendingPicture[] = [];

  function place({ src, alt }: { src: string; alt: string }) {
    const picture = pictureSource(src, window.location.origin);
    if (picture === null) return null;
    if (typeof picture === 'string') return { src: picture };
    const name =
      picture instanceof File ? picture.name : alt.slice(0, 60) || `Picture ${added.length + 1}`;
    const pending = uploads.reserve({ name, alt, source: picture });
    added.push(pending);
    return { source: pending.placeholder };
  }

  const asPlain = (notice: string) => {
    if (notice !== '') say(notice);
    if (plain !== '') insertText(field, plain.replace(/\r\n?/g, '\n'));
  };
  if (module === null) return asPlain(NO_CONVERTER);
  try {
    const converted = module.convertHtml(html, {
      firstNote: nextFootnoteNumber(field.value),
      place,
    });
    if (converted === null || converted.text === '') return asPlain('');
    const { text, isInline, notice } = converted;
    insertText(field, isInline ? text : besideText(text, field.value, selectionOf(field)));
    uploads.start(added);
    if (notice !== '') say(notice);
  } catch (error) {
    // Elements that are nested thousands deep exceed the call stack.
    if (!(error instanceof RangeError)) throw error;
    asPlain(TOO_DEEP);
  }
}
