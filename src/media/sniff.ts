import { fail, type Result, succeed } from '../server/failure.ts';
import type { PictureFormat } from './picture-url.ts';

/** An SVG may begin with a long comment. */
export const SNIFF_BYTES = 4096;

export const SUPPORTED =
  'The library accepts PDF, CSV, ZIP and XLSX files, and PNG, JPEG, WebP, AVIF, GIF and SVG pictures.';
const HEIC = `Few browsers can show HEIC pictures. ${SUPPORTED} Export it as JPEG: on a Mac in Preview (File, Export), on Windows in Photos (Save as), on an iPhone by copying it into Files.`;
const MOVING = `This animation would not move here. ${SUPPORTED} Save it as WebP or GIF.`;
const OTHER = `Files of this type are not accepted. ${SUPPORTED}`;

/** First bytes, each as a character of latin1. */
const FORMATS: readonly (readonly [PictureFormat, RegExp])[] = [
  ['png', /^\x89PNG\r\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[\s\S]{4}WEBP/],
  ['avif', /^[\s\S]{4}ftyp[\s\S]{0,60}avif/],
];

/** An AVIF sequence, and a PNG whose control chunk precedes its pixels (PNG, third edition, section 11.3.6.1). */
const MOVES = /^(?:[\s\S]{4}ftyp[\s\S]{0,60}avis|\x89PNG(?:(?!IDAT)[\s\S])*acTL)/;

/** Detects the format from the content; file names and content types are not trusted. */
export function sniffFormat(file: Uint8Array): Result<PictureFormat | 'svg'> {
  const start = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, SNIFF_BYTES));
  const bytes = start.toString('latin1');
  if (MOVES.test(bytes)) return refuse(MOVING);
  const format = FORMATS.find(([, sign]) => sign.test(bytes))?.[0];
  if (format !== undefined) return succeed(format);
  if (isSvg(start)) return succeed('svg');
  const isHeic = /^[\s\S]{4}ftyp(?:he[iv]|mif1|msf1)/.test(bytes);
  return refuse(isHeic ? HEIC : OTHER);
}

function refuse(detail: string): Result<never> {
  return fail({ kind: 'unsupported-media-type', detail });
}

function isSvg(start: Buffer): boolean {
  const isUtf16 = start[0] === 0xff && start[1] === 0xfe;
  const text = start.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\u{FEFF}/u, '');
  return text.trimStart().startsWith('<') && /<(?:\w+:)?svg[\s>]/i.test(text);
}
