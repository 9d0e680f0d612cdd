import { createMiddleware } from 'hono/factory';
import { encode, isCompressible, preferredEncoding, WORTHWHILE } from './encoding.ts';

/**
 * Sends text compressed to whoever takes it. What no cache may store is left as it is: it is one
 * person's own, and the length of a compressed answer can give away what is secret in it.
 *
 * Tags become weak, since one tag then stands for all encodings of the same content.
 */
export const compression = createMiddleware(async (c, next) => {
  await next();
  const { res } = c;
  if (!mayBeEncoded(res)) return;
  addVary(res.headers);
  const encoding = preferredEncoding(c.req.header('Accept-Encoding'));
  if (encoding === null || res.headers.has('Content-Encoding')) return;
  weakenTag(res.headers);
  if (res.body === null || c.req.method === 'HEAD') return;

  const body = Buffer.from(await res.arrayBuffer());
  const isWorthwhile = body.length >= WORTHWHILE;
  // Compressing can fail for want of memory.
  const encoded = isWorthwhile ? await encode(body, encoding, 'once').catch(() => null) : null;
  c.res = new Response(encoded ?? body, res);
  // Hono carries the headers of the answer before over to the new one.
  c.res.headers.set('Content-Length', String((encoded ?? body).length));
  if (encoded !== null) c.res.headers.set('Content-Encoding', encoding);
});

/** Whether this answer, or the one that it stands for, is text for everyone. */
function mayBeEncoded({ status, headers }: Response): boolean {
  const isText = isCompressible(headers.get('Content-Type'));
  const isStored = !headers.get('Cache-Control')?.includes('no-store');
  return (isText || status === 304) && isStored && !headers.has('Content-Range');
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
