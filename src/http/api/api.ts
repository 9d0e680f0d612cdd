import type { Services } from '../../domain/services.ts';
import { account } from './account.ts';
import { accountApp } from './account-app.ts';
import { accountFactors } from './account-factors.ts';
import { accountPasskeys } from './account-passkeys.ts';
import { adminPosts } from './admin-posts.ts';
import { attachments } from './attachments.ts';
import { authorize } from './authorization.ts';
import { autosaves } from './autosaves.ts';
import { commonResponses } from './common-responses.ts';
import { validationErrorSchema } from './common-schemas.ts';
import { contact } from './contact.ts';
import { DOCS_STYLE, docsPage } from './docs.ts';
import { errorResponse, failureResponse, NOTHING_HERE, type OutageOf } from './error-responses.ts';
import { glossary } from './glossary.ts';
import { imports } from './imports.ts';
import { inquiries } from './inquiries.ts';
import { mailedLinks } from './mailed-links.ts';
import { media } from './media.ts';
import { molecules } from './molecules.ts';
import { newsletter } from './newsletter.ts';
import { newsletterPreviews } from './newsletter-previews.ts';
import { people } from './people.ts';
import { publicPosts } from './posts.ts';
import { preview } from './preview.ts';
import { previewLinks } from './preview-links.ts';
import { references } from './references.ts';
import { revisions } from './revisions.ts';
import { createRouter } from './router.ts';
import { scheduledIssues } from './scheduled-issues.ts';
import { session } from './session.ts';
import { siteExport } from './site-export.ts';
import { subscribers } from './subscribers.ts';
import { tags } from './tags.ts';
import { trash } from './trash.ts';
import { unpublishedChanges } from './unpublished-changes.ts';

type ApiDeps = {
  services: Services;
  /** Stands in the title of the OpenAPI document. */
  siteName: string;
  /** The site's origin, without a trailing slash. */
  publicUrl: string;
  outageOf: OutageOf;
  reportError: (error: unknown) => void;
};

/** The JSON API, mounted at `/api`, with its OpenAPI document. */
export function createApi(deps: ApiDeps) {
  const { services, siteName, publicUrl } = deps;
  const router = createRouter();
  router.use('/admin/*', authorize(services, router));
  const api = router
    .route('/', publicPosts(services))
    .route('/', molecules(services))
    .route('/', session(services))
    .route('/', account(services))
    .route('/', accountFactors(services))
    .route('/', accountApp(services))
    .route('/', accountPasskeys(services))
    .route('/', glossary(services))
    .route('/', imports(services))
    .route('/', people(services))
    .route('/', mailedLinks(services))
    .route('/', adminPosts(services))
    .route('/', tags(services))
    .route('/', preview(services))
    .route('/', references(services))
    .route('/', previewLinks({ services, publicUrl }))
    .route('/', revisions(services))
    .route('/', unpublishedChanges(services))
    .route('/', trash(services))
    .route('/', autosaves(services))
    .route('/', media(services))
    .route('/', attachments(services))
    .route('/', contact(services))
    .route('/', subscribers(services))
    .route('/', newsletterPreviews(services))
    .route('/', newsletter(services))
    .route('/', scheduledIssues(services))
    .route('/', inquiries(services))
    .route('/', siteExport(deps));

  api.openAPIRegistry.register('ValidationError', validationErrorSchema);
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
    operation.responses = commonResponses(operation);
  }
  return document;
}
