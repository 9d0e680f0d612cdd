import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { MAX_INTEGER } from '../../server/http/common-schemas.ts';
import { notFound } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { listedRevisionSchema, readRevision, revisionSchema, revisionsOf } from '../revisions.ts';
import { ofPost, orNoPost, slugParam } from './posts.ts';

const versionParam = slugParam.extend({
  version: z.coerce.number<number>().int().min(1).max(MAX_INTEGER),
});

/** The revisions of a post. To restore one, a client sends it as an edit. */
export function revisions(site: Site) {
  return calls([
    call({
      get: '/admin/blog/posts/:slug/revisions',
      summary: 'Every save of a post, the latest first',
      ...ofPost,
      200: [z.object({ revisions: z.array(listedRevisionSchema) }), 'The saves, without bodies'],
    }).to(async ({ params: { slug } }) => {
      return { revisions: orNoPost((await revisionsOf(site, slug)) ?? undefined, slug) };
    }),
    call({
      get: '/admin/blog/posts/:slug/revisions/:version',
      summary: 'What the author’s fields held at one save',
      ...ofPost,
      params: versionParam,
      200: [revisionSchema, 'The revision'],
    }).to(async ({ params: { slug, version } }) => {
      const revision = await readRevision(site, slug, version);
      if (revision === null) throw notFound('There is no such revision.');
      return revision;
    }),
  ]);
}
