import { afterAll, vi } from 'vitest';

/** The listener of HTTP replaces both for its process. */
const { Request, Response } = globalThis;

// The next file of the process begins with what the first one found.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  Object.assign(globalThis, { Request, Response });
});
