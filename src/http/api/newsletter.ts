import { createRoute, z } from '@hono/zod-openapi';
import { RECIPIENT_STATES } from '../../domain/newsletter/issues.ts';
import type { Services } from '../../domain/services.ts';
import { requireSession, security } from './bearer.ts';
import { encodeCursor, pageQuery } from './cursor.ts';
import { notFound, postNotFound, unwrap } from './error-responses.ts';
import { createRouter, utf8Body } from './router.ts';
import {
  BODY_ERRORS,
  errorSchema,
  INVALID,
  instant,
  json,
  jsonBody,
  NOT_FOUND,
  slugParam,
  UNAUTHENTICATED,
} from './schemas.ts';

const count = z.int().min(0);

const letterSchema = z
  .object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    address: z.string().meta({ description: 'Where a frame shows it, for ten minutes' }),
  })
  .meta({ id: 'Letter' });

const issueSchema = z
  .object({
    id: z.uuid(),
    slug: z.string().meta({ description: 'Of the post, as it was then' }),
    title: z.string(),
    sentBy: z.string().meta({ description: 'An e-mail address' }),
    sentAt: instant,
    stoppedAt: instant
      .nullable()
      .meta({ description: 'When what still waited was withdrawn; null if it was not' }),
    recipients: count,
    progress: z.object({
      waiting: count,
      sent: count,
      refused: count.meta({ description: 'By a mail server, for good' }),
      expired: count.meta({ description: 'Not delivered in three days' }),
      withdrawn: count.meta({ description: 'Stopped, or the reader has left since' }),
    }),
  })
  .meta({ id: 'NewsletterIssue' });

const recipientSchema = z
  .object({
    id: z.uuid(),
    email: z.string().meta({ description: 'Empty once the person has left' }),
    state: z.enum(RECIPIENT_STATES),
    attempts: count,
    settledAt: instant.nullable(),
    answer: z.string().meta({ description: 'What the mail server said last' }),
  })
  .meta({ id: 'NewsletterRecipient' });

const NO_SUCH_ISSUE = json(errorSchema, 'There is no such issue');
const issueParam = z.object({ id: z.uuid() });

/** The mail is shown in a frame of the admin area; it runs no scripts and loads nothing. */
const LETTER_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Sending posts to the subscribers by mail. */
export function newsletter(services: Services) {
  const signedIn = requireSession(services);

  const preview = createRoute({
    method: 'get',
    path: '/admin/newsletter/preview',
    summary: 'The letter that a post would be',
    security,
    middleware: [signedIn] as const,
    request: { query: slugParam },
    responses: {
      200: json(letterSchema, 'The letter; its link to unsubscribe leads to nobody'),
      401: UNAUTHENTICATED,
      404: NOT_FOUND,
      422: INVALID,
    },
  });

  const letter = createRoute({
    method: 'get',
    path: '/newsletter/letters/{token}',
    summary: 'The letter as a page, for a frame, which can send no token of a session',
    request: { params: z.object({ token: z.string().max(400) }) },
    responses: {
      200: { description: 'The letter', content: { 'text/html': { schema: z.string() } } },
      404: json(errorSchema, 'The address has run out, or the post is gone'),
      422: INVALID,
    },
  });

  const test = createRoute({
    method: 'post',
    path: '/admin/newsletter/tests',
    summary: 'Mail a post to yourself',
    security,
    middleware: [signedIn, utf8Body] as const,
    request: { body: jsonBody(slugParam.meta({ id: 'NewsletterTest' })) },
    responses: {
      202: json(z.object({ to: z.string() }), 'It is on its way, to your own address'),
      401: UNAUTHENTICATED,
      404: NOT_FOUND,
      422: INVALID,
      ...BODY_ERRORS,
    },
  });

  const list = createRoute({
    method: 'get',
    path: '/admin/newsletter/issues',
    summary: 'What has been sent to the subscribers, the latest first',
    security,
    middleware: [signedIn] as const,
    request: {
      query: pageQuery(20).extend({
        slug: slugParam.shape.slug.optional().meta({ description: 'Of one post alone' }),
      }),
    },
    responses: {
      200: json(
        z.object({ issues: z.array(issueSchema), nextCursor: z.string().nullable() }),
        'A page of issues',
      ),
      401: UNAUTHENTICATED,
      422: INVALID,
    },
  });

  const send = createRoute({
    method: 'post',
    path: '/admin/newsletter/issues',
    summary: 'Send a published post to all confirmed subscribers',
    security,
    middleware: [signedIn, utf8Body] as const,
    request: {
      body: jsonBody(
        slugParam
          .extend({
            again: z.union([z.boolean(), z.uuid()]).default(false).meta({
              description:
                'Also when it has been sent before: after the issue of this id, so that the same call made twice sends once; `true`: after any',
            }),
          })
          .meta({ id: 'NewNewsletterIssue' }),
      ),
    },
    responses: {
      201: json(issueSchema, 'It is on its way'),
      401: UNAUTHENTICATED,
      404: NOT_FOUND,
      409: json(
        errorSchema,
        'It is not published, was sent before, has no readers, or the newsletter is off',
      ),
      422: INVALID,
      ...BODY_ERRORS,
    },
  });

  const one = createRoute({
    method: 'get',
    path: '/admin/newsletter/issues/{id}',
    summary: 'How far an issue has come',
    security,
    middleware: [signedIn] as const,
    request: { params: issueParam },
    responses: {
      200: json(issueSchema, 'The issue'),
      401: UNAUTHENTICATED,
      404: NO_SUCH_ISSUE,
      422: INVALID,
    },
  });

  const recipients = createRoute({
    method: 'get',
    path: '/admin/newsletter/issues/{id}/recipients',
    summary: 'To whom an issue went, or did not',
    security,
    middleware: [signedIn] as const,
    request: {
      params: issueParam,
      query: z.object({
        state: z.enum(RECIPIENT_STATES),
        limit: z.coerce.number().int().min(1).max(100).default(100),
        cursor: z.uuid().optional().meta({ description: 'The nextCursor of the page before' }),
      }),
    },
    responses: {
      200: json(
        z.object({ recipients: z.array(recipientSchema), nextCursor: z.string().nullable() }),
        'A page of those who are in that state; none once they are forgotten',
      ),
      401: UNAUTHENTICATED,
      404: NO_SUCH_ISSUE,
      422: INVALID,
    },
  });

  const stop = createRoute({
    method: 'post',
    path: '/admin/newsletter/issues/{id}/stop',
    summary: 'Withdraw what has not been sent yet',
    security,
    middleware: [signedIn] as const,
    request: { params: issueParam },
    responses: {
      200: json(issueSchema, 'The issue as it stands'),
      401: UNAUTHENTICATED,
      404: NO_SUCH_ISSUE,
      422: INVALID,
    },
  });

  return createRouter()
    .openapi(preview, async (c) => {
      const { slug } = c.req.valid('query');
      const content = await services.previewIssue(slug);
      if (content === null) {
        throw postNotFound(slug);
      }
      const { subject, html, text } = content;
      const address = `/api/newsletter/letters/${await services.issuePreviewToken(slug)}`;
      return c.json({ subject, html, text, address }, 200);
    })
    .openapi(letter, async (c) => {
      const content = await services.openIssuePreview(c.req.valid('param').token);
      if (content === null) {
        throw notFound('This address has run out. Open the preview again.');
      }
      c.header('Content-Security-Policy', LETTER_POLICY);
      c.header('Cache-Control', 'no-store');
      return c.html(content.html, 200);
    })
    .openapi(test, async (c) => {
      const to = c.get('session').email;
      unwrap(await services.sendTestIssue(c.req.valid('json').slug, { to }));
      return c.json({ to }, 202);
    })
    .openapi(list, async (c) => {
      const { cursor, ...query } = c.req.valid('query');
      const { issues, next } = await services.issues({ ...query, after: cursor });
      return c.json({ issues, nextCursor: encodeCursor(next) }, 200);
    })
    .openapi(send, async (c) => {
      const { slug, again } = c.req.valid('json');
      const sent = unwrap(await services.sendIssue(slug, { again, by: c.get('session').email }));
      return c.json(sent, 201);
    })
    .openapi(one, async (c) => {
      const found = unwrap(await services.findIssue(c.req.valid('param').id));
      return c.json(found, 200);
    })
    .openapi(recipients, async (c) => {
      const { id } = c.req.valid('param');
      const { cursor: after, ...query } = c.req.valid('query');
      unwrap(await services.findIssue(id));
      const { recipients, next } = await services.issueRecipients(id, { ...query, after });
      return c.json({ recipients, nextCursor: next }, 200);
    })
    .openapi(stop, async (c) => {
      const by = c.get('session').email;
      const stopped = unwrap(await services.stopIssue(c.req.valid('param').id, { by }));
      return c.json(stopped, 200);
    });
}
