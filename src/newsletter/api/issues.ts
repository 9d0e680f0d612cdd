import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { NOT_FOUND, slugParam } from '../../posts/api/schemas.ts';
import { idParam } from '../../server/http/common-schemas.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import { notFound, unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { INTRODUCTION_CHARS, SUBJECT_CHARS } from '../issue-input.ts';
import { openIssuePreview, previewIssue, sendTestIssue } from '../issue-mail.ts';
import { findIssue, issueRecipients, listIssues, RECIPIENT_STATES } from '../issues.ts';
import { issuePreviewToken } from '../links.ts';
import {
  cancelScheduled,
  changeScheduled,
  listScheduledIssues,
  scheduleIssue,
  sendScheduled,
} from '../scheduled-issues.ts';
import { sendIssue, stopIssue } from '../send-issue.ts';
import {
  issueFields,
  issuePost,
  issueSchema,
  recipientSchema,
  scheduledIssueSchema,
  sendAt,
} from './issue-schemas.ts';

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

const letterSchema = z
  .object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    isCut: z.boolean().meta({
      description: 'Only the beginning of the post: email programs cut off longer emails',
    }),
    address: z.string().meta({
      description: 'Where a frame shows it, for ten minutes: a form sends it what was written',
    }),
  })
  .meta({ id: 'Letter' });

/** The mail is shown in a frame of the admin area; it runs no scripts and loads pictures alone. */
const LETTER_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: http:; frame-ancestors 'self'";

/** What a form sends: checked before, by the call that hands out the address. */
const letterForm = z.object({
  subject: z.string().max(SUBJECT_CHARS).default(''),
  introduction: z
    .string()
    .max(2 * INTRODUCTION_CHARS)
    .default(''),
});

const OTHER_POST = 'It is another post';

/** Posts as mails, to be looked at before they are sent. */
export function newsletterPreviews(site: Site) {
  return calls([
    call(
      {
        post: '/admin/newsletter/preview',
        summary: 'A post as a newsletter; nothing is stored',
        for: 'administrator',
        body: issuePost.extend(issueFields).meta({ id: 'PreviewedLetter' }),
        200: [letterSchema, 'The newsletter; its unsubscribe link belongs to nobody'],
        404: NOT_FOUND,
        409: OTHER_POST,
      },
      async ({ body: { slug, ...written }, by }) => {
        const owner = by;
        const { subject, html, text, isCut } = unwrap(
          await previewIssue(site, slug, { ...written, owner }),
        );
        const address = `/api/newsletter/letters/${await issuePreviewToken(site, slug)}`;
        return { subject, html, text, isCut, address };
      },
    ),
    call(
      {
        post: '/newsletter/letters/:token',
        summary: 'The newsletter as a page for a frame, which cannot send a session token',
        params: z.object({ token: z.string().max(400) }),
        body: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: letterForm } },
        },
        200: { description: 'The newsletter', content: { 'text/html': { schema: z.string() } } },
        404: 'The URL has expired, or the post has been deleted',
      },
      async ({ c, params }) => {
        const { subject, introduction } = c.req.valid('form' as never) as z.output<
          typeof letterForm
        >;
        const written = { subject: subject === '' ? null : subject, introduction };
        const content = await openIssuePreview(site, params.token, written);
        if (content === null) {
          throw notFound('This preview has expired. Open it again.');
        }
        c.header('Content-Security-Policy', LETTER_POLICY);
        return c.html(unwrap(content).html, 200);
      },
    ),
    call(
      {
        post: '/admin/newsletter/tests',
        summary: 'Email a post to yourself as a test',
        for: 'administrator',
        body: issuePost.extend(issueFields).meta({ id: 'NewsletterTest' }),
        202: [z.object({ to: z.string() }), 'It is on its way, to your own address'],
        404: NOT_FOUND,
        409: OTHER_POST,
      },
      async ({ body: { slug, ...written }, by: to }) => {
        unwrap(await sendTestIssue(site, slug, { ...written, to }));
        return { to };
      },
    ),
  ]);
}

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
