import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forWriters } from '../../accounts/api/authorization.ts';
import { errorSchema, instant, json, jsonBody } from '../../server/http/common-schemas.ts';
import { postNotFound, unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Posts } from '../posts.ts';
import { PREVIEW_DAYS } from '../preview-links.ts';
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

type PreviewLinkDeps = {
  posts: Posts;
  /** The site's origin, without a trailing slash. */
  publicUrl: string;
};

/** Links for reviewers without an account to posts that are not public. */
export function previewLinks({ posts, publicUrl }: PreviewLinkDeps) {
  const list = createRoute({
    method: 'get',
    path: '/admin/blog/posts/{slug}/preview-links',
    summary: 'The preview links of a post that work, the latest first',
    security: forWriters,
    request: { params: slugParam },
    responses: {
      200: json(z.object({ links: z.array(linkSchema) }), 'The links, without their addresses'),
      404: NOT_FOUND,
    },
  });

  const create = createRoute({
    method: 'post',
    path: '/admin/blog/posts/{slug}/preview-links',
    summary: 'Make a preview link',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { params: slugParam, body: jsonBody(newLinkSchema) },
    responses: {
      201: json(createdLinkSchema, 'The new link, with its address'),
      404: NOT_FOUND,
      409: json(errorSchema, 'It is another post'),
    },
  });

  const revoke = createRoute({
    method: 'delete',
    path: '/admin/blog/posts/{slug}/preview-links/{id}',
    summary: 'End a preview link',
    security: forWriters,
    request: { params: slugParam.extend({ id: z.uuid() }) },
    responses: {
      204: { description: 'It no longer works' },
      404: json(errorSchema, 'There is no such post, or no such link'),
    },
  });

  return createRouter<Authenticated>()
    .openapi(list, async (c) => {
      const { slug } = c.req.valid('param');
      const links = await posts.previewLinksOf(slug);
      if (links === null) {
        throw postNotFound(slug);
      }
      return c.json({ links }, 200);
    })
    .openapi(create, async (c) => {
      const { slug } = c.req.valid('param');
      const { days, etag } = c.req.valid('json');
      const { token, ...link } = unwrap(
        await posts.createPreviewLink(slug, { by: c.get('session').email, days, etag }),
      );
      return c.json({ ...link, address: `${publicUrl}/preview/${token}` }, 201);
    })
    .openapi(revoke, async (c) => {
      const { slug, id } = c.req.valid('param');
      const by = c.get('session').email;
      unwrap(await posts.revokePreviewLink(slug, id, { by }));
      return c.body(null, 204);
    });
}
