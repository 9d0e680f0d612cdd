import { resolve } from 'node:path';
import { lockSqliteData, openSite, seedSite } from './boot.ts';
import type { Config } from './config.ts';
import { profile } from './content/profile.ts';
import { isOutcomeUnknown, isUnavailable } from './db/unavailable.ts';
import { watchPosts } from './db/watch-posts.ts';
import { createApp } from './http/app.ts';
import { readAssets } from './http/cache/assets.ts';
import { createPageCache, noCache } from './http/cache/page-cache.ts';
import { observeReads } from './http/cache/reads.ts';
import { describeListenFailure } from './http/listen-failure.ts';
import type { Metrics } from './http/metrics.ts';
import { listenForMetrics } from './http/metrics-endpoint.ts';
import type { RenderPage } from './http/pages.ts';
import { createReadiness } from './http/readiness.ts';
import { type CompletedRequest, currentRequestId, trackRequests } from './http/request-tracker.ts';
import type { MatchPage } from './http/route-table.ts';
import { createSiteServer } from './http/server.ts';
import { createLog } from './log.ts';

const BUILD = resolve(import.meta.dirname, '../build');

/** What `npm run build` makes of `src/web/handler.ts`. */
type BuiltPages = { renderPage: RenderPage; matchPage: MatchPage };

/** How long requests that are under way may go on after the end was asked for, in milliseconds. */
const PATIENCE = 30_000;

/** Serves the site until SIGTERM or SIGINT, and lets what is under way come to its end then. */
export async function serve(config: Config, announce: () => void): Promise<void> {
  const log = createLog(config.logLevel);
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The process ends');
    process.exit(1);
  });
  const errors = { unavailable: 0, failed: 0, background: 0 };
  const reportRequest = (error: unknown) => {
    errors[isUnavailable(error) ? 'unavailable' : 'failed'] += 1;
    log.error({ request: currentRequestId(), err: error }, 'A request failed');
  };
  const reportWork = (what: string) => (error: unknown) => {
    errors.background += 1;
    log.error({ err: error }, what);
  };
  const lock = lockSqliteData(config);
  const site = await openSite(config, (err) => {
    errors.unavailable += 1;
    log.error({ err }, 'The database cannot be reached');
  });
  await seedSite(site, config);
  const pages = (await import(`${BUILD}/server/index.js`)) as BuiltPages;
  const assets = await readAssets(`${BUILD}/client`, config.publicUrl);
  const readiness = createReadiness(site.isDatabaseReady);
  const { metricsPort, metricsToken, publicUrl } = config;
  let metrics: Metrics | undefined;
  let figures = async () => '';
  const { app, routeAt } = createApp({
    ...site,
    isDatabaseReady: readiness.isReady,
    metrics:
      metricsToken === undefined ? undefined : { token: metricsToken, text: () => figures() },
    services: observeReads(site.services),
    renderPage: pages.renderPage,
    matchPage: pages.matchPage,
    profile,
    publicUrl: config.publicUrl,
    assets,
    contentPolicy: true,
    trustedProxies: config.trustedProxies,
    isUnavailable,
    isOutcomeUnknown,
    reportError: reportRequest,
  });
  const cache =
    config.pageCacheMb === 0
      ? noCache(app.fetch)
      : createPageCache({
          fetch: app.fetch,
          publicUrl: config.publicUrl,
          nextDue: site.services.nextDue,
          now: Date.now,
          maxBytes: config.pageCacheMb * 1024 * 1024,
        });
  const changes = watchPosts(site.db, {
    changed: (id) => void (id === null ? cache.anyPostChanged() : cache.postChanged(id)),
    reportError: reportWork('Changes of posts are not heard of'),
  });
  const show = (id: string) => {
    changes.noteOwnChange();
    return cache.postChanged(id);
  };
  site.onPostChanged(show);

  const onCacheHit = (answer: CompletedRequest) => log.debug(answer, 'Answered from memory');
  const watch = trackRequests({
    routeAt,
    trustedProxies: config.trustedProxies,
    answered: (answer) => {
      metrics?.answered(answer);
      // Whoever watches the process asks every few seconds.
      log[answer.route === 'health' ? 'debug' : 'info'](answer, 'Answered');
    },
    onCacheHit: log.isLevelEnabled('debug') ? onCacheHit : undefined,
  });
  if (metricsPort !== undefined || metricsToken !== undefined) {
    const { createMetrics } = await import('./http/metrics.ts');
    metrics = createMetrics({
      requests: watch,
      cache: cache.figures,
      isDatabaseReady: readiness.isReady,
      mails: site.services.mailCounts,
      errors,
    });
    figures = metrics.text;
  }
  await openMetricsPort({
    config,
    text: figures,
    reportError: reportWork('There are no figures'),
  });

  const reportError = reportRequest;
  const server = createSiteServer({ cache, assets, publicUrl, reportError, watch });
  server.listen(config.port, config.host, () => {
    announce();
    site.startJobs(reportWork('BackgroundJobs in the background failed'));
  });
  server.once('error', (error) => {
    console.error(describeListenFailure(error, { ...config, setting: 'PORT' }) ?? error);
    process.exit(1);
  });

  const drain = () => {
    readiness.drain();
    // A connection that answers its last request now is idle afterwards.
    const closing = setInterval(() => server.closeIdleConnections(), 100);
    const patience = setTimeout(() => server.closeAllConnections(), PATIENCE).unref();
    server.close(async () => {
      clearInterval(closing);
      clearTimeout(patience);
      await changes.end();
      await site.close();
      lock?.release();
    });
  };
  process.once('SIGTERM', drain);
  process.once('SIGINT', drain);
}

type MetricsPort = {
  config: Config;
  text: () => Promise<string>;
  reportError: (error: unknown) => void;
};

/** Ends the process with one line where the port cannot be had; does nothing where none is set. */
async function openMetricsPort({ config, ...parts }: MetricsPort): Promise<void> {
  const { metricsPort: port, host } = config;
  if (port === undefined) return;
  await listenForMetrics({ ...parts, port, host }).catch((error: unknown) => {
    console.error(describeListenFailure(error, { setting: 'METRICS_PORT', port, host }) ?? error);
    process.exit(1);
  });
}
