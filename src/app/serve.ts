import { once } from 'node:events';
import { resolve } from 'node:path';
import { profile } from '../content/profile.ts';
import { createMailFailures } from '../mail/mail-transports.ts';
import { countMails } from '../mail/outbox.ts';
import { nextDue } from '../posts/public-posts.ts';
import type { Config } from '../server/config.ts';
import { outageOf } from '../server/db/unavailable.ts';
import { watchPosts } from '../server/db/watch-posts.ts';
import { readAssets } from '../server/http/cache/assets.ts';
import { createPageCache, noCache } from '../server/http/cache/page-cache.ts';
import { listenForMetrics } from '../server/http/metrics-endpoint.ts';
import { createReadiness } from '../server/http/readiness.ts';
import { currentRequestId } from '../server/http/requests.ts';
import { createSiteServer } from '../server/http/server.ts';
import { createLog } from '../server/log.ts';
import { createApp } from './app.ts';
import { startBackgroundJobs } from './background-jobs.ts';
import { openToServe } from './boot.ts';
import type { RenderPage } from './http/pages.ts';

const BUILD = resolve(import.meta.dirname, '../../build');

const DRAIN_TIMEOUT_MS = 30_000;

/** Serves until SIGTERM or SIGINT, then drains: requests in progress may end. */
export async function serve(config: Config, announce: () => void): Promise<void> {
  const log = createLog(config.logLevel);
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Uncaught exception: the process exits');
    process.exit(1);
  });
  const errors = { unavailable: 0, failed: 0, background: 0 };
  const reportRequest = (error: unknown) => {
    errors[outageOf(error) === null ? 'failed' : 'unavailable'] += 1;
    log.error({ request: currentRequestId(), err: error }, 'A request failed');
  };
  const reportBackground = (message: string) => (error: unknown) => {
    errors.background += 1;
    log.error({ err: error }, message);
  };
  const mailFailures = createMailFailures(log, Date.now);
  const opened = await openToServe(config, {
    onConnectionLost: (err) => {
      errors.unavailable += 1;
      log.error({ err }, 'The database is unreachable');
    },
    onRenderFailed: reportBackground('A text could not be rendered'),
  });
  const { site } = opened;
  const pages = (await import(`${BUILD}/server/index.js`)) as { renderPage: RenderPage };
  const assets = await readAssets(`${BUILD}/client`, config.publicUrl);
  const readiness = createReadiness(site.db.isReady);
  const { metricsPort, metricsToken, host } = config;
  const memoryHits = { file: 0, page: 0 };
  const isMeasured = metricsPort !== undefined || metricsToken !== undefined;
  const metrics = isMeasured
    ? (await import('../server/http/metrics.ts')).createMetrics({
        memoryHits,
        cache: () => cache.stats(),
        isDatabaseReady: readiness.isReady,
        mails: () => countMails(site.db),
        mailFailures: mailFailures.count,
        errors,
      })
    : undefined;
  const app = createApp({
    site,
    drawShareImage: opened.drawShareImage,
    isDatabaseReady: readiness.isReady,
    metrics: metrics && metricsToken ? { token: metricsToken, text: metrics.text } : undefined,
    renderPage: pages.renderPage,
    findStyle: (url) => assets.get(url)?.body.toString(),
    profile,
    contentPolicy: true,
    trustedProxies: config.trustedProxies,
    reportError: reportRequest,
    onCompleted: (request) => {
      metrics?.record(request);
      // Health checks come every few seconds.
      log[request.route === 'health' ? 'debug' : 'info'](request, 'Answered');
    },
  });
  const cache =
    config.pageCacheMb === 0
      ? noCache(app.fetch)
      : createPageCache({
          fetch: app.fetch,
          publicUrl: config.publicUrl,
          nextDue: (since) => nextDue(site, since),
          now: Date.now,
          maxBytes: config.pageCacheMb * 1024 * 1024,
        });
  const endWatch = watchPosts(site.db, {
    onChange: cache.clear,
    reportError: reportBackground('Watching for changed posts failed'),
  });
  site.postChanged = cache.clear;

  const exit = (setting: 'PORT' | 'METRICS_PORT') => (error: Error) => {
    console.error(`HOST and ${setting}: ${error.message}`);
    process.exit(1);
  };
  if (metrics !== undefined && metricsPort !== undefined) {
    const reportError = reportBackground('Collecting metrics failed');
    const options = { text: metrics.text, host, port: metricsPort, reportError };
    await listenForMetrics(options).catch(exit('METRICS_PORT'));
  }

  const server = createSiteServer({
    cache,
    assets,
    reportError: reportRequest,
    countHit: (kind) => {
      memoryHits[kind] += 1;
    },
  });
  await once(server.listen(config.port, host), 'listening').catch(exit('PORT'));
  announce();
  const reportJob = reportBackground('A background job failed');
  const stopJobs = startBackgroundJobs(site, config, reportJob, mailFailures.report);

  const drain = (signal: string) => {
    log.info({ signal }, 'Ending: requests in progress may end');
    readiness.drain();
    // A connection becomes idle when its last response has been sent.
    const closing = setInterval(() => server.closeIdleConnections(), 100);
    const timeout = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS).unref();
    server.close(async () => {
      clearInterval(closing);
      clearTimeout(timeout);
      await endWatch();
      await stopJobs();
      await opened.close();
    });
  };
  process.once('SIGTERM', drain);
  process.once('SIGINT', drain);
}
