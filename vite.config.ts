import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: { build: { rollupOptions: { input: './src/web/handler.ts' } } },
  },
  // One file with everything in it starts faster than a thousand small ones.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
}));
