import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forWriters } from '../../accounts/api/authorization.ts';
import { json, MAX_INTEGER } from '../../server/http/common-schemas.ts';
import { notFound } from '../../server/http/error-responses.ts';
import { createRouter } from '../../server/http/router.ts';
import { type AuthoredFields, POST_STATUSES, type Post } from '../post.ts';
import type { Posts } from '../posts.ts';
import { NOT_FOUND, postSchema, slugParam } from './schemas.ts';

const summarySchema = z
  .object({
    version: z.int().min(1),
    savedAt: z.iso.datetime(),
    savedBy: z.string().nullable().meta({ description: 'An email address; null: the program' }),
    title: z.string(),
    status: z.enum(POST_STATUSES),
  })
  .meta({ id: 'RevisionSummary' });

const listedSchema = summarySchema
  .extend({
    isLatest: z.boolean().meta({
      description: 'The working text: where it is not the public one, the unpublished changes',
    }),
  })
  .meta({ id: 'ListedRevision' });

/** What an author writes: every field of a post but those that follow from it. */
const authored = postSchema.omit({
  id: true,
  date: true,
  updated_at: true,
  readingTime: true,
  contentHtml: true,
  version: true,
  etag: true,
} satisfies Record<Exclude<keyof Post, keyof AuthoredFields>, true>);

const revisionSchema = summarySchema.extend(authored.shape).meta({ id: 'Revision' });

const versionParam = slugParam.extend({
  version: z.coerce.number<number>().int().min(1).max(MAX_INTEGER),
});

/** The revisions of a post. To restore one, a client sends it as an edit. */
export function revisions(services: Posts) {
  const list = createRoute({
    method: 'get',
    path: '/admin/blog/posts/{slug}/revisions',
    summary: 'Every save of a post, the latest first',
    security: forWriters,
    request: { params: slugParam },
    responses: {
      200: json(z.object({ revisions: z.array(listedSchema) }), 'The saves, without bodies'),
      404: NOT_FOUND,
    },
  });

  const read = createRoute({
    method: 'get',
    path: '/admin/blog/posts/{slug}/revisions/{version}',
    summary: 'What the author’s fields held at one save',
    security: forWriters,
    request: { params: versionParam },
    responses: {
      200: json(revisionSchema, 'The revision'),
      404: NOT_FOUND,
    },
  });

  return createRouter<Authenticated>()
    .openapi(list, async (c) => {
      const found = await services.revisionsOf(c.req.valid('param').slug);
      if (found === null) throw notFound('There is no post at this address.');
      return c.json({ revisions: found }, 200);
    })
    .openapi(read, async (c) => {
      const { slug, version } = c.req.valid('param');
      const found = await services.revision(slug, version);
      if (found === null) throw notFound('There is no such revision.');
      return c.json(found, 200);
    });
}
