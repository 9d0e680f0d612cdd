/**
 * Stands in for the router's module that fetches the list of routes bit by bit (see
 * `scripts/bundle/chunks.ts`). Ours comes whole with the first page: `routeDiscovery` in
 * `react-router.config.ts` is `initial`.
 */

export const isFogOfWarEnabled = () => false;

export const useFogOFWarDiscovery = () => undefined;

export const getPatchRoutesOnNavigationFunction = () => undefined;

/** Only of a list that comes in parts. */
export const getPartialManifest = () => undefined;
