import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { PictureStore } from '../domain/media/picture-store.ts';
import type { Services } from '../domain/services.ts';
import { createApi } from './api/api.ts';
import { errorResponse, failureResponse } from './api/error-responses.ts';
import { limitBodies } from './body-limit.ts';
import type { Assets } from './cache/assets.ts';
import { toResponse } from './cache/stored-response.ts';
import { clientIp, identifyClient } from './client-ip.ts';
import { compression } from './compression.ts';
import { preferredEncoding } from './encoding.ts';
import { createFeeds } from './feeds/feeds.ts';
import type { SiteProfile } from './feeds/profile.ts';
import { health } from './health.ts';
import { createMedia } from './media.ts';
import { metricsBehindToken } from './metrics-endpoint.ts';
import { oneClickUnsubscribe } from './one-click-unsubscribe.ts';
import { createPages, type RenderPage } from './pages.ts';
import {
  createRouteTable,
  type MatchPage,
  type RouteAt,
  rejectOtherMethods,
} from './route-table.ts';
import { securityHeaders } from './security-headers.ts';
import { createShareImageRoutes } from './share-images.ts';

type Parts = {
  services: Services;
  /** Whether requests should be sent here. */
  isDatabaseReady: () => Promise<boolean>;
  renderPage: RenderPage;
  matchPage: MatchPage;
  profile: SiteProfile;
  publicUrl: string;
  /** The built files for browsers; null where something else serves them. */
  assets: Assets | null;
  /** Where the library's pictures are kept. */
  pictureStore: Pick<PictureStore, 'find'>;
  contentPolicy: boolean;
  /** The figures for Prometheus, and who is told them; without it there is no such address. */
  metrics?: { token: string; text: () => Promise<string> } | undefined;
  /** Addresses and networks of proxies whose word is taken on who asks. */
  trustedProxies: readonly string[];
  /** Whether an error means that the database is out of reach or takes nothing. */
  isUnavailable: (error: unknown) => boolean;
  /** Whether it means that what was sent may have been saved all the same. */
  isOutcomeUnknown: (error: unknown) => boolean;
  /** Told of what must not happen. */
  reportError: (error: unknown) => void;
};

/**
 * The whole site as one `Request → Response`, so that tests call it without a port, with what says which
 * route a request leads to.
 */
export function createApp(parts: Parts): { app: Hono; routeAt: RouteAt } {
  const { assets } = parts;
  const pages = createPages(parts);
  const app = new Hono();
  let table: RouteAt | undefined;
  const routeAt: RouteAt = (target) => {
    table ??= createRouteTable(app.routes, parts.matchPage);
    return table(target);
  };
  app.use(securityHeaders(parts));
  app.use(compression);
  app.use(identifyClient(parts.trustedProxies));
  app.use(rejectOtherMethods(routeAt));
  app.use(rejectEncodedBodies);
  app.use(limitBodies(routeAt));
  app.onError((error) => errorResponse(error, parts));
  app.route('/', health(parts.isDatabaseReady));
  if (parts.metrics !== undefined) {
    app.route('/', metricsBehindToken(parts.metrics.token, parts.metrics.text));
  }
  app.route('/api', createApi({ ...parts, siteName: parts.profile.name }));
  app.route('/', createFeeds(parts));
  app.route('/', createShareImageRoutes(parts));
  app.route('/', createMedia(parts.pictureStore));
  if (assets !== null) app.on(['GET'], '*', builtFiles(assets));
  app.route('/', oneClickUnsubscribe(parts.services));
  app.all('*', (c) => pages(c.req.raw, clientIp(c)));
  return { app, routeAt };
}

/** A body that unpacks itself could be a thousand times what the limits allow. */
const rejectEncodedBodies = createMiddleware(async (c, next) => {
  const encoding = c.req.header('Content-Encoding')?.toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return next();
  return failureResponse({
    kind: 'unsupported-media-type',
    detail: 'The body must be sent without a content encoding.',
  });
});

/** Serves the file at an address, if there is one. */
function builtFiles(assets: Assets) {
  return createMiddleware(async (c, next) => {
    const file = assets.get(c.req.path);
    if (file === undefined) return next();
    const encoding = preferredEncoding(c.req.header('Accept-Encoding'));
    return toResponse(await file.represent(encoding), c.req.raw);
  });
}
