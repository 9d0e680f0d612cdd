import { minifySync, type Plugin } from 'vite';

/** Modules with a function that pages inline as text. */
const INLINED = /[\\/]src[\\/]posts[\\/]pages[\\/](?:enhance-article|copy-formulas)\.ts$/;

/**
 * Shortens what functions that pages inline call their variables: the server's build is not minified, and what a
 * page to be read runs by itself is 2.5 KB.
 */
export function minifyInlineScripts(): Plugin {
  let found = 0;
  return {
    name: 'minify-inline-scripts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: {
      filter: { id: INLINED },
      handler(code, id) {
        found += 1;
        return minifySync(id.replace(/ts$/, 'js'), code, { module: true, compress: true }).code;
      },
    },
    buildEnd(error) {
      if (error === undefined && found === 0) this.error('No inlined script found: see INLINED');
    },
  };
}
