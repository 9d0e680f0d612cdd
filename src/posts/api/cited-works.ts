import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forWriters } from '../../accounts/api/authorization.ts';
import { referenceSchema } from '../../science/references/api/reference-schema.ts';
import { text } from '../../server/fields.ts';
import { json } from '../../server/http/common-schemas.ts';
import { downloadResponse } from '../../server/http/csv.ts';
import { createRouter } from '../../server/http/router.ts';
import { CITE_FORMATS } from '../cite-post.ts';
import type { Posts } from '../posts.ts';

/** The works that posts cite. */
export function citedWorks(services: Posts) {
  const search = createRoute({
    method: 'get',
    path: '/admin/references',
    summary: 'The works that posts cite, drafts too, those of the newest posts first',
    security: forWriters,
    request: {
      query: z.object({
        q: text(200)
          .optional()
          .meta({ description: 'Words of the key, the title, the authors, the year, or a DOI' }),
      }),
    },
    responses: {
      200: json(
        z.object({ references: z.array(referenceSchema) }).meta({ id: 'CitedWorks' }),
        'At most 20, each work once',
      ),
    },
  });

  const download = createRoute({
    method: 'get',
    path: '/admin/references/export',
    summary: 'The works that posts cite, drafts too, as BibTeX',
    security: forWriters,
    responses: {
      200: {
        description: 'Each work once, with a key of its own',
        content: { [CITE_FORMATS.bib]: { schema: z.string() } },
      },
    },
  });

  return createRouter<Authenticated>()
    .openapi(search, async (c) => {
      const { q = '' } = c.req.valid('query');
      return c.json({ references: await services.searchCitedWorks(q, c.req.raw.signal) }, 200);
    })
    .openapi(download, () =>
      downloadResponse('references.bib', CITE_FORMATS.bib, services.exportCitedWorks()),
    );
}
