import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { CITATION_STYLES } from '../../science/references/reference.ts';
import { referenceList } from '../../science/references/reference-input.ts';
import { optional, text } from '../../server/fields.ts';
import { findingSchema } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { LIMITS } from '../fields.ts';
import { previewBody, previewSchema } from '../preview.ts';
import {
  createPreviewLink,
  previewLinkOf,
  previewLinkSchema,
  revokePreviewLink,
} from '../preview-link.ts';
import { etagSchema } from '../schemas.ts';
import { ofPost, orNoPost } from './posts.ts';

const createdLinkSchema = previewLinkSchema
  .extend({ address: z.url().describe('What to hand on; it cannot be asked for again') })
  .meta({ id: 'MadePreviewLink' });

const newLinkSchema = z
  .object({ etag: etagSchema.optional().describe('Of the post that was read') })
  .meta({ id: 'NewPreviewLink' });

const PATH = '/admin/blog/posts/:slug/preview-link';

export function previewLink(site: Site) {
  return calls([
    call({
      get: PATH,
      summary: 'The preview link of a post',
      ...ofPost,
      200: [z.object({ link: previewLinkSchema.nullable() }), 'Without its address; null for none'],
    }).to(async ({ params: { slug } }) => ({
      link: orNoPost(await previewLinkOf(site, slug), slug),
    })),
    call({
      post: PATH,
      summary: 'Make a preview link for 30 days, in place of the one that there is',
      ...ofPost,
      body: newLinkSchema,
      201: [createdLinkSchema, 'The new link, with its address'],
      409: 'It is another post',
    }).to(async ({ body: { etag }, params: { slug }, by }) => {
      const { token, ...link } = unwrap(await createPreviewLink(site, slug, { by, etag }));
      return { ...link, address: `${site.identity.url}/preview/${token}` };
    }),
    call({
      delete: PATH,
      summary: 'End the preview link of a post',
      ...ofPost,
      204: 'It no longer works',
      404: 'There is no such post, or it has no link',
    }).to(({ params: { slug }, by }) => revokePreviewLink(site, slug, { by })),
  ]);
}

const previewedSchema = z.object({
  content: text(LIMITS.content),
  references: referenceList(true).describe('What the content can cite'),
  citationStyle: z.enum(CITATION_STYLES).optional(),
  coverImage: optional(LIMITS.url),
});

export function preview(site: Site) {
  return calls([
    call({
      post: '/admin/preview',
      summary: 'Render a body as saving would; nothing is stored',
      for: 'writer',
      body: previewedSchema.meta({ id: 'PreviewedContent' }),
      200: [previewSchema, 'The rendered body, and what it counts'],
    }).to(({ c, body, by }) => previewBody(site, body, { owner: by, signal: c.req.raw.signal })),
    call({
      post: '/admin/posts/check',
      summary: 'What the author should know before publishing a post; nothing is stored',
      for: 'writer',
      body: previewedSchema.meta({
        id: 'CheckedPost',
        description: 'The fields of a post; others are not looked at',
      }),
      200: [
        z.object({ findings: z.array(findingSchema) }).meta({ id: 'Check' }),
        'The findings in the order of lines',
      ],
    }).to(async ({ c, body, by }) => {
      const options = { owner: by, signal: c.req.raw.signal };
      return { findings: unwrap(await previewBody(site, body, options)).findings };
    }),
  ]);
}
