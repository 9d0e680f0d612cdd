import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { NOT_FOUND, slugParam } from '../../posts/api/schemas.ts';
import { idParam } from '../../server/http/common-schemas.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { RECIPIENT_STATES } from '../issue-progress.ts';
import { findIssue, issueRecipients, listIssues } from '../issues.ts';
import { scheduleIssue } from '../scheduled-issues.ts';
import { sendIssue, stopIssue } from '../send-issue.ts';
import {
  issueFields,
  issuePost,
  issueSchema,
  recipientSchema,
  scheduledIssueSchema,
  sendAt,
} from './issue-schemas.ts';

const NO_SUCH_ISSUE = 'There is no such issue';

/** Sending posts to the subscribers by mail. */
export function issues(site: Site) {
  return calls([
    call(
      {
        get: '/admin/newsletter/issues',
        summary: 'What has been sent to the subscribers, the latest first',
        for: 'administrator',
        query: pageQuery(20).extend({
          slug: slugParam.shape.slug.optional().meta({ description: 'Of one post alone' }),
        }),
        200: [
          z.object({ issues: z.array(issueSchema), nextCursor: z.string().nullable() }),
          'A page of issues',
        ],
      },
      async ({ query: { cursor, ...filter } }) => {
        const { issues, next } = await listIssues(site, { ...filter, after: cursor });
        return { issues, nextCursor: encodeCursor(next) };
      },
    ),
    call(
      {
        post: '/admin/newsletter/issues',
        summary: 'Send a published post to all confirmed subscribers, now or at a time',
        for: 'administrator',
        body: issuePost
          .extend({
            ...issueFields,
            sendAt,
            again: z.union([z.boolean(), z.uuid()]).default(false).meta({
              description:
                'Also when it has been sent before: after the issue of this id, so that the same call made twice sends once; `true`: after any',
            }),
          })
          .meta({ id: 'NewNewsletterIssue' }),
        201: [issueSchema, 'It is on its way'],
        202: [scheduledIssueSchema, 'It waits for its time'],
        404: NOT_FOUND,
        409: 'It is another post, is not published, was sent or scheduled before, has no readers, or the newsletter is off',
      },
      async ({ c, body: { slug, sendAt: at, ...written }, by }) => {
        const options = { ...written, by };
        if (at === null) return sendIssue(site, slug, options);
        const scheduled = await scheduleIssue(site, slug, { ...options, sendAt: at });
        return c.json(unwrap(scheduled), 202);
      },
    ),
    call(
      {
        get: '/admin/newsletter/issues/:id',
        summary: 'How far an issue has come',
        for: 'administrator',
        params: idParam,
        200: [issueSchema, 'The issue'],
        404: NO_SUCH_ISSUE,
      },
      ({ params }) => findIssue(site, params.id),
    ),
    call(
      {
        get: '/admin/newsletter/issues/:id/recipients',
        summary: 'To whom an issue went, or did not',
        for: 'administrator',
        params: idParam,
        query: z.object({
          state: z.enum(RECIPIENT_STATES),
          limit: z.coerce.number<number>().int().min(1).max(100).default(100),
          cursor: z.uuid().optional().meta({ description: 'The nextCursor of the page before' }),
        }),
        200: [
          z.object({ recipients: z.array(recipientSchema), nextCursor: z.string().nullable() }),
          'A page of those who are in that state; none once they are forgotten',
        ],
        404: NO_SUCH_ISSUE,
      },
      async ({ params: { id }, query: { cursor: after, ...filter } }) => {
        unwrap(await findIssue(site, id));
        const { recipients, next } = await issueRecipients(site, id, { ...filter, after });
        return { recipients, nextCursor: next };
      },
    ),
    call(
      {
        post: '/admin/newsletter/issues/:id/stop',
        summary: 'Withdraw what has not been sent yet',
        for: 'administrator',
        params: idParam,
        200: [issueSchema, 'The current issue'],
        404: NO_SUCH_ISSUE,
      },
      ({ params, by }) => stopIssue(site, params.id, { by }),
    ),
  ]);
}
