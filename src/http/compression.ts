import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';
import { createMiddleware } from 'hono/factory';

/** Below so many bytes an answer fits into one packet either way. */
const WORTHWHILE = 1024;

/** Of 11: from 6 on, a page takes several times as long and shrinks by a few percent more. */
const BROTLI_QUALITY = 5;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

const ENCODERS = {
  br: (body: Buffer) =>
    brotliAsync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => gzipAsync(body),
};

type Encoding = keyof typeof ENCODERS;

/**
 * Sends text in brotli or gzip to whoever takes it. What no cache may store is left as it is: it is
 * one person's own, and the length of a compressed answer can give away what is secret in it.
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
  const encoded = body.length < WORTHWHILE ? null : await ENCODERS[encoding](body);
  c.res = new Response(encoded ?? body, res);
  // Hono carries the headers of the answer before over to the new one.
  c.res.headers.set('Content-Length', String((encoded ?? body).length));
  if (encoded !== null) c.res.headers.set('Content-Encoding', encoding);
});

/** Whether this answer, or the one that it stands for, is text for everyone. */
function mayBeEncoded({ status, headers }: Response): boolean {
  const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('Content-Type') ?? '');
  const isStored = !headers.get('Cache-Control')?.includes('no-store');
  return (isText || status === 304) && isStored && !headers.has('Content-Range');
}

/** The smaller of the encodings that the client likes best (RFC 9110, section 12.5.3). */
function preferredEncoding(accepted = ''): Encoding | null {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
      const weight = parameters.find((each) => each.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const preferred = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip';
  return weightOf(preferred) > 0 ? preferred : null;
}

function addVary(headers: Headers): void {
  const names = headers.get('Vary');
  if (names === null || !/(?:^|,)\s*(?:accept-encoding|\*)\s*(?:,|$)/i.test(names)) {
    headers.append('Vary', 'Accept-Encoding');
  }
}

function weakenTag(headers: Headers): void {
  const tag = headers.get('ETag');
  if (tag?.startsWith('"')) headers.set('ETag', `W/${tag}`);
}
