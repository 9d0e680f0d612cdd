import { createContext, useContext } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext, Scripts, useMatches } from 'react-router';

export const NonceContext = createContext<string | undefined>(undefined);

/**
 * Replaces the router's `Scripts`, whose files compete with styles and fonts: these are requested
 * after the first paint, in parallel, and run one after another, so that no task blocks input for
 * long.
 */
export function HydrationScripts() {
  const nonce = useContext(NonceContext);
  const matches = useMatches();
  const framework = useContext(FrameworkContext);
  // The development server injects modules that must run first.
  if (import.meta.env.DEV) return <Scripts nonce={nonce} />;
  // In the browser the page is hydrated already.
  if (!import.meta.env.SSR || framework === undefined) return null;
  const { manifest, renderMeta, serverHandoffString } = framework;
  // Makes the router stream the loader data into the document.
  if (renderMeta) renderMeta.didRenderScripts = true;
  const { entry, url } = manifest;
  const routes = matches.flatMap(({ id }) => manifest.routes[id] ?? []);
  const parts = [...(entry.imports ?? []), ...routes.flatMap(({ imports = [] }) => imports)];
  const plan = {
    // What others import comes first: each file that runs is one task.
    files: [...new Set([url, ...parts, ...routes.map(({ module }) => module), entry.module])],
    routes: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
  };
  const codes = [
    `window.__reactRouterContext=${serverHandoffString};${RECEIVE_DATA}`,
    `(${startHydration})(${JSON.stringify(plan)});`.replace(/\s+/g, ' '),
  ];
  return codes.map((code) => (
    <script
      key={code}
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: built from our own file names
      dangerouslySetInnerHTML={{ __html: code }}
    />
  ));
}

const RECEIVE_DATA =
  'window.__reactRouterContext.stream=new ReadableStream({start(controller){window.__reactRouterContext.streamController=controller}}).pipeThrough(new TextEncoderStream());';

type HydrationPlan = { files: string[]; routes: Record<string, string> };

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (file: string) => string | null },
  ) => { createScriptURL: (file: string) => string };
};

/**
 * Inlined into the page as text: it must not use anything outside itself. It may not `import()`: the
 * content security policy trusts the script elements that it creates and their imports (CSP3,
 * `'strict-dynamic'`).
 */
function startHydration({ files, routes }: HydrationPlan): void {
  // Not every browser has Trusted Types.
  const trusted = (window as Window & { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
    'ligara-start',
    { createScriptURL: (file) => (files.includes(file) ? file : null) },
  );
  /** Replaces the skeleton of a page that only scripts can fill: `admin/start-failure.tsx`. */
  const fail = () => {
    for (const skeleton of document.querySelectorAll<HTMLElement>('[data-skeleton]')) {
      skeleton.hidden = true;
    }
    for (const failure of document.querySelectorAll<HTMLElement>('[data-start-failure]')) {
      failure.hidden = false;
      failure.onclick = ({ target }) => target instanceof HTMLButtonElement && location.reload();
    }
  };
  // A module that was loaded and then throws fires no `error` event on its element.
  addEventListener('error', ({ filename }) => {
    if (filename.startsWith(location.origin)) fail();
  });
  // The timeout of a chunk (specification section 9).
  const timer = setTimeout(fail, 120_000);
  window.routeFiles = routes;
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    for (const file of files) {
      document.head.append(
        Object.assign(document.createElement('script'), {
          type: 'module',
          // In their order, though all are requested at once.
          async: false,
          src: trusted?.createScriptURL(file) ?? file,
          onload: () => file === files.at(-1) && clearTimeout(timer),
          onerror: fail,
        }),
      );
    }
  }).observe({ type: 'paint', buffered: true });
}
