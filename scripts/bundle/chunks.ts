import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Chunk = { name: string; facadeModuleId?: string | null; moduleIds: readonly string[] };

/**
 * Names a built script by section 7 of the specification, `static/js/{id}.{hash}.chunk.js`. The id depends
 * on the chunk's modules, so that it is stable when their content changes.
 */
export function chunkFileName({ name, facadeModuleId, moduleIds }: Chunk): string {
  const modules = facadeModuleId ? [facadeModuleId] : [...moduleIds].sort();
  const identity = [name, ...modules.map((id) => relative(root, id))].join('\n');
  const id = createHash('sha256').update(identity).digest().readUInt32BE() % 1_000_000;
  return `static/js/${id}.[hash].chunk.js`;
}

/** Modules of the router's `lib` folder, and their replacements in the browser. */
const REPLACED: Readonly<Record<string, string>> = {
  // The router has no hook for a route module that fails to load.
  'dom/ssr/routeModules.js': 'src/app/web/chunks/load-route-module.ts',
  // It offers no way to leave out what is not used; with it, pages exceed their 105 KB of scripts.
  'router/instrumentation.js': 'src/app/web/chunks/no-instrumentation.ts',
  // It writes styles that the content policy forbids.
  'dom/ssr/errorBoundaries.js': 'src/app/web/chunks/last-error-boundary.tsx',
};

const ROUTER_LIBRARY = /[\\/]react-router[\\/]dist[\\/]\w+[\\/]lib[\\/]/;
/** Importers in the router's browser build; its server modules are tree-shaken. */
const ROUTER_FOR_BROWSERS = /[\\/]react-router[\\/]dist[\\/](?!.*[\\/](?:server-runtime|rsc)[\\/])/;

/** Fails the build when the router no longer has one of the modules. */
export function routerForBrowsers(): Plugin {
  const missing = new Set(Object.keys(REPLACED));
  return {
    name: 'router-for-browsers',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      if (importer === undefined || !ROUTER_FOR_BROWSERS.test(importer)) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      const path = resolved?.id.split(ROUTER_LIBRARY)[1]?.replaceAll('\\', '/') ?? '';
      const ours = REPLACED[path];
      if (ours === undefined) return null;
      missing.delete(path);
      return join(root, ours);
    },
    buildEnd(error) {
      if (error !== undefined || missing.size === 0) return;
      this.error(`react-router has moved ${[...missing].join(', ')}: see scripts/bundle/chunks.ts`);
    },
  };
}

/**
 * Removes Vite's preload helper, which fetches the styles and dependencies of a dynamic import: here
 * such imports have neither.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /vite[\\/]preload-helper/ },
      handler: () => ({ code: 'export const __vitePreload = (load) => load();', map: null }),
    },
  };
}
