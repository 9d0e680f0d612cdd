import { isWebUrl, linkTo } from './formatting.ts';
import type { PendingPicture, PictureUploads } from './picture-uploads.ts';
import {
  applyEdit,
  insertBeside,
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
const NO_CONVERTER = `${PLAIN} the converter failed or could not be loaded. If you are offline, undo, and paste again later.`;

/**
 * Everything else is left to the browser.
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

async function insertPasted(
  field: HTMLTextAreaElement,
  { html, plain }: { html: string; plain: string },
  uploads: PictureUploads,
  say: (notice: string) => void,
): Promise<void> {
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

  const firstNote = nextFootnoteNumber(field.value);
  const converted = await import('./paste-converter.ts')
    .then(({ convertHtml }) => convertHtml(html, { firstNote, place }))
    // Also where elements that are nested thousands deep exceed the call stack.
    .catch(() => 'failed' as const);
  if (!field.isConnected) return;
  if (converted === 'failed') say(NO_CONVERTER);
  if (converted === null || converted === 'failed' || converted.text === '') {
    if (plain !== '') insertText(field, plain.replace(/\r\n?/g, '\n'));
    return;
  }
  const { text, isInline, notice } = converted;
  (isInline ? insertText : insertBeside)(field, text);
  uploads.start(added);
  if (notice !== '') say(notice);
}

/** The pictures of documents: their URLs expire, or need a session. */
const CLOSED_HOST =
  /^(?:lh\d.*\.googleusercontent\.com|docs\.google\.com|.*\.officeapps\.live\.com)$/;

/** Pages put tiny pictures where one is loaded later. */
const SPACER_LENGTH = 200;

const LOST = {
  lost: 'The program that you copied from did not include this picture. Save it as a file and choose it here.',
};

/**
 * Null for one without a picture.
 *
 * @param origin of the site, whose own pictures stay
 */
export function pictureSource(
  src: string,
  origin: string,
): string | File | { lost: string } | null {
  if (src === '' || (/^data:/i.test(src) && src.length < SPACER_LENGTH)) return null;
  if (/^data:/i.test(src)) return fileOfDataUrl(src) ?? LOST;
  const url = URL.parse(src, origin);
  if (url?.origin === origin && url.pathname.startsWith('/media/')) return url.pathname;
  const isWeb = /^(?:https?:)?\/\//i.test(src) && url !== null && !CLOSED_HOST.test(url.hostname);
  return isWeb ? url.href : LOST;
}

/** Decoded here: the content policy lets nothing fetch a data URL. */
function fileOfDataUrl(url: string): File | null {
  const [, type = '', data = ''] = /^data:image\/([a-z]+)[^,]*;base64,([\s\S]+)$/.exec(url) ?? [];
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return data === '' ? null : new File([bytes], `pasted.${type}`, { type: `image/${type}` });
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
