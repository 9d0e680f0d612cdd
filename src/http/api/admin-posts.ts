import { createRoute, z } from '@hono/zod-openapi';
import { POST_STATUSES } from '../../domain/posts/post.ts';
import type { Services } from '../../domain/services.ts';
import { requireSession, security } from './bearer.ts';
import { unwrap } from './error-responses.ts';
import { listQuery, presentPage } from './posts.ts';
import { createRouter, utf8Body } from './router.ts';
import {
  BODY_ERRORS,
  conflictSchema,
  editedPostSchema,
  INVALID,
  json,
  jsonBody,
  NOT_FOUND,
  newPostSchema,
  postPageSchema,
  postSchema,
  slugParam,
  UNAUTHENTICATED,
} from './schemas.ts';

const statsSchema = z
  .object({ total_posts: z.int(), published_posts: z.int(), draft_posts: z.int() })
  .meta({ id: 'Stats' });

const creationHeaders = z.object({
  'idempotency-key': z
    .uuid()
    .optional()
    .meta({ description: 'Made by the client: the same key does not make a second post' }),
});

/** Administering posts. */
export function adminPosts(services: Services) {
  const signedIn = requireSession(services);

  const list = createRoute({
    method: 'get',
    path: '/admin/blog/posts',
    summary: 'Every post, drafts and scheduled ones too',
    security,
    middleware: [signedIn] as const,
    request: { query: listQuery.extend({ status: z.enum(POST_STATUSES).optional() }) },
    responses: {
      200: json(postPageSchema, 'A page of posts, without bodies'),
      401: UNAUTHENTICATED,
      422: INVALID,
    },
  });

  const stats = createRoute({
    method: 'get',
    path: '/admin/stats',
    summary: 'How many posts there are; scheduled ones count as published',
    security,
    middleware: [signedIn] as const,
    responses: { 200: json(statsSchema, 'The counts'), 401: UNAUTHENTICATED },
  });

  const create = createRoute({
    method: 'post',
    path: '/admin/blog/posts',
    summary: 'Write a new post',
    security,
    middleware: [signedIn, utf8Body] as const,
    request: { body: jsonBody(newPostSchema), headers: creationHeaders },
    responses: {
      201: json(postSchema, 'The new post, or the one that this key has made before'),
      401: UNAUTHENTICATED,
      409: json(conflictSchema, 'The slug is taken, or the key has made another post'),
      422: INVALID,
      ...BODY_ERRORS,
    },
  });

  const edit = createRoute({
    method: 'put',
    path: '/admin/blog/posts/{slug}',
    summary: 'Replace a post',
    security,
    middleware: [signedIn, utf8Body] as const,
    request: { params: slugParam, body: jsonBody(editedPostSchema) },
    responses: {
      200: json(postSchema, 'The post as it is now'),
      401: UNAUTHENTICATED,
      404: NOT_FOUND,
      409: json(conflictSchema, 'The slug is taken, or the edited version is stale'),
      422: INVALID,
      ...BODY_ERRORS,
    },
  });

  const remove = createRoute({
    method: 'delete',
    path: '/admin/blog/posts/{slug}',
    summary: 'Delete a post',
    security,
    middleware: [signedIn] as const,
    request: { params: slugParam },
    responses: {
      204: { description: 'It is gone' },
      401: UNAUTHENTICATED,
      404: NOT_FOUND,
      422: INVALID,
    },
  });

  return createRouter()
    .openapi(list, async (c) => {
      const { cursor, ...query } = c.req.valid('query');
      return c.json(presentPage(await services.allPosts({ ...query, after: cursor })), 200);
    })
    .openapi(stats, async (c) => {
      const { total, published, drafts } = await services.postStats();
      const counts = { total_posts: total, published_posts: published, draft_posts: drafts };
      return c.json(counts, 200);
    })
    .openapi(create, async (c) => {
      const created = unwrap(
        await services.createPost(c.req.valid('json'), {
          by: c.get('session').email,
          key: c.req.valid('header')['idempotency-key'],
        }),
      );
      c.header('Location', `/api/blog/posts/${created.slug}`);
      return c.json(created, 201);
    })
    .openapi(edit, async (c) => {
      const { slug } = c.req.valid('param');
      const { version, ...input } = c.req.valid('json');
      const edited = unwrap(
        await services.editPost(slug, input, {
          by: c.get('session').email,
          version: version ?? undefined,
        }),
      );
      return c.json(edited, 200);
    })
    .openapi(remove, async (c) => {
      unwrap(
        await services.removePost(c.req.valid('param').slug, {
          by: c.get('session').email,
        }),
      );
      return c.body(null, 204);
    });
}
