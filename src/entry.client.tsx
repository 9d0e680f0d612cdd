import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

declare global {
  interface Window {
    /** The modules of the matched routes, by route id: see `hydration-scripts.tsx`. */
    routeFiles?: Readonly<Record<string, string>>;
    __reactRouterRouteModules: Record<string, unknown>;
  }
}

// These modules have run already. In development the router's own script registers them.
for (const [id, file] of Object.entries(window.routeFiles ?? {})) {
  window.__reactRouterRouteModules ??= {};
  window.__reactRouterRouteModules[id] = await import(/* @vite-ignore */ file);
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    // What a translator or an extension has changed before is rendered again. React's default would be an uncaught error.
    { onRecoverableError: (error) => console.warn(error) },
  );
});
