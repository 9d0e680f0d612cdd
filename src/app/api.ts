import { account } from '../accounts/api/account.ts';
import { authorize } from '../accounts/api/authorization.ts';
import { mailedLinks } from '../accounts/api/mailed-links.ts';
import { people } from '../accounts/api/people.ts';
import { secondFactors } from '../accounts/api/second-factors.ts';
import { session } from '../accounts/api/session.ts';
import { contact } from '../inquiries/api/contact.ts';
import { inquiries } from '../inquiries/api/inquiries.ts';
import { attachments } from '../media/api/attachments.ts';
import { media } from '../media/api/media.ts';
import { issues } from '../newsletter/api/issues.ts';
import { newsletterPreviews } from '../newsletter/api/newsletter-previews.ts';
import { scheduledIssues } from '../newsletter/api/scheduled-issues.ts';
import { subscribers } from '../newsletter/api/subscribers.ts';
import { adminPosts } from '../posts/api/admin-posts.ts';
import { authors } from '../posts/api/authors.ts';
import { autosaves } from '../posts/api/autosaves.ts';
import { citedWorks } from '../posts/api/cited-works.ts';
import { publicPosts } from '../posts/api/posts.ts';
import { preview } from '../posts/api/preview.ts';
import { previewLinks } from '../posts/api/preview-links.ts';
import { record } from '../posts/api/record.ts';
import { revisions } from '../posts/api/revisions.ts';
import { tags } from '../posts/api/tags.ts';
import { trash } from '../posts/api/trash.ts';
import { unpublishedChanges } from '../posts/api/unpublished-changes.ts';
import { glossary } from '../science/glossary/api/glossary.ts';
import { molecules } from '../science/molecules/api/molecules.ts';
import { references } from '../science/references/api/references.ts';
import { commonResponses } from '../server/http/common-responses.ts';
import { validationErrorSchema } from '../server/http/common-schemas.ts';
import {
  errorResponse,
  failureResponse,
  NOTHING_HERE,
  type OutageOf,
} from '../server/http/error-responses.ts';
import { createRouter } from '../server/http/router.ts';
import { siteExport } from '../transfer/api/site-export.ts';
import { DOCS_STYLE, docsPage } from './docs.ts';
import type { Services } from './services.ts';

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
  router.use('/admin/*', authorize(services.accounts, router));
  const api = router
    .route('/', publicPosts(services))
    .route('/', molecules(services))
    .route('/', session(services.accounts))
    .route('/', account(services.accounts))
    .route('/', secondFactors(services.accounts))
    .route('/', glossary(services.glossary))
    .route('/', people(services.accounts))
    .route('/', mailedLinks(services.accounts))
    .route('/', adminPosts(services.posts))
    .route('/', tags(services.posts))
    .route('/', citedWorks(services.posts))
    .route('/', authors(services.posts))
    .route('/', preview(services.posts))
    .route('/', references(services.references))
    .route('/', previewLinks({ posts: services.posts, publicUrl }))
    .route('/', revisions(services.posts))
    .route('/', record(services.posts))
    .route('/', unpublishedChanges(services.posts))
    .route('/', trash(services.posts))
    .route('/', autosaves(services.posts))
    .route('/', media(services.media))
    .route('/', attachments(services.media))
    .route('/', contact(services.inquiries))
    .route('/', subscribers(services.newsletter))
    .route('/', newsletterPreviews(services.newsletter))
    .route('/', issues(services.newsletter))
    .route('/', scheduledIssues(services.newsletter))
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
