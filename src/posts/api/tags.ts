import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import type { Site } from '../../site.ts';
import { tagCounts } from '../tag-counts.ts';

const tagsSchema = z
  .object({ tags: z.array(z.object({ tag: z.string(), posts: z.int().min(1) })) })
  .meta({ id: 'Tags' });

/** The tags that posts have. */
export function tags(site: Site) {
  return calls([
    call(
      {
        get: '/admin/tags',
        summary: 'The tags of all posts, most used first, each in its most used spelling',
        for: 'writer',
        200: [tagsSchema, 'At most 1,000 tags'],
      },
      async () => ({ tags: await tagCounts(site) }),
    ),
  ]);
}
