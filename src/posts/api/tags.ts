import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forWriters } from '../../accounts/api/authorization.ts';
import { json } from '../../server/http/common-schemas.ts';
import { createRouter } from '../../server/http/router.ts';
import type { Posts } from '../posts.ts';

const tagsSchema = z
  .object({ tags: z.array(z.object({ tag: z.string(), posts: z.int().min(1) })) })
  .meta({ id: 'Tags' });

/** The tags that posts have. */
export function tags(services: Posts) {
  const list = createRoute({
    method: 'get',
    path: '/admin/tags',
    summary: 'The tags of all posts, most used first, each in its most used spelling',
    security: forWriters,
    responses: { 200: json(tagsSchema, 'At most 1,000 tags') },
  });

  return createRouter<Authenticated>().openapi(list, async (c) =>
    c.json({ tags: await services.tagCounts() }, 200),
  );
}
