import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encode } from './encoding.ts';

const PAGE = Buffer.from('<p>A page that is kept, and sent to many.</p>\n'.repeat(500));

it.each([
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'a page in %s decodes to the same bytes, and holds no more memory than its length',
  async (coding, decode) => {
    for (const compression of ['fast', 'best'] as const) {
      const encoded = await encode(PAGE, coding, compression);
      expect(decode(encoded).equals(PAGE)).toBe(true);
      expect(encoded.buffer.byteLength).toBe(encoded.length);
    }
  },
);

it('a page is compressed within a short window, and anything longer within a long one', async () => {
  // RFC 7932, section 9.1: a first bit of 0 stands for 16.
  const isShort = async (text: Buffer) => ((await encode(text, 'br', 'best'))[0] ?? 1) % 2 === 0;
  expect(await isShort(PAGE)).toBe(true);
  expect(await isShort(Buffer.concat(Array<Buffer>(20).fill(PAGE)))).toBe(false);
});
