import { createRoute, z } from '@hono/zod-openapi';
import {
  type Authenticated,
  forAdministrators,
  forWriters,
} from '../../accounts/api/authorization.ts';
import { text } from '../../server/fields.ts';
import { errorSchema, idParam, instant, json, jsonBody } from '../../server/http/common-schemas.ts';
import { encodeCursor, pageQuery } from '../../server/http/cursor.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import { POST_STATUSES } from '../post.ts';
import { postInputSchema } from '../post-input.ts';
import type { Posts } from '../posts.ts';
import { postSchema } from './schemas.ts';

const trashedPostSchema = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    status: z.enum(POST_STATUSES).meta({ description: 'What the post is again once restored' }),
    date: instant,
    deletedAt: instant,
    deletedBy: z.string().nullable().meta({ description: 'An email address; null: the program' }),
    expiresAt: instant.meta({ description: 'When it is permanently deleted' }),
  })
  .meta({ id: 'TrashedPost' });

const trashPageSchema = z
  .object({
    posts: z.array(trashedPostSchema),
    total: z.int(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'TrashPage' });

const restoreSchema = z
  .object({
    slug: postInputSchema.shape.slug.nullish().meta({
      description: 'Instead of its own, when another post has taken that',
    }),
  })
  .meta({ id: 'Restoration' });

const restoredSchema = z
  .object({
    post: postSchema,
    lostSlugs: z.array(z.string()).meta({ description: 'Former slugs that other posts use now' }),
  })
  .meta({ id: 'RestoredPost' });

const NOT_IN_TRASH = json(errorSchema, 'There is no such post in the trash');

/** Deleted posts. */
export function trash(services: Posts) {
  const list = createRoute({
    method: 'get',
    path: '/admin/trash',
    summary: 'Deleted posts that can be restored, the latest first',
    security: forWriters,
    request: {
      query: pageQuery(50).extend({
        q: text(200).optional().meta({ description: 'Words in title or slug' }),
      }),
    },
    responses: {
      200: json(trashPageSchema, 'A page of deleted posts'),
    },
  });

  const restore = createRoute({
    method: 'post',
    path: '/admin/trash/{id}/restore',
    summary: 'Restore a deleted post as it was',
    description: 'A published post is public again at once. Its preview links have ended.',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { params: idParam, body: jsonBody(restoreSchema) },
    responses: {
      200: json(restoredSchema, 'The post as it is again'),
      404: NOT_IN_TRASH,
      409: json(errorSchema, 'Another post has taken the slug: send a new one'),
    },
  });

  const erase = createRoute({
    method: 'delete',
    path: '/admin/trash/{id}',
    summary: 'Permanently delete a post',
    security: forAdministrators,
    request: { params: idParam },
    responses: {
      204: { description: 'Permanently deleted' },
      404: NOT_IN_TRASH,
    },
  });

  return createRouter<Authenticated>()
    .openapi(list, async (c) => {
      const { cursor, ...query } = c.req.valid('query');
      const { next, ...page } = await services.trashedPosts({ ...query, after: cursor });
      return c.json({ ...page, nextCursor: encodeCursor(next) }, 200);
    })
    .openapi(restore, async (c) => {
      const by = c.get('session').email;
      const { slug } = c.req.valid('json');
      const options = { by, slug: slug ?? undefined };
      const restored = await services.restorePost(c.req.valid('param').id, options);
      return c.json(unwrap(restored), 200);
    })
    .openapi(erase, async (c) => {
      const by = c.get('session').email;
      unwrap(await services.eraseTrashedPost(c.req.valid('param').id, { by }));
      return c.body(null, 204);
    });
}
