import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forAdministrators } from '../../accounts/api/authorization.ts';
import { NOT_FOUND } from '../../posts/api/schemas.ts';
import { errorSchema, json, jsonBody } from '../../server/http/common-schemas.ts';
import { notFound, unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import { INTRODUCTION_CHARS, SUBJECT_CHARS } from '../issue-input.ts';
import type { Newsletter } from '../newsletter.ts';
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

const OTHER_POST = json(errorSchema, 'It is another post');

/** Posts as mails, to be looked at before they are sent. */
export function newsletterPreviews(services: Newsletter) {
  const preview = createRoute({
    method: 'post',
    path: '/admin/newsletter/preview',
    summary: 'A post as a newsletter; nothing is stored',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: { body: jsonBody(issuePost.extend(issueFields).meta({ id: 'PreviewedLetter' })) },
    responses: {
      200: json(letterSchema, 'The newsletter; its unsubscribe link belongs to nobody'),
      404: NOT_FOUND,
      409: OTHER_POST,
    },
  });

  const letter = createRoute({
    method: 'post',
    path: '/newsletter/letters/{token}',
    summary: 'The newsletter as a page for a frame, which cannot send a session token',
    middleware: [utf8Body] as const,
    request: {
      params: z.object({ token: z.string().max(400) }),
      body: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: letterForm } },
      },
    },
    responses: {
      200: { description: 'The newsletter', content: { 'text/html': { schema: z.string() } } },
      404: json(errorSchema, 'The URL has expired, or the post has been deleted'),
    },
  });

  const test = createRoute({
    method: 'post',
    path: '/admin/newsletter/tests',
    summary: 'Email a post to yourself as a test',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: { body: jsonBody(issuePost.extend(issueFields).meta({ id: 'NewsletterTest' })) },
    responses: {
      202: json(z.object({ to: z.string() }), 'It is on its way, to your own address'),
      404: NOT_FOUND,
      409: OTHER_POST,
    },
  });

  return createRouter<Authenticated>()
    .openapi(preview, async (c) => {
      const { slug, ...written } = c.req.valid('json');
      const owner = c.get('session').email;
      const { subject, html, text, isCut } = unwrap(
        await services.previewIssue(slug, { ...written, owner }),
      );
      const address = `/api/newsletter/letters/${await services.issuePreviewToken(slug)}`;
      return c.json({ subject, html, text, isCut, address }, 200);
    })
    .openapi(letter, async (c) => {
      const { subject, introduction } = c.req.valid('form');
      const written = { subject: subject === '' ? null : subject, introduction };
      const content = await services.openIssuePreview(c.req.valid('param').token, written);
      if (content === null) {
        throw notFound('This preview has expired. Open it again.');
      }
      c.header('Content-Security-Policy', LETTER_POLICY);
      c.header('Cache-Control', 'no-store');
      return c.html(unwrap(content).html, 200);
    })
    .openapi(test, async (c) => {
      const to = c.get('session').email;
      const { slug, ...written } = c.req.valid('json');
      unwrap(await services.sendTestIssue(slug, { ...written, to }));
      return c.json({ to }, 202);
    });
}
