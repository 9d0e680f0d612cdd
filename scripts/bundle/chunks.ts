import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Chunk = { name: string; facadeModuleId?: string | null; moduleIds: readonly string[] };

/**
 * Names a built script as specification section 7 has it, `static/js/{id}.{hash}.chunk.js`. The id is
 * made from what the chunk is, so that it stays when its content changes.
 */
export function chunkFileName({ name, facadeModuleId, moduleIds }: Chunk): string {
  const modules = facadeModuleId ? [facadeModuleId] : [...moduleIds].sort();
  const identity = [name, ...modules.map((id) => relative(root, id))].join('\n');
  const id = createHash('sha256').update(identity).digest().readUInt32BE() % 1_000_000;
  return `static/js/${id}.[hash].chunk.js`;
}

/** Modules of the router by their place in its `lib` folder, and what browsers get instead. */
const REPLACED: Readonly<Record<string, string>> = {
  // It offers no other way to learn that the code of a route could not be loaded.
  'dom/ssr/routeModules.js': 'src/web/chunks/load-route-module.ts',
  // It offers no way to leave out what is not used; with it, pages exceed their 105 KB of scripts.
  'router/instrumentation.js': 'src/web/chunks/no-instrumentation.ts',
  // It writes styles that the content policy forbids.
  'dom/ssr/errorBoundaries.js': 'src/web/chunks/last-error-boundary.tsx',
};

const ROUTER_LIBRARY = /[\\/]react-router[\\/]dist[\\/]\w+[\\/]lib[\\/]/;
/** What the router's own modules for browsers are imported by; the others are left out in the end. */
const ROUTER_FOR_BROWSERS = /[\\/]react-router[\\/]dist[\\/](?!.*[\\/](?:server-runtime|rsc)[\\/])/;

/** Puts modules of ours in the place of the router's. Fails the build when the router lacks one. */
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
      const place = resolved?.id.split(ROUTER_LIBRARY)[1]?.replaceAll('\\', '/') ?? '';
      const ours = REPLACED[place];
      if (ours === undefined) return null;
      missing.delete(place);
      return join(root, ours);
    },
    buildEnd(error) {
      if (error !== undefined || missing.size === 0) return;
      this.error(`react-router has moved ${[...missing].join(', ')}: see scripts/bundle/chunks.ts`);
    },
  };
}

/**
 * Vite's help for code that is loaded on demand fetches the style and the modules that come with it.
 * Here such code has neither.
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
