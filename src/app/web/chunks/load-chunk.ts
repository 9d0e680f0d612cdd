import { type ChunkFailure, ChunkLoadError } from './chunk-load-error.ts';

/** Specification section 9, in milliseconds. */
const TIMEOUT_MS = 120_000;

/**
 * Imports a built script by its absolute path.
 *
 * @throws {ChunkLoadError} when that fails, after 120 seconds at the latest
 */
export async function loadChunk<Module>(url: string): Promise<Module> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new ChunkLoadError({ url, reason: 'timeout' })),
    TIMEOUT_MS,
  );
  try {
    return await Promise.race([load<Module>(url), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

async function load<Module>(url: string): Promise<Module> {
  try {
    return await import(/* @vite-ignore */ url);
  } catch (cause) {
    throw new ChunkLoadError({ url, reason: await reasonFor(url) }, { cause });
  }
}

/** A failed import gives no reason, so this sends a HEAD request. */
async function reasonFor(url: string): Promise<ChunkFailure> {
  try {
    const { status, headers } = await fetch(url, { method: 'HEAD', cache: 'no-store' });
    const isScript = headers.get('Content-Type')?.includes('javascript') ?? false;
    return status === 404 || status === 410 || (status === 200 && !isScript) ? 'missing' : 'error';
  } catch {
    // The connection failed for both requests.
    return 'error';
  }
}
