import { createRoute, z } from '@hono/zod-openapi';
import {
  type Authenticated,
  forAdministrators,
  forWriters,
} from '../../../accounts/api/authorization.ts';
import {
  errorSchema,
  instant,
  json,
  jsonBody,
  MAX_INTEGER,
} from '../../../server/http/common-schemas.ts';
import { unwrap } from '../../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../../server/http/router.ts';
import type { GlossaryTerms } from '../glossary.ts';
import { GLOSSARY_CATEGORIES, TERM_LIMITS } from '../term.ts';
import { termInputSchema } from '../term-input.ts';

const termSchema = z
  .object({
    id: z.string(),
    term: z.string(),
    category: z.enum(GLOSSARY_CATEGORIES),
    definition: z.string().meta({ description: 'Plain text' }),
    synonyms: z.array(z.string()).meta({ description: 'Other spellings in posts' }),
    relatedTerms: z.array(z.string()).meta({ description: 'The names of other terms' }),
    version: z.int().min(1).meta({ description: 'Grows by one with every edit' }),
    updatedAt: instant,
  })
  .meta({ id: 'Term' });

const usedTermSchema = termSchema
  .extend({
    posts: z
      .array(z.object({ slug: z.string(), title: z.string() }))
      .meta({ description: 'The newest public posts that mention it, at most three' }),
    postCount: z.int().min(0).meta({ description: 'All public posts that mention it' }),
  })
  .meta({ id: 'UsedTerm' });

const version = z.coerce
  .number<number>()
  .pipe(z.int().min(1).max(MAX_INTEGER))
  .meta({ description: 'The version that was seen: a stale one is answered with 409' });

const idParam = z.object({ id: z.string().min(1).max(TERM_LIMITS.term) });

const NO_TERM = json(errorSchema, 'There is no such term');
const STALE = json(
  z
    .object({
      detail: z.string(),
      current: termSchema.optional().meta({ description: 'The current term' }),
    })
    .meta({ id: 'TermConflict' }),
  'Someone else changed it in the meantime',
);

/** The terms of the glossary, for administrators. */
export function glossary(services: GlossaryTerms) {
  const list = createRoute({
    method: 'get',
    path: '/admin/glossary',
    summary: 'The terms of the glossary, as its page has them, and where posts mention them',
    security: forWriters,
    responses: {
      200: json(z.object({ terms: z.array(usedTermSchema) }), 'All of them'),
    },
  });

  const add = createRoute({
    method: 'post',
    path: '/admin/glossary',
    summary: 'Add a term; posts that mention it link its definition within a minute',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: { body: jsonBody(termInputSchema.meta({ id: 'NewTerm' })) },
    responses: {
      201: json(termSchema, 'The term'),
      409: json(errorSchema, `There are ${TERM_LIMITS.terms} terms already`),
    },
  });

  const edit = createRoute({
    method: 'put',
    path: '/admin/glossary/{id}',
    summary: 'Replace a term',
    security: forAdministrators,
    middleware: [utf8Body] as const,
    request: {
      params: idParam,
      query: z.object({ version }),
      body: jsonBody(termInputSchema.meta({ id: 'EditedTerm' })),
    },
    responses: { 200: json(termSchema, 'The term'), 404: NO_TERM, 409: STALE },
  });

  const remove = createRoute({
    method: 'delete',
    path: '/admin/glossary/{id}',
    summary: 'Remove a term; the words stay in the posts',
    security: forAdministrators,
    request: { params: idParam, query: z.object({ version }) },
    responses: {
      204: { description: 'Deleted' },
      404: NO_TERM,
      409: STALE,
    },
  });

  return createRouter<Authenticated>()
    .openapi(list, async (c) => c.json({ terms: await services.glossary() }, 200))
    .openapi(add, async (c) => {
      const by = c.get('session').email;
      return c.json(unwrap(await services.addTerm(c.req.valid('json'), { by })), 201);
    })
    .openapi(edit, async (c) => {
      const seen = { by: c.get('session').email, version: c.req.valid('query').version };
      const { id } = c.req.valid('param');
      return c.json(unwrap(await services.editTerm(id, c.req.valid('json'), seen)), 200);
    })
    .openapi(remove, async (c) => {
      const seen = { by: c.get('session').email, version: c.req.valid('query').version };
      unwrap(await services.removeTerm(c.req.valid('param').id, seen));
      return c.body(null, 204);
    });
}
