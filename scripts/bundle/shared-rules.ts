import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const RULES =
  /\/src\/((?:accounts|inquiries|mail|media|newsletter|posts|rendering|science|server|text|transfer)\/(?!(?:.*\/)?(?:admin|pages)\/)[^?]*\.ts)$/;

/**
 * Leaves the rules that loaders call out of the server's bundle, which imports their files: a second copy would have
 * caches, locks and classes of errors of its own.
 */
export function sharedRules(): Plugin {
  return {
    name: 'shared-rules',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (this.environment.name !== 'ssr' || !source.startsWith('.')) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const path = resolved === null ? undefined : RULES.exec(resolved.id)?.[1];
      if (resolved === null || path === undefined) return null;
      const isBuilt = this.environment.mode === 'build';
      // `imports` of package.json: the chunks of the bundle lie at different depths.
      return { id: isBuilt ? `#src/${path}` : pathToFileURL(resolved.id).href, external: true };
    },
  };
}
