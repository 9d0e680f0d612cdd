import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunkFileName, plainImports, routerForBrowsers } from './scripts/bundle/chunks.ts';

/**
 * The framework, which changes seldom and stays in the browser's cache, and what loads parts late, which
 * would else bring to the first page that does the file of the others that do.
 */
const FRAMEWORK =
  /[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]|vite[\\/]preload-helper/;

/** What every page with the framework needs: the frame around it, its head, its links. */
const FRAME =
  /[\\/]src[\\/](?:web[\\/](?:chunks[\\/]|layout[\\/]|ui[\\/](?:button|hero|icon|link|mark|section|trusted-types)[.s]|(?!dates)\w+\.tsx?)|content[\\/](?:site|navigation|page-seo|share-images)\.)/;

/** What several public pages are made of. */
const PARTS = /[\\/]src[\\/](?:web[\\/](?:ui|pages|blog|dates)|content)[\\/]/;

/** Modules that do nothing when they are loaded. */
const OURS = /[\\/]src[\\/](?:content|domain|web)[\\/].*\.tsx?$/;

/** What only administrators load, and only they: all of what their pages share in one file. */
const ADMIN = /[\\/](?:node_modules|src[\\/](?:web[\\/]admin|domain))[\\/]/;

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), routerForBrowsers(), plainImports()],
  build: { assetsInlineLimit: 0, assetsDir: 'static', modulePreload: false },
  environments: {
    client: {
      build: {
        rollupOptions: {
          // What only the server uses of a page is not loaded for what it might do by itself.
          treeshake: { moduleSideEffects: [{ test: OURS, sideEffects: false }] },
          output: {
            entryFileNames: chunkFileName,
            chunkFileNames: chunkFileName,
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK },
                { name: 'frame', test: FRAME },
                // Each request costs more than a few bytes that a page does not need.
                {
                  name: 'parts',
                  test: PARTS,
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: 2000,
                },
                { name: 'admin', test: ADMIN, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { input: './src/web/handler.ts' } },
      // React brings two builds of itself along and asks which one is wanted.
      ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
    },
  },
  worker: {
    format: 'es',
    rollupOptions: { output: { entryFileNames: chunkFileName, chunkFileNames: chunkFileName } },
  },
  // One file with everything in it starts faster than a thousand small ones.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
}));
