import { createHash } from 'node:crypto';
import { relative } from 'node:path';
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

const ROUTER_MODULE =
  /[\\/]react-router[\\/]dist[\\/]\w+[\\/]lib[\\/]dom[\\/]ssr[\\/]routeModules\.js$/;

/**
 * Puts our way of loading a route's code in the place of the router's, which offers no other way to
 * learn that it failed. Fails the build when the router no longer has that module.
 */
export function routesByOurOwnLoader(): Plugin {
  const ours = fileURLToPath(new URL('../../src/web/chunks/load-route-module.ts', import.meta.url));
  let replaced = false;
  return {
    name: 'routes-by-our-own-loader',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      if (!source.endsWith('/routeModules.js')) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      if (!resolved || !ROUTER_MODULE.test(resolved.id)) return null;
      replaced = true;
      return ours;
    },
    buildEnd(error) {
      if (error === undefined && !replaced) {
        this.error('react-router has moved its routeModules.js: see scripts/bundle/chunks.ts');
      }
    },
  };
}
