import type { BodyFormat } from '../../../rendering/body.ts';
import { insertText, selectionOf } from './apply-edit.ts';
import { missingBreaks } from './blocks.ts';
import { nextFootnoteNumber } from './formatting.ts';
import { pictureSource, picturesOfRtf } from './pasted-pictures.ts';
import type { PastedSource, PlacedPicture } from './pasted-source.ts';
import type { PictureUploads } from './picture-uploads.ts';
import { openTextElement } from './surroundings.ts';

type Pasted = { html: string; plain: string; rtf: string };

const NO_CONVERTER =
  'Pasted as plain text because the converter could not be loaded. Undo, and paste again once you are online.';
const TOO_DEEP = 'Pasted as plain text because its formatting is nested too deeply to convert.';

/**
 * Inserts formatted text and uploads its pictures; plain text where it cannot be converted.
 *
 * @param tell says what the paste lost
 */
export async function insertPasted(
  field: HTMLTextAreaElement,
  { html, plain, rtf }: Pasted,
  format: BodyFormat,
  uploads: PictureUploads,
  tell: (notice: string) => void,
): Promise<void> {
  const converter = await loadConverter();
  if (!field.isConnected) return;
  const { reserve, start } = uploads.batch();
  const files = picturesOfRtf(rtf);
  const isComplete = files.length === [...html.matchAll(/<img\b[^>]*\bsrc=["']?file:/gi)].length;
  const onDisk = isComplete ? files : [];
  let lost = 0;

  function place({ src, alt }: { src: string; alt: string }, language: BodyFormat) {
    const picture = pictureSource(src, onDisk, window.location.origin);
    if (picture === null) return null;
    if (picture.kind === 'url') return { src: picture.url } satisfies PlacedPicture;
    if (picture.kind === 'lost') lost += 1;
    const [name, source] =
      picture.kind === 'file'
        ? [picture.file.name, picture.file]
        : [alt.slice(0, 60) || `Picture ${lost}`, { lost: picture.reason }];
    return { source: reserve({ name, alt, source }, language) } satisfies PlacedPicture;
  }

  const options = { format, firstNote: nextFootnoteNumber(field.value, format), place };
  const source = converter && withinLimits(() => converter(html, options));
  if (!source || source.text === '') {
    if (converter === null) tell(NO_CONVERTER);
    else if (source === undefined) tell(TOO_DEEP);
    if (plain !== '') insertText(field, plain.replace(/\r\n?/g, '\n'));
    return;
  }
  const { start: from, end } = selectionOf(field);
  const [before, after] = [field.value.slice(0, from), field.value.slice(end)];
  insertText(field, besideText(source, before, after, format));
  start();
  const { dropped } = source;
  if (dropped.length > 0) tell(`Pasted without its ${dropped.join(' and ')}.`);
}

/** Null without a connection: the text is worth more than its formatting. */
async function loadConverter() {
  try {
    return (await import('./paste-converter.ts')).convertHtml;
  } catch {
    return null;
  }
}

/** Undefined when the call stack is exceeded, by elements nested thousands deep. */
function withinLimits<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A text as it has to be written between two others: a block apart from their paragraphs. */
export function besideText(
  source: Source,
  before: string,
  after: string,
  format: BodyFormat,
): string {
  return (format === 'html' ? inHtml : inMarkdown)(source, before, after);
}

type Source = Pick<PastedSource, 'text' | 'isInline'>;

function inMarkdown({ text, isInline }: Source, before: string, after: string): string {
  if (isInline) return text;
  const tail = after.trim() === '' ? '' : missingBreaks(after, /^\n*/);
  return missingBreaks(before, /\n*$/) + text + tail;
}

function inHtml({ text, isInline }: Source, before: string, after: string): string {
  const element = openTextElement(before);
  if (isInline) return element === null ? `<p>${text}</p>` : text;
  // A block ends a paragraph, whose rest becomes another one.
  if (element === 'p') return `</p>\n${text}\n<p>`;
  const lead = before === '' || before.endsWith('\n') ? '' : '\n';
  return `${lead}${text}${after === '' || after.startsWith('\n') ? '' : '\n'}`;
}
