import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forAdministrators } from '../../accounts/api/authorization.ts';
import { NOT_FOUND, slugParam } from '../../posts/api/schemas.ts';
import { errorSchema, idParam, json, jsonBody } from '../../server/http/common-schemas.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import { RECIPIENT_STATES } from '../issue-progress.ts';
import type { Newsletter } from '../newsletter.ts';
import {
  issueFields,
  issuePost,
  issueSchema,
  recipientSchema,
  scheduledIssueSchema,
  sendAt,
} from './issue-schemas.ts';

const NO_SUCH_ISSUE = json(errorSchema, 'There is no such issue');

/** Sending posts to the subscribers by mail. */
export function issues(services: Newsletter) {
  const list = createRoute({
    method: 'get',
    path: '/admin/newsletter/issues',
    summary: 'What has been sent to the subscribers, the latest first',
    security: forAdministrators,
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
    },
  });

  const send = createRoute({
    method: 'post',
    path: '/admin/newsletter/issues',
    summary: 'Send a published post to all confirmed subscribers, now or at a time',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: {
      body: jsonBody(
        issuePost
          .extend({
            ...issueFields,
            sendAt,
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
      202: json(scheduledIssueSchema, 'It waits for its time'),
      404: NOT_FOUND,
      409: json(
        errorSchema,
        'It is another post, is not published, was sent or scheduled before, has no readers, or the newsletter is off',
      ),
    },
  });

  const one = createRoute({
    method: 'get',
    path: '/admin/newsletter/issues/{id}',
    summary: 'How far an issue has come',
    security: forAdministrators,
    request: { params: idParam },
    responses: {
      200: json(issueSchema, 'The issue'),
      404: NO_SUCH_ISSUE,
    },
  });

  const recipients = createRoute({
    method: 'get',
    path: '/admin/newsletter/issues/{id}/recipients',
    summary: 'To whom an issue went, or did not',
    security: forAdministrators,
    request: {
      params: idParam,
      query: z.object({
        state: z.enum(RECIPIENT_STATES),
        limit: z.coerce.number<number>().int().min(1).max(100).default(100),
        cursor: z.uuid().optional().meta({ description: 'The nextCursor of the page before' }),
      }),
    },
    responses: {
      200: json(
        z.object({ recipients: z.array(recipientSchema), nextCursor: z.string().nullable() }),
        'A page of those who are in that state; none once they are forgotten',
      ),
      404: NO_SUCH_ISSUE,
    },
  });

  const stop = createRoute({
    method: 'post',
    path: '/admin/newsletter/issues/{id}/stop',
    summary: 'Withdraw what has not been sent yet',
    security: forAdministrators,
    request: { params: idParam },
    responses: {
      200: json(issueSchema, 'The current issue'),
      404: NO_SUCH_ISSUE,
    },
  });

  return createRouter<Authenticated>()
    .openapi(list, async (c) => {
      const { cursor, ...query } = c.req.valid('query');
      const { issues, next } = await services.issues({ ...query, after: cursor });
      return c.json({ issues, nextCursor: encodeCursor(next) }, 200);
    })
    .openapi(send, async (c) => {
      const { slug, sendAt: at, ...written } = c.req.valid('json');
      const options = { ...written, by: c.get('session').email };
      if (at === null) return c.json(unwrap(await services.sendIssue(slug, options)), 201);
      const scheduled = await services.scheduleIssue(slug, { ...options, sendAt: at });
      return c.json(unwrap(scheduled), 202);
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
