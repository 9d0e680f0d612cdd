import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { text } from '../../server/fields.ts';
import { idParam } from '../../server/http/common-schemas.ts';
import { pageQuery, presentPage } from '../../server/http/cursor.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { postInputSchema } from '../post-input.ts';
import { postPageSchema, postSchema } from '../schemas.ts';
import { eraseTrashedPost, restorePost, trashedPostSchema, trashedPosts } from '../trash.ts';

const trashPageSchema = postPageSchema
  .extend({ posts: z.array(trashedPostSchema) })
  .meta({ id: 'TrashPage' });

const restoreSchema = z
  .object({ slug: postInputSchema.shape.slug.nullish().describe('Instead of its own') })
  .meta({ id: 'Restoration' });

const restoredSchema = z
  .object({ post: postSchema, lostSlugs: z.array(z.string()).describe('Empty') })
  .meta({ id: 'RestoredPost' });

const NOT_IN_TRASH = 'There is no such post in the trash';

export function trash(site: Site) {
  return calls([
    call({
      get: '/admin/trash',
      summary: 'Deleted posts that can be restored, the latest first',
      for: 'writer',
      query: pageQuery(50).extend({ q: text(200).optional().describe('Words in title or slug') }),
      200: [trashPageSchema, 'A page of deleted posts'],
    }).to(async ({ query }) => presentPage(await trashedPosts(site, query))),
    call({
      post: '/admin/trash/:id/restore',
      summary: 'Restore a deleted post as a draft',
      description: 'Where another post has its slug by now, a number is added to it.',
      for: 'writer',
      params: idParam,
      body: restoreSchema,
      200: [restoredSchema, 'The draft'],
      404: NOT_IN_TRASH,
    }).to(async ({ body: { slug }, params, by }) => {
      const options = { by, slug: slug ?? undefined };
      return { post: unwrap(await restorePost(site, params.id, options)), lostSlugs: [] };
    }),
    call({
      delete: '/admin/trash/:id',
      summary: 'Permanently delete a post',
      for: 'administrator',
      params: idParam,
      204: 'Permanently deleted',
      404: NOT_IN_TRASH,
    }).to(({ params, by }) => eraseTrashedPost(site, params.id, { by })),
  ]);
}
