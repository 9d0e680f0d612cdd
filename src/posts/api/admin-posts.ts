import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forWriters } from '../../accounts/api/authorization.ts';
import { required } from '../../server/fields.ts';
import { json, jsonBody, MAX_INTEGER } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import {
  BULK_OUTCOMES,
  BULK_STATUS_ACTIONS,
  BULK_TAG_ACTIONS,
  MAX_BULK_POSTS,
} from '../bulk-editing.ts';
import { LIMITS, POST_STATUSES } from '../post.ts';
import type { Posts } from '../posts.ts';
import { listQuery, presentPage } from './posts.ts';
import {
  adminPostPageSchema,
  adminPostSummarySchema,
  conflictSchema,
  editedPostSchema,
  etagSchema,
  NOT_FOUND,
  newPostSchema,
  savedPostSchema,
  slugParam,
} from './schemas.ts';

const statsSchema = z
  .object({
    total_posts: z.int(),
    published_posts: z.int(),
    draft_posts: z.int(),
    scheduled_posts: z
      .int()
      .meta({ description: 'Those of the published posts that are not due yet' }),
  })
  .meta({ id: 'Stats' });

const adminListQuery = listQuery.extend({
  status: z.enum(POST_STATUSES).optional(),
  changes: z
    .literal('true')
    .optional()
    .meta({ description: 'Only posts with unpublished changes' }),
  scheduled: z
    .literal('true')
    .optional()
    .meta({ description: 'Only published posts that are not due yet' }),
});

const bulkSchema = z
  .object({
    posts: z
      .array(z.object({ id: z.uuid(), version: z.int().min(1).max(MAX_INTEGER) }))
      .min(1)
      .max(MAX_BULK_POSTS)
      .refine(
        (posts) => new Set(posts.map(({ id }) => id)).size === posts.length,
        'Each post may be named once',
      )
      .meta({ description: 'Posts, each with the version that was read' }),
    action: z.discriminatedUnion('kind', [
      z.object({ kind: z.enum(BULK_TAG_ACTIONS), tag: required(LIMITS.tag) }),
      z.object({ kind: z.enum(BULK_STATUS_ACTIONS) }),
    ]),
  })
  .meta({ id: 'BulkChange' });

const bulkResultsSchema = z
  .object({
    results: z.array(
      z.object({
        id: z.uuid(),
        outcome: z.enum(BULK_OUTCOMES).meta({
          description:
            '`unchanged`: it was already up to date; `conflict`: it was changed since that version; `missing`: it was deleted',
        }),
        detail: z.string().nullable().meta({ description: 'Why it was not changed' }),
        post: adminPostSummarySchema.nullable().meta({ description: 'The current post' }),
      }),
    ),
  })
  .meta({ id: 'BulkResults' });

const creationHeaders = z.object({
  'idempotency-key': z
    .uuid()
    .optional()
    .meta({ description: 'Made by the client: the same key does not make a second post' }),
});

/** Administering posts. */
export function adminPosts(services: Posts) {
  const list = createRoute({
    method: 'get',
    path: '/admin/blog/posts',
    summary: 'Every post, drafts and scheduled ones too',
    security: forWriters,
    request: { query: adminListQuery },
    responses: {
      200: json(adminPostPageSchema, 'A page of posts, without bodies'),
    },
  });

  const stats = createRoute({
    method: 'get',
    path: '/admin/stats',
    summary: 'How many posts there are; scheduled ones count as published',
    security: forWriters,
    responses: { 200: json(statsSchema, 'The counts') },
  });

  const create = createRoute({
    method: 'post',
    path: '/admin/blog/posts',
    summary: 'Write a new post',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { body: jsonBody(newPostSchema), headers: creationHeaders },
    responses: {
      201: json(savedPostSchema, 'The new post, or the one that this key has made before'),
      409: json(conflictSchema, 'The slug is taken, or the key has made another post'),
    },
  });

  const edit = createRoute({
    method: 'put',
    path: '/admin/blog/posts/{slug}',
    summary: 'Replace a post',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { params: slugParam, body: jsonBody(editedPostSchema) },
    responses: {
      200: json(savedPostSchema, 'The post as it is now'),
      404: NOT_FOUND,
      409: json(conflictSchema, 'The slug is taken, or the edited post is stale or another one'),
    },
  });

  const remove = createRoute({
    method: 'delete',
    path: '/admin/blog/posts/{slug}',
    summary: 'Delete a post; it can be restored from the trash',
    security: forWriters,
    request: {
      params: slugParam,
      query: z.object({
        etag: etagSchema.optional().meta({
          description: 'Of the post that was seen: a newer one or another is not deleted',
        }),
      }),
    },
    responses: {
      204: { description: 'Deleted' },
      404: NOT_FOUND,
      409: json(conflictSchema, 'The post was changed since, or it is another one'),
    },
  });

  const bulk = createRoute({
    method: 'post',
    path: '/admin/blog/posts/bulk',
    summary: 'Change tags or status of several posts, or move them to the trash',
    description: 'Each post is changed and reported separately. Repeating the request is safe.',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: { body: jsonBody(bulkSchema) },
    responses: {
      200: json(bulkResultsSchema, 'What became of each post, in the order of the request'),
    },
  });

  return createRouter<Authenticated>()
    .openapi(list, async (c) => {
      const { cursor, changes, scheduled, ...query } = c.req.valid('query');
      const page = await services.allPosts({
        ...query,
        after: cursor,
        hasChanges: changes !== undefined,
        isScheduled: scheduled !== undefined,
      });
      return c.json(presentPage(page), 200);
    })
    .openapi(stats, async (c) => {
      const [{ total, published, drafts }, scheduled] = await Promise.all([
        services.postStats(),
        services.countScheduled(),
      ]);
      const counts = { total_posts: total, published_posts: published, draft_posts: drafts };
      return c.json({ ...counts, scheduled_posts: scheduled }, 200);
    })
    .openapi(create, async (c) => {
      const { acknowledged, ...input } = c.req.valid('json');
      const created = unwrap(
        await services.createPost(input, {
          acknowledged,
          by: c.get('session').email,
          recheck: c.get('recheck'),
          key: c.req.valid('header')['idempotency-key'],
        }),
      );
      c.header('Location', `/api/blog/posts/${created.slug}`);
      return c.json(created, 201);
    })
    .openapi(bulk, async (c) => {
      const { posts, action } = c.req.valid('json');
      const by = c.get('session').email;
      return c.json(
        { results: await services.changePosts(posts, action, { by, recheck: c.get('recheck') }) },
        200,
      );
    })
    .openapi(edit, async (c) => {
      const { slug } = c.req.valid('param');
      const { etag, changes, acknowledged, ...input } = c.req.valid('json');
      const edited = unwrap(
        await services.editPost(slug, input, {
          by: c.get('session').email,
          recheck: c.get('recheck'),
          acknowledged,
          etag: etag ?? undefined,
          changes: changes ?? undefined,
        }),
      );
      return c.json(edited, 200);
    })
    .openapi(remove, async (c) => {
      unwrap(
        await services.removePost(c.req.valid('param').slug, {
          by: c.get('session').email,
          etag: c.req.valid('query').etag,
        }),
      );
      return c.body(null, 204);
    });
}
