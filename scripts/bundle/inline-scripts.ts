import { minifySync, type Plugin } from 'vite';

const INLINED = /[\\/]src[\\/]posts[\\/]pages[\\/](?:enhance-article|copy-formulas)\.ts$/;

/** The server's build is not minified, and the scripts that a page inlines may have 2.5 KB. */
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
