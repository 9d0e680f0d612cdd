import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { versionQuery } from '../../server/http/common-schemas.ts';
import type { Site } from '../../site.ts';
import { AUTHOR_LIMITS } from '../authors/author.ts';
import { authorInputSchema, authorSchema, listedAuthorSchema } from '../authors/author-input.ts';
import { addAuthor, editAuthor, listAuthors, removeAuthor } from '../authors/authors.ts';
import { conflictSchema } from '../schemas.ts';

const idParam = z.object({ id: z.string().min(1).max(100) });

const NO_AUTHOR = 'There is no such author';
const STALE = [
  conflictSchema.extend({ current: authorSchema.optional() }).meta({ id: 'AuthorConflict' }),
  'Someone else changed it in the meantime, or its picture was removed',
] as const;

export function authors(site: Site) {
  return calls([
    call({
      get: '/admin/authors',
      summary: 'The authors who have a record, by name',
      for: 'writer',
      200: [z.object({ authors: z.array(listedAuthorSchema) }), 'All of them'],
    }).to(async () => ({ authors: await listAuthors(site) })),
    call({
      post: '/admin/authors',
      summary: 'Add an author; posts that name one link to the page from then on',
      for: 'administrator',
      body: authorInputSchema.meta({ id: 'NewAuthor' }),
      201: [authorSchema, 'The author'],
      409: `There are ${AUTHOR_LIMITS.authors} authors already, or the picture was removed`,
    }).to(({ body, by }) => addAuthor(site, body, { by })),
    call({
      put: '/admin/authors/:id',
      summary: 'Replace an author',
      for: 'administrator',
      params: idParam,
      query: versionQuery,
      body: authorInputSchema.meta({ id: 'EditedAuthor' }),
      200: [authorSchema, 'The author'],
      404: NO_AUTHOR,
      409: STALE,
    }).to(({ body, params, query, by }) => editAuthor(site, params.id, body, { by, ...query })),
    call({
      delete: '/admin/authors/:id',
      summary: 'Remove an author; the name stays in the posts',
      for: 'administrator',
      params: idParam,
      query: versionQuery,
      204: 'Deleted',
      404: NO_AUTHOR,
      409: STALE,
    }).to(({ params, query, by }) => removeAuthor(site, params.id, { by, ...query })),
  ]);
}
