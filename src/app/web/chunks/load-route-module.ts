import { loadChunk } from './load-chunk.ts';

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
