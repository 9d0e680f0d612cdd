import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { BUSY, fail, type Result, succeed } from '../server/failure.ts';
import { drawSvg } from './draw-svg.ts';
import {
  MAX_SIDE,
  type PictureFormat,
  pictureFile,
  VARIANT_FORMATS,
  variantFile,
  variantWidths,
} from './picture-url.ts';
import { sniffFormat } from './sniff.ts';

/** All frames together count. */
const MAX_PIXELS = 50_000_000;

const RETRY_AFTER_S = 5;

export type ProcessedPicture = {
  width: number;
  height: number;
  format: PictureFormat;
  moving: boolean;
  /** The average colour, `#rrggbb`; what is transparent counts as white. */
  placeholder: string;
  bytes: number;
  files: ReadonlyMap<string, Uint8Array>;
};

/** @throws BusyError when no process can be started for it */
export type ProcessPicture = (file: Uint8Array) => Promise<Result<ProcessedPicture>>;

/**
 * The picture upright, in sRGB, at most `MAX_SIDE` pixels a side, without metadata, and its
 * variants; an animation keeps its frames, an SVG becomes a PNG. Fails with
 * `unsupported-media-type`, with `invalid` for a broken file or too many pixels (checked before
 * decoding), and with `unavailable` when no threads or descriptors are left.
 * Takes seconds and hundreds of megabytes: servers call it through `createPictureProcessor`.
 */
export async function processPicture(file: Uint8Array): Promise<Result<ProcessedPicture>> {
  try {
    return await readAndEncode(file);
  } catch (error) {
    // sharp's messages are not for authors. Its errors have no class of their own.
    if (!(error instanceof Error) || error.name !== 'Error') throw error;
    return SHORTAGE.test(error.message)
      ? fail({ kind: 'unavailable', detail: BUSY, retryAfter: RETRY_AFTER_S })
      : BROKEN;
  }
}

const SHORTAGE = /creating thread|too many open files|EMFILE|EAGAIN/i;

async function readAndEncode(file: Uint8Array): Promise<Result<ProcessedPicture>> {
  const sniffed = sniffFormat(file);
  if (!sniffed.ok) return sniffed;
  const format = sniffed.value;
  if (format === 'svg') {
    const drawn = await drawSvg(file);
    return drawn.ok ? readAndEncode(drawn.value) : drawn;
  }
  const { width, height, pages = 1 } = await sharp(file, { limitInputPixels: false }).metadata();
  // Pages of AVIF are separate pictures, not frames.
  const frames = format === 'avif' ? 1 : pages;
  if (width * height * frames > MAX_PIXELS) return tooManyPixels(width * height * frames, frames);

  const moving = frames > 1;
  if (moving && Math.max(width, height) > MAX_SIDE) return ANIMATION_TOO_LARGE;
  if (!isWhole(file, format)) return BROKEN;
  const pixels = await decode(file);
  const whole = moving ? sharp(file, { animated: true, failOn: 'error' }) : toSharp(pixels);
  const { data } = await encode(whole, format);
  const size = { width: pixels.info.width, height: pixels.info.height, format, moving };
  const files = new Map([[pictureFile(size), data], ...(await makeVariants(size, pixels))]);
  const placeholder = await averageColour(pixels);
  return succeed({ ...size, placeholder, bytes: data.byteLength, files });
}

/** The upright pixels, of an animation the first frame. */
function decode(file: Uint8Array): Promise<Pixels> {
  return sharp(file, { failOn: 'error', limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** False for a truncated GIF or WebP, which the decoder reads as far as it goes. */
function isWhole(file: Uint8Array, format: PictureFormat): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (format === 'gif') return /;\0*$/.test(bytes.toString('latin1', bytes.length - 100));
  return format !== 'webp' || bytes.readUInt32LE(4) + 8 <= bytes.length;
}

const BROKEN = refuse(
  'picture_broken',
  'This file is damaged or incomplete: the picture cannot be read completely.',
);

const ANIMATION_TOO_LARGE = refuse(
  'picture_too_large',
  `An animation can be up to ${MAX_SIDE} pixels wide and high. Make it smaller first.`,
);

function tooManyPixels(pixels: number, frames: number): Result<never> {
  const megapixels = Math.ceil(pixels / 1_000_000).toLocaleString('en');
  const inFrames = frames > 1 ? ` in ${frames.toLocaleString('en')} frames` : '';
  return refuse(
    'picture_too_large',
    `This picture has ${megapixels} megapixels${inFrames}; up to ${MAX_PIXELS / 1_000_000} can be taken. Make it smaller first.`,
  );
}

function refuse(type: string, msg: string): Result<never> {
  return fail({ kind: 'invalid', issues: [{ loc: ['body'], msg, type }] });
}

type Pixels = { data: Buffer; info: OutputInfo };

function toSharp({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Low efforts: higher ones take many times as long and save a few percent. */
function encode(image: Sharp, format: PictureFormat): Promise<Pixels> {
  const encoders = {
    png: () => image.png(),
    jpg: () => image.jpeg({ quality: 88 }),
    webp: () => image.webp({ quality: 80, effort: 2 }),
    avif: () => image.avif({ quality: 55, effort: 0 }),
    gif: () => image.gif(),
  };
  return encoders[format]().toBuffer({ resolveWithObject: true });
}

type Size = { width: number; moving: boolean };

async function makeVariants(size: Size, pixels: Pixels): Promise<[string, Uint8Array][]> {
  const variants: [string, Uint8Array][] = [];
  for (const width of variantWidths(size)) {
    const smaller = toSharp(pixels).resize({ width }).raw();
    const scaled = await smaller.toBuffer({ resolveWithObject: true });
    for (const format of VARIANT_FORMATS) {
      const { data } = await encode(toSharp(scaled), format);
      variants.push([variantFile(width, format), data]);
    }
  }
  return variants;
}

async function averageColour(pixels: Pixels): Promise<string> {
  const [red = 0, green = red, blue = red] = await toSharp(pixels)
    .flatten({ background: '#ffffff' })
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer();
  return `#${Buffer.from([red, green, blue]).toString('hex')}`;
}
