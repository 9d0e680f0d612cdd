import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { MAX_INTEGER } from '../../server/http/common-schemas.ts';
import { notFound } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { listedRevisionSchema, readRevision, revisionSchema, revisionsOf } from '../revisions.ts';
import { NOT_FOUND, slugParam } from './posts.ts';

const versionParam = slugParam.extend({
  version: z.coerce.number<number>().int().min(1).max(MAX_INTEGER),
});

/** The revisions of a post. To restore one, a client sends it as an edit. */
export function revisions(site: Site) {
  return calls([
    call({
      get: '/admin/blog/posts/:slug/revisions',
      summary: 'Every save of a post, the latest first',
      for: 'writer',
      params: slugParam,
      200: [z.object({ revisions: z.array(listedRevisionSchema) }), 'The saves, without bodies'],
      404: NOT_FOUND,
    }).to(async ({ params }) => {
      const found = await revisionsOf(site, params.slug);
      if (found === null) throw notFound('There is no post at this address.');
      return { revisions: found };
    }),
    call({
      get: '/admin/blog/posts/:slug/revisions/:version',
      summary: 'What the author’s fields held at one save',
      for: 'writer',
      params: versionParam,
      200: [revisionSchema, 'The revision'],
      404: NOT_FOUND,
    }).to(async ({ params: { slug, version } }) => {
      const found = await readRevision(site, slug, version);
      if (found === null) throw notFound('There is no such revision.');
      return found;
    }),
  ]);
}
