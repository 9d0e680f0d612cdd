import { setImmediate } from 'node:timers/promises';
import { createMiddleware } from 'hono/factory';

/**
 * Starts one request for these paths in each iteration of the event loop, in the order in which they came. SQLite works in
 * this thread: a hundred requests that came at once would otherwise be answered before any other is looked at. Nothing
 * waits for the end of a request, so that a slow one delays no other.
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
