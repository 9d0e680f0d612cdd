import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';
import { createMiddleware } from 'hono/factory';

/** Content codings by their registered names (RFC 9110, section 8.4.1), the smaller first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Bytes: a smaller response fits into one packet either way. */
export const MIN_COMPRESSED = 1024;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Used for a response that is sent once: higher levels take several times as long for a few percent. */
const FAST = { br: 5, gzip: 6 };
const BEST = { br: 9, gzip: 9 };

/**
 * Brotli's window as a power of two, for bodies of at most `MAX_PAGE` bytes. The default window allocates 22 MB
 * and takes several times as long for the same page, without making it smaller.
 */
const SMALL_WINDOW = 16;
const MAX_PAGE = 2 ** 18;

/** Compresses off the main thread. Copies the result: a buffer of zlib's may hold 64 KB for a few bytes. */
export async function encode(
  body: Buffer,
  encoding: Encoding,
  compression: 'fast' | 'best',
): Promise<Buffer<ArrayBuffer>> {
  const level = (compression === 'fast' ? FAST : BEST)[encoding];
  return Buffer.from(new Uint8Array(await compress(body, encoding, level)).buffer);
}

function compress(body: Buffer, encoding: Encoding, level: number): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return gzipAsync(body, { level });
  const window = body.length <= MAX_PAGE ? SMALL_WINDOW : constants.BROTLI_DEFAULT_WINDOW;
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: window,
    },
  });
}

export function isCompressible(contentType: string | null): boolean {
  return COMPRESSIBLE_CONTENT_TYPE_REGEX.test(contentType ?? '');
}

/** The smallest of the codings that the client prefers, or null (RFC 9110, section 12.5.3). */
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

/**
 * Leaves `no-store` responses uncompressed: their length would leak secrets (BREACH). ETags become
 * weak, since one tag then identifies all encodings.
 */
export const compression = createMiddleware(async (c, next) => {
  await next();
  const { res } = c;
  if (!isEncodable(res)) return;
  addVary(res.headers);
  const encoding = preferredEncoding(c.req.header('Accept-Encoding'));
  if (encoding === null || res.headers.has('Content-Encoding')) return;
  weakenTag(res.headers);
  if (res.body === null || c.req.method === 'HEAD') return;

  const body = Buffer.from(await res.arrayBuffer());
  const isLargeEnough = body.length >= MIN_COMPRESSED;
  // Compression fails when memory is short.
  const encoded = isLargeEnough ? await encode(body, encoding, 'fast').catch(() => null) : null;
  c.res = new Response(encoded ?? body, res);
  // Hono copies the headers of the previous response to the new one.
  c.res.headers.set('Content-Length', String((encoded ?? body).length));
  if (encoded !== null) c.res.headers.set('Content-Encoding', encoding);
});

/** A 304 counts too: it needs the headers of the response that it confirms. */
function isEncodable({ status, headers }: Response): boolean {
  const isText = isCompressible(headers.get('Content-Type'));
  // A file of 100 MB must not be compressed in memory; a part of it must be one of the file (RFC 9111, section 5.2.2.6).
  const isKept = /\bno-(?:store|transform)\b/.test(headers.get('Cache-Control') ?? '');
  return (isText || status === 304) && !isKept && !headers.has('Content-Range');
}

export function addVary(headers: Headers): void {
  const names = headers.get('Vary');
  if (names === null || !/(?:^|,)\s*(?:accept-encoding|\*)\s*(?:,|$)/i.test(names)) {
    headers.append('Vary', 'Accept-Encoding');
  }
}

function weakenTag(headers: Headers): void {
  const tag = headers.get('ETag');
  if (tag?.startsWith('"')) headers.set('ETag', `W/${tag}`);
}
