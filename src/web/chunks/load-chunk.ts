import { type ChunkFailure, ChunkLoadError } from './chunk-load-error.ts';

/** Specification section 9, in milliseconds. */
const TIMEOUT = 120_000;

/**
 * Loads a built script of ours by its absolute path.
 *
 * @throws {ChunkLoadError} when it does not come, after 120 seconds at the latest
 */
export async function loadChunk<Module>(address: string): Promise<Module> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new ChunkLoadError({ address, reason: 'timeout' })),
    TIMEOUT,
  );
  try {
    return await Promise.race([load<Module>(address), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

async function load<Module>(address: string): Promise<Module> {
  try {
    return await import(/* @vite-ignore */ address);
  } catch (cause) {
    throw new ChunkLoadError({ address, reason: await reasonFor(address) }, { cause });
  }
}

/** A failed import does not say why, so the server is asked. */
async function reasonFor(address: string): Promise<ChunkFailure> {
  try {
    const { status, headers } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    const isScript = headers.get('Content-Type')?.includes('javascript') ?? false;
    return status === 404 || status === 410 || (status === 200 && !isScript) ? 'missing' : 'error';
  } catch {
    // The connection failed for this request as it did for the file.
    return 'error';
  }
}
