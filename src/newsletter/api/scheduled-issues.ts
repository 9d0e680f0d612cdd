import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forAdministrators } from '../../accounts/api/authorization.ts';
import { slugParam } from '../../posts/api/schemas.ts';
import { errorSchema, idParam, json, jsonBody } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Newsletter } from '../newsletter.ts';
import { issueFields, issueSchema, scheduledIssueSchema, sendAt } from './issue-schemas.ts';

const NOT_SCHEDULED = json(errorSchema, 'It is not scheduled: it may have been cancelled');
const TOO_LATE = 'It was changed or sent in the meantime';
const etag = z.uuid().meta({ description: 'Of the version that was read: another one is a 409' });

/** Issues that wait for their time. */
export function scheduledIssues(services: Newsletter) {
  const list = createRoute({
    method: 'get',
    path: '/admin/newsletter/scheduled',
    summary: 'What waits for its time, the next first',
    security: forAdministrators,
    request: {
      query: z.object({
        slug: slugParam.shape.slug.optional().meta({ description: 'Of one post alone' }),
      }),
    },
    responses: {
      200: json(z.object({ scheduled: z.array(scheduledIssueSchema) }), 'At most one of each post'),
    },
  });

  const change = createRoute({
    method: 'put',
    path: '/admin/newsletter/scheduled/{id}',
    summary: 'Change what waits, or send it now',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: {
      params: idParam,
      body: jsonBody(
        z.object({ ...issueFields, sendAt, etag }).meta({ id: 'ChangedNewsletterIssue' }),
      ),
    },
    responses: {
      200: json(scheduledIssueSchema, 'It waits for its time'),
      201: json(issueSchema, 'It is on its way'),
      404: NOT_SCHEDULED,
      409: json(errorSchema, `${TOO_LATE}, or the post cannot be sent`),
    },
  });

  const cancel = createRoute({
    method: 'delete',
    path: '/admin/newsletter/scheduled/{id}',
    summary: 'Cancel what waits',
    security: forAdministrators,
    request: { params: idParam, query: z.object({ etag }) },
    responses: {
      204: { description: 'It is not sent' },
      404: NOT_SCHEDULED,
      409: json(errorSchema, TOO_LATE),
    },
  });

  return createRouter<Authenticated>()
    .openapi(list, async (c) => {
      const scheduled = await services.scheduledIssues(c.req.valid('query'));
      return c.json({ scheduled }, 200);
    })
    .openapi(change, async (c) => {
      const { id } = c.req.valid('param');
      const { sendAt: at, ...written } = c.req.valid('json');
      const options = { ...written, by: c.get('session').email };
      if (at === null) return c.json(unwrap(await services.sendScheduled(id, options)), 201);
      const changed = await services.changeScheduled(id, { ...options, sendAt: at });
      return c.json(unwrap(changed), 200);
    })
    .openapi(cancel, async (c) => {
      const { etag: read } = c.req.valid('query');
      const by = c.get('session').email;
      unwrap(await services.cancelScheduled(c.req.valid('param').id, { etag: read, by }));
      return c.body(null, 204);
    });
}
