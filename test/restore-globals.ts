import { afterAll } from 'vitest';

/** The listener of HTTP replaces both for its process; the next file of the process begins with Node's. */
const { Request, Response } = globalThis;

afterAll(() => {
  Object.assign(globalThis, { Request, Response });
});
