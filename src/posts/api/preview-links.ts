import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { instant } from '../../server/http/common-schemas.ts';
import { postNotFound, unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import {
  createPreviewLink,
  PREVIEW_DAYS,
  previewLinksOf,
  revokePreviewLink,
} from '../preview-links.ts';
import { etagSchema, NOT_FOUND, slugParam } from './schemas.ts';

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
