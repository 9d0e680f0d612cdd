import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { createMedia } from '../media/api/serve-media.ts';
import { MAX_ATTACHMENT_BYTES } from '../media/attachment-url.ts';
import { MAX_PICTURE_BYTES } from '../media/picture-url.ts';
import type { DrawShareImage } from '../media/share-images/share-image.ts';
import { oneClickUnsubscribe } from '../newsletter/api/subscribers.ts';
import { createDrawingRoutes } from '../posts/feeds/drawings.ts';
import { createFeeds } from '../posts/feeds/feeds.ts';
import type { SiteProfile } from '../posts/feeds/profile.ts';
import { createShareImageRoutes } from '../posts/feeds/share-images.ts';
import { createMoleculeFiles } from '../science/molecules/api/molecule-files.ts';
import {
  type LargerBodies,
  LONGEST_BODY_S,
  limitBodies,
  limitOf,
} from '../server/http/body-limit.ts';
import { clientIp, identifyClient } from '../server/http/client-ip.ts';
import { compression } from '../server/http/compression.ts';
import { errorResponse, failureResponse } from '../server/http/error-responses.ts';
import { metricsBehindToken } from '../server/http/metrics-endpoint.ts';
import { onePerIteration } from '../server/http/one-per-iteration.ts';
import { health } from '../server/http/readiness.ts';
import {
  createRouteTable,
  type MatchPage,
  type RouteAt,
  rejectOtherMethods,
} from '../server/http/route-table.ts';
import { securityHeaders } from '../server/http/security-headers.ts';
import { createApi } from './api.ts';
import { createPages, type PageDeps } from './http/pages.ts';

const MIB = 1024 * 1024;
const POST = limitOf(2 * MIB);

const ATTACHMENT = {
  bytes: MAX_ATTACHMENT_BYTES,
  seconds: LONGEST_BODY_S,
  detail: `A file can be up to ${MAX_ATTACHMENT_BYTES / MIB} MB; this one is larger.`,
};

const PICTURE = {
  bytes: MAX_PICTURE_BYTES,
  detail: `A picture can be up to ${MAX_PICTURE_BYTES / MIB} MB; this one is larger.`,
};

/** Routes with a larger limit than 64 KiB. Each checks the token before it reads the body. */
export const LARGER_BODIES: LargerBodies = {
  '/api/admin/attachments': ATTACHMENT,
  '/api/admin/blog/posts': POST,
  '/api/admin/blog/posts/:slug': POST,
  '/api/admin/blog/posts/:slug/changes': POST,
  '/api/admin/drafts/:post': POST,
  '/api/admin/media': PICTURE,
  '/api/admin/posts/check': POST,
  '/api/admin/preview': POST,
  '/api/admin/references/read': POST,
};

type AppDeps = PageDeps & {
  /** Reports readiness for load balancers. */
  isDatabaseReady: () => Promise<boolean>;
  matchPage: MatchPage;
  profile: SiteProfile;
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
  app.use(securityHeaders({ ...deps, publicUrl: deps.site.identity.url }));
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
  app.route('/', createFeeds(deps.site, deps.profile));
  app.route('/', createShareImageRoutes(deps));
  app.route('/', createMedia(deps.site));
  app.route('/', createDrawingRoutes(deps.site));
  app.route('/', createMoleculeFiles(deps.site));
  app.route('/', oneClickUnsubscribe(deps.site));
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
