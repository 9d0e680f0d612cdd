import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Services } from '../domain/services.ts';
import { answerError } from './api/answers.ts';
import { createApi } from './api/api.ts';
import { limitBody, SMALL_BODY } from './api/router.ts';
import { clientAddress } from './client-address.ts';
import { compression } from './compression.ts';
import { createFeeds } from './feeds/feeds.ts';
import type { SiteProfile } from './feeds/profile.ts';
import { securityHeaders } from './headers.ts';
import { health } from './health.ts';
import { createMedia } from './media.ts';
import { oneClick } from './one-click.ts';
import { createPages, type RenderPage } from './pages.ts';
import { createShareImageRoutes } from './share-images.ts';

type Parts = {
  services: Services;
  isDatabaseReady: () => Promise<boolean>;
  renderPage: RenderPage;
  profile: SiteProfile;
  publicUrl: string;
  /** The built files for browsers; null where something else serves them. */
  assets: string | null;
  /** The folder of the library's pictures. */
  mediaDir: string;
  contentPolicy: boolean;
  /** Told of what must not happen. */
  reportError: (error: unknown) => void;
};

/** The whole site as one `Request → Response`, so that tests call it without a port. */
export function createApp(parts: Parts) {
  const { assets, reportError } = parts;
  const pages = createPages(parts);
  const app = new Hono();
  app.use(securityHeaders(parts.contentPolicy));
  app.use(compression);
  app.onError((error) => answerError(error, reportError));
  app.route('/', health(parts.isDatabaseReady));
  app.route('/api', createApi({ ...parts, siteName: parts.profile.name }));
  app.route('/', createFeeds(parts));
  app.route('/', createShareImageRoutes(parts));
  app.route('/', createMedia(parts.mediaDir));
  if (assets !== null) {
    // Their names carry the hash of their content.
    app.use('/static/*', builtFiles(assets, 'public, max-age=31536000, immutable'));
    app.use(builtFiles(assets, 'public, max-age=3600'));
  }
  app.route('/', oneClick(parts.services));
  // Forms that are sent without scripts.
  app.on('POST', '*', limitBody(SMALL_BODY));
  app.all('*', (c) => pages(c.req.raw, clientAddress(c)));
  return app;
}

/** Serves the file at an address, if there is one, and tells browsers how long it may be kept. */
function builtFiles(root: string, cacheControl: string) {
  const serve = serveStatic({ root, precompressed: true });
  return createMiddleware(async (c, next) => {
    const file = await serve(c, () => Promise.resolve());
    if (file === undefined) return next();
    // Not in the library's `onFound`, which is called when the answer stands already.
    file.headers.set('Cache-Control', cacheControl);
    return file;
  });
}
