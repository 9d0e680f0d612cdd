import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { FailureError, failureResponse } from './api/error-responses.ts';
import type { RouteAt } from './route-table.ts';

type Limit = { bytes: number; detail: string };

const MIB = 1024 * 1024;
const SMALL = limitOf(64 * 1024);
const POST = limitOf(2 * MIB);
const PICTURE = { bytes: 10 * MIB, detail: 'A picture may have up to 10 MB; this one has more.' };

/** The routes that take more than 64 KiB. Each of them checks the token before it reads the body. */
export const LARGER_BODIES: Readonly<Record<string, Limit>> = {
  '/api/admin/autosaves/:document': POST,
  '/api/admin/blog/posts': POST,
  '/api/admin/blog/posts/:slug': POST,
  '/api/admin/media': PICTURE,
  '/api/admin/preview': POST,
};

/**
 * Limits the body of every request, whatever its method: one that states a greater length is answered
 * with 413 before any of it is read, and any other when it has come to the limit. Nothing is read before
 * a handler reads it, and only then is `100 Continue` sent to a client that waits for it.
 *
 * The body of a GET or HEAD request is never read; the listener closes the connection after it.
 */
export function limitBodies(routeAt: RouteAt) {
  return createMiddleware(async (c, next) => {
    const { method, raw } = c.req;
    const limit = LARGER_BODIES[routeAt(c.req.url).pattern] ?? SMALL;
    if (Number(c.req.header('Content-Length') ?? 0) > limit.bytes) return tooLarge(limit);
    if (method === 'GET' || method === 'HEAD' || raw.body === null) return next();
    const limited = limitedBody(raw.body, limit, () => sendContinue(c));
    c.req.raw = new Request(raw, { ...{ body: limited.body, duplex: 'half' } });
    await next();
    if (!limited.isOver()) return;
    // Hono would put the headers of this answer on the next one.
    c.res = undefined;
    c.res = tooLarge(limit);
  });
}

function limitOf(bytes: number): Limit {
  return { bytes, detail: `The body is larger than ${bytes.toLocaleString('en')} bytes.` };
}

function tooLarge({ detail }: Limit): Response {
  return failureResponse({ kind: 'too-large', detail });
}

/** A body that fails beyond a limit. Its source is not cancelled: that would close the connection. */
function limitedBody(source: ReadableStream<Uint8Array>, limit: Limit, begin: () => void) {
  const reader = source.getReader();
  let bytes = -1;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (bytes === -1) {
          begin();
          bytes = 0;
        }
        const { done, value } = await reader.read().catch(() => {
          // The client has gone: nobody's mistake, and no answer reaches it.
          throw new FailureError({ kind: 'malformed', detail: 'The body did not come whole.' });
        });
        if (done) return controller.close();
        bytes += value.byteLength;
        if (bytes <= limit.bytes) controller.enqueue(value);
        else controller.error(new FailureError({ kind: 'too-large', detail: limit.detail }));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, isOver: () => bytes > limit.bytes };
}

/** Invites the body (RFC 9110, section 10.1.1); Node leaves it to us (`checkContinue`). */
function sendContinue(c: Context): void {
  // There is no connection where the app is called without a server.
  const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  if (c.req.header('Expect') === undefined || incoming?.httpVersion !== '1.1') return;
  if (outgoing?.headersSent === false) outgoing.writeContinue();
}
