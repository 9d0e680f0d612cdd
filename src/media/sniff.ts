import { fail, type Result, succeed } from '../server/failure.ts';
import type { PictureFormat } from './picture-url.ts';

/** An SVG may begin with a long comment. */
const SNIFF_BYTES = 4096;

const SUPPORTED = 'The library accepts PNG, JPEG, WebP, AVIF, GIF and SVG.';

/** Messages for files in other than these formats. */
const REFUSALS = {
  heic: `Few browsers can show HEIC pictures. ${SUPPORTED} Export it as JPEG: on a Mac in Preview (File, Export), on Windows in Photos (Save as), on an iPhone by copying it into Files.`,
  movingAvif: `Animated AVIF would not move here. ${SUPPORTED} Save the animation as WebP or GIF.`,
  movingPng: `Animated PNG would not move here. ${SUPPORTED} Save the animation as WebP or GIF.`,
  other: `This file is not a picture that the site can show. ${SUPPORTED}`,
} as const;

/**
 * Detects the format from the content; file names and content types are not trusted. Fails with
 * `unsupported-media-type` and a message for the person who uploads.
 */
export function sniffFormat(file: Uint8Array): Result<PictureFormat | 'svg'> {
  const start = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, SNIFF_BYTES));
  // latin1 maps each byte to one character.
  const bytes = start.toString('latin1');
  if (bytes.startsWith('\x89PNG\r\n\x1a\n'))
    return isMovingPng(bytes) ? refuse('movingPng') : succeed('png');
  if (bytes.startsWith('\xff\xd8\xff')) return succeed('jpg');
  if (/^GIF8[79]a/.test(bytes)) return succeed('gif');
  if (/^RIFF[\s\S]{4}WEBP/.test(bytes)) return succeed('webp');
  if (bytes.startsWith('ftyp', 4)) return sniffBrands(start);
  return isSvg(start) ? succeed('svg') : refuse('other');
}

function refuse(reason: keyof typeof REFUSALS): Result<never> {
  return fail({ kind: 'unsupported-media-type', detail: REFUSALS[reason] });
}

/** The animation control chunk precedes the pixels (PNG, third edition, section 11.3.6.1). */
function isMovingPng(bytes: string): boolean {
  const control = bytes.indexOf('acTL');
  const pixels = bytes.indexOf('IDAT');
  return control >= 0 && (pixels < 0 || control < pixels);
}

/**
 * The brands of an ISO media file (ISO/IEC 14496-12, section 4.3): a size, `ftyp`, the major brand,
 * its version, and the compatible brands.
 */
function sniffBrands(start: Buffer): Result<PictureFormat> {
  const end = Math.min(start.readUInt32BE(0), start.length);
  const brands = [start.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(start.toString('latin1', at, at + 4));
  if (brands.includes('avis')) return refuse('movingAvif');
  if (brands.includes('avif')) return succeed('avif');
  return refuse(brands.some((brand) => /^(?:he[iv]|mif1|msf1)/.test(brand)) ? 'heic' : 'other');
}

function isSvg(start: Buffer): boolean {
  const isUtf16 = start[0] === 0xff && start[1] === 0xfe;
  const text = start.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\u{FEFF}/u, '');
  return text.trimStart().startsWith('<') && /<(?:\w+:)?svg[\s>]/i.test(text);
}
