import { type ChunkFailure, ChunkLoadError } from './chunk-load-error.ts';

/** Specification section 9, in milliseconds. */
const TIMEOUT_MS = 120_000;

/**
 * Imports a built script by its absolute path.
 *
 * @throws {ChunkLoadError} when that fails, after 120 seconds at the latest
 */
async function loadChunk<Module>(url: string): Promise<Module> {
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

type Route = { id: string; module: string };

/**
 * Replaces the router's function of this name (see `scripts/bundle/chunks.ts`), which reloads the page
 * on a failure, endlessly while it lasts. Here the route's component throws the error, and the error
 * screen shows it. (The router ignores a rejection where a route has no loader, and shows nothing.)
 */
export async function loadRouteModule(
  route: Route,
  loaded: Record<string, unknown>,
): Promise<unknown> {
  if (route.id in loaded) return loaded[route.id];
  try {
    const module = await loadChunk(route.module);
    loaded[route.id] = module;
    return module;
  } catch (error) {
    const fail = () => {
      throw error;
    };
    return { default: fail, clientLoader: fail };
  }
}
