/**
 * Stands in for the router's module that lets programs watch it (see `scripts/bundle/chunks.ts`).
 * Nobody watches here: `entry.client.tsx` passes no `instrumentations`.
 */

export const consumeInstrumentationClientResultMetaReceiver = () => undefined;

export const getRouteInstrumentationUpdates = () => ({});

export const instrumentClientSideRouter = <Router>(router: Router): Router => router;
