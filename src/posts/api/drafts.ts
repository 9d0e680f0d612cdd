import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { isShallow } from '../../server/fields.ts';
import { instant } from '../../server/http/common-schemas.ts';
import type { Site } from '../../site.ts';
import { discardDrafts, listDrafts, readDrafts, saveDraft } from '../drafts.ts';
import { etagSchema } from './schemas.ts';

const tab = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w-]+$/)
  .meta({ description: 'Made by the tab' });

const newDraftSchema = z
  .object({
    tab,
    values: z
      .record(z.string(), z.unknown())
      .refine(isShallow, 'Is nested too deeply')
      .meta({ description: 'The form’s values as the form has them; they are not checked' }),
    base: etagSchema
      .nullable()
      .meta({ description: 'Of the version that is edited; null: a new post' }),
  })
  .meta({ id: 'NewDraft' });

const draftSchema = newDraftSchema.extend({ savedAt: instant }).meta({ id: 'Draft' });

const writers = z
  .array(z.object({ email: z.string(), savedAt: instant }))
  .meta({ description: 'Who else has unsaved text of the post, the latest first' });

const summarySchema = z
  .object({
    post: z.uuid().meta({ description: 'The id of the post, also of one that was never saved' }),
    title: z.string().meta({ description: 'The title among the values; may be empty' }),
    slug: z.string().nullable().meta({ description: 'Null for a new post and for a deleted one' }),
    savedAt: instant,
  })
  .meta({ id: 'DraftSummary' });

const postParam = z.object({
  post: z.uuid().meta({ description: 'The id of the post; that of a new one is made by its form' }),
});

/** Unsaved input of an administrator; private to that account. */
export function drafts(site: Site) {
  return calls(
    [
      call(
        {
          get: '/admin/drafts',
          summary: 'What you have typed and not saved, the latest first',
          for: 'writer',
          200: [z.object({ drafts: z.array(summarySchema) }), 'One for each post, without values'],
        },
        async ({ by }) => ({ drafts: await listDrafts(site, by) }),
      ),
      call(
        {
          get: '/admin/drafts/:post',
          summary: 'What you have typed of one post and not saved',
          for: 'writer',
          params: postParam,
          200: [z.object({ drafts: z.array(draftSchema), writers }), 'By tab, the latest first'],
        },
        ({ params: { post }, by }) => readDrafts(site, by, post),
      ),
      call(
        {
          put: '/admin/drafts/:post',
          summary: 'Keep what is typed in a tab; the post is not touched',
          for: 'writer',
          params: postParam,
          body: newDraftSchema,
          200: [
            z.object({ savedAt: instant, writers }),
            'It is stored, in place of the former one',
          ],
        },
        ({ params: { post }, body, by }) => saveDraft(site, by, post, body),
      ),
      call(
        {
          delete: '/admin/drafts/:post',
          summary: 'Discard what was typed',
          for: 'writer',
          params: postParam,
          query: z.object({ tab: tab.optional() }),
          204: 'Deleted',
        },
        ({ params: { post }, query, by }) => discardDrafts(site, by, post, query.tab),
      ),
    ],
    { allowsUnstorableText: true },
  );
}
