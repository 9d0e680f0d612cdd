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

type Parts = {
  services: Services;
  /** The name of the site, for the document's title. */
  siteName: string;
  /** The site's own address, without a trailing slash. */
  publicUrl: string;
  isUnavailable: (error: unknown) => boolean;
  isOutcomeUnknown: (error: unknown) => boolean;
  reportError: (error: unknown) => void;
};

/** Also in answer to a body that the call does not read. */
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

/** What any call can come to. */
const UNAVAILABLE = {
  503: {
    description:
      'The database cannot be reached or written to, or there is too much to do; `Retry-After` says when to try again',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
};

/** The JSON API, to be mounted at `/api`, with the document that describes it. */
export function createApi(parts: Parts) {
  const { services, siteName, publicUrl } = parts;
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
  let document: ReturnType<typeof documentOf> | undefined;
  const described = () => {
    document ??= documentOf(api, siteName);
    return document;
  };
  api.get('/openapi.json', (c) => c.json(described()));
  api.get('/docs', (c) => c.html(docsPage(described())));
  api.get('/docs.css', (c) => c.body(DOCS_STYLE, 200, { 'Content-Type': 'text/css' }));
  // A handler, since a mounted app's `notFound` is not asked: what is left would be a page's address.
  api.all('*', () => failureResponse({ kind: 'not-found', detail: NOTHING_HERE }));
  api.onError((error) => errorResponse(error, parts));
  return api;
}

/** Takes a while, and few ever ask. */
function documentOf(api: ReturnType<typeof createRouter>, siteName: string) {
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
