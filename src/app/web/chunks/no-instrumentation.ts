/**
 * Replaces the router's instrumentation module (see `scripts/bundle/chunks.ts`): `entry.client.tsx`
 * passes no `instrumentations`.
 */

export const consumeInstrumentationClientResultMetaReceiver = () => undefined;

export const getRouteInstrumentationUpdates = () => ({});

export const instrumentClientSideRouter = <Router>(router: Router): Router => router;
