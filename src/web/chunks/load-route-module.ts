import { loadChunk } from './load-chunk.ts';

type Route = { id: string; module: string };

/**
 * Stands in for the router's own function of this name (see `scripts/bundle/chunks.ts`), which
 * answers a failure by loading the page anew, again and again while it lasts. Here a route whose
 * code does not come has the error in place of its page, and the error screen shows it. (A rejection
 * would not do: the router drops it where a route has no loader, and shows nothing.)
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
