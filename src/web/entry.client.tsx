import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

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

/** What the theme script, translators and extensions have set, which React does not know of. */
const attributes = [document.documentElement, document.body].map((element) => ({
  element,
  before: [...element.attributes].map(({ name, value }) => ({ name, value })),
}));

/**
 * Something changed the page before it was hydrated, so React has rendered all of it again in place of
 * the server's, and has removed the attributes that it does not know.
 */
function recover(error: unknown): void {
  console.warn('The page could not be hydrated and was rendered again.', error);
  for (const { element, before } of attributes) {
    for (const { name, value } of before) element.setAttribute(name, value);
  }
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    { onRecoverableError: recover },
  );
});
