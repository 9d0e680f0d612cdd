import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { NOT_FOUND, slugParam } from '../../posts/api/posts.ts';
import { etagSchema } from '../../posts/schemas.ts';
import { idParam, instant } from '../../server/http/common-schemas.ts';
import { pageQuery, presentPage } from '../../server/http/cursor.ts';
import { notFound, unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import {
  INTRODUCTION_CHARS,
  issueInputSchema,
  previewIssue,
  SUBJECT_CHARS,
  sendTestIssue,
} from '../issue-mail.ts';
import { findIssue, issueSchema, listIssues } from '../issues.ts';
import { cancelIssue, changeIssue, sendIssue, stopIssue } from '../sending.ts';
import { issuePreviewToken, readPreviewToken } from '../subscription.ts';

const issuePost = slugParam.extend({
  etag: etagSchema.optional().meta({ description: 'Of the post that was read: another is a 409' }),
});

const issueFields = issueInputSchema.shape;

const sendAt = instant
  .nullable()
  .default(null)
  .meta({ description: 'When it is sent; null for now' });

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

const letterForm = z.object({
  subject: z.string().max(SUBJECT_CHARS).default(''),
  // Forms send a line break as two characters.
  introduction: z
    .string()
    .max(2 * INTRODUCTION_CHARS)
    .default(''),
});

const OTHER_POST = 'It is another post';

const NO_SUCH_ISSUE = 'There is no such issue';
const NOT_SCHEDULED = 'It is not scheduled: it may have been cancelled';
const TOO_LATE = 'It was sent in the meantime';

export function issues(site: Site) {
  return calls([
    call({
      post: '/admin/newsletter/preview',
      summary: 'A post as a newsletter; nothing is stored',
      for: 'administrator',
      body: issuePost.extend(issueFields).meta({ id: 'PreviewedLetter' }),
      200: [letterSchema, 'The newsletter; its unsubscribe link belongs to nobody'],
      404: NOT_FOUND,
      409: OTHER_POST,
    }).to(async ({ body: { slug, ...written }, by }) => {
      const letter = unwrap(await previewIssue(site, slug, { ...written, owner: by }));
      const address = `/api/newsletter/letters/${await issuePreviewToken(site, slug)}`;
      return { ...letter, address };
    }),
    call({
      post: '/newsletter/letters/:token',
      summary: 'The newsletter as a page for a frame, which cannot send a session token',
      params: z.object({ token: z.string().max(400) }),
      body: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: letterForm } },
      },
      200: { description: 'The newsletter', content: { 'text/html': { schema: z.string() } } },
      404: 'The URL has expired, or the post has been deleted',
    }).to(async ({ c, params }) => {
      const { subject, introduction } = c.req.valid('form' as never) as z.output<typeof letterForm>;
      const slug = await readPreviewToken(site, params.token);
      if (slug === null) throw notFound('This preview has expired. Open it again.');
      const draft = { subject: subject || null, introduction, owner: slug };
      c.header('Content-Security-Policy', LETTER_POLICY);
      return c.html(unwrap(await previewIssue(site, slug, draft)).html, 200);
    }),
    call({
      post: '/admin/newsletter/tests',
      summary: 'Email a post to yourself as a test',
      for: 'administrator',
      body: issuePost.extend(issueFields).meta({ id: 'NewsletterTest' }),
      202: [z.object({ to: z.string() }), 'It is on its way, to your own address'],
      404: NOT_FOUND,
      409: OTHER_POST,
    }).to(async ({ body: { slug, ...written }, by: to }) => {
      unwrap(await sendTestIssue(site, slug, { ...written, owner: to }));
      return { to };
    }),
    call({
      get: '/admin/newsletter/issues',
      summary: 'What is to be sent to the subscribers, and what has been, the latest first',
      for: 'administrator',
      query: pageQuery(20).extend({
        slug: slugParam.shape.slug.optional().meta({ description: 'Of one post alone' }),
      }),
      200: [
        z.object({ issues: z.array(issueSchema), nextCursor: z.string().nullable() }),
        'A page of issues',
      ],
    }).to(async ({ query }) => presentPage(await listIssues(site, query))),
    call({
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
      location: '/api/admin/newsletter/issues/:id',
      201: [issueSchema, 'It is on its way, or waits for its time'],
      404: NOT_FOUND,
      409: 'It is another post, is not published, was sent or scheduled before, has no readers, or the newsletter is off',
    }).to(({ body: { slug, ...written }, by }) => sendIssue(site, slug, { ...written, by })),
    call({
      get: '/admin/newsletter/issues/:id',
      summary: 'How far an issue has come',
      for: 'administrator',
      params: idParam,
      200: [issueSchema, 'The issue'],
      404: NO_SUCH_ISSUE,
    }).to(({ params }) => findIssue(site, params.id)),
    call({
      put: '/admin/newsletter/issues/:id',
      summary: 'Change what waits for its time, or send it now',
      for: 'administrator',
      params: idParam,
      body: z.object({ ...issueFields, sendAt }).meta({ id: 'ChangedNewsletterIssue' }),
      200: [issueSchema, 'It waits for its time, or is on its way'],
      404: NOT_SCHEDULED,
      409: `${TOO_LATE}, or the post cannot be sent`,
    }).to(({ body, params, by }) => changeIssue(site, params.id, { ...body, by })),
    call({
      delete: '/admin/newsletter/issues/:id',
      summary: 'Cancel what waits for its time',
      for: 'administrator',
      params: idParam,
      204: 'It is not sent',
      404: NOT_SCHEDULED,
      409: TOO_LATE,
    }).to(({ params, by }) => cancelIssue(site, params.id, { by })),
    call({
      post: '/admin/newsletter/issues/:id/stop',
      summary: 'Withdraw what has not been sent yet',
      for: 'administrator',
      params: idParam,
      200: [issueSchema, 'The current issue'],
      404: NO_SUCH_ISSUE,
    }).to(({ params, by }) => stopIssue(site, params.id, { by })),
  ]);
}
