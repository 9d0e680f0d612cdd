import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Services } from '../domain/services.ts';
import { answerError } from './api/answers.ts';
import { createApi } from './api/api.ts';
import { securityHeaders } from './headers.ts';
import { health } from './health.ts';
import { createPages, type RenderPage } from './pages.ts';

type Parts = {
  services: Services;
  isDatabaseReady: () => Promise<boolean>;
  renderPage: RenderPage;
  siteName: string;
  publicUrl: string;
  /** The built files for browsers; null where something else serves them. */
  assets: string | null;
  contentPolicy: boolean;
  /** Told of what must not happen. */
  reportError: (error: unknown) => void;
};

/** The whole site as one `Request → Response`, so that tests call it without a port. */
export function createApp(parts: Parts) {
  const { assets, reportError } = parts;
  const pages = createPages(parts);
  const app = new Hono();
  app.use(securityHeaders);
  app.onError((error) => answerError(error, reportError));
  app.route('/', health(parts.isDatabaseReady));
  app.route('/api', createApi(parts));
  if (assets !== null) {
    app.use(
      '/assets/*',
      serveStatic({
        root: assets,
        // The names carry the hash of their content.
        onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
      }),
    );
    app.use(
      serveStatic({
        root: assets,
        onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=3600'),
      }),
    );
  }
  app.all('*', (c) => pages(c.req.raw));
  return app;
}
