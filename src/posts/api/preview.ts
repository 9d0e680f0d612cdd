import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { CITATION_STYLES } from '../../science/references/reference.ts';
import { optional, text } from '../../server/fields.ts';
import { instant } from '../../server/http/common-schemas.ts';
import { postNotFound, unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { LIMITS } from '../post.ts';
import { citedReferencesSchema } from '../post-input.ts';
import { checkPost, previewBody } from '../preview.ts';
import {
  createPreviewLink,
  PREVIEW_DAYS,
  previewLinksOf,
  revokePreviewLink,
} from '../preview-links.ts';
import { STATEMENT_LIMITS } from '../statements.ts';
import { etagSchema, findingSchema, NOT_FOUND, slugParam } from './schemas.ts';

const linkSchema = z
  .object({
    id: z.uuid(),
    createdBy: z.string().meta({ description: 'An email address' }),
    createdAt: instant,
    expiresAt: instant,
    lastOpenedAt: instant.nullable().meta({ description: 'Null until somebody opens it' }),
  })
  .meta({ id: 'PreviewLink' });

const createdLinkSchema = linkSchema
  .extend({
    address: z.url().meta({ description: 'What to hand on; it cannot be asked for again' }),
  })
  .meta({ id: 'MadePreviewLink' });

const newLinkSchema = z
  .object({
    days: z
      .literal(PREVIEW_DAYS)
      .default(7)
      .meta({ description: 'For how many days the link works' }),
    etag: etagSchema.optional().meta({ description: 'Of the post that was read' }),
  })
  .meta({ id: 'NewPreviewLink' });

/** Links for reviewers without an account to posts that are not public. */
export function previewLinks(site: Site) {
  return calls([
    call(
      {
        get: '/admin/blog/posts/:slug/preview-links',
        summary: 'The preview links of a post that work, the latest first',
        for: 'writer',
        params: slugParam,
        200: [z.object({ links: z.array(linkSchema) }), 'The links, without their addresses'],
        404: NOT_FOUND,
      },
      async ({ params: { slug } }) => {
        const links = await previewLinksOf(site, slug);
        if (links === null) {
          throw postNotFound(slug);
        }
        return { links };
      },
    ),
    call(
      {
        post: '/admin/blog/posts/:slug/preview-links',
        summary: 'Make a preview link',
        for: 'writer',
        params: slugParam,
        body: newLinkSchema,
        201: [createdLinkSchema, 'The new link, with its address'],
        404: NOT_FOUND,
        409: 'It is another post',
      },
      async ({ body: { days, etag }, params: { slug }, by }) => {
        const { token, ...link } = unwrap(await createPreviewLink(site, slug, { by, days, etag }));
        return { ...link, address: `${site.identity.url}/preview/${token}` };
      },
    ),
    call(
      {
        delete: '/admin/blog/posts/:slug/preview-links/:id',
        summary: 'End a preview link',
        for: 'writer',
        params: slugParam.extend({ id: z.uuid() }),
        204: 'It no longer works',
        404: 'There is no such post, or no such link',
      },
      ({ params: { slug, id }, by }) => revokePreviewLink(site, slug, id, { by }),
    ),
  ]);
}

const previewSchema = z
  .object({
    contentHtml: z.string().meta({ description: 'As saving this content would keep it' }),
    words: z.int().min(0),
    readingTime: z.int().min(1).meta({ description: 'Minutes at 200 words a minute' }),
    format: z.enum(['html', 'markdown']).meta({ description: 'What the content is written in' }),
    blockLines: z.array(z.int().min(1).nullable()).meta({
      description:
        'The line of the content, from 1, that each element at the top of contentHtml begins in; ' +
        'null when that is unknown, and an empty list when none is known',
    }),
    findings: z.array(findingSchema).meta({
      description: 'What readers would miss, and what Markdown changes, in the order of lines',
    }),
  })
  .meta({ id: 'Preview' });

const previewedSchema = z.object({
  content: text(LIMITS.content),
  references: citedReferencesSchema.meta({ description: 'What the content can cite' }),
  citationStyle: z.enum(CITATION_STYLES).optional(),
  isResearch: z.boolean().optional().meta({ description: 'Whether the post reports research' }),
  license: optional(STATEMENT_LIMITS.text),
  dataAvailability: optional(STATEMENT_LIMITS.text),
  contributions: optional(STATEMENT_LIMITS.text),
  coverImage: optional(LIMITS.url),
});

/** Renders and checks bodies without saving them. */
export function preview(site: Site) {
  return calls([
    call(
      {
        post: '/admin/preview',
        summary: 'Render a body as saving would; nothing is stored',
        for: 'writer',
        body: previewedSchema.meta({ id: 'PreviewedContent' }),
        200: [previewSchema, 'The rendered body, and what it counts'],
      },
      ({ c, body, by }) => {
        const { signal } = c.req.raw;
        const { content, ...context } = body;
        const options = { ...context, by, signal };
        return previewBody(site, content, options);
      },
    ),
    call(
      {
        post: '/admin/posts/check',
        summary: 'What the author should know before publishing a post; nothing is stored',
        for: 'writer',
        body: previewedSchema.meta({
          id: 'CheckedPost',
          description: 'The fields of a post; others are not looked at yet',
        }),
        200: [
          z.object({ findings: z.array(findingSchema) }).meta({ id: 'Check' }),
          'The findings in the order of lines',
        ],
      },
      async ({ c, body, by }) => {
        const { signal } = c.req.raw;
        const { content, ...context } = body;
        const findings = unwrap(await checkPost(site, content, { ...context, by, signal }));
        return { findings };
      },
    ),
  ]);
}
