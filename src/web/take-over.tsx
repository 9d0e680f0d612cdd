import { useContext } from 'react';
import { UNSAFE_FrameworkContext as FrameworkContext, Scripts, useMatches } from 'react-router';

/**
 * The scripts by which a browser takes a page over from the server, in the place of the router's
 * `Scripts`, which asks for all of its files at once with the style and the fonts. Without them a page
 * can be read already, so here they are asked for when it has been painted, all in parallel, and run
 * one after another, so that none keeps the page from answering for long.
 */
export function TakeOver({ nonce }: { nonce: string | undefined }) {
  const matches = useMatches();
  const framework = useContext(FrameworkContext);
  // The development server sends modules of its own before all others.
  if (import.meta.env.DEV) return <Scripts nonce={nonce} />;
  // A browser that renders this has taken the page over.
  if (!import.meta.env.SSR || framework === undefined) return null;
  const { manifest, renderMeta, serverHandoffString } = framework;
  // The router then writes what the loaders answered.
  if (renderMeta) renderMeta.didRenderScripts = true;
  const routes = matches.flatMap(({ id }) => manifest.routes[id] ?? []);
  const files = [manifest.entry, ...routes].flatMap(({ module, imports = [] }) => [
    ...imports,
    module,
  ]);
  const order = {
    files: [...new Set([manifest.url, ...files])],
    // What the first of these bring along is the framework, the largest part.
    first: [manifest.url, ...(manifest.entry.imports ?? [])],
    routes: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
    entry: manifest.entry.module,
  };
  const codes = [
    `window.__reactRouterContext=${serverHandoffString};${RECEIVE_DATA}`,
    `(${takeOver})(${JSON.stringify(order)});`.replace(/\s+/g, ' '),
  ];
  return codes.map((code) => (
    <script
      key={code}
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made of this program's own names
      dangerouslySetInnerHTML={{ __html: code }}
    />
  ));
}

/** Where the router puts what the loaders answered, as its own `Scripts` prepares it. */
const RECEIVE_DATA =
  'window.__reactRouterContext.stream=new ReadableStream({start(controller){window.__reactRouterContext.streamController=controller}}).pipeThrough(new TextEncoderStream());';

type Order = {
  /** All that the page needs, to be fetched at once. */
  files: string[];
  /** What is run first. */
  first: string[];
  /** The addresses of the routes that lead to the page, by their ids. */
  routes: Record<string, string>;
  entry: string;
};

/**
 * Runs as text in the page: it must use nothing from outside itself. It may not `import()`: the content
 * policy trusts the script elements that it makes, and what those import (CSP3, `'strict-dynamic'`).
 */
function takeOver({ files, first, routes, entry }: Order): void {
  const page = window as Window & {
    scheduler?: Partial<Scheduler>;
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (file: string) => string | null },
      ) => { createScriptURL: (file: string) => string };
    };
  };
  // Not every browser has these two.
  const pause = () => page.scheduler?.yield?.();
  const trusted = page.trustedTypes?.createPolicy('ligara-start', {
    createScriptURL: (file) => (files.includes(file) ? file : null),
  });
  const run = (file: string) =>
    new Promise((resolve, reject) => {
      document.head.append(
        Object.assign(document.createElement('script'), {
          type: 'module',
          src: trusted?.createScriptURL(file) ?? file,
          onload: resolve,
          onerror: reject,
        }),
      );
    });
  /** A page that nothing but its scripts can fill says that they failed: `admin/start-failure.tsx`. */
  const fail = () => {
    for (const skeleton of document.querySelectorAll<HTMLElement>('[data-skeleton]')) {
      skeleton.hidden = true;
    }
    for (const failure of document.querySelectorAll<HTMLElement>('[data-start-failure]')) {
      failure.hidden = false;
      for (const button of failure.querySelectorAll('button')) {
        button.onclick = () => location.reload();
      }
    }
  };
  // A module that was loaded and then throws fires no `error` event on its element.
  addEventListener('error', ({ filename }) => {
    if (filename.startsWith(location.origin)) fail();
  });
  // As long as a chunk may take (specification section 9).
  const timer = setTimeout(fail, 120_000);
  const begin = async () => {
    for (const href of files) {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
      );
    }
    for (const file of [...first, ...Object.values(routes)]) {
      await run(file);
      await pause();
    }
    window.routeFiles = routes;
    await run(entry);
    clearTimeout(timer);
  };
  if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      begin().catch(fail);
    }).observe({ type: 'paint', buffered: true });
  } else {
    begin().catch(fail);
  }
}
