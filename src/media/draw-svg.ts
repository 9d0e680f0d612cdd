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
 * The PNG is as wide as the widest variant: no part of the file is ever sent to a browser.
 * librsvg runs no scripts, has no network, and opens no files, since the drawing comes from memory
 * and so has no base URL (librsvg, `Loader`, "Security and locations of referenced files"). What is
 * refused here would otherwise cost time and memory, or be drawn without what it refers to.
 */
export async function drawSvg(file: Uint8Array): Promise<Result<Uint8Array>> {
  const problem = problemOf(decodeUtf8(file));
  if (problem !== null) return refuse(problem);
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata();
    if (Math.max(width, height) > MAX_DRAWING_SIDE) return refuse('is too wide or too high');
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
      return refuse('is damaged or empty');
    }
    throw error;
  }
}

function problemOf(source: string | null): string | null {
  if (source === null) return 'is not in UTF-8';
  const withoutComments = source.replace(/<!--[\s\S]*?-->/g, '');
  if (/<!ENTITY/i.test(withoutComments)) return 'contains entities, as Illustrator’s editing data';
  const elements = [...source.matchAll(/<[A-Za-z]/g)].length;
  if (elements > MAX_ELEMENTS) return `has ${elements.toLocaleString('en')} elements`;
  return EXTERNAL.test(withoutComments) ? 'uses pictures or styles from outside the file' : null;
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

const EXTERNAL =
  /<(?:\w+:)?(?:image|use|feImage|include)\b[^>]*\bhref\s*=\s*["']?\s*(?!["']?\s*(?:#|data:))[^"'\s>]|@import\b|<\?xml-stylesheet|\burl\(\s*["']?\s*(?:https?:|file:|\/\/)/i;

function refuse(problem: string): Result<never> {
  const msg = `This drawing ${problem}. Save it as plain SVG without that, or export it as PNG.`;
  return fail({ kind: 'invalid', issues: [{ loc: ['body'], msg, type: 'drawing_refused' }] });
}
