import { z } from '@hono/zod-openapi';
import { call, calls } from '../../../accounts/api/call.ts';
import { glossaryCategories } from '../../../content/glossary.ts';
import { instant, versionQuery } from '../../../server/http/common-schemas.ts';
import type { Site } from '../../../site.ts';
import { addTerm, editTerm, listTerms, removeTerm } from '../glossary.ts';
import { TERM_LIMITS } from '../term.ts';
import { termInputSchema } from '../term-input.ts';

export const termSchema = z
  .object({
    id: z.string(),
    term: z.string(),
    category: z.enum(glossaryCategories),
    definition: z.string().meta({ description: 'Plain text' }),
    synonyms: z.array(z.string()).meta({ description: 'Other spellings in posts' }),
    relatedTerms: z.array(z.string()).meta({ description: 'The names of other terms' }),
    version: z.int().min(1).meta({ description: 'Grows by one with every edit' }),
    updatedAt: instant,
  })
  .meta({ id: 'Term' });

const idParam = z.object({ id: z.string().min(1).max(TERM_LIMITS.term) });

const NO_TERM = 'There is no such term';
const STALE = [
  z
    .object({
      detail: z.string(),
      current: termSchema.optional().meta({ description: 'The current term' }),
    })
    .meta({ id: 'TermConflict' }),
  'Someone else changed it in the meantime',
] as const;

export function glossary(site: Site) {
  return calls([
    call({
      get: '/admin/glossary',
      summary: 'The terms of the glossary, as its page has them',
      for: 'writer',
      200: [z.object({ terms: z.array(termSchema) }), 'All of them'],
    }).to(async () => ({ terms: await listTerms(site) })),
    call({
      post: '/admin/glossary',
      summary: 'Add a term; posts that mention it open its definition',
      for: 'administrator',
      body: termInputSchema.meta({ id: 'NewTerm' }),
      201: [termSchema, 'The term'],
      409: `There are ${TERM_LIMITS.terms} terms already`,
    }).to(({ body, by }) => addTerm(site, body, { by })),
    call({
      put: '/admin/glossary/:id',
      summary: 'Replace a term',
      for: 'administrator',
      params: idParam,
      query: versionQuery,
      body: termInputSchema.meta({ id: 'EditedTerm' }),
      200: [termSchema, 'The term'],
      404: NO_TERM,
      409: STALE,
    }).to(({ body, params, query, by }) => editTerm(site, params.id, body, { by, ...query })),
    call({
      delete: '/admin/glossary/:id',
      summary: 'Remove a term; the words stay in the posts',
      for: 'administrator',
      params: idParam,
      query: versionQuery,
      204: 'Deleted',
      404: NO_TERM,
      409: STALE,
    }).to(({ params, query, by }) => removeTerm(site, params.id, { by, ...query })),
  ]);
}
