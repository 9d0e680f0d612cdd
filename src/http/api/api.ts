import type { Services } from '../../domain/services.ts';
import { account } from './account.ts';
import { adminPosts } from './admin-posts.ts';
import { answerError, answerFailure } from './answers.ts';
import { autosaves } from './autosaves.ts';
import { contact } from './contact.ts';
import { DOCS_STYLE, docsPage } from './docs.ts';
import { inquiries } from './inquiries.ts';
import { media } from './media.ts';
import { newsletter } from './newsletter.ts';
import { publicPosts } from './posts.ts';
import { preview } from './preview.ts';
import { previewLinks } from './preview-links.ts';
import { revisions } from './revisions.ts';
import { createRouter } from './router.ts';
import { session } from './session.ts';
import { subscribers } from './subscribers.ts';

type Parts = {
  services: Services;
  /** The name of the site, for the document's title. */
  siteName: string;
  /** The site's own address, without a trailing slash. */
  publicUrl: string;
  reportError: (error: unknown) => void;
};

/** The JSON API, to be mounted at `/api`, with the document that describes it. */
export function createApi({ services, siteName, publicUrl, reportError }: Parts) {
  const api = createRouter()
    .route('/', publicPosts(services))
    .route('/', session(services))
    .route('/', account(services))
    .route('/', adminPosts(services))
    .route('/', preview(services))
    .route('/', previewLinks({ services, publicUrl }))
    .route('/', revisions(services))
    .route('/', autosaves(services))
    .route('/', media(services))
    .route('/', contact(services))
    .route('/', subscribers(services))
    .route('/', newsletter(services))
    .route('/', inquiries(services));

  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
  });
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${siteName} API`,
      version: '1.0.0',
      description: 'The blog, the contact form, and what an administrator does. JSON in, JSON out.',
    },
    servers: [{ url: '/api' }],
  });

  api.get('/openapi.json', (c) => c.json(document));
  api.get('/docs', (c) => c.html(docsPage(document)));
  api.get('/docs.css', (c) => c.body(DOCS_STYLE, 200, { 'Content-Type': 'text/css' }));
  // A handler, since a mounted app's `notFound` is not asked: what is left would be a page's address.
  api.all('*', () => answerFailure({ kind: 'not-found', detail: 'There is nothing here.' }));
  api.onError((error) => answerError(error, reportError));
  return api;
}
