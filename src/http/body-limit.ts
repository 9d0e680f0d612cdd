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

/** Routes with a larger limit than 64 KiB. Each checks the token before it reads the body. */
export const LARGER_BODIES: Readonly<Record<string, Limit>> = {
  '/api/admin/autosaves/:document': POST,
  '/api/admin/blog/posts': POST,
  '/api/admin/blog/posts/:slug': POST,
  '/api/admin/media': PICTURE,
  '/api/admin/preview': POST,
};

/**
 * Limits the body of every request. A larger `Content-Length` is answered with 413 before any byte is
 * read; a body without a length, when it reaches the limit. `100 Continue` is sent when a handler starts
 * reading.
 *
 * Does not limit the body of a GET or HEAD request, which is never read: the listener closes the connection.
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
    if (!limited.isExceeded()) return;
    // Otherwise Hono copies the headers of this response to the next one.
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

/** A body that fails beyond the limit. Its source is not cancelled: that would close the connection. */
function limitedBody(source: ReadableStream<Uint8Array>, limit: Limit, onStart: () => void) {
  const reader = source.getReader();
  let bytes = -1;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (bytes === -1) {
          onStart();
          bytes = 0;
        }
        const { done, value } = await reader.read().catch(() => {
          // The client closed the connection: not an error of ours, and no response reaches it.
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
  return { body, isExceeded: () => bytes > limit.bytes };
}

/** RFC 9110, section 10.1.1; Node leaves this to the `checkContinue` listener. */
function sendContinue(c: Context): void {
  // Tests call the app without a connection.
  const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  if (c.req.header('Expect') === undefined || incoming?.httpVersion !== '1.1') return;
  if (outgoing?.headersSent === false) outgoing.writeContinue();
}
