import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createServer as createViteServer } from 'vite';
import { createApp } from '../src/app/app.ts';
import { describeForms, startBackgroundJobs } from '../src/app/background-jobs.ts';
import { openToServe } from '../src/app/boot.ts';
import type { RenderPage } from '../src/app/http/pages.ts';
import { run } from '../src/app/operator-error.ts';
import { profile } from '../src/content/profile.ts';
import { readConfig } from '../src/server/config.ts';

type Pages = { renderPage: RenderPage };

/**
 * The site with Vite in front, which reloads pages when their modules change. `npm run dev` starts it
 * under Node's watcher, which restarts it when a module of the server changes.
 */
await run(async () => {
  const config = readConfig();
  const opened = await openToServe(config);

  const server = createServer();
  const vite = await createViteServer({
    root: resolve(import.meta.dirname, '..'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  const loadPages = async () => (await vite.ssrLoadModule('/src/app/web/handler.ts')) as Pages;
  await loadPages();
  const app = createApp({
    ...opened,
    isDatabaseReady: opened.site.db.isReady,
    findStyle: () => undefined,
    renderPage: async (request, context) => {
      const pages = await loadPages();
      return pages.renderPage(request, context);
    },
    profile,
    contentPolicy: false,
    trustedProxies: config.trustedProxies,
    reportError: console.error,
  });
  const listener = getRequestListener(app.fetch);
  server.on('request', (request, response) => {
    vite.middlewares(request, response, () => listener(request, response));
  });
  let stopJobs = async (): Promise<void> => undefined;
  server.listen(config.port, config.host, () => {
    for (const line of describeForms(config)) console.log(line);
    console.log(`${profile.name} is running in development at ${config.publicUrl}`);
    stopJobs = startBackgroundJobs(opened.site, config, console.error);
  });

  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await vite.close();
    await stopJobs();
    await opened.close();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
});
