import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { createMedia } from '../media/api/serve-media.ts';
import type { PictureStore } from '../media/picture-store.ts';
import type { DrawShareImage } from '../media/share-images/share-image.ts';
import { oneClickUnsubscribe } from '../newsletter/api/one-click-unsubscribe.ts';
import { createDrawingRoutes } from '../posts/feeds/drawings.ts';
import { createFeeds } from '../posts/feeds/feeds.ts';
import type { SiteProfile } from '../posts/feeds/profile.ts';
import { createShareImageRoutes } from '../posts/feeds/share-images.ts';
import { createMoleculeFiles } from '../science/molecules/api/molecule-files.ts';
import { limitBodies } from '../server/http/body-limit.ts';
import { clientIp, identifyClient } from '../server/http/client-ip.ts';
import { compression } from '../server/http/compression.ts';
import { errorResponse, failureResponse } from '../server/http/error-responses.ts';
import { health } from '../server/http/health.ts';
import { metricsBehindToken } from '../server/http/metrics-endpoint.ts';
import { onePerIteration } from '../server/http/one-per-iteration.ts';
import {
  createRouteTable,
  type MatchPage,
  type RouteAt,
  rejectOtherMethods,
} from '../server/http/route-table.ts';
import { securityHeaders } from '../server/http/security-headers.ts';
import { createApi } from './api.ts';
import { LARGER_BODIES } from './body-limits.ts';
import { createPages, type PageDeps } from './http/pages.ts';

type AppDeps = PageDeps & {
  /** Reports readiness for load balancers. */
  isDatabaseReady: () => Promise<boolean>;
  matchPage: MatchPage;
  profile: SiteProfile;
  /** The storage of the library's pictures. */
  pictureStore: Pick<PictureStore, 'find'>;
  drawShareImage: DrawShareImage;
  /** `/metrics` behind a token; without it, there is no such route. */
  metrics?: { token: string; text: () => Promise<string> } | undefined;
  /** IP addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
};

/**
 * The whole site but the built files as one `Request → Response`, which tests call without a port, and the
 * table of its routes.
 */
export function createApp(deps: AppDeps): { app: Hono; routeAt: RouteAt } {
  const pages = createPages(deps);
  const app = new Hono();
  let table: RouteAt | undefined;
  const routeAt: RouteAt = (target) => {
    table ??= createRouteTable(app.routes, deps.matchPage);
    return table(target);
  };
  app.use(securityHeaders(deps));
  app.use(compression);
  app.use(identifyClient(deps.trustedProxies));
  app.use(rejectOtherMethods(routeAt));
  app.use(rejectEncodedBodies);
  app.use(limitBodies(routeAt, LARGER_BODIES));
  app.use(onePerIteration(OF_ONE_POST));
  app.onError((error) => errorResponse(error, deps));
  app.route('/', health(deps.isDatabaseReady));
  if (deps.metrics !== undefined) {
    app.route('/', metricsBehindToken(deps.metrics.token, deps.metrics.text));
  }
  app.route('/api', createApi({ ...deps, siteName: deps.profile.name }));
  app.route('/', createFeeds(deps));
  app.route('/', createShareImageRoutes(deps));
  app.route('/', createMedia(deps));
  app.route('/', createDrawingRoutes(deps));
  app.route('/', createMoleculeFiles(deps));
  app.route('/', oneClickUnsubscribe(deps.services.newsletter));
  app.all('*', (c) => pages(c.req.raw, clientIp(c)));
  return { app, routeAt };
}

/** Anybody may ask for them, they take long for a post of 2 MB, and not all of them are cached. */
const OF_ONE_POST = /^\/(?:api\/blog\/posts|blog)\/./i;

/** A compressed body could expand to a thousand times the limits. */
const rejectEncodedBodies = createMiddleware(async (c, next) => {
  const encoding = c.req.header('Content-Encoding')?.toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return next();
  return failureResponse({
    kind: 'unsupported-media-type',
    detail: 'The body must not have a content encoding.',
  });
});
