import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { FailureError, failureResponse } from './error-responses.ts';
import type { RouteAt } from './route-table.ts';

type BodyLimit = {
  bytes: number;
  /** The time for the whole body; by default as long as 10 MB take at 1.4 Mbit/s. */
  seconds?: number;
  detail: string;
};

/** Limits by the pattern of a route. */
export type LargerBodies = Readonly<Record<string, BodyLimit>>;

/** Enough for 100 MB at 1.4 Mbit/s. */
export const LONGEST_BODY_S = 600;
const DEFAULT_SECONDS = 60;

const SMALL = limitOf(64 * 1024);

/**
 * Limits size and time of the body of every request. A larger `Content-Length` is answered with 413 before any byte is
 * read; a body without a length, when it reaches the limit. `100 Continue` is sent when a handler starts
 * reading.
 *
 * Does not limit the body of a GET or HEAD request, which is never read: the listener closes the connection.
 *
 * @param larger the routes with a larger limit than 64 KiB
 */
export function limitBodies(routeAt: RouteAt, larger: LargerBodies) {
  return createMiddleware(async (c, next) => {
    const { method, raw } = c.req;
    const limit = larger[routeAt(c.req.url).pattern] ?? SMALL;
    if (Number(c.req.header('Content-Length') ?? 0) > limit.bytes) return tooLarge(limit);
    if (method === 'GET' || method === 'HEAD' || raw.body === null) return next();
    const limited = limitedBody(raw.body, limit, () => sendContinue(c));
    c.req.raw = new Request(raw, { ...{ body: limited.body, duplex: 'half' } });
    await next();
    if (connectionOf(c).incoming !== undefined) void limited.drain();
    if (!limited.isExceeded()) return;
    // Otherwise Hono copies the headers of this response to the next one.
    c.res = undefined;
    c.res = tooLarge(limit);
  });
}

export function limitOf(bytes: number): BodyLimit {
  return { bytes, detail: `The body is larger than ${bytes.toLocaleString('en')} bytes.` };
}

function tooLarge({ detail }: BodyLimit): Response {
  return failureResponse({ kind: 'too-large', detail });
}

/** `passed` rejects when the body has taken too long since `start`. */
function createDeadline({ seconds = DEFAULT_SECONDS }: BodyLimit) {
  const { promise: passed, reject } = Promise.withResolvers<never>();
  // It may pass when nobody waits for the body.
  passed.catch(() => undefined);
  const detail = `The body did not arrive within ${seconds} seconds.`;
  let timer: NodeJS.Timeout | undefined;
  return {
    passed,
    start: () => {
      const pass = () => reject(new FailureError({ kind: 'malformed', detail }));
      timer = setTimeout(pass, seconds * 1_000).unref();
    },
    end: () => clearTimeout(timer),
  };
}

/** A body that fails beyond the limit, or when it takes too long. Its source is not cancelled: that would close the connection. */
function limitedBody(source: ReadableStream<Uint8Array>, limit: BodyLimit, onStart: () => void) {
  const reader = source.getReader();
  const deadline = createDeadline(limit);
  let bytes = -1;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (bytes === -1) {
          onStart();
          bytes = 0;
          deadline.start();
        }
        const part = reader.read().catch(() => {
          // The client closed the connection: not an error of ours, and no response reaches it.
          throw new FailureError({ kind: 'malformed', detail: 'The body is incomplete.' });
        });
        const { done, value } = await Promise.race([part, deadline.passed]).catch((error) => {
          deadline.end();
          throw error;
        });
        if (done) {
          deadline.end();
          return controller.close();
        }
        bytes += value.byteLength;
        if (bytes <= limit.bytes) controller.enqueue(value);
        else controller.error(new FailureError({ kind: 'too-large', detail: limit.detail }));
      },
    },
    { highWaterMark: 0 },
  );
  /**
   * Discards what a handler has not read. Without this the rest lies in the socket, and the connection, which the
   * response called alive, is closed 500 ms later: the client's next request would be lost with it. A body that
   * goes on is still cut off then (`drainIncoming` of @hono/node-server).
   */
  async function drain(): Promise<void> {
    // The client may have closed the connection: nobody waits for the rest.
    const next = () => reader.read().catch(() => ({ done: true }));
    while (!(await next()).done);
  }

  return { body, drain, isExceeded: () => bytes > limit.bytes };
}

/** RFC 9110, section 10.1.1; Node leaves this to the `checkContinue` listener. */
function sendContinue(c: Context): void {
  const { incoming, outgoing } = connectionOf(c);
  if (c.req.header('Expect') === undefined || incoming?.httpVersion !== '1.1') return;
  if (outgoing?.headersSent === false) outgoing.writeContinue();
}

/** Empty in tests, which call the app without a connection. */
function connectionOf(c: Context): Partial<HttpBindings> {
  return c.env ?? {};
}
