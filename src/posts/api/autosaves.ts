import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { instant, MAX_INTEGER } from '../../server/http/common-schemas.ts';
import type { Site } from '../../site.ts';
import {
  discardAutosave,
  listAutosaves,
  othersActivity,
  readAutosave,
  saveAutosave,
} from '../autosaves.ts';

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
export function autosaves(site: Site) {
  return calls(
    [
      call(
        {
          get: '/admin/autosaves',
          summary: 'What you have typed and not saved, the latest first',
          for: 'writer',
          200: [z.object({ autosaves: z.array(autosaveSummarySchema) }), 'Without the values'],
        },
        async ({ by }) => ({ autosaves: await listAutosaves(site, by) }),
      ),
      call(
        {
          get: '/admin/autosaves/:document',
          summary: 'What you have typed in one form and not saved',
          for: 'writer',
          params: documentParam,
          200: [autosaveSchema.nullable(), 'The autosave; null when nothing is stored'],
        },
        async ({ params, by }) => {
          const { document } = params;
          return await readAutosave(site, by, document);
        },
      ),
      call(
        {
          get: '/admin/autosaves/:document/others',
          summary: 'Who else edits the post, and what is saved of it',
          for: 'writer',
          params: documentParam,
          200: [othersActivitySchema, 'As it is now'],
        },
        async ({ params, by }) => {
          const { document } = params;
          return await othersActivity(site, by, document);
        },
      ),
      call(
        {
          put: '/admin/autosaves/:document',
          summary: 'Keep what is typed; the post is not touched',
          for: 'writer',
          params: documentParam,
          body: z
            .object({ values, version, sequence: sequence.optional() })
            .meta({ id: 'NewAutosave' }),
          200: [autosaveSchema, 'It is saved'],
          409: [staleSchema, 'The stored autosave has this sequence or a greater one'],
        },
        ({ params, body, by }) => saveAutosave(site, by, { ...params, ...body }),
      ),
      call(
        {
          delete: '/admin/autosaves/:document',
          summary: 'Discard what was typed',
          for: 'writer',
          params: documentParam,
          query: z.object({
            sequence: z.coerce
              .number<number>()
              .pipe(sequence)
              .optional()
              .meta({ description: 'Discards what is older, also when it arrives later' }),
          }),
          204: 'Deleted',
        },
        ({ params, query, by }) => discardAutosave(site, by, params.document, query.sequence),
      ),
    ],
    { allowsUnstorableText: true },
  );
}
