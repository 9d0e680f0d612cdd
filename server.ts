import { resolve } from 'node:path';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { furnishSite, openSite, run } from './src/boot.ts';
import { readConfig } from './src/config.ts';
import { profile } from './src/content/profile.ts';
import { createApp } from './src/http/app.ts';
import type { RenderPage } from './src/http/pages.ts';
import { describeForms } from './src/work.ts';

await run(async () => {
  const config = readConfig();
  const log = pino({ level: config.logLevel });
  const site = await openSite(config);
  await furnishSite(site, config);

  const built: string = resolve(import.meta.dirname, 'build/server/index.js');
  const { renderPage } = (await import(built)) as { renderPage: RenderPage };
  const app = createApp({
    ...site,
    renderPage,
    profile,
    publicUrl: config.publicUrl,
    assets: resolve(import.meta.dirname, 'build/client'),
    contentPolicy: true,
    reportError: (error) => log.error({ err: error }, 'A request failed'),
  });

  const server = serve({ fetch: app.fetch, hostname: config.host, port: config.port }, () => {
    for (const line of describeForms(config)) console.log(line);
    console.log(`${profile.name} serves at ${config.publicUrl}`);
    site.beginWork((error) => log.error({ err: error }, 'Work in the background failed'));
  });
  server.once('error', (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `PORT ${config.port} is in use by another program: set another one`
        : error,
    );
    process.exit(1);
  });

  const drain = () => server.close(() => site.close());
  process.once('SIGTERM', drain);
  process.once('SIGINT', drain);
});
