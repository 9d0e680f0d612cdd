import { createRoute, z } from '@hono/zod-openapi';
import {
  type Authenticated,
  forAdministrators,
  forWriters,
} from '../../accounts/api/authorization.ts';
import {
  errorSchema,
  instant,
  json,
  jsonBody,
  MAX_INTEGER,
} from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import { AUTHOR_KINDS, AUTHOR_LIMITS } from '../authors/author.ts';
import { authorInputSchema } from '../authors/author-input.ts';
import type { Posts } from '../posts.ts';

const authorSchema = z
  .object({
    id: z.string(),
    slug: z.string().meta({ description: 'Of the page below `/authors/`' }),
    kind: z.enum(AUTHOR_KINDS),
    name: z.string().meta({ description: 'As posts name the author' }),
    otherNames: z.array(z.string()),
    orcid: z.string().meta({ description: 'A URL, or empty' }),
    affiliation: z.string(),
    ror: z.string().meta({ description: 'The URL of its ROR ID, or empty' }),
    biography: z.string().meta({ description: 'Plain text' }),
    picture: z.string().meta({ description: 'An address, a path on this site, or empty' }),
    version: z.int().min(1).meta({ description: 'Grows by one with every edit' }),
    updatedAt: instant,
  })
  .meta({ id: 'Author' });

const listedAuthorSchema = authorSchema
  .extend({ postCount: z.int().min(0).meta({ description: 'Public posts that name the author' }) })
  .meta({ id: 'ListedAuthor' });

const version = z.coerce
  .number<number>()
  .pipe(z.int().min(1).max(MAX_INTEGER))
  .meta({ description: 'The version that was seen: a stale one is answered with 409' });

const idParam = z.object({ id: z.string().min(1).max(100) });

const NO_AUTHOR = json(errorSchema, 'There is no such author');
const STALE = json(
  z
    .object({
      detail: z.string(),
      current: authorSchema.optional().meta({ description: 'The current author' }),
    })
    .meta({ id: 'AuthorConflict' }),
  'Someone else changed it in the meantime, or its picture was removed',
);

/** The authors who have a record, for administrators; writers read them. */
export function authors(services: Posts) {
  const list = createRoute({
    method: 'get',
    path: '/admin/authors',
    summary: 'The authors who have a record, by name',
    security: forWriters,
    responses: { 200: json(z.object({ authors: z.array(listedAuthorSchema) }), 'All of them') },
  });

  const add = createRoute({
    method: 'post',
    path: '/admin/authors',
    summary: 'Add an author; posts that name one link to the page from then on',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: { body: jsonBody(authorInputSchema.meta({ id: 'NewAuthor' })) },
    responses: {
      201: json(authorSchema, 'The author'),
      409: json(
        errorSchema,
        `There are ${AUTHOR_LIMITS.authors} authors already, or the picture was removed`,
      ),
    },
  });

  const edit = createRoute({
    method: 'put',
    path: '/admin/authors/{id}',
    summary: 'Replace an author',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: {
      params: idParam,
      query: z.object({ version }),
      body: jsonBody(authorInputSchema.meta({ id: 'EditedAuthor' })),
    },
    responses: { 200: json(authorSchema, 'The author'), 404: NO_AUTHOR, 409: STALE },
  });

  const remove = createRoute({
    method: 'delete',
    path: '/admin/authors/{id}',
    summary: 'Remove an author; the name stays in the posts',
    security: forAdministrators,
    request: { params: idParam, query: z.object({ version }) },
    responses: { 204: { description: 'Deleted' }, 404: NO_AUTHOR, 409: STALE },
  });

  return createRouter<Authenticated>()
    .openapi(list, async (c) => c.json({ authors: await services.authors() }, 200))
    .openapi(add, async (c) => {
      const by = c.get('session').email;
      return c.json(unwrap(await services.addAuthor(c.req.valid('json'), { by })), 201);
    })
    .openapi(edit, async (c) => {
      const seen = { by: c.get('session').email, version: c.req.valid('query').version };
      const { id } = c.req.valid('param');
      return c.json(unwrap(await services.editAuthor(id, c.req.valid('json'), seen)), 200);
    })
    .openapi(remove, async (c) => {
      const seen = { by: c.get('session').email, version: c.req.valid('query').version };
      unwrap(await services.removeAuthor(c.req.valid('param').id, seen));
      return c.body(null, 204);
    });
}
