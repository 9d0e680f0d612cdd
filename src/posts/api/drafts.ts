import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { instant } from '../../server/http/common-schemas.ts';
import type { Site } from '../../site.ts';
import {
  discardDrafts,
  draftSchema,
  draftSummarySchema,
  listDrafts,
  newDraftSchema,
  readDrafts,
  saveDraft,
  writersSchema,
} from '../drafts.ts';

const postParam = z.object({
  post: z.uuid().describe('The id of the post; that of a new one is made by its form'),
});

export function drafts(site: Site) {
  return calls(
    [
      call({
        get: '/admin/drafts',
        summary: 'What you have typed and not saved, the latest first',
        for: 'writer',
        200: [
          z.object({ drafts: z.array(draftSummarySchema) }),
          'One for each post, without values',
        ],
      }).to(async ({ by }) => ({ drafts: await listDrafts(site, by) })),
      call({
        get: '/admin/drafts/:post',
        summary: 'What you have typed of one post and not saved',
        for: 'writer',
        params: postParam,
        200: [
          z.object({ drafts: z.array(draftSchema), writers: writersSchema }),
          'By tab, the latest first',
        ],
      }).to(({ params: { post }, by }) => readDrafts(site, by, post)),
      call({
        put: '/admin/drafts/:post',
        summary: 'Keep what is typed in a tab; the post is not touched',
        for: 'writer',
        params: postParam,
        body: newDraftSchema,
        200: [
          z.object({ savedAt: instant, writers: writersSchema }),
          'It is stored, in place of the former one',
        ],
      }).to(({ params: { post }, body, by }) => saveDraft(site, by, post, body)),
      call({
        delete: '/admin/drafts/:post',
        summary: 'Discard what was typed',
        for: 'writer',
        params: postParam,
        query: z.object({ tab: newDraftSchema.shape.tab.optional() }),
        204: 'Deleted',
      }).to(({ params: { post }, query, by }) => discardDrafts(site, by, post, query.tab)),
    ],
    { allowsUnstorableText: true },
  );
}
