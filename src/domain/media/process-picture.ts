import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { BUSY, fail, type Result, succeed } from '../../failure.ts';
import {
  MAX_SIDE,
  type PictureFormat,
  pictureFile,
  VARIANT_FORMATS,
  variantFile,
  variantWidths,
} from './picture-url.ts';
import { sniffFormat } from './sniff.ts';
import { stripGifMetadata, stripWebpMetadata } from './strip-metadata.ts';

/** Pixels that are taken at the most, of all frames together. */
const MAX_PIXELS = 50_000_000;

/** In seconds. */
const RETRY_AFTER_S = 5;

/** What is kept of an uploaded picture. */
export type ProcessedPicture = {
  width: number;
  height: number;
  format: PictureFormat;
  moving: boolean;
  /** The average colour, `#rrggbb`; what is transparent counts as white. */
  placeholder: string;
  /** The size of the picture itself. */
  bytes: number;
  /** By name: the picture itself and its variants. */
  files: ReadonlyMap<string, Uint8Array>;
};

/** Decoded pixels. */
type Pixels = { data: Buffer; info: OutputInfo };

/** What a file says of itself before its pixels. */
type Head = { width: number; height: number; frames: number };

/**
 * Makes of an uploaded file what is kept and served: the picture turned upright, in sRGB, at most
 * `MAX_SIDE` pixels a side, without any metadata, and its variants; of an animation, its frames as
 * they are. Fails with `unsupported-media-type` for anything but the five formats, and with
 * `invalid` for a file that is broken or holds too many pixels, which its head tells before any
 * pixel is decoded, and with `unavailable` where no threads or descriptors are left to read it with.
 *
 * Takes seconds and hundreds of megabytes; a server calls it through `createPictureProcessor`.
 */
export async function processPicture(file: Uint8Array): Promise<Result<ProcessedPicture>> {
  try {
    return await readAndEncode(file);
  } catch (error) {
    if (!isShortage(error)) throw error;
    return fail({ kind: 'unavailable', detail: BUSY, retryAfter: RETRY_AFTER_S });
  }
}

async function readAndEncode(file: Uint8Array): Promise<Result<ProcessedPicture>> {
  const sniffed = sniffFormat(file);
  if (!sniffed.ok) return sniffed;
  const format = sniffed.value;
  const head = await readHead(file, format);
  if (head === null) return BROKEN;
  const { width, height, frames } = head;
  if (width * height * frames > MAX_PIXELS) return tooManyPixels(head);

  const moving = frames > 1;
  if (moving && Math.max(width, height) > MAX_SIDE) return ANIMATION_TOO_LARGE;
  const whole = withoutMetadata(file, format);
  const pixels = await decode(file);
  if (whole === null || pixels === null) return BROKEN;

  const { data } = moving ? { data: whole } : await encode(picture(pixels), format);
  const size = { width: pixels.info.width, height: pixels.info.height, format, moving };
  const files = new Map([[pictureFile(size), data], ...(await makeVariants(size, pixels))]);
  const placeholder = await averageColour(pixels);
  return succeed({ ...size, placeholder, bytes: data.byteLength, files });
}

/** Null when it cannot be read. */
async function readHead(file: Uint8Array, format: PictureFormat): Promise<Head | null> {
  const head = await readable(() => sharp(file, { limitInputPixels: false }).metadata());
  if (head === null) return null;
  const { width, height, pages = 1 } = head;
  // What AVIF has several of are other pictures, not frames.
  return { width, height, frames: format === 'avif' ? 1 : pages };
}

/**
 * The pixels as they are to be seen; null when they cannot be read to the end. Of an animation, the
 * first frame.
 */
function decode(file: Uint8Array): Promise<Pixels | null> {
  return readable(() =>
    sharp(file, { failOn: 'error', limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
}

/** The library throws for whatever it cannot read, in words that are not for authors. */
async function readable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && !isShortage(error)) return null;
    throw error;
  }
}

/** What the library says where the system gives it no more, which is not the picture's fault. */
function isShortage(error: unknown): boolean {
  return (
    error instanceof Error &&
    /creating thread|too many open files|EMFILE|EAGAIN/i.test(error.message)
  );
}

/** The decoder reads a GIF as far as it goes: whether it is whole, only its structure tells. */
function withoutMetadata(file: Uint8Array, format: PictureFormat): Uint8Array | null {
  if (format === 'gif') return stripGifMetadata(file);
  return format === 'webp' ? stripWebpMetadata(file) : file;
}

function picture({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** The efforts are low: higher ones take many times as long for a few percent of the size. */
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

type Size = Pick<ProcessedPicture, 'width' | 'moving'>;

/** By name. */
async function makeVariants(size: Size, pixels: Pixels): Promise<[string, Uint8Array][]> {
  const variants: [string, Uint8Array][] = [];
  for (const width of variantWidths(size)) {
    const smaller = picture(pixels).resize({ width }).raw();
    const scaled = await smaller.toBuffer({ resolveWithObject: true });
    for (const format of VARIANT_FORMATS) {
      const { data } = await encode(picture(scaled), format);
      variants.push([variantFile(width, format), data]);
    }
  }
  return variants;
}

async function averageColour(pixels: Pixels): Promise<string> {
  const [red = 0, green = red, blue = red] = await picture(pixels)
    .flatten({ background: '#ffffff' })
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer();
  return `#${Buffer.from([red, green, blue]).toString('hex')}`;
}

const BROKEN = refuse(
  'picture_broken',
  'This file is broken or incomplete: the picture in it cannot be read to its end.',
);

const ANIMATION_TOO_LARGE = refuse(
  'picture_too_large',
  `An animation may have up to ${MAX_SIDE} pixels a side. Make it smaller first.`,
);

function tooManyPixels({ width, height, frames }: Head): Result<never> {
  const megapixels = Math.ceil((width * height * frames) / 1_000_000).toLocaleString('en');
  const inFrames = frames > 1 ? ` in ${frames.toLocaleString('en')} frames` : '';
  return refuse(
    'picture_too_large',
    `This picture has ${megapixels} megapixels${inFrames}; up to ${MAX_PIXELS / 1_000_000} can be taken. Make it smaller first.`,
  );
}

function refuse(type: string, msg: string): Result<never> {
  return fail({ kind: 'invalid', issues: [{ loc: ['body'], msg, type }] });
}
