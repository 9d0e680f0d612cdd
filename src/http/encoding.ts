import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';

/** Content codings by their registered names (RFC 9110, section 8.4.1; RFC 8878), the smallest first. */
const ENCODINGS = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Below so many bytes an answer fits into one packet either way. */
export const WORTHWHILE = 1024;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const zstdAsync = promisify(zstdCompress);

/**
 * How hard each coding tries. For an answer that is sent once: beyond these a page takes several times
 * as long and shrinks by a few percent more.
 */
const ONCE = { br: 5, zstd: 3, gzip: 6 };
/** For an answer that is kept and sent often. */
const OFTEN = { br: 9, zstd: 12, gzip: 9 };

/**
 * How far back brotli looks, in bytes as a power of two: for what is longer, as far as it can. With the
 * longer window it sets up 22 MB and takes twenty times as long for the same page, which gets no smaller.
 */
const PAGE_WINDOW = 16;

/** Compresses off the main thread, into memory of its own: what zlib answers may hold 64 KB for a few. */
export async function encode(
  body: Buffer,
  encoding: Encoding,
  sent: 'once' | 'often',
): Promise<Buffer<ArrayBuffer>> {
  const level = (sent === 'once' ? ONCE : OFTEN)[encoding];
  return Buffer.from(new Uint8Array(await compress(body, encoding, level)).buffer);
}

function compress(body: Buffer, encoding: Encoding, level: number): Promise<Buffer<ArrayBuffer>> {
  switch (encoding) {
    case 'br':
      return brotliAsync(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: level,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          [constants.BROTLI_PARAM_LGWIN]:
            body.length <= 2 ** PAGE_WINDOW ? PAGE_WINDOW : constants.BROTLI_DEFAULT_WINDOW,
        },
      });
    case 'zstd':
      return zstdAsync(body, { params: { [constants.ZSTD_c_compressionLevel]: level } });
    case 'gzip':
      return gzipAsync(body, { level });
  }
}

/** Whether text of this type shrinks when it is compressed. */
export function isCompressible(contentType: string | null): boolean {
  return COMPRESSIBLE_CONTENT_TYPE_REGEX.test(contentType ?? '');
}

/** The smallest of the codings that the client likes best, or null (RFC 9110, section 12.5.3). */
export function preferredEncoding(accepted = ''): Encoding | null {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
      const weight = parameters.find((each) => each.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  let preferred: Encoding = 'br';
  for (const encoding of ENCODINGS) {
    if (weightOf(encoding) > weightOf(preferred)) preferred = encoding;
  }
  return weightOf(preferred) > 0 ? preferred : null;
}
