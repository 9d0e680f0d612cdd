import { setImmediate } from 'node:timers/promises';
import { createMiddleware } from 'hono/factory';
import { FailureError, failureResponse } from './error-responses.ts';

type BodyLimit = { bytes: number; detail: string };

export type LargerBodies = readonly (readonly [path: RegExp, limit: BodyLimit])[];

const SMALL = limitOf(64 * 1024);

export function limitOf(bytes: number): BodyLimit {
  return { bytes, detail: `The body is larger than ${bytes.toLocaleString('en')} bytes.` };
}

/**
 * A larger `Content-Length` is answered with 413 before any byte is read; a body without a length,
 * when it reaches the limit. A compressed body is refused: it could expand to a thousand times the
 * limit.
 *
 * @param larger the paths with another limit than 64 KiB
 */
export function limitBodies(larger: LargerBodies) {
  return createMiddleware(async (c, next) => {
    const { raw, path } = c.req;
    const encoding = c.req.header('Content-Encoding')?.toLowerCase() ?? 'identity';
    if (encoding !== 'identity' && encoding !== '') {
      const detail = 'The body must not have a content encoding.';
      return failureResponse({ kind: 'unsupported-media-type', detail });
    }
    const { bytes, detail } = larger.find(([pattern]) => pattern.test(path))?.[1] ?? SMALL;
    if (Number(c.req.header('Content-Length') ?? 0) > bytes)
      return failureResponse({ kind: 'too-large', detail });
    if (raw.body === null) return next();
    let count = 0;
    const reader = raw.body.getReader();
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await reader.read().catch(() => {
            // The client closed the connection: not an error of ours, and no response reaches it.
            throw new FailureError({ kind: 'malformed', detail: 'The body is incomplete.' });
          });
          if (done) return controller.close();
          count += value.byteLength;
          if (count <= bytes) controller.enqueue(value);
          else controller.error(new FailureError({ kind: 'too-large', detail }));
        },
      },
      { highWaterMark: 0 },
    );
    // Node requires `duplex` of a stream; the DOM's type of the options lacks it.
    c.req.raw = new Request(raw, { ...{ body, duplex: 'half' } });
    await next();
    if (count <= bytes) return;
    // Otherwise Hono copies the headers of this response to the next one.
    c.res = undefined;
    c.res = failureResponse({ kind: 'too-large', detail });
  });
}

/**
 * Starts one request for these paths in each iteration of the event loop, in the order in which they came: a hundred that
 * came at once would otherwise be answered before any other is looked at. Nothing waits for the end of a request.
 */
export function onePerIteration(paths: RegExp) {
  let last = Promise.resolve();
  return createMiddleware(async (c, next) => {
    if (paths.test(c.req.path)) {
      last = last.then(() => setImmediate());
      await last;
    }
    await next();
  });
}
