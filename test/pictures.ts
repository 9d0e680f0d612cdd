import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';

type Size = { width?: number; height?: number };

/** Two halves of different colours. */
export function drawPicture({ width = 64, height = 48 }: Size = {}): Sharp {
  const half = { width: Math.max(1, Math.floor(width / 2)), height, channels: 3 as const };
  const red = { create: { ...half, background: '#c83232' } };
  return sharp({ create: { width, height, channels: 3, background: '#3264c8' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

export function makePng(size: Size = {}): Promise<Buffer> {
  return drawPicture(size).png().toBuffer();
}

/** A file of `test/pictures`; its README says what each is. */
export function readPicture(name: string): Buffer {
  return readFileSync(new URL(`./pictures/${name}`, import.meta.url));
}
