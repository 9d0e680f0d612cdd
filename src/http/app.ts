import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { PictureStore } from '../domain/media/picture-store.ts';
import type { Services } from '../domain/services.ts';
import type { DrawShareImage } from '../domain/share-images/share-image.ts';
import { createApi } from './api/api.ts';
import { errorResponse, failureResponse, type OutageOf } from './api/error-responses.ts';
import { limitBodies } from './body-limit.ts';
import { clientIp, identifyClient } from './client-ip.ts';
import { compression } from './compression.ts';
import { createDrawingRoutes } from './drawings.ts';
import { createFeeds } from './feeds/feeds.ts';
import type { SiteProfile } from './feeds/profile.ts';
import { health } from './health.ts';
import { createMedia } from './media.ts';
import { metricsBehindToken } from './metrics-endpoint.ts';
import { createMoleculeFiles } from './molecules.ts';
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

type AppDeps = {
  services: Services;
  /** Reports readiness for load balancers. */
  isDatabaseReady: () => Promise<boolean>;
  renderPage: RenderPage;
  /** The text of a built style by its URL. */
  findStyle: (url: string) => string | undefined;
  matchPage: MatchPage;
  profile: SiteProfile;
  publicUrl: string;
  /** The storage of the library's pictures. */
  pictureStore: Pick<PictureStore, 'find'>;
  drawShareImage: DrawShareImage;
  contentPolicy: boolean;
  /** `/metrics` behind a token; without it, there is no such route. */
  metrics?: { token: string; text: () => Promise<string> } | undefined;
  /** IP addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  outageOf: OutageOf;
  /** Called with errors that become a 5xx. */
  reportError: (error: unknown) => void;
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
  app.use(limitBodies(routeAt));
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
  app.route('/', oneClickUnsubscribe(deps.services));
  app.all('*', (c) => pages(c.req.raw, clientIp(c)));
  return { app, routeAt };
}

/** A compressed body could expand to a thousand times the limits. */
const rejectEncodedBodies = createMiddleware(async (c, next) => {
  const encoding = c.req.header('Content-Encoding')?.toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return next();
  return failureResponse({
    kind: 'unsupported-media-type',
    detail: 'The body must be sent without a content encoding.',
  });
});
