import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { referenceSchema } from '../../science/references/api/references.ts';
import { exportWorks, findWorks } from '../../science/references/cited-works.ts';
import { text } from '../../server/fields.ts';
import { downloadResponse } from '../../server/http/csv.ts';
import type { Site } from '../../site.ts';
import { CITE_FORMATS } from '../cite-post.ts';
import { citedReferences, tagCounts } from '../reading.ts';

const tagsSchema = z
  .object({ tags: z.array(z.object({ tag: z.string(), posts: z.int().min(1) })) })
  .meta({ id: 'Tags' });

export function tags(site: Site) {
  return calls([
    call({
      get: '/admin/tags',
      summary: 'The tags of all posts, most used first, each in its most used spelling',
      for: 'writer',
      200: [tagsSchema, 'At most 1,000 tags'],
    }).to(async () => ({ tags: await tagCounts(site) })),
  ]);
}

export function citedWorks(site: Site) {
  return calls([
    call({
      get: '/admin/references',
      summary: 'The works that posts cite, drafts too, those of the newest posts first',
      for: 'writer',
      query: z.object({
        q: text(200).optional().describe('Words of key, title, authors or year, or a DOI'),
      }),
      200: [
        z.object({ references: z.array(referenceSchema) }).meta({ id: 'CitedWorks' }),
        'At most 20, each work once',
      ],
    }).to(async ({ c, query }) => {
      const cited = citedReferences(site, c.req.raw.signal);
      return { references: await findWorks(cited, query.q ?? '') };
    }),
    call({
      get: '/admin/references/export',
      summary: 'The works that posts cite, drafts too, as BibTeX',
      for: 'writer',
      200: {
        description: 'Each work once, with a key of its own',
        content: { [CITE_FORMATS.bib]: { schema: z.string() } },
      },
    }).to(() =>
      downloadResponse('references.bib', CITE_FORMATS.bib, exportWorks(citedReferences(site))),
    ),
  ]);
}
