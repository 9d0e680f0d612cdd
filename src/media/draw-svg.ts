import sharp from 'sharp';
import { fail, type Result, succeed } from '../server/failure.ts';
import { MAX_SIDE, WIDEST_VARIANT } from './picture-url.ts';

/** Limits the drawing's own size, in pixels. */
const MAX_DRAWING_SIDE = 100_000;

/** An element takes some 50 µs and 2 KB; honest drawings have up to some 10,000. */
const MAX_ELEMENTS = 50_000;

/** CSS pixels per inch, at which a drawing has its own size. */
const DENSITY = 72;
const MAX_DENSITY = 100_000;

/**
 * Draws an SVG as a PNG that is as wide as the widest variant: no part of the file is ever sent to a browser.
 *
 * librsvg runs no scripts, has no network, and opens no files, since the drawing comes from memory and so has no
 * base URL (librsvg, `Loader`, "Security and locations of referenced files"). What is refused here would
 * otherwise cost time and memory, or be drawn without what it refers to.
 */
export async function drawSvg(file: Uint8Array): Promise<Result<Uint8Array>> {
  const source = decodeUtf8(file);
  if (source === null) return refuse(NOT_UTF8);
  const withoutComments = source.replace(/<!--[\s\S]*?-->/g, '');
  if (/<!ENTITY/i.test(withoutComments)) return refuse(ENTITIES);
  if (countElements(source) > MAX_ELEMENTS) return refuse(TOO_MANY_ELEMENTS);
  if (EXTERNAL.test(withoutComments)) return refuse(INCOMPLETE);
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata();
    if (Math.max(width, height) > MAX_DRAWING_SIDE) return refuse(TOO_LARGE);
    const scale = Math.min(WIDEST_VARIANT / width, MAX_SIDE / height);
    const density = Math.min(Math.max(DENSITY * scale, 1), MAX_DENSITY);
    const drawn = await sharp(file, { density, failOn: 'error' })
      .resize({ width: WIDEST_VARIANT, height: MAX_SIDE, fit: 'inside' })
      .png({ compressionLevel: 1 })
      .toBuffer();
    return succeed(drawn);
  } catch (error) {
    // librsvg's messages name files and lines, and are not for authors.
    if (error instanceof Error && /svg|xml|pixel|extract|load/i.test(error.message)) {
      return refuse(BROKEN);
    }
    throw error;
  }
}

/** Null for other encodings, in which the checks here could be deceived. */
function decodeUtf8(file: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
    const [, declared = 'utf-8'] = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/i.exec(text) ?? [];
    return /^(?:utf-8|us-ascii)$/i.test(declared) && !text.includes('\0') ? text : null;
  } catch {
    return null;
  }
}

function countElements(source: string): number {
  let count = 0;
  for (const _ of source.matchAll(/<[A-Za-z]/g)) count += 1;
  return count;
}

/** References to pictures, drawings or styles outside of the file, which are not drawn. */
const EXTERNAL =
  /<(?:\w+:)?(?:image|use|feImage|include)\b[^>]*\bhref\s*=\s*["']?\s*(?!["']?\s*(?:#|data:))[^"'\s>]|@import\b|<\?xml-stylesheet|\burl\(\s*["']?\s*(?:https?:|file:|\/\/)/i;

const NOT_UTF8 = 'This drawing is not in UTF-8. Save it as SVG in UTF-8, or export it as PNG.';
const ENTITIES =
  'This drawing contains entities, such as Illustrator’s editing data. Save it without them (“SVG 1.1”, without “preserve editing capabilities”), or export it as PNG.';
const TOO_MANY_ELEMENTS = `This drawing has more than ${MAX_ELEMENTS.toLocaleString('en')} elements. Export it as PNG.`;
const INCOMPLETE =
  'This drawing uses pictures or styles from outside the file, which cannot be loaded. Embed them, or export it as PNG.';
const TOO_LARGE = `This drawing is more than ${MAX_DRAWING_SIDE.toLocaleString('en')} pixels wide or high. Make it smaller first.`;
const BROKEN = 'This drawing is damaged or empty and cannot be shown. Export it as PNG.';

function refuse(msg: string): Result<never> {
  return fail({ kind: 'invalid', issues: [{ loc: ['body'], msg, type: 'drawing_refused' }] });
}
