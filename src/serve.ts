import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { pino } from 'pino';
import { furnishSite, openSite } from './boot.ts';
import { meetPeers } from './cluster/peers.ts';
import type { Config } from './config.ts';
import { profile } from './content/profile.ts';
import { watchPosts } from './db/changes.ts';
import { isUnavailable } from './db/unavailable.ts';
import { createApp } from './http/app.ts';
import { readAssets } from './http/cache/assets.ts';
import { createPageCache, keepNothing } from './http/cache/page-cache.ts';
import { observeReads } from './http/cache/reads.ts';
import { createListener } from './http/listener.ts';
import type { RenderPage } from './http/pages.ts';

const BUILD = resolve(import.meta.dirname, '../build');

/** In milliseconds. A client that is slower than this keeps nothing but its own connection. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  // Longer than proxies keep connections that they use again (usually 60 s): they close them first.
  keepAliveTimeout: 65_000,
} as const;

/** How long requests that are under way may go on after the end was asked for, in milliseconds. */
const PATIENCE = 30_000;

/** Serves the site until SIGTERM or SIGINT, and lets what is under way come to its end then. */
export async function serve(config: Config, announce: () => void): Promise<void> {
  const log = pino({ level: config.logLevel });
  const site = await openSite(config);
  await furnishSite(site, config);
  const { renderPage } = (await import(`${BUILD}/server/index.js`)) as { renderPage: RenderPage };
  const assets = await readAssets(`${BUILD}/client`, config.publicUrl);
  const app = createApp({
    ...site,
    services: observeReads(site.services),
    renderPage,
    profile,
    publicUrl: config.publicUrl,
    assets,
    contentPolicy: true,
    trustedProxies: config.trustedProxies,
    isUnavailable,
    reportError: (error) => log.error({ err: error }, 'A request failed'),
  });
  const cache =
    config.pageCacheMb === 0
      ? keepNothing(app.fetch)
      : createPageCache({
          fetch: app.fetch,
          publicUrl: config.publicUrl,
          nextDue: site.services.nextDue,
          now: Date.now,
          maxBytes: config.pageCacheMb * 1024 * 1024,
        });
  const watch = watchPosts(site.db, {
    changed: (id) => void (id === null ? cache.anyPostChanged() : cache.postChanged(id)),
    reportError: (error) => log.error({ err: error }, 'Changes of posts are not heard of'),
  });
  const show = (id: string) => {
    watch.note();
    return cache.postChanged(id);
  };
  const peers = meetPeers(show);
  site.onPostChanged(async (id) => {
    await Promise.all([show(id), peers.tell(id)]);
  });

  const server = createServer(TIMEOUTS, createListener({ cache, assets }));
  server.listen(config.port, config.host, () => {
    announce();
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

  const drain = () => {
    // A connection that answers its last request now is idle afterwards.
    const closing = setInterval(() => server.closeIdleConnections(), 100);
    const patience = setTimeout(() => server.closeAllConnections(), PATIENCE).unref();
    server.close(async () => {
      clearInterval(closing);
      clearTimeout(patience);
      await watch.end();
      await site.close();
      process.disconnect?.();
    });
  };
  process.once('SIGTERM', drain);
  process.once('SIGINT', drain);
}
