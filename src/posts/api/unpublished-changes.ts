import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { type Publication, save } from '../saving.ts';
import {
  changesSchema,
  conflictSchema,
  editedPostSchema,
  etagSchema,
  savedPostSchema,
} from '../schemas.ts';
import { changesOf, discardChanges } from '../unpublished-changes.ts';
import { idOf, ofPost, orNoPost } from './posts.ts';

const changesWithFindingsSchema = changesSchema
  .extend({ findings: savedPostSchema.shape.findings })
  .meta({ id: 'ChangesWithFindings' });

const savedChangesSchema = editedPostSchema
  .omit({ status: true })
  .extend({
    publishAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .transform((value) => (value ? new Date(value).toISOString() : null))
      .describe('When to publish them; null: not scheduled'),
  })
  .meta({ id: 'SavedChanges' });

export function unpublishedChanges(site: Site) {
  return calls([
    call({
      get: '/admin/blog/posts/:slug/changes',
      summary: 'The unpublished changes to a post',
      ...ofPost,
      200: [z.object({ changes: changesSchema.nullable() }), 'The changes; null for none'],
    }).to(async ({ params: { slug } }) => ({
      changes: orNoPost(await changesOf(site, slug), slug),
    })),
    call({
      put: '/admin/blog/posts/:slug/changes',
      summary: 'Save changes to a public post without publishing them',
      ...ofPost,
      body: savedChangesSchema,
      200: [changesWithFindingsSchema, 'The changes as they are now'],
      409: [
        conflictSchema,
        'The post is not public or not the version that was edited, or the slug of changes with a time is taken',
      ],
    }).to(async ({ body: { etag, publishAt, acknowledged, ...fields }, params, recheck, by }) => {
      const id = await idOf(site, params.slug, etag);
      const publish: Publication = publishAt === null ? 'unpublished' : { at: publishAt };
      const options = { base: etag ?? undefined, fields, publish, acknowledged, by, recheck };
      const { findings, ...post } = unwrap(await save(site, id, options));
      const { etag: saved, updated_at: savedAt } = post;
      return { etag: saved, savedAt, savedBy: by, publishAt, problem: null, post, findings };
    }),
    call({
      delete: '/admin/blog/posts/:slug/changes',
      summary: 'Discard the unpublished changes to a post',
      ...ofPost,
      query: z.object({
        etag: etagSchema.optional().describe('Only these changes: others are 409'),
      }),
      204: 'They are gone',
      404: 'There is no such post, or it has no unpublished changes',
      409: [conflictSchema, 'Something else was saved in the meantime'],
    }).to(({ params, query: { etag }, by }) => discardChanges(site, params.slug, { by, etag })),
  ]);
}
