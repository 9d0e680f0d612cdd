import type { Services } from '../../domain/services.ts';
import { account } from './account.ts';
import { accountFactors } from './account-factors.ts';
import { adminPosts } from './admin-posts.ts';
import { autosaves } from './autosaves.ts';
import { contact } from './contact.ts';
import { DOCS_STYLE, docsPage } from './docs.ts';
import { errorResponse, failureResponse, NOTHING_HERE } from './error-responses.ts';
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

type ApiDeps = {
  services: Services;
  /** For the title of the OpenAPI document. */
  siteName: string;
  /** The site's origin, without a trailing slash. */
  publicUrl: string;
  isUnavailable: (error: unknown) => boolean;
  isOutcomeUnknown: (error: unknown) => boolean;
  reportError: (error: unknown) => void;
};

/** Sent for a body even when the operation reads none. */
const BODY_ERRORS = {
  413: {
    description: 'The body is too large',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
  415: {
    description: 'The body has a content encoding',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
};

/** A response of every operation. */
const UNAVAILABLE = {
  503: {
    description:
      'The database cannot be reached or written to, or there is too much to do; `Retry-After` says when to try again',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
};

/** The JSON API, mounted at `/api`, with its OpenAPI document. */
export function createApi(deps: ApiDeps) {
  const { services, siteName, publicUrl } = deps;
  const api = createRouter()
    .route('/', publicPosts(services))
    .route('/', session(services))
    .route('/', account(services))
    .route('/', accountFactors(services))
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
  let document: ReturnType<typeof describeApi> | undefined;
  const getDocument = () => {
    document ??= describeApi(api, siteName);
    return document;
  };
  api.get('/openapi.json', (c) => c.json(getDocument()));
  api.get('/docs', (c) => c.html(docsPage(getDocument())));
  api.get('/docs.css', (c) => c.body(DOCS_STYLE, 200, { 'Content-Type': 'text/css' }));
  // A handler: Hono ignores `notFound` of a mounted app, and the request would reach the pages.
  api.all('*', () => failureResponse({ kind: 'not-found', detail: NOTHING_HERE }));
  api.onError((error) => errorResponse(error, deps));
  return api;
}

/** Slow, so the caller caches the result. */
function describeApi(api: ReturnType<typeof createRouter>, siteName: string) {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${siteName} API`,
      version: '1.0.0',
      description:
        'The blog, the contact form, and what an administrator does. JSON in, JSON out. ' +
        'A method that is not described for a path is answered with 405; `Allow` names those that are.',
    },
    servers: [{ url: '/api' }],
  });
  for (const operation of Object.values(document.paths ?? {}).flatMap(Object.values)) {
    operation.responses = { ...BODY_ERRORS, ...operation.responses, ...UNAVAILABLE };
  }
  return document;
}
