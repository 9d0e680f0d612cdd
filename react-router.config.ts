import type { Config } from '@react-router/dev/config';
import { precompress } from './scripts/bundle/precompress.ts';

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // Two dozen routes: the whole list is smaller than the requests that would discover it.
  routeDiscovery: { mode: 'initial' },
  // The router would load the parts in ways of its own, past `src/app/web/chunks/load-route-module.ts`.
  splitRouteModules: false,
  // Only now is every file for browsers where it is served from.
  buildEnd: () => precompress('build/client'),
} satisfies Config;
