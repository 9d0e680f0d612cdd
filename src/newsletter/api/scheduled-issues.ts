import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { slugParam } from '../../posts/api/schemas.ts';
import { idParam } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import {
  cancelScheduled,
  changeScheduled,
  listScheduledIssues,
  sendScheduled,
} from '../scheduled-issues.ts';
import { issueFields, issueSchema, scheduledIssueSchema, sendAt } from './issue-schemas.ts';

const NOT_SCHEDULED = 'It is not scheduled: it may have been cancelled';
const TOO_LATE = 'It was changed or sent in the meantime';
const etag = z.uuid().meta({ description: 'Of the version that was read: another one is a 409' });

/** Issues that wait for their time. */
export function scheduledIssues(site: Site) {
  return calls([
    call(
      {
        get: '/admin/newsletter/scheduled',
        summary: 'What waits for its time, the next first',
        for: 'administrator',
        query: z.object({
          slug: slugParam.shape.slug.optional().meta({ description: 'Of one post alone' }),
        }),
        200: [z.object({ scheduled: z.array(scheduledIssueSchema) }), 'At most one of each post'],
      },
      async ({ query }) => {
        const scheduled = await listScheduledIssues(site, query);
        return { scheduled };
      },
    ),
    call(
      {
        put: '/admin/newsletter/scheduled/:id',
        summary: 'Change what waits, or send it now',
        for: 'administrator',
        params: idParam,
        body: z.object({ ...issueFields, sendAt, etag }).meta({ id: 'ChangedNewsletterIssue' }),
        200: [scheduledIssueSchema, 'It waits for its time'],
        201: [issueSchema, 'It is on its way'],
        404: NOT_SCHEDULED,
        409: `${TOO_LATE}, or the post cannot be sent`,
      },
      async ({ c, body: { sendAt: at, ...written }, params: { id }, by }) => {
        const options = { ...written, by };
        if (at === null) return c.json(unwrap(await sendScheduled(site, id, options)), 201);
        return changeScheduled(site, id, { ...options, sendAt: at });
      },
    ),
    call(
      {
        delete: '/admin/newsletter/scheduled/:id',
        summary: 'Cancel what waits',
        for: 'administrator',
        params: idParam,
        query: z.object({ etag }),
        204: 'It is not sent',
        404: NOT_SCHEDULED,
        409: TOO_LATE,
      },
      ({ params, query: { etag: read }, by }) =>
        cancelScheduled(site, params.id, { etag: read, by }),
    ),
  ]);
}
