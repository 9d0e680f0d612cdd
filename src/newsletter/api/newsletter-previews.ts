import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { NOT_FOUND } from '../../posts/api/schemas.ts';
import { notFound, unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { INTRODUCTION_CHARS, SUBJECT_CHARS } from '../issue-input.ts';
import { openIssuePreview, previewIssue, sendTestIssue } from '../issue-mail.ts';
import { issuePreviewToken } from '../links.ts';
import { issueFields, issuePost } from './issue-schemas.ts';

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
