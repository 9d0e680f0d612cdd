import { crc32, deflateSync } from 'node:zlib';
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

/** Metadata of a phone's photograph that must not be published. */
export const SECRETS = ['Exif', 'GPS', 'Phone of Somebody', 'xmpmeta', 'Coffee at home'];

/** A photograph with a location and an EXIF orientation: upright it is 48 × 64. */
export function makePhotograph(): Promise<Buffer> {
  return drawPicture()
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Make: 'Phone of Somebody', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '27/1 58/1 0/1', GPSLongitudeRef: 'E' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Coffee at home</x:xmpmeta>')
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Each frame has one colour. */
export async function makeAnimation(format: 'gif' | 'webp', frames = 3): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, i) =>
      sharp({
        create: { width: 40, height: 30, channels: 3, background: { r: 60 * i, g: 90, b: 9 } },
      })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(pictures, { join: { animated: true } })
    [format]({ loop: 3, delay: pictures.map(() => 70) })
    .toBuffer();
}

/** Inserts a comment (GIF89a, section 24) before the first frame of a GIF. */
export function withGifComment(gif: Buffer, comment: string): Buffer {
  const extension = Buffer.from([0x21, 0xfe, comment.length, ...Buffer.from(comment), 0]);
  const first = gif.indexOf(Buffer.from([0x21, 0xff]));
  return Buffer.concat([gif.subarray(0, first), extension, gif.subarray(first)]);
}

/** A PNG whose header declares more pixels than fit into memory, without any data. */
export function makePngBomb(side = 60_000): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1024))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Declares a PNG animated; the frames are missing. */
export function makeAnimatedPng(png: Buffer): Buffer {
  const control = pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  return Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A small file with many frames, each of which decodes to the whole screen. */
export function makeGifBomb(frames = 60): Buffer {
  const screen = Buffer.from('GIF89a\xe8\x03\xe8\x03\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** The header of an ISO media file with these brands. */
export function makeBrandedHead(...brands: string[]): Buffer {
  const [major = '', ...compatible] = brands;
  const box = Buffer.from(`\0\0\0\0ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1');
  box.writeUInt32BE(box.length, 0);
  return Buffer.concat([box, Buffer.alloc(64)]);
}
