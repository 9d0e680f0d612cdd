import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunkFileName, routesByOurOwnLoader } from './scripts/bundle/chunks.ts';

const SHARED = /[\\/]lucide-react[\\/]|[\\/]src[\\/](?:web[\\/](?:ui|layout)|content)[\\/]/;

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), routesByOurOwnLoader()],
  build: { assetsInlineLimit: 0, assetsDir: 'static' },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            entryFileNames: chunkFileName,
            chunkFileNames: chunkFileName,
            // What several pages share comes in one file: each request costs more than its few bytes.
            codeSplitting: { groups: [{ name: 'shared', minShareCount: 2, test: SHARED }] },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: './src/web/handler.ts' } } },
  },
  worker: {
    format: 'es',
    rollupOptions: { output: { entryFileNames: chunkFileName, chunkFileNames: chunkFileName } },
  },
  // One file with everything in it starts faster than a thousand small ones.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
}));
