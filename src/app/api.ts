import { etag } from 'hono/etag';
import { account } from '../accounts/api/account.ts';
import { authorize, createRouter } from '../accounts/api/call.ts';
import { people } from '../accounts/api/people.ts';
import { session } from '../accounts/api/session.ts';
import { contact } from '../inquiries/api/contact.ts';
import { inquiries } from '../inquiries/api/inquiries.ts';
import { media } from '../media/api/media.ts';
import { issues } from '../newsletter/api/issues.ts';
import { subscribers } from '../newsletter/api/subscribers.ts';
import { adminPosts } from '../posts/api/admin-posts.ts';
import { authors } from '../posts/api/authors.ts';
import { citedWorks, tags } from '../posts/api/cited-works.ts';
import { drafts } from '../posts/api/drafts.ts';
import { publicPosts } from '../posts/api/posts.ts';
import { preview, previewLink } from '../posts/api/preview.ts';
import { record, revisions } from '../posts/api/revisions.ts';
import { trash } from '../posts/api/trash.ts';
import { unpublishedChanges } from '../posts/api/unpublished-changes.ts';
import { scienceCalls } from '../science/science-calls.ts';
import { commonResponses } from '../server/http/common-responses.ts';
import { validationErrorSchema } from '../server/http/common-schemas.ts';
import { errorResponse, failureResponse, NOTHING_HERE } from '../server/http/error-responses.ts';
import { lazy } from '../server/lazy.ts';
import type { Site } from '../site.ts';
import { siteExport } from '../transfer/api/site-export.ts';
import { docsPage } from './docs.ts';

export function createApi(site: Site, siteName: string, reportError: (error: unknown) => void) {
  const api = createRouter();
  // Programs poll these.
  for (const path of ['/blog/*', '/openapi.json']) api.use(path, etag());
  api.use('/admin/*', authorize(site));
  const parts = [
    publicPosts(site),
    ...scienceCalls(site),
    session(site),
    account(site),
    people(site),
    adminPosts(site),
    tags(site),
    citedWorks(site),
    authors(site),
    preview(site),
    previewLink(site),
    revisions(site),
    record(site),
    unpublishedChanges(site),
    trash(site),
    drafts(site),
    media(site),
    contact(site),
    subscribers(site),
    issues(site),
    inquiries(site),
    siteExport(site, reportError),
  ];
  for (const part of parts) api.route('/', part);

  api.openAPIRegistry.register('ValidationError', validationErrorSchema);
  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
  });
  const getDocument = lazy(async () => describeApi(api, siteName));
  api.get('/openapi.json', async (c) => c.json(await getDocument()));
  api.get('/docs', async (c) => c.html(docsPage(await getDocument())));
  // A handler: Hono ignores `notFound` of a mounted app, and the request would reach the pages.
  api.all('*', () => failureResponse({ kind: 'not-found', detail: NOTHING_HERE }));
  api.onError((error) => errorResponse(error, reportError));
  return api;
}

function namesOf(method: string, path: string) {
  const parts = path.split('/').filter((part) => part !== '');
  const words = parts.map((part) => part.replace(/^\{(.+)\}$/, 'by-$1')).join('-');
  const operationId = `${method}-${words}`.replace(/-(\w)/g, (_, first) => first.toUpperCase());
  return { operationId, tags: [parts.find((part) => part !== 'admin') ?? ''] };
}

/** Slow, so the caller caches the result. */
function describeApi(api: ReturnType<typeof createRouter>, siteName: string) {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${siteName} API`,
      version: '1.0.0',
      description: 'The blog, the contact form, and what an administrator does. JSON in, JSON out.',
    },
    servers: [{ url: '/api' }],
  });
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations)) {
      Object.assign(operation, namesOf(method, path), { responses: commonResponses(operation) });
    }
  }
  return document;
}
