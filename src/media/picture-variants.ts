import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { type PictureFormat, VARIANT_FORMATS, variantFile, variantWidths } from './picture-url.ts';

/** Decoded pixels. */
export type Pixels = { data: Buffer; info: OutputInfo };

export function toSharp({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Low efforts: higher ones take many times as long and save a few percent. */
export function encode(image: Sharp, format: PictureFormat): Promise<Pixels> {
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

/** Pairs of name and bytes. */
export async function makeVariants(size: Size, pixels: Pixels): Promise<[string, Uint8Array][]> {
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

export async function averageColour(pixels: Pixels): Promise<string> {
  const [red = 0, green = red, blue = red] = await toSharp(pixels)
    .flatten({ background: '#ffffff' })
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer();
  return `#${Buffer.from([red, green, blue]).toString('hex')}`;
}
