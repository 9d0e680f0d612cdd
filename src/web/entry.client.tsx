import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { prepareRecovery } from './hydration-recovery.ts';

declare global {
  interface Window {
    /** The files of the routes that lead to the page, by their ids: see `take-over.tsx`. */
    routeFiles?: Readonly<Record<string, string>>;
    __reactRouterRouteModules: Record<string, unknown>;
  }
}

// They have run already. In development the router's own script has put them there.
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
    { onRecoverableError: prepareRecovery() },
  );
});
