import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunkFileName, plainImports, routerForBrowsers } from './scripts/bundle/chunks.ts';
import { minifyInlineScripts } from './scripts/bundle/inline-scripts.ts';
import { sharedRules } from './scripts/bundle/shared-rules.ts';

/**
 * The framework changes seldom and stays in the browser's cache. Vite's preload helper belongs here: else
 * a page that imports dynamically would load a chunk of other pages for it.
 */
const FRAMEWORK =
  /[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]|vite[\\/]preload-helper/;

/** Shared by all hydrated pages: layout, head, links. */
const FRAME =
  /[\\/]src[\\/](?:\w+\.tsx?|app[\\/]web[\\/](?:chunks[\\/]|\w+\.tsx?)|site[\\/]layout[\\/](?!not-found)|ui[\\/](?:back-link|button|hero|icon|link|mark|section|crawler|seo|structure-url|structures|trusted-types)[.s]|content[\\/](?:site|navigation|page-seo|share-images)\.)/;

/** The forms of public pages, in one file: merged into others, its parts would bring pages that have none. */
const FORMS =
  /[\\/]src[\\/](?:ui[\\/](?:checked-form|form-done|form-error|honeypots?|honeypot-field|mail-instead|rejected-fields|scripted-form)\.|inquiries[\\/]pages[\\/]form[\\/]|content[\\/](?:field-errors|inquiry-errors|page-labels)\.)/;

/** Also in the glossary's search and in the admin area. */
const FIELDS = /[\\/]src[\\/]ui[\\/]field\./;

/** How texts are set: merged into others, the glossary would load parts of the blog for them. */
const SETTING = /[\\/]src[\\/]ui[\\/](?:unbroken|subscripts)\./;

/** Shared by several public pages. */
const PARTS =
  /[\\/]src[\\/](?:ui|content|(?:site|posts|inquiries|newsletter|science[\\/]glossary)[\\/]pages)[\\/]/;

/** Modules without side effects. */
const SIDE_EFFECT_FREE = /[\\/]src[\\/].*\.tsx?$/;

/** Loaded by administrators alone: the shared code of their pages, in one file. */
const ADMIN =
  /[\\/]node_modules[\\/]|[\\/]src[\\/](?!(?:app|content|site|ui)[\\/])(?!.*[\\/]pages[\\/])/;

export default defineConfig(({ command }) => ({
  plugins: [
    // Vite minifies it, too; Tailwind would warn of selectors that are newer than its parser.
    tailwindcss({ optimize: false }),
    sharedRules(),
    reactRouter(),
    routerForBrowsers(),
    plainImports(),
    minifyInlineScripts(),
  ],
  build: { assetsInlineLimit: 0, assetsDir: 'static', modulePreload: false },
  environments: {
    client: {
      build: {
        rollupOptions: {
          // Drops imports that only loaders and actions use.
          treeshake: { moduleSideEffects: [{ test: SIDE_EFFECT_FREE, sideEffects: false }] },
          output: {
            entryFileNames: chunkFileName,
            chunkFileNames: chunkFileName,
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK },
                { name: 'frame', test: FRAME },
                { name: 'fields', test: FIELDS },
                { name: 'forms', test: FORMS },
                { name: 'setting', test: SETTING },
                // Each request costs more than a few bytes that a page does not need.
                {
                  name: 'parts',
                  test: PARTS,
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: 2400,
                },
                { name: 'admin', test: ADMIN, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        // One file starts faster than a thousand small ones, which is what `noExternal` below is for, too.
        rollupOptions: { input: './src/app/web/handler.ts', output: { codeSplitting: false } },
      },
      // React selects its production build by this.
      ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
    },
  },
  worker: {
    format: 'es',
    rollupOptions: { output: { entryFileNames: chunkFileName, chunkFileNames: chunkFileName } },
  },
  // One file starts faster than a thousand small ones.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
}));
