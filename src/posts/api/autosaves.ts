import { createRoute, z } from '@hono/zod-openapi';
import { type Authenticated, forWriters } from '../../accounts/api/authorization.ts';
import { instant, json, jsonBody, MAX_INTEGER } from '../../server/http/common-schemas.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import { createRouter, utf8Body } from '../../server/http/router.ts';
import type { Posts } from '../posts.ts';

const values = z
  .record(z.string(), z.unknown())
  .meta({ description: 'The form’s values as the form has them; they are not checked' });
const version = z
  .int()
  .min(1)
  .max(MAX_INTEGER)
  .nullable()
  .meta({ description: 'Edited version; null: a new post' });

const sequence = z.int().min(1).max(1_000_000_000).meta({
  description: 'Grows with every autosave of the document, and with the request that drops it',
});

const autosaveSchema = z
  .object({ document: z.uuid(), values, version, sequence, savedAt: z.iso.datetime() })
  .meta({ id: 'Autosave' });

const autosaveSummarySchema = autosaveSchema
  .omit({ values: true })
  .extend({
    title: z.string().meta({ description: 'The title among the values; may be empty' }),
    slug: z
      .string()
      .nullable()
      .meta({ description: 'Of the edited post; null for a new or a deleted one' }),
  })
  .meta({ id: 'AutosaveSummary' });

const othersActivitySchema = z
  .object({
    writers: z
      .array(z.object({ email: z.string(), savedAt: instant }))
      .meta({ description: 'Who has typed something lately that is not saved yet' }),
    saved: z
      .object({
        version: z.int().min(1),
        changes: z
          .string()
          .nullable()
          .meta({ description: 'The etag of the unpublished changes; null for none' }),
        savedAt: instant,
        savedBy: z.string().nullable().meta({ description: 'An email address; null: the program' }),
      })
      .nullable()
      .meta({ description: 'What is saved; null for a new or a deleted post' }),
  })
  .meta({ id: 'OthersActivity' });

const staleSchema = z
  .object({
    detail: z.string(),
    current: z.object({ sequence: z.int() }).meta({ description: 'The current sequence' }),
  })
  .meta({ id: 'StaleAutosave' });

const documentParam = z.object({
  document: z.uuid().meta({ description: 'The id of the post, or the key of a new one’s form' }),
});

/** Unsaved input of an administrator; private to that account. */
export function autosaves(services: Posts) {
  const list = createRoute({
    method: 'get',
    path: '/admin/autosaves',
    summary: 'What you have typed and not saved, the latest first',
    security: forWriters,
    responses: {
      200: json(z.object({ autosaves: z.array(autosaveSummarySchema) }), 'Without the values'),
    },
  });

  const read = createRoute({
    method: 'get',
    path: '/admin/autosaves/{document}',
    summary: 'What you have typed in one form and not saved',
    security: forWriters,
    request: { params: documentParam },
    responses: {
      200: json(autosaveSchema.nullable(), 'The autosave; null when nothing is stored'),
    },
  });

  const others = createRoute({
    method: 'get',
    path: '/admin/autosaves/{document}/others',
    summary: 'Who else edits the post, and what is saved of it',
    security: forWriters,
    request: { params: documentParam },
    responses: { 200: json(othersActivitySchema, 'As it is now') },
  });

  const keep = createRoute({
    method: 'put',
    path: '/admin/autosaves/{document}',
    summary: 'Keep what is typed; the post is not touched',
    security: forWriters,
    middleware: [utf8Body] as const,
    request: {
      params: documentParam,
      body: jsonBody(
        z.object({ values, version, sequence: sequence.optional() }).meta({ id: 'NewAutosave' }),
      ),
    },
    responses: {
      200: json(autosaveSchema, 'It is saved'),
      409: json(staleSchema, 'The stored autosave has this sequence or a greater one'),
    },
  });

  const drop = createRoute({
    method: 'delete',
    path: '/admin/autosaves/{document}',
    summary: 'Discard what was typed',
    security: forWriters,
    request: {
      params: documentParam,
      query: z.object({
        sequence: z.coerce
          .number<number>()
          .pipe(sequence)
          .optional()
          .meta({ description: 'Discards what is older, also when it arrives later' }),
      }),
    },
    responses: { 204: { description: 'Deleted' } },
  });

  return createRouter<Authenticated>({ allowsUnstorableText: true })
    .openapi(list, async (c) =>
      c.json({ autosaves: await services.autosaves(c.get('session').email) }, 200),
    )
    .openapi(read, async (c) => {
      const { document } = c.req.valid('param');
      return c.json(await services.autosave(c.get('session').email, document), 200);
    })
    .openapi(others, async (c) => {
      const { document } = c.req.valid('param');
      return c.json(await services.othersActivity(c.get('session').email, document), 200);
    })
    .openapi(keep, async (c) => {
      const { document } = c.req.valid('param');
      const { email } = c.get('session');
      const kept = await services.saveAutosave(email, { document, ...c.req.valid('json') });
      return c.json(unwrap(kept), 200);
    })
    .openapi(drop, async (c) => {
      await services.discardAutosave(
        c.get('session').email,
        c.req.valid('param').document,
        c.req.valid('query').sequence,
      );
      return c.body(null, 204);
    });
}
