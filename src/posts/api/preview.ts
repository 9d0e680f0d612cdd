import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { CITATION_STYLES } from '../../science/references/reference.ts';
import { optional, text } from '../../server/fields.ts';
import { postNotFound, unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { LIMITS } from '../fields.ts';
import { PREVIEW_DAYS } from '../post.ts';
import { citedReferencesSchema } from '../post-input.ts';
import { previewBody } from '../preview.ts';
import {
  createPreviewLink,
  previewLinkOf,
  previewLinkSchema,
  revokePreviewLink,
} from '../preview-link.ts';
import { etagSchema, findingSchema } from '../schemas.ts';
import { NOT_FOUND, slugParam } from './posts.ts';

const createdLinkSchema = previewLinkSchema
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

const PATH = '/admin/blog/posts/:slug/preview-link';

/** The link for reviewers without an account to a post that is not public. */
export function previewLink(site: Site) {
  return calls([
    call({
      get: PATH,
      summary: 'The preview link of a post',
      for: 'writer',
      params: slugParam,
      200: [z.object({ link: previewLinkSchema.nullable() }), 'Without its address; null for none'],
      404: NOT_FOUND,
    }).to(async ({ params: { slug } }) => {
      const link = await previewLinkOf(site, slug);
      if (link === undefined) throw postNotFound(slug);
      return { link };
    }),
    call({
      post: PATH,
      summary: 'Make a preview link, in place of the one that there is',
      for: 'writer',
      params: slugParam,
      body: newLinkSchema,
      201: [createdLinkSchema, 'The new link, with its address'],
      404: NOT_FOUND,
      409: 'It is another post',
    }).to(async ({ body: { days, etag }, params: { slug }, by }) => {
      const { token, ...link } = unwrap(await createPreviewLink(site, slug, { by, days, etag }));
      return { ...link, address: `${site.identity.url}/preview/${token}` };
    }),
    call({
      delete: PATH,
      summary: 'End the preview link of a post',
      for: 'writer',
      params: slugParam,
      204: 'It no longer works',
      404: 'There is no such post, or it has no link',
    }).to(({ params: { slug }, by }) => revokePreviewLink(site, slug, { by })),
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
  license: optional(LIMITS.statement),
  dataAvailability: optional(LIMITS.statement),
  contributions: optional(LIMITS.statement),
  coverImage: optional(LIMITS.url),
});

/** Renders and checks bodies without saving them. */
export function preview(site: Site) {
  return calls([
    call({
      post: '/admin/preview',
      summary: 'Render a body as saving would; nothing is stored',
      for: 'writer',
      body: previewedSchema.meta({ id: 'PreviewedContent' }),
      200: [previewSchema, 'The rendered body, and what it counts'],
    }).to(({ c, body, by }) => {
      const { signal } = c.req.raw;
      const { content, ...context } = body;
      const options = { ...context, by, signal };
      return previewBody(site, content, options);
    }),
    call({
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
    }).to(async ({ c, body, by }) => {
      const { signal } = c.req.raw;
      const { content, ...context } = body;
      const { findings } = unwrap(await previewBody(site, content, { ...context, by, signal }));
      return { findings };
    }),
  ]);
}
