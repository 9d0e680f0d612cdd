import { Hono } from 'hono';
import { createMedia } from '../media/api/serve-media.ts';
import { MAX_ATTACHMENT_BYTES } from '../media/attachment-url.ts';
import type { DrawShareImage } from '../media/share-images/share-image.ts';
import { oneClickUnsubscribe } from '../newsletter/api/subscribers.ts';
import { createFeeds } from '../posts/feeds/feeds.ts';
import { createDrawingRoutes, createShareImageRoutes } from '../posts/feeds/pictures.ts';
import type { SiteProfile } from '../posts/feeds/profile.ts';
import { createMoleculeFiles } from '../science/molecules/api/molecule-files.ts';
import { compression } from '../server/http/compression.ts';
import { errorResponse } from '../server/http/error-responses.ts';
import { metricsBehindToken } from '../server/http/metrics-endpoint.ts';
import { health } from '../server/http/readiness.ts';
import {
  type LargerBodies,
  limitBodies,
  limitOf,
  onePerIteration,
} from '../server/http/request-limits.ts';
import { type CompletedRequest, identifyClient, logRequests } from '../server/http/requests.ts';
import { securityHeaders } from '../server/http/security-headers.ts';
import { createApi } from './api.ts';
import { createPages, type PageOptions } from './http/pages.ts';

const MIB = 1024 * 1024;
const POST = limitOf(2 * MIB);

const MEDIA = {
  bytes: MAX_ATTACHMENT_BYTES,
  detail: `A file can be up to ${MAX_ATTACHMENT_BYTES / MIB} MB; this one is larger.`,
};

/** Calls with a larger limit than 64 KiB. Each checks the token before it reads the body. */
export const LARGER_BODIES: LargerBodies = [
  [/^\/api\/admin\/media$/, MEDIA],
  [/^\/api\/admin\/(?:drafts\/|blog\/posts|posts\/check$|preview$|references\/read$)/, POST],
];

type AppOptions = PageOptions & {
  isDatabaseReady: () => Promise<boolean>;
  profile: SiteProfile;
  drawShareImage: DrawShareImage;
  metrics?: { token: string; text: () => Promise<string> } | undefined;
  trustedProxies: readonly string[];
  onCompleted?: (request: CompletedRequest) => void;
};

export function createApp(options: AppOptions): Hono {
  const app = new Hono();
  if (options.onCompleted !== undefined) app.use(logRequests(options.onCompleted));
  app.use(securityHeaders({ ...options, publicUrl: options.site.identity.url }));
  app.use(compression);
  app.use(identifyClient(options.trustedProxies));
  app.use(limitBodies(LARGER_BODIES));
  app.use(onePerIteration(OF_ONE_POST));
  app.onError((error) => errorResponse(error, options.reportError));
  app.route('/', health(options.isDatabaseReady));
  if (options.metrics !== undefined) {
    app.route('/', metricsBehindToken(options.metrics.token, options.metrics.text));
  }
  app.route('/api', createApi(options.site, options.profile.name, options.reportError));
  app.route('/', createFeeds(options.site, options.profile));
  app.route('/', createShareImageRoutes(options));
  app.route('/', createMedia(options.site));
  app.route('/', createDrawingRoutes(options.site));
  app.route('/', createMoleculeFiles(options.site));
  app.route('/', oneClickUnsubscribe(options.site));
  app.all('*', createPages(options));
  return app;
}

/** Anybody may ask for them, they take long for a post of 2 MB, and not all of them are cached. */
const OF_ONE_POST = /^\/(?:api\/blog\/posts|blog)\/./i;
