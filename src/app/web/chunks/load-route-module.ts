import { type ChunkFailure, ChunkLoadError } from './chunk-load-error.ts';

/** Specification section 9, in milliseconds. */
const TIMEOUT_MS = 120_000;

/** A failed import gives no reason, so this sends a HEAD request. */
async function reasonFor(url: string): Promise<ChunkFailure> {
  try {
    const { status, headers } = await fetch(url, { method: 'HEAD', cache: 'no-store' });
    const isScript = headers.get('Content-Type')?.includes('javascript') ?? false;
    return status === 404 || status === 410 || (status === 200 && !isScript) ? 'missing' : 'error';
  } catch {
    return 'error';
  }
}

/**
 * Replaces the router's function of this name (see `scripts/bundle/chunks.ts`), which reloads the page
 * on a failure, endlessly while it lasts. Here the route's component throws a `ChunkLoadError`, after 120 seconds at the
 * latest, and the error screen shows it. (The router ignores a rejection where a route has no loader, and shows nothing.)
 */
export async function loadRouteModule(
  { id, module: url }: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  if (id in loaded) return loaded[id];
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const late = new ChunkLoadError({ url, reason: 'timeout' });
  const timer = setTimeout(() => reject(late), TIMEOUT_MS);
  const loading = import(/* @vite-ignore */ url).catch(async (cause: unknown) => {
    throw new ChunkLoadError({ url, reason: await reasonFor(url) }, { cause });
  });
  try {
    loaded[id] = await Promise.race([loading, timedOut]);
    return loaded[id];
  } catch (error) {
    const fail = () => {
      throw error;
    };
    return { default: fail, clientLoader: fail };
  } finally {
    clearTimeout(timer);
  }
}
