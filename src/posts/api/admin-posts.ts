import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { required } from '../../server/fields.ts';
import { MAX_INTEGER } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import {
  BULK_OUTCOMES,
  BULK_STATUS_ACTIONS,
  BULK_TAG_ACTIONS,
  changePosts,
  MAX_BULK_POSTS,
} from '../bulk-editing.ts';
import { createPost } from '../creating.ts';
import { editPost } from '../editing.ts';
import { LIMITS, POST_STATUSES } from '../post.ts';
import { allPosts, countScheduled, postStats } from '../reading.ts';
import { removePost } from '../trash.ts';
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
export function adminPosts(site: Site) {
  return calls([
    call(
      {
        get: '/admin/blog/posts',
        summary: 'Every post, drafts and scheduled ones too',
        for: 'writer',
        query: adminListQuery,
        200: [adminPostPageSchema, 'A page of posts, without bodies'],
      },
      async ({ query: { cursor, changes, scheduled, ...filter } }) => {
        const page = await allPosts(site, {
          ...filter,
          after: cursor,
          hasChanges: changes !== undefined,
          isScheduled: scheduled !== undefined,
        });
        return presentPage(page);
      },
    ),
    call(
      {
        get: '/admin/stats',
        summary: 'How many posts there are; scheduled ones count as published',
        for: 'writer',
        200: [statsSchema, 'The counts'],
      },
      async () => {
        const [{ total, published, drafts }, scheduled] = await Promise.all([
          postStats(site),
          countScheduled(site),
        ]);
        const counts = { total_posts: total, published_posts: published, draft_posts: drafts };
        return { ...counts, scheduled_posts: scheduled };
      },
    ),
    call(
      {
        post: '/admin/blog/posts',
        summary: 'Write a new post',
        for: 'writer',
        body: newPostSchema,
        headers: creationHeaders,
        201: [savedPostSchema, 'The new post, or the one that this key has made before'],
        409: [conflictSchema, 'The slug is taken, or the key has made another post'],
      },
      async ({ c, body: { acknowledged, ...input }, headers, recheck, by }) => {
        const created = unwrap(
          await createPost(site, input, {
            acknowledged,
            by,
            recheck,
            key: headers['idempotency-key'],
          }),
        );
        c.header('Location', `/api/blog/posts/${created.slug}`);
        return created;
      },
    ),
    call(
      {
        post: '/admin/blog/posts/bulk',
        summary: 'Change tags or status of several posts, or move them to the trash',
        description: 'Each post is changed and reported separately. Repeating the request is safe.',
        for: 'writer',
        body: bulkSchema,
        200: [bulkResultsSchema, 'What became of each post, in the order of the request'],
      },
      async ({ body: { posts, action }, recheck, by }) => ({
        results: await changePosts(site, posts, action, { by, recheck }),
      }),
    ),
    call(
      {
        put: '/admin/blog/posts/:slug',
        summary: 'Replace a post',
        for: 'writer',
        params: slugParam,
        body: editedPostSchema,
        200: [savedPostSchema, 'The post as it is now'],
        404: NOT_FOUND,
        409: [conflictSchema, 'The slug is taken, or the edited post is stale or another one'],
      },
      ({ body: { etag, changes, acknowledged, ...input }, params: { slug }, recheck, by }) =>
        editPost(site, slug, input, {
          by,
          recheck,
          acknowledged,
          etag: etag ?? undefined,
          changes: changes ?? undefined,
        }),
    ),
    call(
      {
        delete: '/admin/blog/posts/:slug',
        summary: 'Delete a post; it can be restored from the trash',
        for: 'writer',
        params: slugParam,
        query: z.object({
          etag: etagSchema.optional().meta({
            description: 'Of the post that was seen: a newer one or another is not deleted',
          }),
        }),
        204: 'Deleted',
        404: NOT_FOUND,
        409: [conflictSchema, 'The post was changed since, or it is another one'],
      },
      ({ params, query, by }) =>
        removePost(site, params.slug, {
          by,
          etag: query.etag,
        }),
    ),
  ]);
}
