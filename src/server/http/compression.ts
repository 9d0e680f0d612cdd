import { createMiddleware } from 'hono/factory';
import { encode, isCompressible, MIN_COMPRESSED, preferredEncoding } from './encoding.ts';

/**
 * Compresses text by the client's `Accept-Encoding`. Leaves `no-store` responses uncompressed: their
 * length would leak secrets (BREACH).
 *
 * ETags become weak, since one tag then identifies all encodings of the same content.
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
