import { randomUUID } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import type { Site } from '../../site.ts';
import { POST_STATUSES } from '../fields.ts';
import { allPosts, postStats } from '../reading.ts';
import { save } from '../saving.ts';
import {
  adminPostPageSchema,
  conflictSchema,
  editedPostSchema,
  etagSchema,
  newPostSchema,
  savedPostSchema,
} from '../schemas.ts';
import { removePost } from '../trash.ts';
import { idOf, listQuery, ofPost, presentPage } from './posts.ts';

const statsSchema = z
  .object({
    total_posts: z.int(),
    published_posts: z.int(),
    draft_posts: z.int(),
    scheduled_posts: z.int().describe('Those of the published posts that are not due yet'),
  })
  .meta({ id: 'Stats' });

const adminListQuery = listQuery.extend({
  status: z
    .enum([...POST_STATUSES, 'scheduled', 'changes'])
    .optional()
    .describe('`scheduled`: published, but not due yet; `changes`: with unpublished ones'),
});

export function adminPosts(site: Site) {
  return calls([
    call({
      get: '/admin/blog/posts',
      summary: 'Every post, drafts and scheduled ones too',
      for: 'writer',
      query: adminListQuery,
      200: [adminPostPageSchema, 'A page of posts, without bodies'],
    }).to(async ({ query: { cursor, ...filter } }) =>
      presentPage(await allPosts(site, { ...filter, after: cursor })),
    ),
    call({
      get: '/admin/stats',
      summary: 'How many posts there are; scheduled ones count as published',
      for: 'writer',
      200: [statsSchema, 'The counts'],
    }).to(async () => {
      const { total, published, drafts, scheduled } = await postStats(site);
      const counts = { total_posts: total, published_posts: published, draft_posts: drafts };
      return { ...counts, scheduled_posts: scheduled };
    }),
    call({
      post: '/admin/blog/posts',
      summary: 'Write a new post',
      for: 'writer',
      body: newPostSchema,
      location: '/api/blog/posts/:slug',
      201: [savedPostSchema, 'The new post'],
      409: [conflictSchema, 'The slug is taken, or there is a post with this id'],
    }).to(({ body: { id = randomUUID(), acknowledged, status, ...fields }, recheck, by }) =>
      save(site, id, { base: null, fields, publish: status, acknowledged, by, recheck }),
    ),
    call({
      put: '/admin/blog/posts/:slug',
      summary: 'Replace a post',
      ...ofPost,
      body: editedPostSchema,
      200: [savedPostSchema, 'The post as it is now'],
      409: [conflictSchema, 'The slug is taken, or the edited post is stale or another one'],
    }).to(async ({ body: { etag, acknowledged, status, ...fields }, params, recheck, by }) => {
      const id = await idOf(site, params.slug, etag);
      const base = etag ?? undefined;
      return save(site, id, { base, fields, publish: status, acknowledged, by, recheck });
    }),
    call({
      delete: '/admin/blog/posts/:slug',
      summary: 'Delete a post; it can be restored from the trash',
      ...ofPost,
      query: z.object({
        etag: etagSchema.optional().describe('Of the post that was seen: no other is deleted'),
      }),
      204: 'Deleted',
      409: [conflictSchema, 'The post was changed since, or it is another one'],
    }).to(({ params, query: { etag }, by }) => removePost(site, params.slug, { by, etag })),
  ]);
}
